import { type Column, DataTable, Figure, NONE, type Rows, SimpleTable, useListState } from "../index";
import { type Story, useWords } from "../stories/story";

interface Bundle {
  sku: string;
  name: string;
  parts: { sku: string; quantity: number }[];
}

const BUNDLES: Bundle[] = [
  {
    sku: "CPSLBU-000001",
    name: "Coffret Aurore",
    parts: [
      { sku: "CPSL-000042", quantity: 1 },
      { sku: "CPSL-000043", quantity: 2 },
    ],
  },
  { sku: "CPSLBU-000002", name: "Vinyle + T-shirt", parts: [{ sku: "CPSL-000051", quantity: 1 }] },
  { sku: "CPSLBU-000003", name: "Pack tournée", parts: [{ sku: "CPSL-000060", quantity: 4 }] },
];
const rows: Rows<Bundle> = {
  ...{ error: undefined, stale: false, isLoading: false, isRefreshing: false, retry: () => {} },
  page: { rows: BUNDLES, meta: { total: BUNDLES.length, exact: true, next: null, previous: null } },
};

function ExpandedStory() {
  const words = useWords();
  const columns: Column<Bundle>[] = [
    { id: "name", header: words("Pack", "Bundle"), cell: ({ name }) => name || NONE, card: "title" },
    { id: "sku", header: "SKU", cell: ({ sku }) => sku, card: "fact" },
    {
      id: "parts",
      header: words("Articles", "Articles"),
      cell: ({ parts }) => <Figure value={parts.length} />,
      align: "right",
      card: "fact",
    },
  ];
  return (
    <DataTable
      caption={words("Packs", "Bundles")}
      state={useListState({ field: "name", direction: "asc" })}
      rows={rows}
      columns={columns}
      rowKey={({ sku }) => sku}
      rowLabel={({ name }) => name}
      expand={({ name, parts }) => (
        <SimpleTable
          caption={name}
          rows={parts}
          rowKey={({ sku }) => sku}
          columns={[
            { id: "sku", header: "SKU", cell: ({ sku }) => sku },
            {
              id: "quantity",
              header: words("Quantité", "Quantity"),
              align: "right",
              cell: ({ quantity }) => <Figure value={quantity} />,
            },
          ]}
        />
      )}
      searchLabel={words("Pack", "Bundle")}
      empty={null}
    />
  );
}

export default {
  title: { fr: "Lignes qui se déplient", en: "Rows that expand" },
  about: {
    fr: "Pour ce qui tient à une ligne sans mériter une fiche. Au clavier : j et k, puis → et ←.",
    en: "For what belongs to a row and is not worth a page. By keyboard: j and k, then → and ←.",
  },
  Story: ExpandedStory,
} satisfies Story;
