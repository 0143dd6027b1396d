import { Chart, Stack, useFormats } from "../index";
import { type Story, useWords } from "../stories/story";

const MONTHS = Array.from({ length: 12 }, (_, at) => ({
  month: `2026-${String(at + 1).padStart(2, "0")}`,
  revenue: (42_000 + 9_000 * Math.sin(at / 2) + at * 2_350.4).toFixed(2),
  before: (39_000 + 7_000 * Math.sin(at / 2 + 1) + at * 1_120.9).toFixed(2),
  orders: [
    310 + at * 14,
    180 + ((at * 37) % 90),
    90 + ((at * 53) % 70),
    60 + at * 3,
    45 + ((at * 17) % 40),
    20 + at,
  ],
}));

function ChartStory() {
  const words = useWords();
  const { money, number } = useFormats();
  const month = new Intl.DateTimeFormat(words("fr-FR", "en-GB"), { month: "short", timeZone: "UTC" });
  const x = {
    label: words("Mois", "Month"),
    value: (row: { month: string }) => month.format(new Date(`${row.month}-01T00:00Z`)),
  };
  const countries = words(
    "France,Allemagne,Belgique,Espagne,Italie,Suisse",
    "France,Germany,Belgium,Spain,Italy,Switzerland",
  );
  return (
    <Stack gap={32}>
      <Chart
        title={words("Chiffre d’affaires HT", "Revenue excl. VAT")}
        kind="line"
        rows={MONTHS}
        x={x}
        series={[
          { id: "revenue", label: "2026", value: (row) => row.revenue },
          { id: "before", label: "2025", value: (row) => row.before },
        ]}
        unit="€"
        format={(value) => money(String(value))}
      />

      <Chart
        title={words("Commandes par pays", "Orders by country")}
        kind="stacked"
        rows={MONTHS}
        x={x}
        series={countries.split(",").map((label, at) => ({
          id: label,
          label,
          value: (row: (typeof MONTHS)[number]) => row.orders[at] ?? null,
        }))}
        unit={words("commandes", "orders")}
        format={(value) => number(Number(value))}
        marks={{
          label: words("Sortie d’album", "Album release"),
          value: ({ month }) => (month.endsWith("-05") ? "Aube" : null),
        }}
      />
    </Stack>
  );
}

export default {
  title: { fr: "Graphique", en: "Chart" },
  about: {
    fr: "Les mêmes chiffres en courbes, en tableau et en fichier CSV. Six couleurs au plus, distinctes pour tous les yeux ; un losange signale ce qui sort de l’ordinaire.",
    en: "The same figures as a plot, as a table and as a CSV file. At most six colours, distinct for every eye; a diamond marks what stands out.",
  },
  Story: ChartStory,
} satisfies Story;
