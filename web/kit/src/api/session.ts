import i18next from "i18next";
import { mutate } from "swr";
import { cache, SWRGlobalState } from "swr/_internal";
import { create } from "zustand";
import { frame } from "../frame/portal";
import { type ApiError, errorOf, toApiError } from "./error";
import type { components } from "./schema";

export type User = components["schemas"]["User"];
type SessionBody = components["schemas"]["Session"];

/** How long before its end the access token is renewed. */
const RENEW_BEFORE_MS = 30_000;
const LOCK = "comptoir.session";

interface SessionState {
  /** `unreachable`: the server did not answer, so nobody knows yet; with a user, they go on with what they saw before. */
  status: "starting" | "signedIn" | "signedOut" | "unreachable";
  /** Who signed in, as the session’s answer says. `useUser` knows the present state. */
  user: User | null;
  /** It ended by itself, or elsewhere, while somebody worked here. */
  isOver?: boolean;
}

/** Whether somebody is signed in. The access token is not part of it: it stays in this module, in memory. */
export const useSession = create<SessionState>()(() => ({ status: "starting", user: null }));

let accessToken: string | null = null;
/** How many times somebody signed in here. */
let signIns = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let renewal: Promise<boolean> | null = null;

/** Tells the other tabs that somebody signed in or out here. */
const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(LOCK);
channel?.addEventListener("message", ({ data }) => {
  if (data === "signedOut") clear();
  else if (!accessToken) void renew();
});

/** Hears of sign-ins in other tabs of this browser. @returns how to hear no more */
export function onSignInElsewhere(listener: () => void): () => void {
  const hear = ({ data }: MessageEvent) => void (data === "signedIn" && listener());
  channel?.addEventListener("message", hear);
  return () => channel?.removeEventListener("message", hear);
}

/** Forgets who is signed in, and what belongs to them, in this tab alone. */
export function clear() {
  const { user } = useSession.getState();
  clearTimeout(timer);
  accessToken = null;
  useSession.setState({ status: "signedOut", user: null });
  // Where nobody was, nothing is theirs: what the sign-in page asks for meanwhile is its own.
  if (!user) return;
  void mutate(() => true, undefined, { revalidate: false });
  // And whoever reads it next asks anew: else SWR takes the requests of a moment ago for theirs, drops the answers, and the
  // page waits for ever.
  const requests = SWRGlobalState.get(cache)?.[2] ?? {};
  for (const key of Object.keys(requests)) delete requests[key];
}

/** The same, where the server knows the session no more: who worked here is told why they are asked who they are. */
function end() {
  const wasHere = useSession.getState().user !== null;
  clear();
  if (wasHere) useSession.setState({ isOver: true });
}

function keep(session: SessionBody) {
  const before = useSession.getState().user;
  accessToken = session.accessToken;
  clearTimeout(timer);
  const lifetime = Date.parse(session.expiresAt) - Date.now();
  timer = setTimeout(() => void renew(), Math.max(lifetime - RENEW_BEFORE_MS, lifetime / 2, 1_000));
  useSession.setState({ status: "signedIn", user: session.user, isOver: false });
  // What was fetched belongs to who was here before.
  if (before && before.id !== session.user.id) void mutate(() => true, undefined);
}

/** The language of the portal, not the browser's: the server words its refusals in it. */
const language = (): Record<string, string> =>
  i18next.resolvedLanguage ? { "accept-language": i18next.resolvedLanguage } : {};

/** The organization of several whose area the address is in: nothing of the others is shown there. */
function organization(): Record<string, string> {
  const id = /^\/customer\/([^/]+)/.exec(location.pathname)?.[1];
  return id ? { "comptoir-organization": id } : {};
}

/** What every call tells beside who makes it. */
const contextHeaders = () => ({ ...language(), ...organization() });

