import { useState } from "react";
import { Sortable } from "../index";
import { type Story, useWords } from "../stories/story";

function SortableStory() {
  const words = useWords();
  const [order, setOrder] = useState([0, 1, 2, 3, 4]);
  const names = words(
    "Devis,Bon à tirer,Impression,Contrôle,Expédition",
    "Quote,Proof,Printing,Inspection,Shipping",
  ).split(",");
  const nameOf = (at: number) => names[at] ?? "";
  return (
    <Sortable
      label={words("Étapes de la production", "Stages of the production")}
      items={order}
      itemKey={String}
      itemLabel={nameOf}
      onOrder={setOrder}
    >
      {nameOf}
    </Sortable>
  );
}

export default {
  title: { fr: "Liste à ordonner", en: "Sortable list" },
  about: {
    fr: "Glissez par la poignée, ou déplacez avec le menu de chaque ligne.",
    en: "Drag by the handle, or move with the menu of each row.",
  },
  Story: SortableStory,
} satisfies Story;
