import { client, type Schemas, unwrap } from "../api/client";
import { refresh, useGet } from "../api/hooks";
import type { Question } from "./cursor";

/** Whom a view can be shared with: everybody of a role. */
export const ROLES = ["admin", "customer", "factory"] as const;
export type Role = (typeof ROLES)[number];

/** A question to a list that somebody kept under a name. */
export type SavedView = Omit<Schemas["SavedView"], "query" | "sharedWith"> & {
  query: Question;
  sharedWith: Role | null;
};

/** What of a view its owner decides. */
export type ViewInput = Pick<SavedView, "list" | "name" | "query" | "sharedWith">;

// The server keeps a question as it is given, and its description does not say what is in one.
const toView = ({ query, sharedWith, ...view }: Schemas["SavedView"]): SavedView => ({
  ...view,
  query: { search: "", orderBy: [], filters: [], ...query } as unknown as Question,
  sharedWith: sharedWith as Role | null,
});
const toBody = ({ query, ...view }: ViewInput): Schemas["ViewInput"] => ({
  ...view,
  query: query as unknown as Schemas["ViewQuery"],
});

/** The views of a list: one's own and those shared with one's role. Undefined until they are there. */
export const useViews = (list: string): SavedView[] | undefined =>
  useGet("/view", { params: { query: { list } } }).data?.map(toView);

/** Keeps a view, or with an id changes that one. */
export async function saveView(view: ViewInput, id?: string): Promise<SavedView> {
  const call = id
    ? client.PUT("/view/{id}", { params: { path: { id } }, body: toBody(view) })
    : client.POST("/view", { body: toBody(view) });
  const { data } = await unwrap(call);
  await refresh("view");
  return toView(data);
}

export async function deleteView(id: string): Promise<void> {
  await unwrap(client.DELETE("/view/{id}", { params: { path: { id } } }));
  await refresh("view");
}
