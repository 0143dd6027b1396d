import { recordsOf, resource, type Schemas } from "@comptoir/kit";

export type Tag = Schemas["Tag"];
export type TagInput = Schemas["TagInput"];
export type TagName = Schemas["TagName"];
export type TagType = Schemas["TagType"];

/** A name that is taken is told at its field; their histories are told as those of a `tag`. */
export const tags = resource("/tags", {
  also: ["tag"],
  refusals: { ConflictTagNameException: "displayName" },
});

const label = ({ displayName }: TagName) => displayName;

/** The tags that one may choose from. */
export const tagRecords = recordsOf("/tags", { label });

const recordsOfType = (type: TagType) =>
  recordsOf("/tags", { label, filters: [{ field: "type", values: [type] }] });

/** Those of a type. */
export const TAG_RECORDS = {
  entity: recordsOfType("entity"),
  composition: recordsOfType("composition"),
  personalization: recordsOfType("personalization"),
};
