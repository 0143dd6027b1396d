import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import {
  type FieldValues,
  FormProvider,
  type Path,
  type UseFormProps,
  type UseFormReturn,
  useForm as useHookForm,
} from "react-hook-form";
import { type ApiError, toApiError } from "../api/error";
import { toastFailure } from "../feedback/toast";
import { useShortcuts } from "../layout/keys";
import { FormContext, type FormScope } from "./context";
import { useDraft } from "./draft";
import { isEditConflict, offerReload } from "./editConflict";
import { showFocused, showRefusal } from "./refusal";

/** The state of a form of these values. */
export type FormOf<Values extends FieldValues> = UseFormReturn<Values>;

/** A form's state. Fields are checked when they are left and when the form is sent, with the mode `onSubmit` only then. */
export function useForm<Values extends FieldValues>(
  options: Pick<UseFormProps<Values>, "defaultValues" | "values" | "mode">,
): UseFormReturn<Values> {
  return useHookForm<Values>({ mode: "onTouched", ...options });
}

/**
 * What leaving a field says of it moves all that stands below. A button keeps the field's focus while it is pressed, so
 * that it is not gone from under the pointer when that is released.
 */
function keepFocus(event: MouseEvent<HTMLFormElement>) {
  const button = (event.target as Element).closest("button");
  // A window that a field opened is inside the form to React only.
  if (button && event.currentTarget.contains(button)) event.preventDefault();
}

/** Command and Enter send the form from any of its fields. */
function sendByKey(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  // A form in a dialog is inside the page's form to React, though not in the document.
  event.stopPropagation();
  event.currentTarget.requestSubmit();
}

interface FormProps<Values extends FieldValues> {
  /** For a button outside of it that sends it. */
  id?: string;
  form: UseFormReturn<Values>;
  /**
   * Sends the values, and may leave the page then; what it throws lands at its field, or in a toast. It may tell what there is
   * now, where that is something else.
   */
  onSubmit: (values: Values) => Promise<void> | Promise<Values | undefined>;
  /** What did not happen when sending fails: "The store was not saved". */
  failure: string;
  /** Reads the record again, offered when somebody else has changed it since; the form then begins from its new values. */
  onReload?: () => unknown;
  /** It asks for secrets: what was typed is not kept when the session ends. */
  isSecret?: boolean;
  children: ReactNode;
}

/** The fields of `children` and their way to the server and back. */
export function Form<Values extends FieldValues>({ form, onSubmit, failure, ...props }: FormProps<Values>) {
  const [scope] = useState<FormScope>(() => ({ names: new Set(), sending: { current: false } }));
  const { isSubmitting } = form.formState;
  const element = useRef<HTMLFormElement>(null);
  useDraft(form, !props.isSecret);
  useShortcuts({ submit: () => element.current?.requestSubmit() });
  // Only once what was sent counts as saved, so that a screen may lead elsewhere right after sending.
  useEffect(() => {
    if (!isSubmitting) scope.sending.current = false;
  }, [isSubmitting, scope]);

  const settle = async (conflict: ApiError) => {
    try {
      if (await offerReload(conflict, failure, props.onReload)) form.reset();
    } catch (reason) {
      toastFailure(failure, reason);
    }
  };
  const send = form.handleSubmit(async (values) => {
    scope.sending.current = true;
    try {
      const kept = await onSubmit(values);
      // What was sent, or what became of it, is what there is now: nothing is left to save, unless the screen itself found something wrong.
      const isWrong = [...scope.names].some((name) => form.getFieldState(name as Path<Values>).invalid);
      if (!isWrong) form.reset(kept ?? values);
    } catch (reason) {
      const error = toApiError(reason);
      // Unawaited: the form is no longer sending while the question stands.
      if (isEditConflict(error)) void settle(error);
      else showRefusal(form, scope.names, failure, reason);
    }
  }, showFocused);
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
        <form
          id={props.id}
          ref={element}
          onSubmit={submit}
          onMouseDown={keepFocus}
          onKeyDown={sendByKey}
          noValidate
        >
          {props.children}
        </form>
      </FormContext>
    </FormProvider>
  );
}
