import { type Job, trackJobs } from "../jobs/tracked";
import { cursorOf } from "../list/cursor";
import type { ExportBody } from "../list/exports";
import { call } from "./client";
import { atField } from "./error";
import { deleting, type Fetched, isBack, type Rows, refresh, setCached, useGet, useList } from "./hooks";
import type { Body, Data, ListPath, Method, PathOf, RowOf } from "./types";

/** How one is changed: as a whole, or by what of it changes. */
type Saves = "put" | "patch";

interface Options<Key extends string, S extends Saves> {
  /** What the API calls the id of one: `/bigblue/product/{sku}` has `sku`. */
  key?: Key;
  /** The values of the path's other names: `{ id: storeId }` of `/store/{id}/phonographic`. */
  within?: Record<string, string>;
  /** What else tells of it, and is read again after a change: organizations are named by stores. */
  also?: string[];
  /** The field of a form that each refusal belongs to, by the refusal's name; null: the refusal says it. */
  refusals?: Record<string, string | null>;
  /** The call that changes one, where that is not PUT: `save` exists for this one alone. */
  saves?: S;
}

/** `Members`, where the API has such a call. */
type If<P extends string, M extends Method, Members> = P extends PathOf<M> ? Members : unknown;

interface Listed<P> {
  /**
   * A page of them.
   *
   * @param cursor null fetches nothing
   */
  useList(cursor: string | null): Rows<RowOf<P>>;
  /** The first few that fit a search, for the command palette. */
  find(search: string): Promise<RowOf<P>[]>;
}

interface Readable<P> {
  /** @param id null fetches nothing */
  useOne(id: string | null): Fetched<Data<P>>;
  /** One as it is now, shown wherever it is shown. */
  read(id: string): Promise<Data<P>>;
}

interface Creatable<P> {
  create(body: Body<P, "post">): Promise<Data<P, "post">>;
}

interface Savable<P, Key extends string, S extends Saves> {
  /**
   * Changes one, unless somebody else has done so since it was read.
   *
   * @param read its id, and the `updatedAt` of what the change was made of
   * @throws {ApiError} ConflictEditException when it was changed meanwhile
   */
  save(read: Record<Key, string> & { updatedAt?: string }, body: Body<P, S>): Promise<Data<P, S>>;
}

interface Removable {
  /** Deletes one. What is shown of it stays, for its page to be left: only the rest is read again. */
  remove(id: string): Promise<void>;
}

/** The calls about one that need nothing else: `/order/{id}/push` is `push`. */
type VerbsOf<One extends string> = {
  [P in PathOf<"post">]: P extends `${One}/${infer Verb}`
    ? Verb extends `${string}/${string}`
      ? never
      : Verb
    : never;
}[PathOf<"post">];

interface Always<One extends string> {
  /** Asks for one thing to be done with one: `post("push", order.id)`. */
  post<Verb extends VerbsOf<One>>(verb: Verb, id: string): Promise<Data<`${One}/${Verb}`, "post">>;
  /** Reads again whatever is shown of them. */
  refresh(): Promise<unknown>;
}

type ResourceOf<P extends string, Key extends string, One extends string, S extends Saves> = Always<One> &
  (P extends ListPath ? Listed<P> : unknown) &
  If<P, "post", Creatable<P>> &
  If<One, "get", Readable<One>> &
  If<One, S, Savable<One, Key, S>> &
  If<One, "delete", Removable> &
  If<`${One}/archive`, "post", { archive(id: string): Promise<void> }> &
  /** Takes one back from the archive, or from deletion. */
  If<`${One}/restore`, "post", { restore(id: string): Promise<void> }> &
  /** Asks for a file with a list's rows, whose address an e-mail tells. */
  If<`${P}/export`, "post", { export(body: ExportBody): Promise<void> }> &
  /** Asks the providers for what is new; gives a job a connection. */
  If<`${P}/synchronize`, "post", { synchronize(): Promise<Job[]> }>;

/** Where one is: a path that names its key already is of what there is one of, `/organization/{id}/contract`. */
type OneOf<P extends string, Key extends string> = P extends `${string}/{${Key}}${string}`
  ? P
  : `${P}/{${Key}}`;

/** What the API can do with one kind of record: `resource("/store")` has no `push`, as there is no `/store/{id}/push`. */
export type Resource<P extends string, Key extends string = "id", S extends Saves = "put"> = ResourceOf<
  P,
  Key,
  OneOf<P, Key>,
  S
>;

/** Whether an answer is the record itself, and not only a word about it. */
const isRecord = (data: unknown): data is object =>
  typeof data === "object" && data !== null && "updatedAt" in data;

/**
 * The calls about one kind of record, typed by the API's description: what it lacks is no member. Whatever changes one
 * has what is shown of it read again.
 *
 * @param path of the list or of what makes one: "/bundle"
 */
export function resource<P extends string, Key extends string = "id", S extends Saves = "put">(
  path: P,
  { key = "id" as Key, within = {}, also = [], refusals = {}, saves = "put" as S }: Options<Key, S> = {},
): Resource<P, Key, S> {
  const isSingle = path.includes(`/{${key}}`);
  const one = isSingle ? path : `${path}/{${key}}`;
  const place = (id: string) => ({ params: { path: { ...within, [key]: id } } });
  const all = { params: { path: within } };
  const [name = ""] = path.slice(1).split("/{");

  const refreshAll = () => Promise.all([name, ...also].map(refresh));
  const data = async (method: Method, address: string, init: object): Promise<unknown> => {
    try {
      return (await call(method, address, init))?.data;
    } catch (reason) {
      throw atField(reason, refusals);
    }
  };
  const post = async (verb: string, id: string) => {
    const answer = await data("post", `${one}/${verb}`, place(id));
    await refreshAll();
    return answer;
  };
  const show = (id: string, record: unknown) => setCached(one as never, place(id) as never, record as never);

  const members = {
    useList: (cursor: string | null) => useList(path as unknown as ListPath, cursor, within),
    find: (search: string) =>
      data("get", path, { params: { path: within, query: { cursor: cursorOf({ take: 5, search }) } } }),
    useOne: (id: string | null) => useGet(id === null ? null : (one as never), place(id ?? "") as never),
    read: async (id: string) => {
      const record = await data("get", one, place(id));
      await show(id, record);
      return record;
    },
    create: async (body: unknown) => {
      const record = await data("post", path, { ...all, body });
      await refreshAll();
      return record;
    },
    save: async ({ [key]: id, updatedAt }: Record<string, string>, body: unknown) => {
      const { params } = place(id as string);
      const header = updatedAt === undefined ? {} : { "If-Match": updatedAt };
      const record = await data(saves, one, { params: { ...params, header }, body });
      if (!isRecord(record)) await refreshAll();
      else {
        await show(id as string, record);
        void refreshAll();
      }
      return record;
    },
    remove: async (id: string) => {
      const deletion = data("delete", one, place(id));
      await (isSingle ? deletion : deleting(id, deletion));
      await refreshAll();
    },
    post,
    archive: (id: string) => post("archive", id),
    restore: (id: string) => {
      isBack(id);
      return post("restore", id);
    },
    export: async ({ cursor, ...body }: ExportBody) =>
      trackJobs([(await data("post", `${path}/export`, { params: { query: { cursor } }, body })) as Job]),
    synchronize: async () =>
      ((await data("post", `${path}/synchronize`, { body: {} })) as { jobs: Job[] }).jobs,
    refresh: () => refreshAll(),
  };
  return members as unknown as Resource<P, Key, S>;
}
