import { api, person, Screen, server, showEverything } from "@comptoir/kit/testing";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { reader } from "../../../kit/src/files/pdf";
import type { ProductFile } from "./api";
import { ProductFiles } from "./ProductFiles";
import { labelOf, pairOf, withLabel } from "./values";

const AT = "2026-01-15T09:00:00Z";

const fileOf = (id: string, change: Partial<ProductFile> = {}, name = `${id}.pdf`): ProductFile => ({
  ...{ id, type: "technical", level: null, fileId: `${id}-file`, position: 0, seen: [], createdAt: AT },
  data: { metadata: [] },
  file: {
    ...{ id: `${id}-file`, name, path: `uploads/${name}`, size: 1_000, createdAt: AT, author: "Ada" },
    mediaType: name.endsWith(".png") ? "image/png" : "application/pdf",
  },
  ...change,
});
const V2 = fileOf("two", { level: 2, data: { metadata: [{ page: 2, label: "Dos" }] } });
const V1 = fileOf("one", {
  level: 1,
  seen: [
    { userId: "user-1", displayName: "Ada", seenAt: AT },
    { userId: "user-2", displayName: "Emre", seenAt: AT },
  ],
});
const FRONT = fileOf("front", { type: "image", position: 0 }, "face.png");
const BACK = fileOf("back", { type: "image", position: 4 }, "dos.png");
const QUOTE = fileOf("quote", { type: "other" }, "devis.pdf");

/** What jsdom cannot run: the library's worker. */
function opensPdf(numPages = 3) {
  const page = {
    getViewport: () => ({ width: 297, height: 210 }),
    getTextContent: async () => ({ items: [] }),
  };
  const pdf = Promise.resolve({ numPages, getPage: async () => page });
  return vi
    .spyOn(reader, "open")
    .mockImplementation(() => ({ pdf, close: () => {} }) as unknown as ReturnType<typeof reader.open>);
}

