import { Figure, Hint, Quiet, Section, Stack, Stat, Tiles } from "../index";
import { type Story, useWords } from "../stories/story";

function HintStory() {
  const words = useWords();
  const label = words("Commandes", "Orders");
  const hint = (
    <Hint of={label}>
      <Stack gap={4}>
        <span>
          {words(
            "Commandes passées ces jours-là et non annulées.",
            "Orders placed on these days and not cancelled.",
          )}
        </span>
        <Quiet>{words("Source : les boutiques en ligne.", "Source: the online stores.")}</Quiet>
      </Stack>
    </Hint>
  );
  return (
    <Tiles minWidth={220}>
      <Stat label={label} hint={hint} value={<Figure value={3_214} />} to="/admin/order" />
      <Section title={label} action={hint}>
        <Figure value={3_214} />
      </Section>
    </Tiles>
  );
}

export default {
  title: { fr: "Définition", en: "Definition" },
  about: {
    fr: "Ce que veut dire un chiffre ou un mot, dit à qui le demande : à la souris, au doigt et au clavier.",
    en: "What a figure or a word means, told to who asks: by pointer, finger and keyboard.",
  },
  Story: HintStory,
} satisfies Story;
