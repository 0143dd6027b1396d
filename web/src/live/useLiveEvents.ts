import { authorizedFetch, type Job, refresh, refreshEverything, setCachedJob } from "@comptoir/kit";
import { useEffect } from "react";

/** What the server tells while one is signed in. */
type LiveEvent =
  | { type: "job"; data: Job }
  | { type: "changed"; data: { resource: string } }
  /** The stream is back after a break, in which anything may have happened. */
  | { type: "resumed" };

const NAME = "comptoir.events";
/** How long changes of one resource are gathered, so that a long synchronisation does not reload every page. */
const GATHER_MS = 1_000;
/** How long to wait after the server refused the stream. */
const REOPEN_MS = 10_000;

/** What else tells of what changed: a factory's news are made of three, how connections keep up of their synchronisations. */
const ALSO: Record<string, string[]> = {
  job: ["connector/health"],
  "project-productions": ["factories"],
  "project-products": ["factories"],
  logs: ["factories"],
};

/** Does what events say, until `stop`. */
function actUntil(stop: AbortSignal) {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  stop.addEventListener(
    "abort",
    () => {
      for (const timer of waiting.values()) clearTimeout(timer);
    },
    { once: true },
  );
  return (event: LiveEvent) => {
    if (event.type === "resumed") return void refreshEverything();
    if (event.type === "job") void setCachedJob(event.data);
    const resource = event.type === "job" ? "job" : event.data.resource;
    if (waiting.has(resource)) return;
    const later = () => {
      waiting.delete(resource);
      for (const each of [resource, ...(ALSO[resource] ?? [])]) void refresh(each);
    };
    waiting.set(resource, setTimeout(later, GATHER_MS));
  };
}

/** Follows the stream until `stop`. The library reconnects by itself; a refusal is tried again later. */
async function follow(tell: (event: LiveEvent) => void, stop: AbortSignal) {
  const { EventSource } = await import("eventsource");
  let wasReady = false;
  const open = () => {
    if (stop.aborted) return;
    const source = new EventSource(`${location.origin}/api/events`, {
      fetch: (url, init) => authorizedFetch(new Request(url, init as RequestInit)),
    });
    source.addEventListener("ready", () => {
      if (wasReady) tell({ type: "resumed" });
      wasReady = true;
    });
    source.addEventListener("job", ({ data }) => tell({ type: "job", data: JSON.parse(data) }));
    source.addEventListener("changed", ({ data }) => tell({ type: "changed", data: JSON.parse(data) }));
    const close = () => source.close();
    stop.addEventListener("abort", close, { once: true });
    source.addEventListener("error", () => {
      if (source.readyState !== source.CLOSED || stop.aborted) return;
      stop.removeEventListener("abort", close);
      setTimeout(open, REOPEN_MS);
    });
  };
  open();
  await new Promise((resolve) => stop.addEventListener("abort", resolve, { once: true }));
}

/**
 * Keeps what is on screen up to date while one is signed in. One tab holds the stream and tells the others: browsers
 * allow six connections to a host, and a stream in each of six tabs would leave none for anything else.
 */
export function useLiveEvents() {
  useEffect(() => {
    const stop = new AbortController();
    const act = actUntil(stop.signal);
    const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(NAME);
    channel?.addEventListener("message", ({ data }: MessageEvent<LiveEvent>) => act(data));
    const tell = (event: LiveEvent) => {
      act(event);
      channel?.postMessage(event);
    };
    const lead = () => follow(tell, stop.signal);
    if (navigator.locks) navigator.locks.request(NAME, { signal: stop.signal }, lead).catch(() => undefined);
    else void lead();
    return () => {
      stop.abort();
      channel?.close();
    };
  }, []);
}
