// The portal's end of the channel to a frame with a plugin's isolated screens: does what they may ask, and ends with the
// first thing that no screen of ours would do.
import { type Crumb, client, type Job, trackJobs, unwrap } from "@comptoir/kit";
import { authorizedUpload, saveFile, sendOnce } from "@comptoir/kit/frame";
import { callAddress, isSavable } from "./allowed";
import { FILE_BYTES, type FrameFailure, type FromFrame, readFrame, type ToFrame } from "./channel";

/** What the portal does for a frame. */
export interface FrameEvents {
  onReady(): void;
  onFailed(reason: FrameFailure, message: string): void;
  onPlace(title: string | null, breadcrumbs: Crumb[]): void;
  /** @returns whether it leads there */
  onGo(to: string, replace: boolean): boolean;
  onBack(): void;
  onUnsaved(is: boolean): void;
}

/** How often a frame may do something at once, and how many more times a second. */
const OFTEN = {
  say: [300, 60],
  // Beyond, they are refused: the host counts them as the person's own, who has other things to ask.
  call: [100, 5],
  go: [30, 1],
  save: [20, 0.3],
  track: [10, 0.2],
} as const;
/** Calls on their way, and such as wait for their turn. */
const AT_ONCE = 6;
const WAITING = 100;
const CALL_MS = 120_000;
/** How long it may take to show its first screen, and later to answer. */
const START_MS = 20_000;
const ASK_MS = 5_000;
const ANSWER_MS = 10_000;

/** What fills by the second, up to a height, and is used up by the piece. */
function bucket([size, perSecond]: readonly [number, number]) {
  let level = size;
  let seen = performance.now();
  return () => {
    const now = performance.now();
    level = Math.min(size, level + ((now - seen) / 1_000) * perSecond);
    seen = now;
    if (level < 1) return false;
    level -= 1;
    return true;
  };
}

type Call = Extract<FromFrame, { type: "call" | "upload" }>;
type Answer = Extract<ToFrame, { type: "answer" }>;

/** What no call was made for, or none came of. */
const nothing = (id: number, status: number): Answer => ({
  type: "answer",
  id,
  status,
  headers: [],
  body: null,
});

/** Sends one call with the session, in the plugin's name. */
async function perform(
  plugin: string,
  call: Call,
  signal: AbortSignal,
  onProgress: (part: number | null) => void,
) {
  const method = call.type === "call" ? call.method : "POST";
  const address = callAddress(plugin, method, call.path);
  if (!address) return nothing(call.id, 403);
  const named = { "comptoir-plugin": plugin };
  const send = () => {
    if (call.type === "call") {
      const { contentType, body } = call;
      const headers = body === null ? named : { ...named, "content-type": contentType };
      return sendOnce(new Request(address, { method, headers, body, signal, redirect: "error" }));
    }
    const form = new FormData();
    for (const [name, value] of call.parts) form.append(name, value);
    return authorizedUpload(address, form, onProgress, named);
  };
  const response = await send();
  const body = await response.blob();
  if (body.size > FILE_BYTES) return nothing(call.id, 0);
  const headers = ["content-type", "x-request-id"].map((name) => [name, response.headers.get(name) ?? ""]);
  return { ...nothing(call.id, response.status), headers: headers as [string, string][], body };
}

/**
 * Serves a frame until `close` is called, which its failing does by itself.
 *
 * @param port the portal's end
 */
export function hostFrame(plugin: string, port: MessagePort, events: FrameEvents) {
  const may = {
    say: bucket(OFTEN.say),
    call: bucket(OFTEN.call),
    go: bucket(OFTEN.go),
    save: bucket(OFTEN.save),
    track: bucket(OFTEN.track),
  };
  const ended = new AbortController();
  const waiting: Call[] = [];
  let underWay = 0;
  let step = 0;
  let answered = true;

  const say = (message: ToFrame) => !ended.signal.aborted && port.postMessage(message);
  const close = () => {
    clearTimeout(start);
    clearInterval(asking);
    ended.abort();
    // What is still on its way from the frame is not read any more.
    port.close();
  };
  const fail = (reason: FrameFailure, message: string) => {
    if (ended.signal.aborted) return;
    close();
    events.onFailed(reason, message);
  };

  const next = () => {
    while (underWay < AT_ONCE) {
      const call = waiting.shift();
      if (!call) return;
      underWay += 1;
      const { id } = call;
      const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(CALL_MS)]);
      void perform(plugin, call, signal, (part) => say({ type: "progress", id, part }))
        .catch(() => nothing(id, 0))
        .then((answer) => {
          underWay -= 1;
          say(answer);
          next();
        });
    }
  };

  const hear = (said: FromFrame) => {
    switch (said.type) {
      case "ready":
        clearTimeout(start);
        asking ??= setInterval(ask, ASK_MS);
        return events.onReady();
      case "pong":
        answered = true;
        return;
      case "failed":
        return fail(said.reason, said.message);
      case "place":
        return events.onPlace(said.title, said.breadcrumbs);
      case "go":
        if (!may.go()) return fail("failed", "it goes to more places than anybody can follow");
        step = said.step;
        if (!events.onGo(said.to, said.replace)) at(current);
        return;
      case "back":
        return may.go() ? events.onBack() : undefined;
      case "unsaved":
        return events.onUnsaved(said.is);
      case "call":
      case "upload":
        if (waiting.length >= WAITING || !may.call()) return say(nothing(said.id, 429));
        waiting.push(said);
        return next();
      case "save":
        if (navigator.userActivation?.hasBeenActive && isSavable(said.name) && may.save())
          saveFile(said.content, said.name);
        return;
      case "track":
        if (!may.track()) return;
        return void Promise.all(said.jobs.map(job)).then((jobs) => trackJobs(jobs.flat()));
    }
  };

  let current = "";
  /** Tells where the address is. */
  const at = (to: string) => {
    current = to;
    say({ type: "at", to, step });
  };

  port.onmessage = ({ data }) => {
    if (ended.signal.aborted) return;
    if (!may.say()) return fail("failed", "it says more than a screen can have to say");
    const said = readFrame(data);
    if (said) hear(said);
    else fail("failed", "it says what no screen says");
  };
  const start = setTimeout(() => fail("timeout", `no screen in ${START_MS / 1_000} s`), START_MS);
  let asking: ReturnType<typeof setInterval> | undefined;
  let silent = 0;
  const ask = () => {
    // A tab out of sight is slow for other reasons.
    silent = answered || document.hidden ? 0 : silent + ASK_MS;
    if (silent >= ANSWER_MS) return fail("timeout", `no answer in ${ANSWER_MS / 1_000} s`);
    answered = false;
    say({ type: "ping" });
  };
  return { say, at, fail, close };
}

/** A job that whoever has opened the screens may know of; else none. */
const job = (id: string): Promise<Job[]> =>
  unwrap(client.GET("/job/{id}", { params: { path: { id } } })).then(
    ({ data }) => [data],
    () => [],
  );
