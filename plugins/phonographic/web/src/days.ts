/** The portal's days are Paris days. */
const ZONE = "Europe/Paris";
const DAY_MS = 86_400_000;
const FRIDAY = 5;

const wall = new Intl.DateTimeFormat("en-GB", {
  timeZone: ZONE,
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

/** How far Paris' clocks are ahead of UTC at a moment, in milliseconds. */
function ahead(at: number): number {
  const part = Object.fromEntries(wall.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day, hour, minute, second } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The moment when a clock in Paris shows this hour of this day (`2026-11-19`), in UTC. */
export function parisTime(day: string, hour: number, minute: number): string {
  const shown = Date.parse(`${day}T00:00:00Z`) + (hour * 60 + minute) * 60_000;
  const near = shown - ahead(shown);
  return new Date(shown - ahead(near)).toISOString();
}

/** The last chart week that is over, from Friday to Thursday. */
export function lastWeek(now: number): { start: string; end: string } {
  const today = now + ahead(now);
  const sinceFriday = (new Date(today).getUTCDay() - FRIDAY + 7) % 7;
  const friday = today - sinceFriday * DAY_MS;
  return { start: dayOf(friday - 7 * DAY_MS), end: dayOf(friday - DAY_MS) };
}
