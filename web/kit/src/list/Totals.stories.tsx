import { type Column, DataTable, Figure, Money, type Rows, useListState } from "../index";
import { type Story, useWords } from "../stories/story";

interface Sale {
  id: string;
  article: string;
  pieces: number;
  price: string;
  currency: string;
}

const SALES: Sale[] = [
  ["T-shirt Aurore, L", 120, "1800.00", "EUR"],
  ["Vinyle Aube, édition rose", 64, "1536.50", "EUR"],
  ["Tote bag", 310, "2480.10", "EUR"],
  ["Hoodie Tour 2026", 38, "1710.00", "GBP"],
  ["Affiche A2", 92, "552.00", "GBP"],
].map(
  ([article, pieces, price, currency], at) => ({ id: `${at}`, article, pieces, price, currency }) as Sale,
);

const NOTHING = { error: undefined, stale: false, isLoading: false, isRefreshing: false, retry: () => {} };
const rows: Rows<Sale> = {
  ...NOTHING,
  page: { rows: SALES, meta: { total: SALES.length, exact: true, next: null, previous: null } },
};

function TotalsStory() {
  const words = useWords();
  const columns: Column<Sale>[] = [
    { id: "article", header: words("Article", "Article"), cell: ({ article }) => article, card: "title" },
    {
      id: "pieces",
      header: words("Pièces", "Pieces"),
      cell: ({ pieces }) => <Figure value={pieces} />,
      total: ({ pieces }) => pieces,
      align: "right",
      card: "fact",
    },
    {
      id: "price",
      header: words("Ventes HT", "Sales excl. VAT"),
      cell: ({ price, currency }) => <Money amount={price} currency={currency} />,
      total: ({ price, currency }) => ({ amount: price, currency }),
      align: "right",
      card: "fact",
    },
  ];
  return (
    <DataTable
      caption={words("Ventes", "Sales")}
      state={useListState({ field: "article", direction: "asc" })}
      rows={rows}
      columns={columns}
      rowKey={({ id }) => id}
      rowLabel={({ article }) => article}
      searchLabel={words("Article", "Article")}
      bulk={() => null}
      empty={null}
    />
  );
}

export default {
  title: { fr: "Totaux d’une liste", en: "Totals of a list" },
  about: {
    fr: "Au pied de chaque colonne qui s’additionne, un total par devise : de la page, ou des lignes sélectionnées.",
    en: "At the foot of each column that adds up, one total a currency: of the page, or of the selected rows.",
  },
  Story: TotalsStory,
} satisfies Story;
