import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { ApiError } from "../api/error";
import { api, Screen, server, showEverything } from "../testing";
import { type Attachment, Attachments, type AttachmentsProps } from "./Attachments";
import { FileDrop } from "./FileDrop";
import { FILE_TYPES } from "./fileTypes";
import { PdfView } from "./PdfView";
import { reader } from "./pdf";
import { formatSize } from "./size";
import type { OnProgress } from "./useUploads";

/** What jsdom cannot run: the library's worker. */
function opens(pdf: Promise<unknown>) {
  const opening = { pdf, close: () => {} } as ReturnType<typeof reader.open>;
  vi.spyOn(reader, "open").mockReturnValue(opening);
}

const pdf = (name: string, size = 4) => new File(["x".repeat(size)], name, { type: "application/pdf" });

test("files are chosen with the button, and those of another type are refused by name", async () => {
  const onFiles = vi.fn();
  render(
    <Screen>
      <FileDrop label="Contract" accept={FILE_TYPES.pdf} maxSize={10} onFiles={onFiles} />
    </Screen>,
  );
  expect(await screen.findByRole("button", { name: "Choisir un fichier" })).toBeVisible();
  const input = screen.getByLabelText("Contract", { selector: "input" });
  await userEvent.upload(input, pdf("contract.pdf"));
  expect(onFiles).toHaveBeenCalledOnce();
  const anyFile = userEvent.setup({ applyAccept: false });
  await anyFile.upload(input, new File([""], "list.exe", { type: "x/y" }));
  expect(await screen.findByText(/« list\.exe » : ce type de fichier n’est pas accepté\./)).toBeVisible();
  await userEvent.upload(input, pdf("large.pdf", 20));
  expect(await screen.findByText(/« large\.pdf » : fichier trop volumineux/)).toBeVisible();
  expect(onFiles).toHaveBeenCalledOnce();
});

test("files are pasted where the place has the focus, or on the whole page but into a text", async () => {
  const onFiles = vi.fn();
  render(
    <Screen>
      <FileDrop label="Contract" accept={FILE_TYPES.pdf} onFiles={onFiles} />
      <FileDrop label="Pictures" accept={FILE_TYPES.images} onFiles={onFiles} multiple pastes />
      <textarea />
    </Screen>,
  );
  const paste = (on: Element, ...files: File[]) =>
    fireEvent.paste(on, { clipboardData: { files, types: ["Files"], items: [] } });
  const picture = new File(["x"], "cover.png", { type: "image/png" });
  const button = await screen.findByRole("button", { name: "Choisir un fichier" });
  await screen.findByRole("button", { name: "Choisir des fichiers" });
  paste(screen.getByRole("textbox"), picture);
  paste(document.body, pdf("contract.pdf"));
  expect(onFiles).not.toHaveBeenCalled();
  paste(document.body, picture);
  expect(onFiles).toHaveBeenCalledExactlyOnceWith([picture]);
  button.focus();
  paste(button, pdf("contract.pdf"));
  await waitFor(() => expect(onFiles).toHaveBeenCalledTimes(2));
  paste(button, new File([""], "list.csv", { type: "text/csv" }));
  expect(await screen.findByText(/« list\.csv » : ce type de fichier n’est pas accepté\./)).toBeVisible();
});

test("a busy place takes no files and says how far it is", async () => {
  const onFiles = vi.fn();
  render(
    <Screen>
      <FileDrop label="Report" onFiles={onFiles} busy progress={0.4} error="Invalid report" />
    </Screen>,
  );
  expect(await screen.findByText("Invalid report")).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "Envoi du fichier" })).toHaveValue(0.4);
  await userEvent.upload(screen.getByLabelText("Report", { selector: "input" }), pdf("report.pdf"));
  expect(onFiles).not.toHaveBeenCalled();
});

const INVOICE: Attachment = {
  id: "a1",
  name: "invoice.pdf",
  size: 1_234_567,
  mediaType: "application/pdf",
  createdAt: "2026-01-02T10:00:00Z",
  author: "Ada",
};

function Files(props: Partial<AttachmentsProps>) {
  const [files, setFiles] = useState([INVOICE]);
  return (
    <Attachments
      files={files}
      remove={async (file) => setFiles(files.filter((each) => each !== file))}
      rename={async (file, name) => setFiles([{ ...file, name }])}
      content={async () => new Blob()}
      {...props}
    />
  );
}

test("a file shows what it is, and is deleted after a question", async () => {
  render(
    <Screen>
      <Files content={() => Promise.reject(new ApiError(404))} />
    </Screen>,
  );
  expect(screen.getByText("1,2 Mo")).toBeVisible();
  expect(screen.getByText("Ada")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: /Télécharger «\sinvoice\.pdf\s»/ }));
  expect(await screen.findByText(/« invoice\.pdf » n’a pas été téléchargé/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: /Supprimer «\sinvoice\.pdf\s»/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Supprimer le fichier" }));
  expect(await screen.findByText("Aucun fichier pour l’instant.")).toBeVisible();
});

