import { attempt, client, refreshEverything, unwrap } from "@comptoir/kit";
import { useEffect, useEffectEvent } from "react";
import { lost, reached, useNetwork } from "./network";

const FIRST_MS = 5_000;
const LAST_MS = 60_000;
const ANSWER_MS = 15_000;

/** Asks whether the server is there, and tells so. */
async function isThere(): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await attempt(() => unwrap(client.GET("/user/current", { signal })));
  const isLost = "error" in answer && answer.error.kind === "offline";
  (isLost ? lost : reached)();
  return !isLost;
}

/**
 * Looks whether the network is back: when the browser says so, when somebody comes back to the page, and from time to time, ever
 * more seldom.
 *
 * @param isWaiting something waits to be sent
 * @param send sends it
 * @returns looks at once
 */
export function useComeBack(isWaiting: boolean, send: () => Promise<void>): () => Promise<void> {
  const isOffline = useNetwork(({ isOffline }) => isOffline);
  const look = async () => {
    const wasOffline = useNetwork.getState().isOffline;
    if (!(await isThere())) return;
    await send();
    if (wasOffline) await refreshEverything();
  };
  const onTime = useEffectEvent(look);
  const isNeeded = isOffline || isWaiting;
  useEffect(() => {
    addEventListener("offline", lost);
    if (!navigator.onLine) lost();
    return () => removeEventListener("offline", lost);
  }, []);
  useEffect(() => {
    if (!isNeeded) return;
    const stop = new AbortController();
    const { signal } = stop;
    let timer: ReturnType<typeof setTimeout>;
    let delay = FIRST_MS;
    const lookOnce = () =>
      onTime()
        .catch(() => {})
        .finally(later);
    const later = () => {
      clearTimeout(timer);
      if (signal.aborted) return;
      timer = setTimeout(lookOnce, delay);
      delay = Math.min(delay * 2, LAST_MS);
    };
    const now = () => {
      delay = FIRST_MS;
      void lookOnce();
    };
    later();
    addEventListener("online", now, { signal });
    addEventListener("focus", now, { signal });
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [isNeeded]);
  return look;
}
