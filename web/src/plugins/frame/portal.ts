// The frame's end of the channel.
import type { Portal } from "@comptoir/kit/frame";
import type { FromFrame, ToFrame } from "../channel";

type Answer = Extract<ToFrame, { type: "answer" }>;
type OnProgress = (part: number | null) => void;

/** The names of a message's fields but `id`, which is given here. */
type Asked<T> = T extends { id: number } ? Omit<T, "id"> : never;

/** Has the portal do what takes a session; `heard` takes its answers. */
export function portalOver(say: (message: FromFrame) => void) {
  const open = new Map<number, { end: (answer: Answer) => void; onProgress?: OnProgress }>();
  let last = 0;

  async function ask(asked: Asked<FromFrame>, onProgress?: OnProgress): Promise<Response> {
    last += 1;
    const id = last;
    const { status, headers, body } = await new Promise<Answer>((end) => {
      open.set(id, { end, onProgress });
      say({ ...asked, id } as FromFrame);
    });
    if (status === 0) throw new TypeError("No answer");
    // What no call was made for has no words of the server's.
    return new Response(body?.size ? body : null, { status, headers });
  }

  const pathOf = (address: string) => {
    const { pathname, search } = new URL(address);
    return pathname.replace(/^\/api/, "") + search;
  };
  const portal: Portal = {
    async send(request) {
      const contentType = request.headers.get("content-type") ?? "";
      const { method } = request;
      // A form keeps its bytes, and the line between its parts.
      const isForm = contentType.startsWith("multipart/");
      const body = await (isForm ? request.blob() : request.text());
      const path = pathOf(request.url);
      return ask({ type: "call", method, path, contentType, body: request.body === null ? null : body });
    },
    upload: (address, form, onProgress) =>
      ask({ type: "upload", path: pathOf(address), parts: [...form] }, onProgress),
    save: (content, name) => say({ type: "save", name, content }),
    unsaved: (is) => say({ type: "unsaved", is }),
    track: (jobs) => say({ type: "track", jobs }),
  };

  const heard = (said: ToFrame) => {
    if (said.type === "progress") open.get(said.id)?.onProgress?.(said.part);
    if (said.type !== "answer") return;
    open.get(said.id)?.end(said);
    open.delete(said.id);
  };
  return { portal, heard };
}
