import { useState } from "react";
import { SuggestBox } from "../index";
import { type Story, useWords } from "../stories/story";

function SuggestBoxStory() {
  const words = useWords();
  const [label, setLabel] = useState("");
  return (
    <SuggestBox
      label={words("Libellé de la page 1", "Label of page 1")}
      placeholder={words("Libellé", "Label")}
      value={label}
      suggestions={words("Face,Dos,Détail,Broderie", "Front,Back,Detail,Embroidery").split(",")}
      onKeep={setLabel}
    />
  );
}

export default {
  title: { fr: "Texte avec suggestions", en: "Text with suggestions" },
  about: {
    fr: "Un texte court hors d’un formulaire, gardé dès qu’on le quitte : choisissez une suggestion ou tapez autre chose.",
    en: "A short text outside of a form, kept once it is left: take a suggestion or type something else.",
  },
  Story: SuggestBoxStory,
} satisfies Story;