async function call(path: string, method: string, body?: unknown): Promise<SessionBody | null> {
  const response = await fetch(`${location.origin}/api${path}`, {
    method,
    credentials: "same-origin",
    headers: {
      ...language(),
      ...(accessToken && { authorization: `Bearer ${accessToken}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = response.status === 204 ? null : await response.json().catch(() => null);
  if (!response.ok) throw errorOf(response, answer);
  return answer?.data ?? null;
}

/** One tab at a time: the refresh token is used up by each use, and its second use ends the whole session. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(LOCK, work) : work();
}

async function renewNow(): Promise<boolean> {
  try {
    const session = await alone(() => call("/auth/refresh", "POST"));
    if (session) keep(session);
    else end();
    return session !== null;
  } catch (error) {
    const { status } = toApiError(error);
    if (status === 401 || status === 403) end();
    else if (!accessToken) useSession.setState({ status: "unreachable" });
    return false;
  }
}

/**
 * Gets a new access token from the refresh cookie; also how a page load finds out who is signed in. Calls made
 * meanwhile share one renewal. False when there is no session any more, or no answer.
 */
export function renew(): Promise<boolean> {
  renewal ??= renewNow().finally(() => {
    renewal = null;
  });
  return renewal;
}

/** What shows who somebody is: the token of an e-mailed link, or a passkey's answer to a challenge. */
export type Proof = components["schemas"]["SessionRequest"] | components["schemas"]["PasskeySignIn"];

/**
 * Signs in, for the first time or once more.
 *
 * @returns where the person wanted to go, a path on this origin, when the link knows
 * @throws {ApiError} when the link is used up or too old, or the passkey unknown
 */
export async function openSession(proof: Proof): Promise<string | null> {
  const path = "token" in proof ? "/auth/session" : "/auth/passkey";
  const session = await alone(() => call(path, "POST", proof));
  if (!session) return null;
  signIns += 1;
  keep(session);
  channel?.postMessage("signedIn");
  return session.continue ?? null;
}

/** Signs out, here and in every other tab, even when the server cannot be reached. */
export async function closeSession(): Promise<ApiError | null> {
  try {
    await call("/auth/session", "DELETE");
    return null;
  } catch (error) {
    return toApiError(error);
  } finally {
    clear();
    channel?.postMessage("signedOut");
  }
}

let askForSignIn: (() => Promise<boolean>) | null = null;
let signIn: Promise<boolean> | null = null;

/**
 * Says how to have somebody sign in once more, when what they do takes a recent sign-in; it resolves to whether they did.
 *
 * @returns how to take it back
 */
export function onSignInTooOld(ask: () => Promise<boolean>): () => void {
  askForSignIn = ask;
  return () => {
    if (askForSignIn === ask) askForSignIn = null;
  };
}

/** Who calls, and after how many sign-ins. */
const caller = () => ({ user: useSession.getState().user?.id, signIns });

/**
 * Has them sign in once more if that is what a refusal asks for, unless they did since `sender` sent the call; calls
 * meanwhile share it. Another user is nobody to go on for.
 */
async function signedInAgain(refusal: Response, sender: ReturnType<typeof caller>): Promise<boolean> {
  if (!askForSignIn) return false;
  const body = await refusal
    .clone()
    .json()
    .catch(() => null);
  if (body?.error?.name !== "ForbiddenSignInAgeException") return false;
  if (signIns === sender.signIns) {
    signIn ??= askForSignIn().finally(() => {
      signIn = null;
    });
    if (!(await signIn)) return false;
  }
  return caller().user === sender.user;
}

/** Gets a new access token for who calls. Another user is nobody to go on for. */
const renewFor = async (sender: ReturnType<typeof caller>) =>
  (await renew()) && caller().user === sender.user;

/** Sends a call; what its session is to blame for is mended once, and the call sent once more. */
async function mended(send: () => Promise<Response>): Promise<Response> {
  const sender = caller();
  // Who goes on with what was seen before, as the server could not be reached, has no token yet.
  const isUnknown = useSession.getState().status === "unreachable" && sender.user;
  if (isUnknown && !(await renewFor(sender))) throw new TypeError("No session");
  const response = await send();
  const isMended =
    (response.status === 401 && accessToken && (await renewFor(sender))) ||
    (response.status === 403 && (await signedInAgain(response, sender)));
  return isMended ? send() : response;
}

/** `fetch` with the access token and the portal's language. */
export function authorizedFetch(request: Request): Promise<Response> {
  if (frame.portal) return frame.portal.send(request);
  return mended(() => {
    const target = request.clone();
    for (const [header, value] of Object.entries(contextHeaders())) target.headers.set(header, value);
    if (accessToken) target.headers.set("authorization", `Bearer ${accessToken}`);
    return fetch(target);
  });
}

/**
 * Sends a form as `authorizedFetch` does, and tells how much of it has gone out, which `fetch` cannot.
 *
 * @param onProgress 0 to 1; null while that is not known
 * @param headers beside those of every call
 */
export async function authorizedUpload(
  address: string,
  form: FormData,
  onProgress?: (part: number | null) => void,
  headers: Record<string, string> = {},
): Promise<Response> {
  if (frame.portal) return frame.portal.upload(address, form, onProgress);
  const send = () =>
    new Promise<Response>((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open("POST", address);
      const token = accessToken && { authorization: `Bearer ${accessToken}` };
      for (const [header, value] of Object.entries({ ...headers, ...contextHeaders(), ...token })) {
        request.setRequestHeader(header, value);
      }
      request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) =>
        onProgress?.(lengthComputable && total > 0 ? loaded / total : null),
      );
      request.addEventListener("load", () => {
        const headers = { "x-request-id": request.getResponseHeader("x-request-id") ?? "" };
        resolve(new Response(request.responseText || null, { status: request.status, headers }));
      });
      for (const end of ["error", "abort", "timeout"]) {
        request.addEventListener(end, () => reject(new TypeError("No answer")));
      }
      request.send(form);
    });
  return mended(send);
}
