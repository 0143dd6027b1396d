import { Stack, TabLinks } from "../index";
import { type Story, useWords } from "../stories/story";

function TabLinksStory() {
  const words = useWords();
  return (
    <Stack>
      <TabLinks
        label={words("T-shirt tournée", "Tour T-shirt")}
        links={[
          { to: "?", label: words("Vue d’ensemble", "Overview") },
          { to: "/product", label: words("Produits", "Products") },
          { to: "/setting", label: words("Paramètres", "Settings") },
        ]}
      />
      {words("L’écran où l’on est.", "The screen that one is on.")}
    </Stack>
  );
}

export default {
  title: { fr: "Onglets d’écrans", en: "Tabs of screens" },
  about: {
    fr: "Les écrans d’une fiche, chacun avec sa propre adresse.",
    en: "The screens of one record, each with an address of its own.",
  },
  Story: TabLinksStory,
} satisfies Story;
