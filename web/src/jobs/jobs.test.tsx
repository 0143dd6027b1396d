import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { Portal, signIn } from "../testing/Portal";

const JOB = {
  ...{ id: "job-1", name: "products.reconcile", consumer: "bigblue", identifier: "connector-1" },
  ...{ status: "COMPLETED", attempts: 1, duration: 1200, progress: null, error: null, files: [] },
  ...{
    createdAt: "2026-01-15T03:20:00Z",
    startedAt: "2026-01-15T03:20:00Z",
    updatedAt: "2026-01-15T03:20:01Z",
  },
};

test("a nightly check tells what it found", async () => {
  signIn(person());
  const row = { ...JOB, result: null };
  const page = { data: [row], meta: { total: 1, exact: true, next: null, previous: null } };
  const result = { since: null, listed: 240, missing: 3, different: 12, setAside: 1 };
  server.use(
    http.get(api("/job"), () => HttpResponse.json(page)),
    answers("/job/job-1", { ...JOB, result }),
    answers("/view", []),
  );
  render(<Portal at="/admin/developer/job" />);
  await userEvent.click(await screen.findByRole("button", { name: /Contrôle nocturne des produits/ }));
  const dialog = within(await screen.findByRole("dialog"));
  const told = async (label: string) => (await dialog.findByText(label)).nextElementSibling?.textContent;
  expect(await told("Depuis")).toBe("le début");
  expect(await told("Chez le prestataire")).toBe("240");
  expect(await told("Manquants ici, ajoutés")).toBe("3");
  expect(await told("Différents ici, corrigés")).toBe("12");
  expect(await told("Illisibles, mis de côté")).toBe("1");
});
