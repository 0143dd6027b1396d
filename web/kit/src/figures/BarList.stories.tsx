import { BarList, Country, useFormats } from "../index";
import { type Story, useWords } from "../stories/story";

const COUNTRIES = "FR,BE,DE,CH,ES,GB,NL,IT,US,JP,CA,PT".split(",").map((code, at) => ({
  code,
  orders: Math.round(584 / (at + 1) ** 1.4),
  sales: (34_905.71 / (at + 1) ** 1.5).toFixed(2),
}));

function BarListStory() {
  const words = useWords();
  const { money, number } = useFormats();
  return (
    <BarList
      caption={words("Commandes par pays", "Orders by country")}
      rows={COUNTRIES}
      rowKey={({ code }) => code}
      name={({ code }) => <Country code={code} />}
      value={({ orders }) => orders}
      format={(value) => `${number(value)} ${words("commandes", "orders")}`}
      more={({ sales }) => money(sales)}
      to={({ code }) => (code === "FR" ? "/admin/order" : undefined)}
    />
  );
}

export default {
  title: { fr: "Liste à barres", en: "Bar list" },
  about: {
    fr: "De quoi se compose une somme : les dix premiers à l’écran, tous sur le papier. Un nom mène à la liste derrière son chiffre.",
    en: "What a sum is made of: the first ten on screen, all on paper. A name leads to the list behind its figure.",
  },
  Story: BarListStory,
} satisfies Story;
