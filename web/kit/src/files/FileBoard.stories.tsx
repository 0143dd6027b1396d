import { useState } from "react";
import { type Attachment, Attachments, FILE_TYPES, type OnProgress, Stack } from "../index";
import { type Story, useWords } from "../stories/story";

const ACCEPT = [...FILE_TYPES.images, ...FILE_TYPES.pdf];

const fileOf = (name: string, mediaType = "image/svg+xml"): Attachment => ({
  ...{ id: name, name, mediaType, size: 382_400 },
  ...{ createdAt: "2026-11-03T14:10:00Z", author: "Inès Aurore" },
});
const FILES = [
  fileOf("ambiance de scène.svg"),
  fileOf("références de coupes et de matières, automne 2027.pdf", "application/pdf"),
  fileOf("logo brodé.svg"),
  fileOf("photo abîmée.png", "image/png"),
  fileOf("scan.tiff", "image/tiff"),
];

const drawing = (width: number, height: number, colour: string) =>
  new Blob(
    [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${colour}"/></svg>`,
    ],
    { type: "image/svg+xml" },
  );

/** Three white pages. */
function threePages() {
  const page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 297 210] >>";
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 3 >>",
    ...[page, page, page],
  ];
  let text = "%PDF-1.4\n";
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join("")}`;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return new Blob([text, table, end], { type: "application/pdf" });
}

async function contentOf({ name }: Attachment): Promise<Blob> {
  if (name.endsWith(".pdf")) return threePages();
  if (name.endsWith(".png")) return new Blob(["broken"], { type: "image/png" });
  return name.startsWith("logo") ? drawing(120, 160, "#d8399d") : drawing(320, 200, "#4f46e5");
}

function FileBoardStory() {
  const words = useWords();
  const [files, setFiles] = useState(FILES);
  const upload = async ({ name, type }: File, onProgress: OnProgress) => {
    onProgress(1);
    setFiles((all) => [...all, { ...fileOf(name, type), id: `${name} ${all.length}` }]);
  };
  return (
    <Stack>
      <Attachments
        layout="board"
        files={files}
        upload={upload}
        remove={async ({ id }) => setFiles((all) => all.filter((each) => each.id !== id))}
        content={contentOf}
        label={words("Images et planches", "Images and boards")}
        hint={words("Images ou PDF", "Images or PDF")}
        accept={ACCEPT}
        pastes
      />
      <Attachments layout="board" files={FILES.slice(0, 2)} content={contentOf} />
    </Stack>
  );
}

export default {
  title: { fr: "Planche de fichiers", en: "Board of files" },
  about: {
    fr: "Les mêmes pièces jointes, vues comme une planche : images et premières pages, ajoutées en les collant ou en les déposant n’importe où. La seconde ne fait que lire.",
    en: "The same attachments seen as a board: pictures and first pages, added by pasting or by dropping anywhere on it. The second only reads.",
  },
  Story: FileBoardStory,
} satisfies Story;
