import { Facts, Money, Tabs, Timeline } from "../index";
import { type Story, useWords } from "../stories/story";

function TabsStory() {
  const words = useWords();
  return (
    <Tabs
      label={words("Facture F-2026-118", "Invoice F-2026-118")}
      tabs={[
        {
          id: "summary",
          label: words("Résumé", "Summary"),
          content: (
            <Facts
              facts={[
                { label: words("Client", "Customer"), value: "Maison Aurore" },
                { label: words("Total HT", "Total excl. VAT"), value: <Money amount="4280.00" /> },
                { label: words("TVA", "VAT"), value: <Money amount="856.00" /> },
                { label: words("Total TTC", "Total incl. VAT"), value: <Money amount="5136.00" /> },
              ]}
            />
          ),
        },
        {
          id: "history",
          label: words("Historique", "History"),
          count: 2,
          content: (
            <Timeline
              label={words("Historique", "History")}
              events={[
                {
                  id: "1",
                  at: "2026-11-03T09:12:00Z",
                  title: words("Facture émise", "Invoice issued"),
                  icon: "file",
                  tone: "info",
                  by: "Ada Martin",
                },
                {
                  id: "2",
                  at: "2026-11-03T09:14:00Z",
                  title: words("Envoyée au client", "Sent to the customer"),
                  icon: "mail",
                  tone: "success",
                },
              ]}
            />
          ),
        },
        {
          id: "files",
          label: words("Pièces jointes", "Attachments"),
          count: 0,
          content: words("Aucune pièce jointe.", "No attachments."),
        },
      ]}
    />
  );
}

export default {
  title: { fr: "Onglets", en: "Tabs" },
  about: {
    fr: "Des parties d’une page dont une seule est visible. L’onglet est dans l’adresse ; les flèches en changent.",
    en: "Parts of a page of which one is in sight. The tab is in the address; arrow keys change it.",
  },
  Story: TabsStory,
} satisfies Story;
