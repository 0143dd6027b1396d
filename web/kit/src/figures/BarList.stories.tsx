import { BarList, useFormats } from "../index";
import { type Story, useWords } from "../stories/story";

const COUNTRIES = "FR,BE,DE,CH,ES,GB,NL,IT,US,JP,CA,PT".split(",").map((code, at) => ({
  code,
  orders: Math.round(584 / (at + 1) ** 1.4),
  sales: (34_905.71 / (at + 1) ** 1.5).toFixed(2),
}));

function BarListStory() {
  const words = useWords();
  const { country, money, number } = useFormats();
  return (
    <BarList<(typeof COUNTRIES)[number]>
      title={words("Commandes par pays", "Orders by country")}
      rows={COUNTRIES}
      rowKey={({ code }) => code}
      name={{ label: words("Pays", "Country"), value: ({ code }) => country(code) }}
      figures={[
        {
          ...{ id: "orders", label: words("Commandes", "Orders"), value: ({ orders }) => orders },
          format: (value) => number(Number(value)),
          words: ({ orders }) => `${number(orders)} ${words("commandes", "orders")}`,
        },
        {
          ...{ id: "sales", label: words("Ventes HT", "Sales excl. VAT"), value: ({ sales }) => sales },
          format: (value) => money(String(value)),
        },
      ]}
      to={({ code }) => (code === "FR" ? "/admin/order" : undefined)}
    />
  );
}

export default {
  title: { fr: "Liste à barres", en: "Bar list" },
  about: {
    fr: "De quoi se compose une somme : les dix premiers à l’écran, tous sur le papier, en tableau et en fichier CSV. Un nom mène à la liste derrière son chiffre.",
    en: "What a sum is made of: the first ten on screen, all on paper, as a table and as a CSV file. A name leads to the list behind its figure.",
  },
  Story: BarListStory,
} satisfies Story;
