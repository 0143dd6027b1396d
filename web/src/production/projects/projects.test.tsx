import { answers, api, person, server } from "@comptoir/kit/testing";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { nextOf } from "../../testing/next";
import { organizationRow, Portal, pageOf, signIn } from "../../testing/Portal";
import { projectOf } from "../../testing/projects";
import type { Project } from "./api";
import { monthsAfter, newProject } from "./values";

/** What is sent to change the project, with the version that it was made of. */
function changes(answer: () => Response) {
  const sent: { edition: string | null; body: unknown }[] = [];
  server.use(
    http.patch(api("/projects/project-1"), async ({ request }) => {
      sent.push({ edition: request.headers.get("if-match"), body: await request.json() });
      return answer();
    }),
  );
  return sent;
}

const show = (project: Project) =>
  server.use(
    answers("/projects/project-1", project),
    pageOf("/projects", [project]),
    answers("/history", []),
  );

beforeEach(() => {
  signIn(person());
  show(projectOf());
});

test("a new project is to be done three months from today", () => {
  expect(newProject("2026-11-25").estimatedAt).toBe("2027-02-25");
  expect(monthsAfter("2026-11-30", 3)).toBe("2027-02-28");
  expect(monthsAfter("2026-01-31", 1)).toBe("2026-02-28");
});

test("the list tells how many products are ready, and where each project stands", async () => {
  render(<Portal at="/admin/project" />);
  const row = within(
    (await screen.findByRole("link", { name: "Tournée 2027" })).closest("tr") as HTMLElement,
  );
  expect(row.getByText("Port SAS")).toBeVisible();
  expect(row.getByText("En attente")).toBeVisible();
  expect(row.getByRole("cell", { name: "1 / 3" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Créer un projet" })).toHaveAttribute(
    "href",
    "/admin/project/create",
  );
});

test("a project is made for an organization that is searched for from three characters on", async () => {
  const asked: string[] = [];
  const sent: unknown[] = [];
  server.use(
    pageOf("/organization", [organizationRow("org-1", "Port SAS")]),
    http.get(api("/organization"), ({ request }) => void asked.push(new URL(request.url).search)),
    http.post(api("/projects"), async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ data: projectOf() }, { status: 201 });
    }),
  );
  render(<Portal at="/admin/project/create" />);
  await userEvent.type(await screen.findByRole("textbox", { name: /^Nom/ }), "Tournée 2027");
  const organization = screen.getByRole("combobox", { name: /^Organisation/ });
  await userEvent.type(organization, "Po");
  expect(await screen.findByText(/3 caractères/)).toBeVisible();
  expect(asked).toEqual([]);
  await userEvent.type(organization, "r");
  await userEvent.click(await screen.findByRole("option", { name: /Port SAS/ }));
  await userEvent.click(screen.getByRole("button", { name: "Créer un projet" }));
  expect(await screen.findByText("Le projet « Tournée 2027 » a été créé")).toBeVisible();
  expect(sent).toEqual([
    { name: "Tournée 2027", organizationId: "org-1", estimatedAt: newProject().estimatedAt },
  ]);
});

test("the overview tells a project at a glance, its moodboard apart from its files", async () => {
  render(<Portal at="/admin/project/project-1" />);
  expect(await screen.findByRole("heading", { level: 1, name: "Tournée 2027" })).toBeVisible();
  const area = within(screen.getByRole("navigation", { name: "Tournée 2027" }));
  expect(area.getAllByRole("link").map((link) => link.textContent)).toEqual([
    "Vue d’ensemble",
    "Produits",
    "Productions",
    "Paramètres",
  ]);
  expect(area.getByRole("link", { name: "Vue d’ensemble" })).toHaveAttribute("aria-current", "page");
  const moodboard = within(screen.getByRole("region", { name: "Moodboard" }));
  expect(await moodboard.findByText("planche.png")).toBeVisible();
  expect(await moodboard.findByRole("button", { name: "Choisir des fichiers" })).toBeVisible();
  const files = within(screen.getByRole("region", { name: "Fichiers" }));
  expect(files.getByText("cahier.png")).toBeVisible();
  expect(files.queryByText("planche.png")).toBeNull();
});

