import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import {
  type FieldValues,
  FormProvider,
  type UseFormProps,
  type UseFormReturn,
  useForm as useHookForm,
} from "react-hook-form";
import { FormContext, type FormScope } from "./context";
import { useDraft } from "./draft";
import { showRefusal } from "./refusal";

/** A form's state. Fields are checked when they are left and when the form is sent. */
export function useForm<Values extends FieldValues>(
  options: Pick<UseFormProps<Values>, "defaultValues" | "values">,
): UseFormReturn<Values> {
  return useHookForm<Values>({ mode: "onTouched", ...options });
}

interface FormProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  /** Sends the values, and may leave the page then; what it throws lands at its field, or in a toast. */
  onSubmit: (values: Values) => Promise<void>;
  /** What did not happen when sending fails: "The store was not saved". */
  failure: string;
  children: ReactNode;
}

/** The fields of `children` and their way to the server and back. */
export function Form<Values extends FieldValues>({ form, onSubmit, failure, children }: FormProps<Values>) {
  const [scope] = useState<FormScope>(() => ({ names: new Set(), sending: { current: false } }));
  const { isSubmitting } = form.formState;
  useDraft(form);
  // Only once what was sent counts as saved, so that a screen may lead elsewhere right after sending.
  useEffect(() => {
    if (!isSubmitting) scope.sending.current = false;
  }, [isSubmitting, scope]);

  const send = form.handleSubmit(async (values) => {
    scope.sending.current = true;
    try {
      await onSubmit(values);
      // What was sent is what there is now: nothing is left to save.
      form.reset(values);
    } catch (reason) {
      showRefusal(form, scope.names, failure, reason);
    }
  });
  const submit = (event: FormEvent) => {
    // A form in a dialog is inside the page's form to React, though not in the document.
    event.stopPropagation();
    // What the server said of the last try must not stop this one.
    form.clearErrors();
    return send(event);
  };

  return (
    <FormProvider {...form}>
      <FormContext value={scope}>
        <form onSubmit={submit} noValidate>
          {children}
        </form>
      </FormContext>
    </FormProvider>
  );
}
