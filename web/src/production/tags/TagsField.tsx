import { RecordsField } from "@comptoir/kit";
import type { TagName, TagType } from "./api";
import { useTagChoice } from "./useTagChoice";
import { useTagTypes } from "./useTagTypes";

interface TagsFieldProps {
  name: string;
  type: TagType;
  /** Those whose names are at hand. */
  known?: TagName[];
  /** Something is looked for by them: none is made here. */
  isSearch?: boolean;
}

/** Any number of tags of one type: their ids in the form. */
export function TagsField({ name, type, known, isSearch }: TagsFieldProps) {
  const { make, ...choice } = useTagChoice(type, known);
  return (
    <RecordsField name={name} label={useTagTypes()[type]} make={isSearch ? undefined : make} {...choice} />
  );
}

/** Any number of tags, in a field a type, which is called as the type. */
export function TagFields(props: Omit<TagsFieldProps, "name" | "type">) {
  const types = Object.keys(useTagTypes()) as TagType[];
  return types.map((type) => <TagsField key={type} name={type} type={type} {...props} />);
}
