import { answers, person, server } from "@comptoir/kit/testing";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { jobOf, Portal, pageOf, signIn } from "../testing/Portal";

const JOB = jobOf({
  ...{ name: "products.reconcile", status: "COMPLETED", attempts: 1, duration: 1200 },
  ...{ startedAt: "2026-01-15T03:20:00Z", updatedAt: "2026-01-15T03:20:01Z" },
});

test("a nightly check tells what it found", async () => {
  signIn(person());
  const result = { since: null, listed: 240, missing: 3, different: 12, setAside: 1 };
  server.use(pageOf("/job", [JOB]), answers("/job/job-1", { ...JOB, result }), answers("/view", []));
  render(<Portal at="/admin/developer/job" />);
  await userEvent.click(await screen.findByRole("button", { name: /Contrôle nocturne des produits/ }));
  const dialog = within(await screen.findByRole("dialog"));
  const factOf = async (label: string) => (await dialog.findByText(label)).nextElementSibling?.textContent;
  expect(await factOf("Depuis")).toBe("le début");
  expect(await factOf("Chez le prestataire")).toBe("240");
  expect(await factOf("Manquants ici, ajoutés")).toBe("3");
  expect(await factOf("Différents ici, corrigés")).toBe("12");
  expect(await factOf("Illisibles, mis de côté")).toBe("1");
});

test("work that one began elsewhere is followed here too", async () => {
  signIn(person());
  const running = jobOf({ id: "job-7", name: "orders.paste", progress: { done: 4, total: 10, note: null } });
  server.use(answers("/job/running", [running]), answers("/job/job-7", running), pageOf("/job", []));
  render(<Portal at="/admin/developer/job" />);
  await userEvent.click(await screen.findByRole("button", { name: /1 en cours/ }));
  expect(await screen.findByText("Création de commandes collées")).toBeVisible();
  expect(screen.getByRole("progressbar")).toHaveAttribute("value", "40");
});
