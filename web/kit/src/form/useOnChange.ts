import { useEffect, useEffectEvent } from "react";
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from "react-hook-form";

/** Acts when somebody changes a field: for others that follow from it. A draft or a record that is read is no change. */
export function useOnChange<Values extends FieldValues, Name extends FieldPath<Values>>(
  form: Pick<UseFormReturn<Values>, "watch" | "getValues">,
  name: Name,
  act: (value: FieldPathValue<Values, Name>) => void,
) {
  const tell = useEffectEvent(() => act(form.getValues(name)));
  const { watch } = form;
  useEffect(() => {
    const { unsubscribe } = watch((_, { name: changed }) => {
      if (changed === name) tell();
    });
    return unsubscribe;
  }, [watch, name]);
}
