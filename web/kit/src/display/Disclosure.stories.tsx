import { Disclosure, Money } from "../index";
import { type Story, useWords } from "../stories/story";

function DisclosureStory() {
  const words = useWords();
  return (
    <Disclosure label={words("France", "France")} hint={words("1 tarif", "1 rate")}>
      <Money amount="5.90" currency="EUR" />
    </Disclosure>
  );
}

export default {
  title: { fr: "Ligne qui s’ouvre", en: "Disclosure" },
  about: {
    fr: "Une ligne dont le détail n’est chargé qu’une fois ouverte.",
    en: "A line whose detail is fetched only once it is opened.",
  },
  Story: DisclosureStory,
} satisfies Story;
