import {
  type Body,
  client,
  type Data,
  type OnProgress,
  refresh,
  setCached,
  unwrap,
  uploadFile,
  useGet,
} from "@comptoir/kit";
import type { ReactNode } from "react";
import type texts from "../../../locales/fr/productFiles.json";
import { withLabel } from "./values";

const FILES = "/project-products/{id}/files";
const ORDER = "/project-products/{id}/files/order";
const FILE = "/project-products/{id}/files/{file}";

export type ProductFile = Data<typeof FILES>[number];

/** What each section of them is told. */
export interface FilesProps {
  productId: string;
  /** All files of the product. */
  files: ProductFile[];
  /** Files are added, removed, labelled and put in order here. */
  isEditable: boolean;
  /** How the product is made does not change any more: its technical files stay. */
  isSettled?: boolean;
  /** How one says to have seen a version; without it, at once. */
  seeing?: Seeing;
}

/** How one says to have seen a version, where that may have to wait for the network. */
export interface Seeing {
  /** @returns whether it was said; else it waits */
  see: (version: ProductFile) => Promise<boolean>;
  /** What is seen in the button's place while it waits. */
  sign: (version: ProductFile) => ReactNode;
}

const of = (id: string) => ({ params: { path: { id } } });

/** The files of a product: the newest version of the technical one first, pictures in their order, others as they came. */
export const useProductFiles = (id: string) => useGet(FILES, of(id));

/** Reads again what is shown of them, and the product's history, which tells of them. */
const refreshFiles = () => Promise.all([refresh("project-products"), refresh("project-product")]);

/** What adds a file of a kind to a product. */
export const adding =
  (id: string, type: ProductFile["type"]) => async (file: File, onProgress: OnProgress) => {
    await uploadFile(`/project-products/${id}/files`, "files", file, onProgress, { type });
    await refreshFiles();
  };

/** Removes a file of a product, for good. */
export async function removeFile(id: string, file: string) {
  await unwrap(client.DELETE(FILE, { params: { path: { id, file } } }));
  await refreshFiles();
}

/**
 * Says that the person here has seen a file.
 *
 * @param fetch how the request is sent
 */
export async function seeFile(id: string, file: string, fetch?: (request: Request) => Promise<Response>) {
  const path = { id, file };
  await unwrap(client.POST("/project-products/{id}/files/{file}/seen", { params: { path }, fetch }));
  await refreshFiles();
}

const change = async (id: string, file: string, body: Body<typeof FILE, "patch">) =>
  unwrap(client.PATCH(FILE, { params: { path: { id, file } }, body }));

/** The change that was asked for last: the next waits for it, as it holds what that one did. */
let last: Promise<unknown> = Promise.resolve();

/** Shows what becomes of the files at once; what did become of them, once nothing more is to be changed. */
async function changing(id: string, shown: ProductFile[], run: () => Promise<unknown>) {
  const turn = last.then(run, run);
  last = turn;
  await setCached(FILES, of(id), shown);
  try {
    await turn;
  } finally {
    if (last === turn) await refreshFiles();
  }
}

/** Says what a page of a technical file shows; nothing, where the label is empty. */
export function labelPage(id: string, files: ProductFile[], file: ProductFile, page: number, label: string) {
  const data = { metadata: withLabel(file.data.metadata, page, label) };
  const shown = files.map((each) => (each.id === file.id ? { ...each, data } : each));
  return changing(id, shown, () => change(id, file.id, { data }));
}

/** Puts pictures in order, all at once. */
export function orderPictures(id: string, files: ProductFile[], pictures: ProductFile[]) {
  const ordered = pictures.map((each, position) => ({ ...each, position }));
  const shown = [...files.filter(({ type }) => type !== "image"), ...ordered];
  const body = { files: pictures.map(({ id }) => id) };
  return changing(id, shown, () => unwrap(client.PUT(ORDER, { ...of(id), body })));
}

declare module "@comptoir/kit" {
  interface PortalResources {
    productFiles: typeof texts;
  }
}
