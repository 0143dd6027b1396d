import { useState } from "react";
import { Sheet } from "../index";
import { type Story, useWords } from "../stories/story";

const BANDS = Array.from({ length: 40 }, (_, at) => ({
  id: String(at),
  label: `${at / 2}–${(at + 1) / 2} kg`,
}));
const COUNTRIES = Array.from({ length: 60 }, (_, at) => ({ id: `Z${at}`, label: `Zone ${at + 1}` }));
const keyOf = (row: string, column: string) => `${row} ${column}`;

const PRICES = new Map(
  COUNTRIES.flatMap(({ id: row }, at) =>
    BANDS.map(
      ({ id: column }, band) => [keyOf(row, column), (4 + at / 10 + band * 0.35).toFixed(2)] as const,
    ),
  ),
);

function SheetStory() {
  const words = useWords();
  const [changed, setChanged] = useState<ReadonlyMap<string, string>>(new Map());
  const [past, setPast] = useState<ReadonlyMap<string, string>[]>([]);
  const faults = new Map(
    [...changed]
      .filter(([, value]) => value !== "" && Number.isNaN(Number(value)))
      .map(([key]) => [key, words("Ce n’est pas un nombre.", "This is not a number.")]),
  );
  const [before] = past;
  const undo = () => {
    setChanged(before ?? new Map());
    setPast(past.slice(1));
  };
  return (
    <Sheet
      label={words("Tarifs d’expédition", "Shipping prices")}
      rowHeading={words("Pays", "Country")}
      rows={COUNTRIES}
      columns={BANDS}
      keyOf={keyOf}
      saved={PRICES}
      changed={changed}
      faults={faults}
      onChange={(cells) => {
        setPast([changed, ...past]);
        setChanged(new Map([...changed, ...cells]));
      }}
      onUndo={before && undo}
    />
  );
}

export default {
  title: { fr: "Feuille de calcul", en: "Sheet" },
  about: {
    fr: "60 lignes et 40 colonnes de décimaux : sélection, copie, collage, remplissage (Ctrl D, Ctrl R), augmentation et annulation. Seules les cellules visibles sont dans la page.",
    en: "60 rows and 40 columns of decimals: selection, copy, paste, fill (Ctrl D, Ctrl R), rise and undo. Only the cells in sight are in the page.",
  },
  Story: SheetStory,
} satisfies Story;
