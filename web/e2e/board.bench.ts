import { atRest, opened, pressed, report, watch } from "./measure";
import { merchant, unique } from "./parts";
import { expect, type Portal, signIn, test } from "./portal";

const CARDS = 500;
const ROUNDS = 20;
/** Positions of the pointer on its way from one column to another. */
const STEPS = 60;

/** A project with as many productions as a board shows. */
async function fullProject(portal: Portal): Promise<string> {
  const { api, organization } = await merchant(portal, unique("Mesure"));
  const input = { name: unique("Tableau"), organizationId: organization.id, estimatedAt: "2027-03-01" };
  const { id: projectId } = await api("POST", "/projects", input);
  for (let card = 0; card < CARDS; card += 1)
    await api("POST", "/project-productions", { projectId, name: `Tirage ${card}`, quantity: 100 + card });
  return projectId;
}

declare global {
  interface Window {
    /** Milliseconds between the frames since they are counted. */
    intervals: number[];
  }
}

/** Runs in the page: counts every frame from now on. */
function countFrames() {
  window.intervals = [];
  let before = performance.now();
  const next = (now: number) => {
    window.intervals.push(now - before);
    before = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}

test("the board of 500 productions", async ({ page, portal }) => {
  test.setTimeout(600_000);
  const project = await fullProject(portal);
  await atRest(portal);
  const board = `/admin/project/${project}/production`;
  await page.addInitScript(watch, "[role=group] li");
  await signIn(page, portal, "admin", board);
  const cards = page.getByRole("group", { name: "Productions par statut" }).getByRole("listitem");
  await expect(cards).toHaveCount(CARDS);
  report(
    "the board, from its data to its cards",
    await opened(page, board, /\/api\/project-productions\?/, ROUNDS),
    300,
  );

  const column = (name: RegExp) => page.getByRole("region", { name });
  const dragged = cards.filter({ hasText: "Tirage 0" }).first();
  const [from, to] = [await dragged.boundingBox(), await column(/^Contrôle qualité/).boundingBox()];
  if (!from || !to) throw new Error("they are in sight");
  await page.evaluate(countFrames);
  await page.mouse.move(from.x + 40, from.y + 12);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + 200, { steps: STEPS });
  report("a frame while a card is dragged", await page.evaluate(() => window.intervals), 50);
  await page.mouse.up();
  await expect(column(/^Contrôle qualité/)).toContainText("Tirage 0");

  const moves: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const name = `Tirage ${round}`;
    await page.getByRole("button", { name: `Déplacer : ${name}`, exact: true }).focus();
    await pressed(page, ["Enter"]);
    await expect(page.getByRole("menuitem").first()).toBeFocused();
    moves.push(...(await pressed(page, ["Enter"])));
    await expect(column(/^Échantillon/)).toContainText(name);
  }
  report("a card moved by its menu", moves, 100);
});
