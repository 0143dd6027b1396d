import { Country, Figure, Money, SimpleTable } from "../index";
import { type Story, useWords } from "../stories/story";

const COUNTRIES = ["FR", "DE", "BE", "IT", "ES"];
const PRICES = Array.from({ length: 2_000 }, (_, at) => ({
  id: at,
  country: COUNTRIES[at % COUNTRIES.length] ?? "FR",
  grams: 250 * (1 + Math.floor(at / COUNTRIES.length)),
  price: (4 + at * 0.05).toFixed(2),
}));

function LongTableStory() {
  const words = useWords();
  return (
    <SimpleTable
      caption={words("Tarifs d’expédition", "Shipping prices")}
      rows={PRICES}
      rowKey={({ id }) => id}
      columns={[
        {
          id: "country",
          header: words("Pays", "Country"),
          cell: ({ country }) => <Country code={country} />,
        },
        {
          id: "grams",
          header: words("Poids (g)", "Weight (g)"),
          align: "right",
          cell: ({ grams }) => <Figure value={grams} />,
        },
        {
          id: "price",
          header: words("Prix HT", "Price excl. VAT"),
          align: "right",
          cell: ({ price }) => <Money amount={price} />,
        },
      ]}
    />
  );
}

export default {
  title: { fr: "Tableau de milliers de lignes", en: "Table of thousands of rows" },
  about: {
    fr: "2 000 lignes, dont seules celles qu’on voit sont dessinées. Ctrl F n’en trouve pas d’autres.",
    en: "2,000 rows, of which only those in sight are drawn. Ctrl F finds no others.",
  },
  Story: LongTableStory,
} satisfies Story;
