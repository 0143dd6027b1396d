import { Figure, Money, Stat, Tiles, Trend } from "../index";
import { type Story, useWords } from "../stories/story";

function StatStory() {
  const words = useWords();
  const period = words("octobre 2026", "October 2026");
  return (
    <Tiles minWidth={220}>
      <Stat
        label={words("Chiffre d’affaires HT", "Revenue excl. VAT")}
        value={<Money amount="128420.50" />}
        to="/admin/order"
      >
        <Trend value="128420.50" before="102736.40" period={period} />
      </Stat>
      <Stat label={words("Commandes", "Orders")} value={<Figure value={3_214} />}>
        <Trend value={3_214} before={3_530} period={period} />
      </Stat>
      <Stat label={words("Retours", "Returns")} value={<Figure value={42} />}>
        <Trend value={42} before={61} period={period} good="down" />
      </Stat>
      <Stat label={words("Litiges", "Disputes")} value={<Figure value={3} />}>
        <Trend value={3} before={0} period={period} good="down" />
      </Stat>
    </Tiles>
  );
}

export default {
  title: { fr: "Chiffres et tendances", en: "Stats and trends" },
  about: {
    fr: "Les chiffres qui comptent, et leur évolution par rapport à une période.",
    en: "The figures that matter, and how they moved since a period.",
  },
  Story: StatStory,
} satisfies Story;
