import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { Portal, pageOf, signIn } from "../../testing/Portal";
import type { Tag } from "./api";

const AT = "2026-01-01T09:00:00Z";
const COTTON: Tag = {
  ...{ id: "tag-1", type: "composition", name: "coton", displayName: "Coton", uses: 3 },
  ...{ createdAt: AT, updatedAt: AT },
};

const conflict = (name: string, message: string) =>
  HttpResponse.json({ error: { name, message } }, { status: 409 });

test("a tag is made in its group; a name that is taken is told at its field", async () => {
  signIn(person());
  const sent: unknown[] = [];
  server.use(
    pageOf("/tags", [COTTON]),
    answers("/view", []),
    http.post(api("/tags"), async ({ request }) => {
      sent.push(await request.json());
      if (sent.length === 1) return conflict("ConflictTagNameException", "Ce nom est pris.");
      return HttpResponse.json({ data: { ...COTTON, id: "tag-2", displayName: "Lin" } }, { status: 201 });
    }),
  );
  render(<Portal at="/admin/tag/create" />);
  const name = await screen.findByRole("textbox", { name: /^Nom/ });
  await userEvent.click(screen.getByRole("combobox", { name: /^Groupe/ }));
  await userEvent.click(await screen.findByRole("option", { name: "Composition" }));
  await userEvent.type(name, "Coton");
  const send = screen.getByRole("button", { name: "Créer une étiquette" });
  await userEvent.click(send);
  await waitFor(() => expect(name).toHaveAccessibleDescription(/Ce nom est pris\./));
  await userEvent.clear(name);
  await userEvent.type(name, "Lin");
  await userEvent.click(send);
  expect(await screen.findByText(/L’étiquette «\sLin\s» a été créée/)).toBeVisible();
  expect(sent.at(-1)).toEqual({ type: "composition", displayName: "Lin" });
});

test("a tag in use says so and stays; one that is deleted is brought back", async () => {
  signIn(person());
  const calls: string[] = [];
  let isUsed = true;
  server.use(
    pageOf("/tags", [COTTON]),
    answers("/view", []),
    http.delete(api("/tags/tag-1"), () => {
      calls.push("delete");
      return isUsed
        ? conflict("ConflictTagRelationException", "Des produits la portent.")
        : new HttpResponse(null, { status: 204 });
    }),
    http.post(api("/tags/tag-1/restore"), () => {
      calls.push("restore");
      return HttpResponse.json({ data: COTTON });
    }),
  );
  render(<Portal at="/admin/tag" />);
  const remove = async () => {
    await userEvent.click(await screen.findByRole("button", { name: /l’étiquette Coton/ }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Supprimer" }));
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.click(dialog.getByRole("button", { name: "Supprimer" }));
  };
  await remove();
  expect(await screen.findByText(/Des produits la portent\./)).toBeVisible();
  isUsed = false;
  await remove();
  await userEvent.click(await screen.findByRole("button", { name: "Annuler l’action" }));
  await waitFor(() => expect(calls).toEqual(["delete", "delete", "restore"]));
});

test("who may only read tags neither makes nor deletes any", async () => {
  signIn(person({ permissions: ["READ_PROJECT_PRODUCT"] }));
  server.use(pageOf("/tags", [COTTON]), answers("/view", []));
  render(<Portal at="/admin/tag" />);
  expect(await screen.findByText("Coton")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Créer une étiquette" })).toBeNull();
  expect(screen.queryByRole("button", { name: /l’étiquette Coton/ })).toBeNull();
});