test("what can be taken back is removed at once; a name too can be had back", async () => {
  const restore = vi.fn(async () => {});
  render(
    <Screen>
      <Files restore={restore} />
    </Screen>,
  );
  await userEvent.click(screen.getByRole("button", { name: /Renommer «\sinvoice\.pdf\s»/ }));
  const field = await screen.findByRole("textbox", { name: /Nom du fichier/ });
  await userEvent.clear(field);
  await userEvent.type(field, "facture.pdf{Enter}");
  expect(await screen.findByText("facture.pdf")).toBeVisible();
  await userEvent.click(await screen.findByRole("button", { name: "Annuler l’action" }));
  expect(await screen.findByText("invoice.pdf")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: /Supprimer «\sinvoice\.pdf\s»/ }));
  expect(await screen.findByText("Aucun fichier pour l’instant.")).toBeVisible();
  await userEvent.click(await screen.findByRole("button", { name: "Annuler l’action" }));
  expect(restore).toHaveBeenCalledWith(INVOICE);
});

test("what may only be read offers the portal's own file", async () => {
  server.use(http.post(api("/file/a1/link"), () => HttpResponse.json({ data: { url: "/api/download/t" } })));
  const picture = { ...INVOICE, name: "cover.png", mediaType: "image/png" };
  render(
    <Screen>
      <Attachments files={[picture]} />
    </Screen>,
  );
  expect(screen.getAllByRole("button")).toHaveLength(2);
  await userEvent.click(screen.getByRole("button", { name: /Aperçu de «\scover\.png\s»/ }));
  expect(await screen.findByRole("img", { name: "cover.png" })).toHaveAttribute("src", "/api/download/t");
});

test("an upload shows its progress; one that fails says why and can be sent again", async () => {
  let end = { resolve: () => {}, reject: (_: unknown) => {} };
  const upload = vi.fn((_: File, onProgress: OnProgress) => {
    onProgress(0.5);
    return new Promise<void>((resolve, reject) => {
      end = { resolve, reject };
    });
  });
  render(
    <Screen>
      <Files upload={upload} />
    </Screen>,
  );
  await screen.findByRole("button", { name: "Choisir des fichiers" });
  await userEvent.upload(screen.getByLabelText("Fichiers", { selector: "input" }), pdf("new.pdf"));
  expect(await screen.findByRole("progressbar", { name: /Envoi de «\snew\.pdf\s»/ })).toHaveValue(0.5);
  end.reject(new ApiError(400, { message: "The file is empty." }));
  expect(await screen.findByText(/The file is empty\./)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: /Renvoyer «\snew\.pdf\s»/ }));
  expect(screen.queryByText(/The file is empty\./)).toBeNull();
  end.resolve();
  await waitFor(() => expect(screen.queryByText("new.pdf")).toBeNull());
  expect(upload).toHaveBeenCalledTimes(2);
});

test("of one file at a time the next takes the place of one that failed", async () => {
  const upload = vi.fn().mockRejectedValueOnce(new ApiError(400, { message: "No PDF." }));
  render(
    <Screen>
      <Files upload={upload} single />
    </Screen>,
  );
  await screen.findByRole("button", { name: "Choisir un fichier" });
  const input = screen.getByLabelText("Fichiers", { selector: "input" });
  await userEvent.upload(input, pdf("wrong.pdf"));
  expect(await screen.findByText(/No PDF\./)).toBeVisible();
  await userEvent.upload(input, pdf("right.pdf"));
  await waitFor(() => expect(screen.queryByText("wrong.pdf")).toBeNull());
});

test("a PDF is looked at in a window: its pages, their words, nearer and farther", async () => {
  const page = {
    getViewport: () => ({ width: 210, height: 297 }),
    getTextContent: async () => ({ items: [{ str: "Total due" }] }),
  };
  showEverything();
  opens(Promise.resolve({ numPages: 3, getPage: async () => page }));
  render(
    <Screen>
      <Files />
    </Screen>,
  );
  await userEvent.click(screen.getByRole("button", { name: /Aperçu de «\sinvoice\.pdf\s»/ }));
  expect(await screen.findByText("Page 1 sur 3")).toBeVisible();
  expect(screen.getByRole("dialog", { name: "invoice.pdf" })).toBeVisible();
  expect(await screen.findAllByText("Total due")).toHaveLength(3);
  await userEvent.click(screen.getByRole("button", { name: "Page suivante" }));
  expect(screen.getByText("Page 2 sur 3")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Agrandir" }));
  expect(screen.getByText(/150\s%/)).toBeVisible();
});

test("a PDF that cannot be read says so", async () => {
  opens(Promise.reject(new Error("broken")));
  render(
    <Screen>
      <PdfView src="/broken.pdf" />
    </Screen>,
  );
  expect(await screen.findByText(/Ce PDF ne peut pas être affiché\./)).toBeVisible();
});

test("sizes are told in the reader's units", () => {
  expect(formatSize(1_200_000, "en")).toBe("1.2 MB");
  expect(formatSize(45_600, "fr")).toMatch(/^46\sko$/);
  expect(formatSize(999, "en")).toBe("999 bytes");
});
