// What the portal and a frame with a plugin's isolated screens say to each other, over one MessageChannel. Whatever comes
// from the frame is the plugin's word: it is read here, and nowhere taken for what it says it is.
import type { Crumb, Schemas, User } from "@comptoir/kit";

export type FrameFailure = "kit" | "timeout" | "failed" | "threw";

/** From the frame. */
export type FromFrame =
  | { type: "ready" }
  | { type: "pong" }
  /** Its screen cannot be shown. */
  | { type: "failed"; reason: FrameFailure; message: string }
  | { type: "place"; title: string | null; breadcrumbs: Crumb[] }
  /** It went somewhere, or wants to; `step` counts these. */
  | { type: "go"; to: string; replace: boolean; step: number }
  | { type: "back" }
  | { type: "unsaved"; is: boolean }
  /** A call of the API: its path below `/api`. */
  | {
      type: "call";
      id: number;
      method: string;
      path: string;
      contentType: string;
      body: string | Blob | null;
    }
  | { type: "upload"; id: number; path: string; parts: [string, string | File][] }
  | { type: "save"; name: string; content: Blob }
  | { type: "track"; jobs: string[] };

/** What a frame begins with. */
export interface Opening {
  type: "open";
  plugin: Schemas["Plugin"];
  /** Who has opened it, without what names them. */
  user: User;
  look: Look;
  /** Its address, and the router's key of it: "default" for who came by no link. */
  at: { to: string; key: string };
}

/** How the portal looks and speaks. */
export interface Look {
  language: "fr" | "en";
  dark: boolean;
}

/** To the frame. */
export type ToFrame =
  | Opening
  | ({ type: "look" } & Look)
  /** Where the address is, after this step of the frame's. */
  | { type: "at"; to: string; step: number }
  /** Of a call or an upload; without a status none came. */
  | { type: "answer"; id: number; status: number; headers: [string, string][]; body: Blob | null }
  | { type: "progress"; id: number; part: number | null }
  | { type: "ping" };

const TEXT = 10_000;
/** The longest body that the host takes of a call, in characters. */
const BODY = 1 << 20;
/** The largest file, in bytes. */
export const FILE_BYTES = 64 << 20;
const FAILURES: readonly unknown[] = ["kit", "timeout", "failed", "threw"];
const METHODS: readonly unknown[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

const isText = (value: unknown, longest = TEXT): value is string =>
  typeof value === "string" && value.length <= longest;
const isCount = (value: unknown): value is number => Number.isSafeInteger(value);
const isFlag = (value: unknown): value is boolean => typeof value === "boolean";
const isFile = (value: unknown): value is Blob => value instanceof Blob && value.size <= FILE_BYTES;
const isList = <T>(value: unknown, most: number, is: (item: unknown) => item is T): value is T[] =>
  Array.isArray(value) && value.length <= most && value.every(is);
const isCrumb = (value: unknown): value is Crumb => {
  const { label, to } = (value ?? {}) as Partial<Crumb>;
  return isText(label) && isText(to);
};
const isPart = (value: unknown): value is [string, string | File] =>
  Array.isArray(value) &&
  value.length === 2 &&
  isText(value[0]) &&
  (isText(value[1], BODY) || isFile(value[1]));

/** A message that a frame sent; null: it is none of these, or larger than any screen needs. */
export function readFrame(data: unknown): FromFrame | null {
  if (typeof data !== "object" || data === null) return null;
  const said = data as Record<string, unknown>;
  const { id, type } = said;
  switch (type) {
    case "ready":
    case "pong":
    case "back":
      return { type };
    case "failed": {
      const { reason, message } = said;
      return FAILURES.includes(reason) && isText(message)
        ? { type, reason: reason as FrameFailure, message }
        : null;
    }
    case "place": {
      const { title, breadcrumbs } = said;
      return (title === null || isText(title)) && isList(breadcrumbs, 8, isCrumb)
        ? { type, title, breadcrumbs: breadcrumbs.map(({ label, to }) => ({ label, to })) }
        : null;
    }
    case "go": {
      const { to, replace, step } = said;
      return isText(to) && isFlag(replace) && isCount(step) ? { type, to, replace, step } : null;
    }
    case "unsaved":
      return isFlag(said.is) ? { type, is: said.is } : null;
    case "call": {
      const { method, path, contentType, body } = said;
      const isBody = body === null || isText(body, BODY) || isFile(body);
      return isCount(id) && METHODS.includes(method) && isText(path) && isText(contentType, 200) && isBody
        ? { type, id, method: method as string, path, contentType, body }
        : null;
    }
    case "upload": {
      const { path, parts } = said;
      return isCount(id) && isText(path) && isList(parts, 20, isPart) ? { type, id, path, parts } : null;
    }
    case "save": {
      const { name, content } = said;
      return isText(name, 200) && isFile(content) ? { type, name, content } : null;
    }
    case "track":
      return isList(said.jobs, 5, (item) => isText(item, 100)) ? { type, jobs: said.jobs } : null;
    default:
      return null;
  }
}
