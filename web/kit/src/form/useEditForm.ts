import { useMemo, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useForm } from "./Form";

/**
 * The form of a record that others may change meanwhile. It begins from the record as it was read and takes over a newer
 * one only while nothing is typed: what was typed is never replaced unasked, and its `If-Match` stays that of what was
 * seen.
 *
 * @param toValues makes the form's values of a record; keep it the same between renders
 * @returns `read`, the record that the form began from: its `updatedAt` goes back as `If-Match`
 */
export function useEditForm<Entity, Values extends FieldValues>(
  record: Entity,
  toValues: (record: Entity) => Values,
): { form: UseFormReturn<Values>; read: Entity } {
  const [read, setRead] = useState(record);
  const form = useForm<Values>({ values: useMemo(() => toValues(read), [toValues, read]) });
  // A change of what the form does not hold, as archiving, stands in nobody's way.
  const isSame = () => JSON.stringify(toValues(record)) === JSON.stringify(toValues(read));
  if (record !== read && (!form.formState.isDirty || isSame())) setRead(record);
  return { form, read };
}
