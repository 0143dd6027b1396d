import type { ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useNavigate } from "react-router";
import { useMayOpen } from "../access/screens";
import { toast } from "../feedback/toast";
import { Form, useForm } from "../form/Form";
import { SaveBar } from "../form/SaveBar";
import { SubmitBar } from "../form/SubmitBar";
import { useEditForm } from "../form/useEditForm";
import { useCancelTo } from "./CreatePage";

interface Sending<Saved> {
  /** What is said when it was saved: "The store was saved". */
  done: (saved: Saved) => string;
  /** What did not happen when saving fails: "The store was not saved". */
  failure: string;
}

interface NewFormProps<Values extends FieldValues, Saved> extends Sending<Saved> {
  /** What the form begins with; read once. */
  initial: Values;
  /** Sends the values; what it throws lands at its field, or in a toast. */
  create: (values: Values) => Promise<Saved>;
  /** The button: "Create store". */
  label: string;
  /** The screen that follows: for those who may open it, others go where Cancel leads. */
  to: (saved: Saved) => string;
  /** What stays in sight beside the buttons: a running total. */
  foot?: ReactNode;
  children: ReactNode | ((form: UseFormReturn<Values>) => ReactNode);
}

/** The form of something new, inside a CreatePage. */
export function NewForm<Values extends FieldValues, Saved>(props: NewFormProps<Values, Saved>) {
  const navigate = useNavigate();
  const cancelTo = useCancelTo();
  const mayOpen = useMayOpen();
  const form = useForm<Values>({ defaultValues: props.initial as never });
  const send = async (values: Values) => {
    const saved = await props.create(values);
    toast(props.done(saved));
    const to = props.to(saved);
    await navigate(mayOpen(to) ? to : cancelTo);
  };
  return (
    <Form form={form} onSubmit={send} failure={props.failure}>
      {typeof props.children === "function" ? props.children(form) : props.children}
      <SubmitBar label={props.label} to={cancelTo}>
        {props.foot}
      </SubmitBar>
    </Form>
  );
}

interface EditFormProps<Entity, Values extends FieldValues, Saved> extends Sending<Saved> {
  record: Entity;
  /** Makes the form's values of the record; keep it the same between renders. */
  toValues: (record: Entity) => Values;
  /** Sends the values. `read` is the record that they began from: its `updatedAt` goes back as `If-Match`. */
  save: (read: Entity, values: Values) => Promise<Saved>;
  /** What there is now, where that may be something else than was sent. */
  kept?: (saved: Saved) => Values;
  /** Reads the record again, offered when somebody else has changed it since. */
  onReload?: () => unknown;
  children: ReactNode | ((form: UseFormReturn<Values>, read: Entity) => ReactNode);
}

/** The form of a record that is there, which others may change meanwhile. */
export function EditForm<Entity, Values extends FieldValues, Saved>(
  props: EditFormProps<Entity, Values, Saved>,
) {
  const { form, read } = useEditForm(props.record, props.toValues);
  const send = async (values: Values) => {
    const saved = await props.save(read, values);
    toast(props.done(saved));
    return props.kept?.(saved);
  };
  return (
    <Form form={form} onSubmit={send} failure={props.failure} onReload={props.onReload}>
      {typeof props.children === "function" ? props.children(form, read) : props.children}
      <SaveBar />
    </Form>
  );
}
