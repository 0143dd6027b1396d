import { useState } from "react";
import { Grid } from "../index";
import { type Story, useWords } from "../stories/story";

const PRICES = [
  ["FR", "500", "4.20", "5.04"],
  ["FR", "1000", "5.10", "6.12"],
  ["DE", "500", "6.80", "8.16"],
  ["DE", "1000", "", "9.84"],
  ["BE", "500", "x", "7.92"],
];

function GridStory() {
  const words = useWords();
  const [rows, setRows] = useState(() =>
    PRICES.map(([country = "", weight = "", price = "", gross = ""]) => ({ country, weight, price, gross })),
  );
  return (
    <Grid
      label={words("Tarifs d’expédition", "Shipping prices")}
      rows={rows}
      onChange={(changed) => setRows(changed as typeof rows)}
      newRow={() => ({ country: "", weight: "", price: "", gross: "" })}
      addLabel={words("Ajouter un tarif", "Add price")}
      columns={[
        { id: "country", label: words("Pays", "Country"), kind: "text", required: true },
        { id: "weight", label: words("Poids (g)", "Weight (g)"), kind: "whole", required: true },
        {
          id: "price",
          label: words("Prix HT (€)", "Price excl. VAT (€)"),
          kind: "decimal",
          decimals: 2,
          required: true,
        },
        {
          id: "gross",
          label: words("Prix TTC (€)", "Price incl. VAT (€)"),
          kind: "decimal",
          decimals: 2,
          readOnly: true,
        },
      ]}
    />
  );
}

export default {
  title: { fr: "Grille de saisie", en: "Editable grid" },
  about: {
    fr: "Flèches, Entrée, Suppr et collage depuis un tableur. Ce qui ne va pas reste, et est signalé.",
    en: "Arrows, Enter, Delete, and pasting from a spreadsheet. What is wrong stays, and is marked.",
  },
  Story: GridStory,
} satisfies Story;
