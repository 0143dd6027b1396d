import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { api, Screen, server } from "../testing";
import { checkCsv, decode, type ImportColumn } from "./check";
import { Import, type ImportRun } from "./Import";
import { useImportJob } from "./useImportJob";

const COLUMNS: ImportColumn[] = [
  { name: "Pays", required: true, oneOf: ["FR", "DE"], example: "FR" },
  { name: "Prix", required: true, kind: "decimal", example: "4.50" },
  { name: "Début", kind: "day" },
  { name: "Note" },
];
const reportOf = (text: string) =>
  checkCsv(text, COLUMNS).faults.map(({ line, column, code }) => `${line}:${column ?? ""} ${code}`);

test.each([
  ["semicolons", "Pays;Prix\nFR;4,50\nDE;1 200,00\n"],
  ["commas", 'pays,PRIX\r\nFR,"4,50"\r\nDE,3.20\r\n'],
  ["tabs", "Pays\tPrix\tDébut\nFR\t4,50\t01/11/2026\n\nDE\t3,20\t\n"],
])("a file with %s is right", (_, text) => {
  expect(checkCsv(text, COLUMNS)).toMatchObject({ rows: text.includes("DE") ? 2 : 1, faultCount: 0 });
});

test("what is wrong is told by line and column, whatever values hold", () => {
  expect(reportOf('Pays;Prix;Note\nFR;x;"deux\nlignes"\nIT;4;\n;;\n\nDE;;\n')).toEqual([
    "2:2 decimal",
    "4:1 oneOf",
    "7:2 required",
  ]);
  expect(reportOf("Pays;Note;Pays\n")).toEqual(["1:3 twice", "1: noHeading"]);
  expect(reportOf("Pays;Prix\nFR;4;trop\n")).toEqual(["2:3 tooMany"]);
  expect(reportOf("Pays;Prix;Début\nFR;4;31/02/2026\n")).toEqual(["2:3 day"]);
  expect(reportOf("Pays;Prix\n")).toEqual(["1: empty"]);
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

/** A page that imports by jobs of ours. */
function Prices({ upload }: { upload: (file: File) => Promise<string> }) {
  const { run } = useImportJob("/price/import", upload, () => {});
  return <Import title="Importer des prix" hint="CSV" columns={COLUMNS} run={run} />;
}

const IDLE: ImportRun = {
  ...{ isRunning: false, startedAt: null, progress: null, outcome: null, error: null },
  start: vi.fn(),
  reset: vi.fn(),
};

/** The job as the server tells it: what is told later on is changed by the test. */
function serveJob(state: object) {
  const job = { id: "j-1", status: "PENDING", progress: { done: 1, total: 3, note: null }, files: [] };
  server.use(http.get(api("/job/j-1"), () => HttpResponse.json({ data: { ...job, ...state } })));
}

const DONE = {
  ...{ status: "COMPLETED", error: null, files: [{ id: "f-1", name: "import-report.csv", size: 9 }] },
  result: {
    ...{ created: 1, updated: 0, unchanged: 0, failedCount: 3 },
    failed: [{ line: 2, label: "FR", message: "Trop cher" }],
  },
};

test("a file is checked when it is dropped, and imported once nothing is wrong", async () => {
  const upload = vi.fn(async () => "j-1");
  serveJob(DONE);
  render(
    <Screen>
      <Prices upload={upload} />
    </Screen>,
  );
  const start = screen.getByRole("button", { name: "Importer" });
  expect(start).toHaveAttribute("aria-disabled", "true");
  await drop("Pays;Prix\nFR;x\n");
  expect(await screen.findByText("Cette valeur n’est pas un nombre.")).toBeVisible();
  await userEvent.click(start);
  expect(upload).not.toHaveBeenCalled();
  await drop("Pays;Prix\nFR;4,50\n");
  expect(await screen.findByText(/1 ligne vérifiée/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Importer" }));
  expect(await screen.findByText("Trop cher")).toBeVisible();
  expect(screen.getByText(/Créés.: 1 .* refusés.: 3/)).toBeVisible();
  expect(screen.getByText("et 2 autres")).toBeVisible();
  const asked = vi.fn(() => HttpResponse.json({ data: { url: "#report" } }));
  server.use(http.post(api("/file/f-1/link"), asked));
  await userEvent.click(screen.getByRole("button", { name: "Télécharger le rapport" }));
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  expect(upload).toHaveBeenCalledTimes(1);
});

test("an import that still runs is shown when its page is opened again", async () => {
  serveJob({});
  const page = () =>
    render(
      <Screen>
        <Prices upload={async () => "j-1"} />
      </Screen>,
    );
  const first = page();
  await drop("Pays;Prix\nFR;4,50\n");
  await screen.findByText(/1 ligne vérifiée/);
  await userEvent.click(screen.getByRole("button", { name: "Importer" }));
  expect(await screen.findByText(/L’import est en cours/)).toBeVisible();
  first.unmount();
  page();
  expect(await screen.findByText(/L’import est en cours/)).toBeVisible();
  // The only one: how far the file is stands there once.
  expect(screen.getByRole("progressbar")).toHaveAccessibleName("Importer des prix");
  serveJob(DONE);
  expect(await screen.findByText(/Créés.: 1/)).toBeVisible();
});

test("an import that failed says why", async () => {
  serveJob({ status: "FAILED", error: "Le prestataire ne répond pas" });
  render(
    <Screen>
      <Prices upload={async () => "j-1"} />
    </Screen>,
  );
  await drop("Pays;Prix\nFR;4,50\n");
  await screen.findByText(/1 ligne vérifiée/);
  await userEvent.click(screen.getByRole("button", { name: "Importer" }));
  expect(await screen.findByText("Le prestataire ne répond pas")).toBeVisible();
});

test("the template holds the headings and an example", async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `blob:${saved.push(blob as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  render(
    <Screen>
      <Import title="Prix" hint="CSV" columns={COLUMNS} run={IDLE} />
    </Screen>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Télécharger le modèle" }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(await saved[0]?.text()).toContain("Pays;Prix;Début;Note\r\nFR;4,50;;\r\n");
});
