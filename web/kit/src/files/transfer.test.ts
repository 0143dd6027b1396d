import { HttpResponse, http } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import { api, refuses, server } from "../testing";
import { downloadFile, fileBlob, uploadFile } from "./transfer";

const PDF = new File(["%PDF"], "contract.pdf", { type: "application/pdf" });

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("a file is sent in its field, and the answer's data come back", async () => {
  server.use(http.post(api("/contract"), () => HttpResponse.json({ data: { id: "file-1" } })));
  // What jsdom calls a file does not survive Node's Request: the form is looked at, not what is sent.
  const append = vi.spyOn(FormData.prototype, "append");
  const onProgress = vi.fn();
  expect(await uploadFile("/contract", "file", PDF, onProgress)).toEqual({ id: "file-1" });
  expect(append).toHaveBeenCalledWith("file", PDF);
  expect(onProgress).toHaveBeenLastCalledWith(1);
});

test("a refused file throws what the server says of it", async () => {
  const payload = [{ field: "file", code: "fileType", message: "This is no PDF." }];
  server.use(
    http.post(api("/contract"), () => HttpResponse.json({ error: { code: 400, payload } }, { status: 400 })),
  );
  await expect(uploadFile("/contract", "file", PDF)).rejects.toMatchObject({ status: 400, fields: payload });
});

test("without an answer an upload fails as any call does", async () => {
  server.use(http.post(api("/contract"), () => HttpResponse.error()));
  await expect(uploadFile("/contract", "file", PDF)).rejects.toMatchObject({ kind: "offline" });
});

test("a file that is not there throws as any call does", async () => {
  server.use(refuses("/contract", 404, "NotFoundFileException"));
  await expect(fileBlob("/contract")).rejects.toMatchObject({ kind: "notFound" });
});

test("a file is kept under its own name", async () => {
  server.use(http.get(api("/contract"), () => HttpResponse.text("%PDF")));
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:1");
  const kept: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    kept.push(`${this.download} ${this.href}`);
  });
  await downloadFile("/contract", "contract.pdf");
  expect(kept).toEqual(["contract.pdf blob:1"]);
});