/** The files as the host keeps them: what was asked of it. */
function hosts(files: ProductFile[]) {
  const calls: [string, unknown][] = [];
  const pathOf = (request: Request) => new URL(request.url).pathname.replace(/.*\/files/, "");
  const all = { now: files };
  const find = (id: unknown) => all.now.find((file) => file.id === id);
  server.use(
    http.get(api("/project-products/p1/files"), () =>
      HttpResponse.json({ data: all.now.toSorted((a, b) => a.position - b.position) }),
    ),
    http.post(api("/file/:id/link"), ({ params }) =>
      HttpResponse.json({ data: { url: `/api/download/${params.id}` } }),
    ),
    http.patch(api("/project-products/p1/files/:file"), async ({ request, params }) => {
      const body = (await request.json()) as Partial<ProductFile>;
      calls.push([`PATCH ${pathOf(request)}`, body]);
      all.now = all.now.map((file) => (file.id === params.file ? { ...file, ...body } : file));
      return HttpResponse.json({ data: find(params.file) });
    }),
    http.put(api("/project-products/p1/files/order"), async ({ request }) => {
      const { files } = (await request.json()) as { files: string[] };
      calls.push([`PUT ${pathOf(request)}`, files]);
      all.now = all.now.map((file) => ({ ...file, position: files.indexOf(file.id) }));
      return HttpResponse.json({ data: all.now });
    }),
    http.post(api("/project-products/p1/files/:file/seen"), ({ request, params }) => {
      calls.push([`POST ${pathOf(request)}`, null]);
      const seen = [{ userId: "user-1", displayName: "Ada", seenAt: AT }];
      all.now = all.now.map((file) => (file.id === params.file ? { ...file, seen } : file));
      return HttpResponse.json({ data: find(params.file) });
    }),
    http.delete(api("/project-products/p1/files/:file"), ({ request, params }) => {
      calls.push([`DELETE ${pathOf(request)}`, null]);
      all.now = all.now.filter((file) => file.id !== params.file);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return calls;
}

const show = (props: { isEditable?: boolean; isSettled?: boolean } = {}) =>
  render(
    <Screen as={person()}>
      <ProductFiles productId="p1" isEditable {...props} />
    </Screen>,
  );

test("a page has one label; an empty one is none", () => {
  const labels = [{ page: 2, label: "Dos" }];
  expect(withLabel(labels, 1, "Face")).toEqual([{ page: 1, label: "Face" }, ...labels]);
  expect(withLabel(labels, 2, "")).toEqual([]);
  expect([labelOf(V2, 2), labelOf(V2, 1)]).toEqual(["Dos", ""]);
});

test("a version is compared with the one before it, the oldest with the one after", () => {
  expect(pairOf([V2, V1], V2)).toEqual(["one", "two"]);
  expect(pairOf([V2, V1], V1)).toEqual(["one", "two"]);
});

test("the newest version is shown, its pages labelled; older ones tell who saw them", async () => {
  showEverything();
  opensPdf();
  const calls = hosts([V2, V1]);
  show();
  const section = within(await screen.findByRole("region", { name: "Fiche technique" }));
  expect(section.getByRole("combobox", { name: "Version" })).toHaveValue("v2");
  const pages = await section.findByRole("list", { name: "Pages de la version v2" });
  expect(within(pages).getAllByRole("listitem")).toHaveLength(3);
  expect(within(pages).getByRole("button", { name: /Ouvrir la page 2\s: Dos/ })).toBeVisible();
  const first = await within(pages).findByRole("combobox", { name: "Libellé de la page 1" });
  await userEvent.click(first);
  await userEvent.click(await screen.findByRole("option", { name: "Face" }));
  const third = within(pages).getByRole("combobox", { name: "Libellé de la page 3" });
  await userEvent.type(third, "Col montant{Enter}");
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[0]).toEqual([
    "PATCH /two",
    {
      data: {
        metadata: [
          { page: 1, label: "Face" },
          { page: 2, label: "Dos" },
        ],
      },
    },
  ]);
  expect(calls[1]).toMatchObject(["PATCH /two", { data: { metadata: { length: 3 } } }]);
  expect(section.getByText("Personne n’a encore dit avoir vu la version v2.")).toBeVisible();
  await userEvent.click(section.getByRole("combobox", { name: "Version" }));
  await userEvent.click(await screen.findByRole("option", { name: "v1" }));
  const seen = await section.findByRole("group", { name: "Qui a vu la version v1" });
  expect(within(seen).getByText("Emre")).toBeVisible();
  expect(section.queryByRole("button", { name: /J’ai vu/ })).toBeNull();
});

test("a version that was not seen yet is, by who says so", async () => {
  const calls = hosts([V2, V1]);
  show({ isEditable: false });
  await userEvent.click(await screen.findByRole("button", { name: "J’ai vu la version v2" }));
  expect(await screen.findByRole("group", { name: "Qui a vu la version v2" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /J’ai vu/ })).toBeNull();
  expect(calls).toEqual([["POST /two/seen", null]]);
});

test("two versions are compared page by page, beside each other or the one over the other", async () => {
  showEverything();
  const open = opensPdf(2);
  hosts([V2, V1]);
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Comparer deux versions" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Comparer deux versions" }));
  expect(await dialog.findByText("Page 1 sur 2")).toBeVisible();
  expect(dialog.getByRole("combobox", { name: "Première version" })).toHaveValue("v1");
  expect(dialog.getAllByRole("figure")).toHaveLength(2);
  await userEvent.click(dialog.getByRole("button", { name: "Page suivante" }));
  expect(dialog.getByText("Page 2 sur 2")).toBeVisible();
  expect(dialog.getAllByRole("figure")[1]).toHaveTextContent("v2 Dos");
  await userEvent.click(dialog.getByRole("combobox", { name: "Affichage" }));
  await userEvent.click(await screen.findByRole("option", { name: "Superposées" }));
  const slider = await dialog.findByRole("slider", { name: "De la v1 à la v2" });
  expect(slider).toHaveAttribute("aria-valuetext", expect.stringMatching(/^v2 visible à 50\s%$/));
  // Each by a function that gives a link, of which the pages looked at are read.
  for (const [src] of open.mock.calls) expect(src).toBeInstanceOf(Function);
});

