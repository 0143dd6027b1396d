import { type RecordSource, useCan } from "@comptoir/kit";
import { TAG_RECORDS, type Tag, type TagName, type TagType, tags } from "./api";
import { WRITE_TAGS } from "./permissions";

interface TagChoice {
  source: RecordSource<Tag>;
  labelOf: (id: string) => string | undefined;
  make?: (displayName: string) => Promise<Tag>;
}

/**
 * The tags of a type, as `RecordField` and `RecordsField` take them; one that is missing is made by those who may.
 *
 * @param known those whose names are at hand
 */
export function useTagChoice(type: TagType, known: TagName[] = []): TagChoice {
  const isEditable = useCan()(WRITE_TAGS);
  return {
    source: TAG_RECORDS[type],
    labelOf: (id) => known.find((tag) => tag.id === id)?.displayName,
    make: isEditable ? (displayName) => tags.create({ type, displayName }) : undefined,
  };
}
