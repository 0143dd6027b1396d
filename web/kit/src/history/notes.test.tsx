import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { browser } from "../files/leave";
import { answers, api, person, Screen, server } from "../testing";
import type { Note } from "./api";
import { Notes } from "./Notes";

/** What a note says. */
const saying = (message: string, change: Partial<Note["data"]> = {}): Note["data"] => ({
  message,
  mentions: [],
  files: [],
  ...change,
});

const note = (change: Partial<Note> = {}): Note => ({
  id: "note-1",
  entity: "order",
  relationId: "order-1",
  user: { id: "user-2", displayName: "Camille Martin" },
  createdAt: "2026-01-15T09:00:00Z",
  action: "message",
  data: saying("Le colis est bloqué.\nRappeler lundi."),
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
      const data = saying(JSON.parse(String(form.get("data"))).message);
      const written = note({ id: `note-${sent.length + 1}`, data });
      server.use(answers("/logs", [written]));
      return HttpResponse.json({ data: written }, { status: 201 });
    }),
  );
  return sent;
}

const box = () => screen.findByRole("textbox", { name: /Votre note/ });

test("a note shows its author, its words and its files", async () => {
  show([note({ data: saying("Le colis est bloqué.", { files: [FILE] }) })]);
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
  expect(await screen.findByText("Aucune note pour le moment")).toBeVisible();
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

test("days stand between the notes, the latest two by their names", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-16T10:00:00Z") });
  const at = (id: string, createdAt: string) => note({ id, createdAt, data: saying(id) });
  show([
    at("Quatre", "2026-01-16T08:00:00Z"),
    // Past midnight in Paris.
    at("Trois", "2026-01-15T23:30:00Z"),
    at("Deux", "2026-01-15T09:00:00Z"),
    at("Un", "2025-12-03T09:00:00Z"),
  ]);
  const list = await screen.findByRole("list", { name: /^Notes/ });
  const said = within(list)
    .getAllByRole("listitem")
    .map(
      (item) =>
        item.querySelector("time[datetime$='16'], time[datetime$='15'], time[datetime$='03']")?.textContent,
    );
  expect(said).toEqual(["Aujourd’hui", undefined, "Hier", "mercredi 3 décembre 2025"]);
  vi.useRealTimers();
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
  show([note(), note({ id: "note-2", action: "shipped", user, data: saying("") })]);
  // A code that the portal does not know is no word for people.
  expect(await screen.findByText("A fait quelque chose sur cette fiche.")).toBeVisible();
  expect(screen.queryByText("shipped")).toBeNull();
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
  expect(await screen.findByText("Aucune note pour le moment")).toBeVisible();
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

const ZOE = { id: "user-3", displayName: "Zoé Martin", role: "admin" } as const;
const EMRE = { id: "user-7", displayName: "Emre Yılmaz", role: "factory" } as const;

/** Who reads the notes here; the searches that were asked for. */
function readers() {
  const asked: (string | null)[] = [];
  server.use(
    http.get(api("/logs/people"), ({ request }) => {
      const query = new URL(request.url).searchParams;
      expect(query.get("relationId")).toBe("order-1");
      asked.push(query.get("search"));
      return HttpResponse.json({ data: [EMRE, ZOE] });
    }),
  );
  return asked;
}

const people = () => screen.findByRole("listbox", { name: "Personnes à mentionner" });
const dataOf = (form: FormData | undefined) => JSON.parse(String(form?.get("data")));

test("@ offers the readers, the keyboard takes one, and their id goes along", async () => {
  show([]);
  const sent = takes();
  const asked = readers();
  await userEvent.type(await box(), "Voir avec @");
  const options = within(await people()).getAllByRole("option");
  expect(options.map((option) => option.textContent)).toEqual(["Emre YılmazAtelier", "Zoé MartinÉquipe"]);
  expect(await box()).toHaveAttribute("aria-activedescendant", options[0]?.id);
  await userEvent.keyboard("{ArrowDown}");
  expect(await box()).toHaveAttribute("aria-activedescendant", options[1]?.id);
  await userEvent.keyboard("{Enter}demain");
  expect(await box()).toHaveValue("Voir avec @Zoé Martin demain");
  expect(screen.queryByRole("listbox")).toBeNull();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() =>
    expect(sent.map(dataOf)).toEqual([{ message: "Voir avec @Zoé Martin demain", mentions: ["user-3"] }]),
  );
  expect(asked).toEqual([null]);
});

test("what is typed behind @ narrows the list without its accents, and a press takes somebody", async () => {
  show([]);
  const asked = readers();
  await userEvent.type(await box(), "@zoe m");
  const option = within(await people()).getByRole("option");
  await userEvent.click(option);
  expect(await box()).toHaveValue("@Zoé Martin ");
  expect(await box()).toHaveFocus();
  expect(asked.at(-1)).toBe("zoe m");
});

test("a mention that was taken out of the text is not sent", async () => {
  show([]);
  const sent = takes();
  readers();
  await userEvent.type(await box(), "@zoe");
  await people();
  await userEvent.keyboard("{Tab}");
  await userEvent.type(await box(), "@emre");
  await people();
  await userEvent.keyboard("{Tab}");
  expect(await box()).toHaveValue("@Zoé Martin @Emre Yılmaz ");
  await userEvent.type(await box(), "merci", { initialSelectionStart: 0, initialSelectionEnd: 11 });
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() =>
    expect(sent.map(dataOf)).toEqual([{ message: "merci @Emre Yılmaz", mentions: ["user-7"] }]),
  );
});

test("Escape closes the list until another @, and an address is none", async () => {
  show([]);
  readers();
  await userEvent.type(await box(), "@z");
  await people();
  await userEvent.keyboard("{Escape}oe");
  expect(screen.queryByRole("listbox")).toBeNull();
  await userEvent.keyboard(" et @");
  await people();
  await userEvent.clear(await box());
  await userEvent.type(await box(), "zoe@");
  expect(screen.queryByRole("listbox")).toBeNull();
});

test("without a network nobody is offered", async () => {
  show([]);
  const asked = vi.fn(() => HttpResponse.error());
  server.use(http.get(api("/logs/people"), asked));
  await userEvent.type(await box(), "@");
  await waitFor(() => expect(asked).toHaveBeenCalled());
  expect(screen.queryByRole("listbox")).toBeNull();
});

test("who is mentioned stands out, and oneself the more", async () => {
  const mentions = [
    { id: "user-1", displayName: "Ada" },
    { id: "user-3", displayName: "Zoé Martin" },
  ];
  show([note({ data: saying("@Ada, vois avec @Zoé Martin et @Adam (ada@Ada).", { mentions }) })]);
  const message = await screen.findByText(/vois avec/);
  const marked = [...message.querySelectorAll("span")];
  expect(marked.map((each) => [each.textContent, each.hasAttribute("data-me")])).toEqual([
    ["@Ada", true],
    ["@Zoé Martin", false],
  ]);
  expect(message).toHaveTextContent("@Ada, vois avec @Zoé Martin et @Adam (ada@Ada).");
});
