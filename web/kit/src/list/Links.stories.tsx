import { type Column, DataTable, Link, Row, type Rows, useListState } from "../index";
import { type Story, useWords } from "../stories/story";

interface Store {
  id: string;
  name: string;
  owners: string[];
}

/** Neighbours whose links take two lines, are longer than their cell, also the name before them, or hardly a letter wide. */
const STORES: Store[] = [
  { id: "1", name: "Aurore Merch", owners: ["Maison Aurore Productions", "Studio Nova et associés"] },
  { id: "2", name: "Aurore Records", owners: ["Maison Lune Éditions", "Studio Nova et associés"] },
  {
    id: "3",
    name: "Nova, disques rares et éditions limitées depuis 1987",
    owners: ["Société coopérative des musiciennes et musiciens de Lyon", "É"],
  },
  { id: "4", name: "Lune", owners: ["A", "B", "C"] },
];

const NOTHING = { error: undefined, stale: false, isLoading: false, isRefreshing: false, retry: () => {} };
const rows: Rows<Store> = {
  ...NOTHING,
  page: { rows: STORES, meta: { total: STORES.length, exact: true, next: null, previous: null } },
};

function LinksStory() {
  const words = useWords();
  const columns: Column<Store>[] = [
    { id: "name", header: words("Boutique", "Store"), cell: ({ name }) => name, card: "title" },
    {
      id: "owners",
      header: words("Organisations", "Organizations"),
      cell: ({ owners }) => (
        <Row>
          {owners.map((owner) => (
            <Link key={owner} to={`/admin/developer/kit?story=Links&owner=${owner}`}>
              {owner}
            </Link>
          ))}
        </Row>
      ),
      card: "fact",
    },
    {
      id: "place",
      header: words("Entrepôt", "Warehouse"),
      cell: () => words("Entrepôt de Saint-Quentin-Fallavier", "Warehouse of Saint-Quentin-Fallavier"),
    },
    {
      id: "brand",
      header: words("Ce qu’elle vend", "What it sells"),
      cell: () => words("Disques, affiches et vêtements d’artistes", "Records, posters and artists’ clothes"),
    },
  ];
  return (
    <DataTable
      caption={words("Boutiques", "Stores")}
      state={useListState({ field: "name", direction: "asc" })}
      rows={rows}
      columns={columns}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
      rowTo={({ id }) => `/admin/developer/kit?story=Links&store=${id}`}
      searchLabel={words("Boutique", "Store")}
      empty={null}
    />
  );
}

export default {
  title: { fr: "Liens d’une cellule", en: "Links in a cell" },
  about: {
    fr: "Plusieurs liens se placent dans une rangée ou une pile : chacun offre au doigt 24 pixels, quelle que soit la ligne voisine.",
    en: "Several links stand in a row or a stack: each is 24 pixels to a finger, whatever the next line holds.",
  },
  Story: LinksStory,
} satisfies Story;
