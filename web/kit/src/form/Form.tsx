import type { ReactNode } from "react";
import {
  type FieldValues,
  FormProvider,
  type Path,
  type UseFormProps,
  type UseFormReturn,
  useForm as useHookForm,
} from "react-hook-form";
import { toApiError } from "../api/error";
import { toastFailure } from "../feedback/toast";

/** A form's state. Fields are checked when they are left and when the form is sent. */
export function useForm<Values extends FieldValues>(
  options: Pick<UseFormProps<Values>, "defaultValues" | "values">,
): UseFormReturn<Values> {
  return useHookForm<Values>({ mode: "onTouched", ...options });
}

interface FormProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  /** Sends the values; what it throws lands at its field, or in a toast. */
  onSubmit: (values: Values) => Promise<void>;
  /** What did not happen when sending fails: "The store was not saved". */
  failure: string;
  children: ReactNode;
}

/** The fields of `children` and their way to the server and back. */
export function Form<Values extends FieldValues>({ form, onSubmit, failure, children }: FormProps<Values>) {
  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values);
      // What was sent is what there is now: nothing is left to save.
      form.reset(values);
    } catch (reason) {
      const error = toApiError(reason);
      for (const { field, message } of error.fields) form.setError(field as Path<Values>, { message });
      if (error.fields.length === 0) toastFailure(failure, error);
    }
  });
  return (
    <FormProvider {...form}>
      <form onSubmit={submit} noValidate>
        {children}
      </form>
    </FormProvider>
  );
}
