import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { activity, customer, jobOf, Portal, pageOf, signIn } from "../../testing/Portal";
import { usualYear } from "./values";

test("staff have a year's journal written, and its file is where those of exports are", async () => {
  signIn(person());
  const asked: unknown[] = [];
  const file = { id: "file-1", name: "123456782FEC20251231.csv", mediaType: "text/csv", size: 10 };
  const job = jobOf({ name: "finance.journal", consumer: "finance" });
  server.use(
    pageOf("/invoice", []),
    answers("/invoice/missing-invoice", []),
    answers("/job/job-1", { ...job, status: "COMPLETED", files: [file] }),
    http.post(api("/invoice/journal"), async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ data: job }, { status: 202 });
    }),
  );
  render(<Portal at="/admin/invoice" />);
  await userEvent.click(await screen.findByRole("button", { name: "Journal comptable" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Journal comptable" }));
  expect(dialog.getByRole("link", { name: "Voir les comptes comptables" })).toHaveAttribute(
    "href",
    "/admin/company",
  );
  expect(dialog.getByRole("combobox", { name: /^Année/ })).toHaveValue(usualYear());
  await userEvent.click(dialog.getByRole("button", { name: "Créer le journal" }));
  expect(await screen.findByText(/est en préparation/)).toBeVisible();
  expect(asked).toEqual([{ year: Number(usualYear()) }]);
  const running = within(await activity());
  expect(running.getByText("Journal comptable")).toBeVisible();
  expect(await running.findByRole("link", { name: "Télécharger" })).toHaveAttribute(
    "href",
    "/download/file-1",
  );
});

test("customers are not offered it", async () => {
  signIn(customer({ permissions: ["READ_INVOICE"] }));
  server.use(pageOf("/invoice", []));
  render(<Portal at="/customer/org-1/invoice" />);
  expect(await screen.findByRole("heading", { level: 1, name: "Factures" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Journal comptable" })).toBeNull();
});
