import { useState } from "react";
import { Import, type ImportRun } from "../index";
import { type Story, useWords } from "../stories/story";

function ImportStory() {
  const words = useWords();
  const [outcome, setOutcome] = useState<ImportRun["outcome"]>(null);
  const start = () => setOutcome({ created: 12, updated: 3, unchanged: 1, failed: [], failedCount: 0 });
  const idle = { isRunning: false, startedAt: null, progress: null, error: null };
  return (
    <Import
      title={words("Importer des tarifs", "Import prices")}
      hint={words(
        "CSV, 20 Mo au plus : Country, Weight, Price, From",
        "CSV, 20 MB at most: Country, Weight, Price, From",
      )}
      columns={[
        { name: "Country", required: true, oneOf: ["FR", "DE", "BE"], example: "FR" },
        { name: "Weight", required: true, kind: "whole", example: "500" },
        { name: "Price", required: true, kind: "decimal", example: "4.50" },
        { name: "From", kind: "day", example: "01/12/2026" },
      ]}
      run={{ ...idle, outcome, start, reset: () => setOutcome(null) }}
    />
  );
}

export default {
  title: { fr: "Import d’un fichier", en: "Import" },
  about: {
    fr: "Un fichier CSV vérifié en arrière-plan ; les erreurs par ligne et colonne.",
    en: "A CSV file checked in the background; errors by line and column.",
  },
  Story: ImportStory,
} satisfies Story;
