import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { Screen } from "../testing";
import { checkCsv, decode, type ImportColumn } from "./check";
import { Import } from "./Import";

const COLUMNS: ImportColumn[] = [
  { name: "Pays", required: true, oneOf: ["FR", "DE"], example: "FR" },
  { name: "Prix", required: true, kind: "decimal", example: "4.50" },
  { name: "Début", kind: "day" },
  { name: "Note" },
];
const told = (text: string) =>
  checkCsv(text, COLUMNS).faults.map(({ line, column, code }) => `${line}:${column ?? ""} ${code}`);

test.each([
  ["semicolons", "Pays;Prix\nFR;4,50\nDE;1 200,00\n"],
  ["commas", 'pays,PRIX\r\nFR,"4,50"\r\nDE,3.20\r\n'],
  ["tabs", "Pays\tPrix\tDébut\nFR\t4,50\t01/11/2026\n\nDE\t3,20\t\n"],
])("a file with %s is right", (_, text) => {
  expect(checkCsv(text, COLUMNS)).toMatchObject({ rows: text.includes("DE") ? 2 : 1, faultCount: 0 });
});

test("what is wrong is told by line and column, whatever values hold", () => {
  expect(told('Pays;Prix;Note\nFR;x;"deux\nlignes"\nIT;4;\n;;\n\nDE;;\n')).toEqual([
    "2:2 decimal",
    "4:1 oneOf",
    "7:2 required",
  ]);
  expect(told("Pays;Note;Pays\n")).toEqual(["1:3 twice", "1: noHeading"]);
  expect(told("Pays;Prix\nFR;4;trop\n")).toEqual(["2:3 tooMany"]);
  expect(told("Pays;Prix;Début\nFR;4;31/02/2026\n")).toEqual(["2:3 day"]);
  expect(told("Pays;Prix\n")).toEqual(["1: empty"]);
  expect(checkCsv("Pays;Prix;Couleur\nFR;4;rouge\n", COLUMNS).ignored).toEqual(["Couleur"]);
});

test("all faults are counted, the first five thousand are told", () => {
  const shares: number[] = [];
  const text = `Pays;Prix\n${"FR;x\n".repeat(6_000)}`;
  const { faults, faultCount, rows } = checkCsv(text, COLUMNS, (share) => shares.push(share));
  expect([faults.length, faultCount, rows]).toEqual([5_000, 6_000, 6_000]);
  expect(shares.length).toBeGreaterThan(1);
});

test("the encodings of spreadsheets are read", () => {
  const utf8 = new TextEncoder().encode("Début");
  expect(decode(utf8)).toBe("Début");
  expect(decode(new Uint8Array([0xef, 0xbb, 0xbf, ...utf8]))).toBe("Début");
  expect(decode(new Uint8Array([0x44, 0xe9, 0x62, 0x75, 0x74]))).toBe("Début");
  expect(decode(new Uint8Array([0xff, 0xfe, 0x44, 0, 0xe9, 0]))).toBe("Dé");
});

/** jsdom has no workers: the same work, in the page. */
class FakeWorker extends EventTarget {
  postMessage({ file, columns }: { file: File; columns: ImportColumn[] }) {
    void file.text().then((text) => {
      const data = { checked: checkCsv(text, columns) };
      this.dispatchEvent(new MessageEvent("message", { data }));
    });
  }
  terminate() {}
}
beforeEach(() => void vi.stubGlobal("Worker", FakeWorker));

async function drop(content: string) {
  const field = await screen.findByLabelText(/Fichier CSV|prix.csv/, { selector: "input" });
  await userEvent.upload(field, new File([content], "prix.csv", { type: "text/csv" }));
}

test("a file is checked when it is dropped, and imported once nothing is wrong", async () => {
  const result = { created: 1, updated: 0, unchanged: 0, remaining: 0 };
  const failed = [{ line: 2, label: "FR", message: "Trop cher" }];
  const submit = vi.fn(async () => ({ ...result, failed }));
  render(
    <Screen>
      <Import title="Importer des prix" hint="CSV" columns={COLUMNS} submit={submit} />
    </Screen>,
  );
  const start = screen.getByRole("button", { name: "Importer" });
  expect(start).toHaveAttribute("aria-disabled", "true");
  await drop("Pays;Prix\nFR;x\n");
  expect(await screen.findByText("Cette valeur n’est pas un nombre.")).toBeVisible();
  await userEvent.click(start);
  expect(submit).not.toHaveBeenCalled();
  await drop("Pays;Prix\nFR;4,50\n");
  expect(await screen.findByText(/1 ligne vérifiée/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Importer" }));
  expect(await screen.findByText("Trop cher")).toBeVisible();
  expect(screen.getByText(/Créés.: 1/)).toBeVisible();
});

test("the template holds the headings and an example", async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `blob:${saved.push(blob as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  render(
    <Screen>
      <Import title="Prix" hint="CSV" columns={COLUMNS} submit={vi.fn()} />
    </Screen>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Télécharger le modèle" }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(await saved[0]?.text()).toContain("Pays;Prix;Début;Note\r\nFR;4,50;;\r\n");
});
