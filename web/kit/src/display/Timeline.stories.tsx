import { Quiet, Timeline } from "../index";
import { type Story, useWords } from "../stories/story";

function TimelineStory() {
  const words = useWords();
  return (
    <Timeline
      label={words("Suivi de la production", "Progress of the production")}
      events={[
        {
          id: "1",
          at: "2026-10-02T08:00:00Z",
          title: words("Devis accepté", "Quote accepted"),
          icon: "check",
          tone: "success",
          by: "Maison Aurore",
        },
        {
          id: "2",
          at: "2026-10-12T14:30:00Z",
          title: words("Bon à tirer refusé", "Proof refused"),
          icon: "warning",
          tone: "warning",
          by: "Nora Kessler",
          children: <Quiet>{words("Le rose est trop clair.", "The pink is too light.")}</Quiet>,
        },
        {
          id: "3",
          at: "2026-11-18T10:00:00Z",
          title: words("En production", "In production"),
          icon: "production",
          tone: "info",
          by: "Atelier Ège",
        },
        {
          id: "4",
          at: "2099-12-04T10:00:00Z",
          title: words("Réception prévue", "Expected arrival"),
          icon: "shipped",
        },
      ]}
    />
  );
}

export default {
  title: { fr: "Chronologie", en: "Timeline" },
  about: {
    fr: "Ce qui est arrivé, et ce qui est attendu.",
    en: "What happened, and what is expected.",
  },
  Story: TimelineStory,
} satisfies Story;
