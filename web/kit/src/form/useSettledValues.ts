import { useEffect, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { FormOf } from "./Form";
import { STILL_MS } from "./useSettled";

/** What a form holds, once it has stayed the same for a moment: who uses it is not drawn for each key. */
export function useSettledValues<Values extends FieldValues>(form: FormOf<Values>): Values {
  const [settled, setSettled] = useState<Values>(() => structuredClone(form.getValues()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const { unsubscribe } = form.watch(() => {
      clearTimeout(timer);
      timer = setTimeout(() => setSettled(structuredClone(form.getValues())), STILL_MS);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [form]);
  return settled;
}
