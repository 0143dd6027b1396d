/** Where a record may go, as the host tells it: without a word, but for what has to be explained. */
export const nextOf = <Status extends string>(statuses: Status[], explained: Status[] = []) =>
  statuses.map((status) => ({ status, asksReason: explained.includes(status) }));
