import { type HistoryEntry, HistoryList, Notes, Section, Stack } from "../index";
import { type Story, useWords } from "../stories/story";

const ENTRIES = [
  {
    at: "2026-11-20T15:04:00Z",
    actor: "Camille Martin",
    action: "update",
    changes: [{ field: "carrier", before: "UPS", after: "Colissimo" }],
  },
  {
    at: "2026-11-20T09:30:00Z",
    actor: "plugin bigblue",
    action: "update",
    changes: [
      { field: "status", before: "TRANSMITTED", after: "OFFLOADING" },
      { field: "offloadedUnits", before: 0, after: 90 },
    ],
  },
  { at: "2026-11-18T11:00:00Z", actor: "Inès Aurore", action: "create", changes: [] },
] as unknown as HistoryEntry[];

function HistoryStory() {
  const words = useWords();
  return (
    <Stack>
      <Section title={words("Historique", "History")}>
        <HistoryList
          entries={ENTRIES}
          fields={{
            carrier: words("Transporteur", "Carrier"),
            status: words("Statut", "Status"),
            offloadedUnits: words("Déchargé", "Offloaded"),
          }}
          values={(_, value) =>
            ({
              TRANSMITTED: words("Annoncée", "Announced"),
              OFFLOADING: words("En déchargement", "Offloading"),
            })[String(value)]
          }
        />
      </Section>
      <Notes relationId="shipment-1" />
    </Stack>
  );
}

export default {
  title: { fr: "Historique et notes", en: "History and notes" },
  about: {
    fr: "Sur la page d’une fiche, pour l’équipe : qui a changé quoi, et ce qu’elle s’en dit.",
    en: "On a record’s page, for the staff: who changed what, and what they say of it.",
  },
  Story: HistoryStory,
} satisfies Story;
