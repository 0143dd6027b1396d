import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../api/error";
import { api, Screen, server, showEverything } from "../testing";
import { type Attachment, Attachments, type AttachmentsProps } from "./Attachments";
import { FILE_TYPES } from "./fileTypes";
import { reader } from "./pdf";

const fileOf = (name: string, mediaType = "image/png"): Attachment => ({
  ...{ id: name, name, mediaType, size: 1_200_000, createdAt: "2026-01-02T10:00:00Z", author: "Ada" },
});
const COVER = fileOf("cover.png");
const BACK = fileOf("back.png");
const PAGES = fileOf("pages.pdf", "application/pdf");
const SCAN = fileOf("scan.tiff", "image/tiff");

/** What jsdom cannot run: the library's worker. */
function opens(pdf: Promise<unknown>) {
  const opening = { pdf, close: () => {} } as ReturnType<typeof reader.open>;
  return vi.spyOn(reader, "open").mockReturnValue(opening);
}
const page = {
  getViewport: () => ({ width: 210, height: 297 }),
  getTextContent: async () => ({ items: [{ str: "Tone" }] }),
};
const THREE_PAGES = Promise.resolve({ numPages: 3, getPage: async () => page });

/** Which files somebody asked for. */
let asked: string[] = [];
beforeEach(() => {
  asked = [];
  server.use(
    http.post(api("/file/:id/link"), ({ params }) => {
      asked.push(String(params.id));
      return HttpResponse.json({ data: { url: `/api/download/${params.id}` } });
    }),
  );
});

function Board({
  of = [COVER, PAGES, BACK, SCAN],
  ...props
}: Partial<AttachmentsProps> & { of?: Attachment[] }) {
  const [files, setFiles] = useState(of);
  return (
    <Screen>
      <Attachments
        layout="board"
        files={files}
        remove={async (file) => setFiles(files.filter((each) => each !== file))}
        label="Moodboard"
        accept={[...FILE_TYPES.images, ...FILE_TYPES.pdf]}
        pastes
        {...props}
      />
    </Screen>
  );
}

const preview = (name: string) =>
  screen.findByRole("button", { name: new RegExp(`^Aperçu de «\\s${name.replace(".", "\\.")}\\s»`) });
const pictureOf = (button: HTMLElement) =>
  waitFor(() => button.querySelector("img") ?? expect.fail("no picture"));
const pictureFile = (name: string) => new File(["x"], name, { type: "image/png" });

test("files are fetched once they are in sight, of a PDF its first page and how many there are", async () => {
  const open = opens(THREE_PAGES);
  const { unmount } = render(<Board />);
  await preview("cover.png");
  expect(asked).toEqual([]);
  expect(open).not.toHaveBeenCalled();
  unmount();
  showEverything();
  render(<Board />);
  expect(await pictureOf(await preview("cover.png"))).toHaveAttribute("src", "/api/download/cover.png");
  expect(await screen.findByText("3 pages")).toBeVisible();
  expect(within(await preview("pages.pdf")).getAllByRole("img", { hidden: true })).toHaveLength(1);
  expect(open).toHaveBeenCalledOnce();
  // A browser draws no TIFF: it is kept and downloaded all the same.
  expect(screen.queryByRole("button", { name: /Aperçu de «\sscan/ })).toBeNull();
  expect(screen.getByRole("button", { name: /Télécharger «\sscan\.tiff\s»/ })).toBeVisible();
});

test("a picture or a PDF that cannot be shown says so in its place", async () => {
  showEverything();
  opens(Promise.reject(new Error("broken")));
  render(<Board />);
  const cover = await preview("cover.png");
  fireEvent.error(await pictureOf(cover));
  const tile = async (name: string) => (await preview(name)).closest("li");
  expect(await screen.findByText(/Cette image ne peut pas être affichée/)).toBeVisible();
  expect(await tile("cover.png")).toHaveTextContent(/Cette image ne peut pas être affichée/);
  expect(await tile("pages.pdf")).toHaveTextContent(/Ce PDF ne peut pas être affiché/);
  expect(await tile("back.png")).not.toHaveTextContent(/ne peut pas/);
});