test("what is pasted on a project's page goes to its moodboard, which invites to it while it is empty", async () => {
  const added = { ...projectOf(), files: projectOf().files.slice(0, 1) };
  show(projectOf({ files: [] }));
  // What jsdom calls a file does not survive Node's Request: the form is looked at, not what is sent.
  const append = vi.spyOn(FormData.prototype, "append");
  server.use(
    http.post(api("/projects/project-1/attachments"), () => {
      show(added);
      return HttpResponse.json({ data: added.files }, { status: 201 });
    }),
  );
  render(<Portal at="/admin/project/project-1" />);
  const moodboard = within(await screen.findByRole("region", { name: "Moodboard" }));
  expect(await moodboard.findByText(/collez ou déposez les images et les PDF/)).toBeVisible();
  await moodboard.findByRole("button", { name: "Choisir des fichiers" });
  const picture = new File(["x"], "planche.png", { type: "image/png" });
  fireEvent.paste(document.body, { clipboardData: { files: [picture] } });
  expect(await moodboard.findByRole("button", { name: /Aperçu de «\splanche\.png\s»/ })).toBeVisible();
  expect(append).toHaveBeenCalledWith("type", "moodboard");
  expect(moodboard.queryByText(/collez ou déposez les images/)).toBeNull();
});

test("who only reads projects finds no way to change them", async () => {
  signIn(person({ permissions: ["READ_PROJECT"] }));
  render(<Portal at="/admin/project/project-1" />);
  expect(await screen.findByRole("heading", { level: 1, name: "Tournée 2027" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Démarrer le projet" })).toBeNull();
  expect(screen.queryByRole("link", { name: "Paramètres" })).toBeNull();
  expect(screen.queryByRole("link", { name: "Produits" })).toBeNull();
  const moodboard = within(screen.getByRole("region", { name: "Moodboard" }));
  expect(await moodboard.findByRole("button", { name: /Télécharger «\splanche\.png\s»/ })).toBeVisible();
  expect(moodboard.queryByRole("button", { name: /Choisir|Supprimer/ })).toBeNull();
});

test("a project moves on with one button, and is canceled once it is said why", async () => {
  const started = projectOf({
    status: "IN_PROGRESS",
    next: nextOf(["COMPLETED", "CANCELED"], ["CANCELED"]),
    updatedAt: "2026-11-03T09:00:00Z",
  });
  const sent = changes(() => {
    show(started);
    return HttpResponse.json({ data: started });
  });
  render(<Portal at="/admin/project/project-1" />);
  await userEvent.click(await screen.findByRole("button", { name: "Démarrer le projet" }));
  expect(await screen.findByText("Le projet a démarré")).toBeVisible();
  expect(await screen.findByRole("button", { name: "Terminer le projet" })).toBeVisible();

  await userEvent.click(screen.getByRole("button", { name: "Autres actions" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Annuler le projet" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(await dialog.findByRole("button", { name: "Annuler le projet" }));
  expect(sent).toHaveLength(1);
  await userEvent.type(dialog.getByRole("textbox", { name: /^Raison/ }), "Tournée reportée");
  await userEvent.click(dialog.getByRole("button", { name: "Annuler le projet" }));
  expect(await screen.findByText("Le projet a été annulé")).toBeVisible();
  expect(sent).toEqual([
    { edition: "2026-11-02T09:00:00Z", body: { status: "IN_PROGRESS" } },
    { edition: "2026-11-03T09:00:00Z", body: { status: "CANCELED", reason: "Tournée reportée" } },
  ]);
});

test("settings change as long as the project is a draft, and say so afterwards", async () => {
  render(<Portal at="/admin/project/project-1/setting" />);
  expect(await screen.findByText(/ne se modifie qu’en brouillon/)).toBeVisible();
  expect(screen.getByRole("textbox", { name: /^Nom/ })).toBeDisabled();
});

test("a draft is saved, and a name that is taken is told at its field", async () => {
  show(projectOf({ status: "DRAFT", next: nextOf(["PENDING", "CANCELED"], ["CANCELED"]) }));
  const error = { name: "ConflictProjectNameException", message: "Ce nom est pris" };
  const sent = changes(() => HttpResponse.json({ error }, { status: 409 }));
  render(<Portal at="/admin/project/project-1/setting" />);
  const name = await screen.findByRole("textbox", { name: /^Nom/ });
  await userEvent.clear(name);
  await userEvent.type(name, "Festival");
  await userEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
  await waitFor(() => expect(name).toHaveAccessibleDescription(/Ce nom est pris/));
  expect(sent).toMatchObject([
    { body: { name: "Festival", organizationId: "org-1", estimatedAt: "2027-03-01" } },
  ]);
});

test("a project is deleted, which leads back to the list", async () => {
  server.use(http.delete(api("/projects/project-1"), () => new HttpResponse(null, { status: 204 })));
  render(<Portal at="/admin/project/project-1/setting" />);
  await userEvent.click(await screen.findByRole("button", { name: "Supprimer le projet" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(await dialog.findByRole("button", { name: "Supprimer le projet" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Projets" })).toBeVisible();
  expect(screen.getByText("Le projet « Tournée 2027 » a été supprimé")).toBeVisible();
});
