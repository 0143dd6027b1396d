import { useState } from "react";
import { type Attachment, Attachments, FILE_TYPES, type OnProgress, Stack } from "../index";
import { type Story, useWords } from "../stories/story";

const FILES: Attachment[] = [
  {
    id: "1",
    name: "bon à tirer v3.pdf",
    size: 1_482_000,
    mediaType: "application/pdf",
    createdAt: "2026-11-02T09:30:00Z",
    author: "Camille Martin",
  },
  {
    id: "2",
    name: "maquette-dos.png",
    size: 382_400,
    mediaType: "image/png",
    createdAt: "2026-11-03T14:10:00Z",
    author: "Inès Aurore",
  },
];

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200" fill="#4f46e5"/></svg>`;

function AttachmentsStory() {
  const words = useWords();
  const [files, setFiles] = useState(FILES);
  const upload = async (file: File, onProgress: OnProgress) => {
    onProgress(1);
    const { name, size, type } = file;
    const createdAt = new Date().toISOString();
    setFiles((all) => [{ id: name, name, size, mediaType: type, createdAt, author: "Ada" }, ...all]);
  };
  return (
    <Stack>
      <Attachments
        files={files}
        upload={upload}
        remove={async ({ id }) => setFiles((all) => all.filter((each) => each.id !== id))}
        restore={async (file) => setFiles((all) => [...all, file])}
        rename={async ({ id }, name) =>
          setFiles((all) => all.map((each) => (each.id === id ? { ...each, name } : each)))
        }
        content={async () => new Blob([DRAWING], { type: "image/svg+xml" })}
        label={words("Fichiers de la production", "Files of the production")}
        hint={words("Images, PDF, Word ou Excel", "Images, PDF, Word or Excel")}
        accept={FILE_TYPES.documents}
      />
      <Attachments files={FILES.slice(0, 1)} />
    </Stack>
  );
}

export default {
  title: { fr: "Pièces jointes", en: "Attachments" },
  about: {
    fr: "Les fichiers d’une fiche : aperçu, téléchargement et, selon ce que la page permet, ajout, nom, suppression. Le second ne fait que lire.",
    en: "The files of a record: preview, download and, as far as the page allows, adding, naming, removing. The second only reads.",
  },
  Story: AttachmentsStory,
} satisfies Story;