test("files are looked at one after the other by buttons and arrows, as large as the window on demand", async () => {
  showEverything();
  opens(THREE_PAGES);
  render(<Board />);
  (await preview("cover.png")).focus();
  await userEvent.keyboard("{Enter}");
  const named = (name: string) => screen.findByRole("dialog", { name });
  const dialog = within(await named("cover.png"));
  expect(await dialog.findByRole("img", { name: "cover.png" })).toBeVisible();
  expect(dialog.getByText("1 sur 3")).toBeVisible();
  await userEvent.keyboard("{ArrowRight}");
  await named("pages.pdf");
  expect(await dialog.findByText("Page 1 sur 3")).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Fichier suivant" }));
  await named("back.png");
  // After the last comes the first, and before it the last.
  await userEvent.keyboard("{ArrowRight}");
  await named("cover.png");
  await userEvent.click(dialog.getByRole("button", { name: "Fichier précédent" }));
  await named("back.png");
  await userEvent.keyboard("{ArrowLeft}");
  await named("pages.pdf");
  await userEvent.click(dialog.getByRole("button", { name: "Afficher en plein écran" }));
  expect(dialog.getByRole("button", { name: "Quitter le plein écran" })).toBeVisible();
  expect(screen.getByRole("dialog", { name: "pages.pdf" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(async () => expect(await preview("cover.png")).toHaveFocus());
});

test("files are chosen, dropped on any of those that are there, or pasted; each says how far it came", async () => {
  const upload = vi.fn<NonNullable<AttachmentsProps["upload"]>>(async () => {});
  upload.mockImplementationOnce((_, onProgress) => {
    onProgress(0.5);
    return new Promise(() => {});
  });
  upload.mockRejectedValueOnce(new ApiError(400, { message: "The picture is empty." }));
  render(<Board upload={upload} />);
  await preview("cover.png");
  await userEvent.upload(
    screen.getByLabelText("Moodboard", { selector: "input" }),
    pictureFile("chosen.png"),
  );
  expect(await screen.findByRole("progressbar", { name: /Envoi de «\schosen\.png\s»/ })).toHaveValue(0.5);

  const dropped = [pictureFile("dropped.png"), new File(["x"], "notes.txt", { type: "text/plain" })];
  const items = dropped.map((file) => ({ kind: "file", type: file.type, getAsFile: () => file }));
  fireEvent.drop(await preview("back.png"), { dataTransfer: { files: dropped, items, types: ["Files"] } });
  expect(await screen.findByText(/The picture is empty\./)).toBeVisible();
  expect(screen.getByText(/« notes\.txt » : ce type de fichier n’est pas accepté\./)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: /Renvoyer «\sdropped\.png\s»/ }));
  await waitFor(() => expect(screen.queryByText("dropped.png")).toBeNull());

  fireEvent.paste(document.body, { clipboardData: { files: [pictureFile("pasted.png")] } });
  await waitFor(() => expect(upload).toHaveBeenCalledTimes(4));
  expect(upload.mock.calls.map(([file]) => file.name)).toEqual([
    "chosen.png",
    "dropped.png",
    "dropped.png",
    "pasted.png",
  ]);
});

test("a file is removed after a question, or at once where that can be taken back", async () => {
  const restore = vi.fn(async () => {});
  const { unmount } = render(<Board of={[COVER]} />);
  await userEvent.click(await screen.findByRole("button", { name: /Supprimer «\scover\.png\s»/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Supprimer le fichier" }));
  expect(await screen.findByText("Aucun fichier pour l’instant.")).toBeVisible();
  unmount();
  render(<Board of={[BACK]} restore={restore} />);
  await userEvent.click(await screen.findByRole("button", { name: /Supprimer «\sback\.png\s»/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Annuler l’action" }));
  expect(restore).toHaveBeenCalledWith(BACK);
});
