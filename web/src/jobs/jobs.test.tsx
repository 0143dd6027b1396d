import { answers, person, server } from "@comptoir/kit/testing";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { jobOf, Portal, pageOf, pluginOf, signIn } from "../testing/Portal";

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

test("a plugin's own work is called as the plugin calls it, and says who does it", async () => {
  signIn(person());
  const task = { name: "plugins.task", consumer: "bigblue", identifier: "import-products 7" };
  const tasks = { "import-products": { fr: "Importe des produits", en: "Imports products" } };
  server.use(
    answers("/plugins", [pluginOf({ id: "bigblue", name: "Bigblue", tasks })]),
    pageOf("/job", [jobOf(task), jobOf({ id: "job-2", name: "jobs.housekeeping", consumer: "jobs" })]),
    answers("/view", []),
  );
  render(<Portal at="/admin/developer/job" />);
  expect(await screen.findByRole("row", { name: /Importe des produits.*Bigblue/ })).toBeVisible();
  expect(screen.getByRole("row", { name: /Le portail/ })).toBeVisible();
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

test("why a job failed is told in the reader's language, as far as the words are ours", async () => {
  signIn(person());
  const failed = { status: "FAILED", error: "the connection was ended" } as const;
  const ours = jobOf({ ...failed, errorFr: "la connexion a été retirée" });
  const theirs = jobOf({ ...failed, id: "job-2", name: "orders.push", error: "depot closed" });
  server.use(
    pageOf("/job", [ours, theirs]),
    answers("/view", []),
    answers("/job/job-1", ours),
    answers("/job/job-2", theirs),
  );
  render(<Portal at="/admin/developer/job" />);
  for (const [name, reason] of [
    [/Synchronisation des commandes/, "la connexion a été retirée"],
    [/Envoi d’une commande/, "depot closed"],
  ] as const) {
    await userEvent.click(await screen.findByRole("button", { name }));
    const dialog = await screen.findByRole("dialog");
    expect(await within(dialog).findByText(reason)).toBeVisible();
    await userEvent.keyboard("{Escape}");
  }
});
