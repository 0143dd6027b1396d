/** A record that was opened, as its page calls it. */
export interface RecentRecord {
  to: string;
  label: string;
}

const KEPT = 5;
const keyOf = (userId: string) => `comptoir.recent.${userId}`;

/** The records that somebody opened last in this browser, the latest first. */
export function recentRecords(userId: string): RecentRecord[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** Puts a record first among those opened last. */
export function rememberRecord(userId: string, record: RecentRecord): void {
  const others = recentRecords(userId).filter(({ to }) => to !== record.to);
  localStorage.setItem(keyOf(userId), JSON.stringify([record, ...others].slice(0, KEPT)));
}
