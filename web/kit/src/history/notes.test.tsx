import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { browser } from "../files/leave";
import { answers, api, person, Screen, server } from "../testing";
import type { Note } from "./api";
import { Notes } from "./Notes";

const note = (change: Partial<Note> = {}): Note => ({
  id: "note-1",
  relationId: "order-1",
  user: { id: "user-2", displayName: "Camille Martin" },
  createdAt: "2026-01-15T09:00:00Z",
  action: "message",
  data: { message: "Le colis est bloqué.\nRappeler lundi.", files: [] },
  ...change,
});

const FILE = {
  id: "file-1",
  name: "preuve.pdf",
  mediaType: "application/pdf",
  size: 12_000,
  createdAt: "2026-01-15T09:00:00Z",
  author: "Camille Martin",
  path: "uploads/preuve.pdf",
};

function show(notes: Note[], user = person()) {
  server.use(answers("/logs", notes));
  render(
    <Screen as={user}>
      <Notes relationId="order-1" />
    </Screen>,
  );
}

/** Takes notes, which stand in the list from then on. */
function takes() {
  const sent: FormData[] = [];
  server.use(
    http.post(api("/logs"), async ({ request }) => {
      const form = await request.formData();
      sent.push(form);
      const data = { message: JSON.parse(String(form.get("data"))).message, files: [] };
      const written = note({ id: `note-${sent.length + 1}`, data });
      server.use(answers("/logs", [written]));
      return HttpResponse.json({ data: written }, { status: 201 });
    }),
  );
  return sent;
}

const box = () => screen.findByRole("textbox", { name: /Votre note/ });

test("a note shows its author, its words and its files", async () => {
  show([note({ data: { message: "Le colis est bloqué.", files: [FILE] } })]);
  const list = within(await screen.findByRole("list", { name: /Notes, de la plus récente/ }));
  expect(list.getByText("Camille Martin")).toBeVisible();
  expect(list.getByText("Le colis est bloqué.")).toBeVisible();
  server.use(
    http.post(api("/file/file-1/link"), () =>
      HttpResponse.json({ data: { url: "https://files.example/1" } }),
    ),
  );
  const leaveTo = vi.spyOn(browser, "leaveTo").mockReturnValue();
  await userEvent.click(list.getByRole("button", { name: /Télécharger/ }));
  await vi.waitFor(() => expect(leaveTo).toHaveBeenCalledWith("https://files.example/1"));
});

test("Ctrl + Enter adds a note, and the box is ready for the next", async () => {
  show([]);
  const sent = takes();
  expect(await screen.findByRole("heading", { name: "Aucune note pour le moment" })).toBeVisible();
  await userEvent.type(await box(), "Client rappelé.{Control>}{Enter}{/Control}");
  expect(await screen.findByText("Client rappelé.", { selector: "p" })).toBeVisible();
  expect(sent[0]?.get("relationId")).toBe("order-1");
  expect(sent[0]?.get("action")).toBe("message");
  await waitFor(async () => expect(await box()).toHaveValue(""));
  expect(await box()).toHaveFocus();
});

test("pasted files go along, without words too; others are refused by name", async () => {
  show([]);
  // What jsdom calls a file does not survive Node's Request: the form is looked at, not what is sent.
  const append = vi.spyOn(FormData.prototype, "append");
  server.use(http.post(api("/logs"), () => HttpResponse.json({ data: note() }, { status: 201 })));
  const picture = new File(["x"], "ecran.png", { type: "image/png" });
  const program = new File(["x"], "virus.exe", { type: "application/x-msdownload" });
  fireEvent.paste(await box(), { clipboardData: { files: [picture, program] } });
  expect(await screen.findByText(/ne peut pas être joint\s: virus.exe/)).toBeVisible();
  const chosen = within(screen.getByRole("list", { name: "Fichiers à joindre" }));
  expect(chosen.getByText("ecran.png")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Ajouter la note" }));
  expect(await screen.findByText("Note ajoutée")).toBeVisible();
  expect(append.mock.calls.filter(([name]) => name === "files").map(([, file]) => file)).toEqual([picture]);
  append.mockRestore();
});

test("an empty note is not sent, and what is refused keeps its words", async () => {
  show([]);
  await box();
  await userEvent.click(screen.getByRole("button", { name: "Ajouter la note" }));
  expect(await screen.findByText("Ce champ est obligatoire.")).toBeVisible();
  server.use(http.post(api("/logs"), () => HttpResponse.json({}, { status: 500 })));
  await userEvent.type(await box(), "Important");
  await userEvent.click(screen.getByRole("button", { name: "Ajouter la note" }));
  expect(await screen.findByText("La note n’a pas été ajoutée")).toBeVisible();
  expect(await box()).toHaveValue("Important");
});

test("passing by the box asks for nothing", async () => {
  show([note()]);
  await userEvent.click(await box());
  await userEvent.click(await screen.findByRole("button", { name: "Supprimer la note de Camille Martin" }));
  const dialog = within(await screen.findByRole("dialog", { name: /Supprimer cette note/ }));
  expect(screen.queryByText("Ce champ est obligatoire.")).toBeNull();
  await userEvent.click(dialog.getByRole("button", { name: "Annuler" }));
});

test("a note is deleted after a question; what the portal told stays", async () => {
  const user = { id: null, displayName: "Comptoir" };
  show([note(), note({ id: "note-2", action: "shipped", user, data: { message: "", files: [] } })]);
  await screen.findByText("shipped");
  expect(screen.getAllByRole("button", { name: /Supprimer la note/ })).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: "Supprimer la note de Camille Martin" }));
  server.use(
    http.delete(api("/logs/note-1"), () => {
      server.use(answers("/logs", []));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const dialog = within(await screen.findByRole("dialog", { name: /Supprimer cette note/ }));
  await userEvent.click(dialog.getByRole("button", { name: "Supprimer la note" }));
  expect(await screen.findByText("Note supprimée")).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Aucune note pour le moment" })).toBeVisible();
  server.use(
    http.post(api("/logs/note-1/restore"), () => {
      server.use(answers("/logs", [note()]));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await userEvent.click(screen.getByRole("button", { name: "Annuler l’action" }));
  expect(await screen.findByRole("button", { name: "Supprimer la note de Camille Martin" })).toBeVisible();
});

test("customers see no notes", async () => {
  render(
    <Screen as={person({ role: "customer" })}>
      <p>Commande</p>
      <Notes relationId="order-1" />
    </Screen>,
  );
  expect(await screen.findByText("Commande")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Notes" })).toBeNull();
});

test("where notes are shared others write too, and delete what is theirs alone", async () => {
  const own = note({ id: "note-2", user: { id: "user-7", displayName: "Emre Yılmaz" } });
  server.use(answers("/logs", [own, note()]));
  render(
    <Screen as={person({ id: "user-7", role: "factory" })}>
      <Notes relationId="order-1" shared="L’atelier en est aussi." />
    </Screen>,
  );
  expect(await box()).toHaveAccessibleDescription(/^L’atelier en est aussi\./);
  expect(await screen.findByRole("button", { name: "Supprimer la note de Emre Yılmaz" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Supprimer la note de Camille Martin" })).toBeNull();
});