test("pictures are put in order, looked at one after the other, and removed for good", async () => {
  const calls = hosts([FRONT, BACK]);
  show();
  const section = within(await screen.findByRole("region", { name: "Images" }));
  const names = () => section.getAllByRole("listitem").map((row) => /\w+\.png/.exec(row.textContent)?.[0]);
  await userEvent.click(section.getByRole("button", { name: /^Déplacer.*dos\.png/ }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Vers le haut" }));
  await waitFor(() => expect(names()).toEqual(["dos.png", "face.png"]));
  await waitFor(() =>
    // All of it by one call: who comes meanwhile finds them in the order before or in this.
    expect(calls).toEqual([["PUT /order", ["back", "front"]]]),
  );
  await userEvent.click(section.getByRole("button", { name: /Aperçu de «\sface\.png\s»/ }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByRole("img", { name: "face.png" })).toHaveAttribute(
    "src",
    "/api/download/front-file",
  );
  await userEvent.click(dialog.getByRole("button", { name: "Agrandir" }));
  expect(dialog.getByText(/150\s%/)).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Image suivante" }));
  expect(await dialog.findByRole("img", { name: "dos.png" })).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Fermer" }));
  await userEvent.click(await section.findByRole("button", { name: /Supprimer «\sdos\.png\s»/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Supprimer le fichier" }));
  await waitFor(() => expect(names()).toEqual(["face.png"]));
});

test("files are dropped, one after another refused with its reason, and pasted anywhere on the page", async () => {
  hosts([]);
  const sent: string[] = [];
  // What jsdom calls a file does not survive Node's Request: the form is looked at, not what is sent.
  const append = vi.spyOn(FormData.prototype, "append");
  server.use(
    http.post(api("/project-products/p1/files"), () => {
      sent.push("file");
      const payload = [{ field: "files", code: "fileType", message: "Ce n’est pas un PDF." }];
      if (sent.length === 1) return HttpResponse.json({ error: { code: 400, payload } }, { status: 400 });
      return HttpResponse.json({ data: [] }, { status: 201 });
    }),
  );
  show();
  expect(await screen.findByText("Aucune fiche technique pour l’instant.")).toBeVisible();
  const technical = within(screen.getByRole("region", { name: "Fiche technique" }));
  await technical.findByRole("button", { name: "Choisir un fichier" });
  const pdf = new File(["%PDF"], "fiche.pdf", { type: "application/pdf" });
  await userEvent.upload(technical.getByLabelText("Fiche technique", { selector: "input" }), pdf);
  expect(await technical.findByText(/Ce n’est pas un PDF\./)).toBeVisible();
  expect(append).toHaveBeenCalledWith("type", "technical");
  await userEvent.click(technical.getByRole("button", { name: /Renvoyer «\sfiche\.pdf\s»/ }));
  await waitFor(() => expect(technical.queryByText("fiche.pdf")).toBeNull());
  const picture = new File(["x"], "photo.png", { type: "image/png" });
  fireEvent.paste(document.body, { clipboardData: { files: [picture] } });
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(append).toHaveBeenCalledWith("type", "image");
  fireEvent.paste(document.body, { clipboardData: { files: [pdf] } });
  await waitFor(() => expect(sent).toHaveLength(4));
  expect(append).toHaveBeenCalledWith("type", "other");
});

test("who may only read changes nothing, but looks and downloads", async () => {
  showEverything();
  opensPdf();
  hosts([V2, FRONT, QUOTE]);
  show({ isEditable: false });
  expect(await screen.findByText("Dos")).toBeVisible();
  expect(screen.queryByRole("combobox", { name: /Libellé/ })).toBeNull();
  expect(screen.queryByRole("button", { name: /Supprimer|Choisir|Déplacer/ })).toBeNull();
  expect(screen.getByRole("button", { name: /Télécharger «\sv2\s»/ })).toBeVisible();
  expect(screen.getByRole("button", { name: /Télécharger «\sface\.png\s»/ })).toBeVisible();
  expect(screen.getByRole("button", { name: /Télécharger «\sdevis\.pdf\s»/ })).toBeVisible();
});

test("of a product that is settled the technical file stays, while pictures are still added", async () => {
  hosts([V2, FRONT]);
  show({ isSettled: true });
  const technical = within(await screen.findByRole("region", { name: "Fiche technique" }));
  expect(technical.queryByRole("button", { name: /Supprimer|Choisir/ })).toBeNull();
  const pictures = within(screen.getByRole("region", { name: "Images" }));
  expect(await pictures.findByRole("button", { name: "Choisir des fichiers" })).toBeVisible();
});
