import type { components } from "../api/schema";

type Schemas = components["schemas"];

/** The host's lists: "orders". What can be asked of each stands in the API's description. */
export type ListName = keyof Schemas extends infer Name
  ? Name extends `List${infer List}Query`
    ? Uncapitalize<List>
    : never
  : never;

/** The fields that a part of a query may name. */
type FieldIn<Part> =
  NonNullable<Part> extends readonly (infer Item)[]
    ? Item extends { field: infer Field extends string }
      ? Field
      : never
    : never;

/** What a list of the host sorts by; of any other list any field. */
export type SortField<List extends string> = List extends ListName
  ? FieldIn<Schemas[`List${Capitalize<List>}Query`]["orderBy"]>
  : string;

/** What a list of the host filters by; of any other list any field. */
export type FilterField<List extends string> = List extends ListName
  ? Schemas[`List${Capitalize<List>}Query`] extends { filters?: infer Filters }
    ? FieldIn<Filters>
    : never
  : string;
