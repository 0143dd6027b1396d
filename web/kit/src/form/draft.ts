import i18next from "i18next";
import { useEffect, useRef } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useLocation } from "react-router";
import { useSession } from "../api/session";
import { toast } from "../feedback/toast";

interface Draft {
  /** Whose it is: the next person at this browser must not see it. */
  user: string | null;
  values: FieldValues;
}

const keyOf = (pathname: string) => `comptoir.draft.${pathname}`;
const userNow = () => useSession.getState().user?.id ?? null;
/** A chosen file does not survive as text. */
const withoutFiles = (_: string, value: unknown) => (value instanceof Blob ? undefined : value);

/** Takes the draft of this page out of its place, when it is this person's and was typed into this form. */
function takeDraft(pathname: string, present: FieldValues): FieldValues | null {
  const text = sessionStorage.getItem(keyOf(pathname));
  if (!text) return null;
  const { user, values } = JSON.parse(text) as Draft;
  const isOfThisForm = Object.keys(values).every((name) => name in present);
  if (user === userNow() && !isOfThisForm) return null;
  sessionStorage.removeItem(keyOf(pathname));
  return user === userNow() ? values : null;
}

/**
 * What was typed when the session expired is there again after signing in.
 *
 * @param isKept false where it holds secrets, which a browser must not keep
 */
export function useDraft<Values extends FieldValues>(form: UseFormReturn<Values>, isKept: boolean) {
  const { pathname } = useLocation();
  const latest = useRef({ form, isDirty: false, user: userNow() });
  const { isDirty } = form.formState;
  useEffect(() => {
    latest.current = { form, isDirty, user: userNow() ?? latest.current.user };
  });

  useEffect(() => {
    if (!isKept) return;
    let isHere = true;
    // After the effects of this render: those of useForm set the values once more.
    queueMicrotask(() => {
      if (!isHere) return;
      const { form } = latest.current;
      const draft = takeDraft(pathname, form.getValues());
      if (!draft) return;
      form.reset({ ...form.getValues(), ...draft } as Values, { keepDefaultValues: true });
      toast(i18next.getFixedT(null, "kit")("form.restored"));
    });
    return () => {
      isHere = false;
      const { form, isDirty, user } = latest.current;
      if (!isDirty || useSession.getState().status !== "signedOut") return;
      const draft: Draft = { user, values: form.getValues() };
      sessionStorage.setItem(keyOf(pathname), JSON.stringify(draft, withoutFiles));
    };
  }, [pathname, isKept]);
}
