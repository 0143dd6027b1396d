import useSWR from "swr";
import { client, unwrap } from "../api/client";
import type { ApiError } from "../api/error";
import { refresh } from "../api/hooks";
import type { Question } from "./cursor";

/** Whom a view can be shared with: everybody of a role. */
export const ROLES = ["admin", "customer", "factory"] as const;
export type Role = (typeof ROLES)[number];

/** A question to a list that somebody kept under a name. */
export interface SavedView {
  id: string;
  list: string;
  name: string;
  query: Question;
  sharedWith: Role | null;
  /** Whether it is the reader's, who alone may change it. */
  own: boolean;
  updatedAt: string;
}

/** What of a view its owner decides. */
export type ViewInput = Pick<SavedView, "list" | "name" | "query" | "sharedWith">;

interface Init {
  params?: { query?: { list: string }; path?: { id: string } };
  body?: ViewInput;
}
type Call<T> = (path: string, init: Init) => Promise<{ data?: T; error?: unknown; response: Response }>;

// The generated types do not know these paths yet.
const api = client as unknown as {
  GET: Call<{ data: SavedView[] }>;
  POST: Call<{ data: SavedView }>;
  PUT: Call<{ data: SavedView }>;
  DELETE: Call<unknown>;
};

/** The views of a list: one's own and those shared with one's role. Undefined until they are there. */
export function useViews(list: string): SavedView[] | undefined {
  const init = { params: { query: { list } } };
  return useSWR<SavedView[], ApiError>(
    ["/view", init],
    async () => (await unwrap(api.GET("/view", init))).data,
  ).data;
}

/** Keeps a view, or with an id changes that one. */
export async function saveView(view: ViewInput, id?: string): Promise<SavedView> {
  const call = id
    ? api.PUT("/view/{id}", { params: { path: { id } }, body: view })
    : api.POST("/view", { body: view });
  const { data } = await unwrap(call);
  await refresh("view");
  return data;
}

export async function deleteView(id: string): Promise<void> {
  await unwrap(api.DELETE("/view/{id}", { params: { path: { id } } }));
  await refresh("view");
}
