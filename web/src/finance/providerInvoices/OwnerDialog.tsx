import {
  CheckboxField,
  ChoiceField,
  Dialog,
  DialogBar,
  Form,
  fieldsOf,
  renamed,
  Stack,
  useForm,
} from "@comptoir/kit";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { storeRecords } from "../../stores/records";

/** Whose something is, as its form has it. */
interface OwnerValues {
  whose: "store" | "company";
  storeId: string | null;
  /** How ids begin that are meant too; empty: this id alone. */
  prefix: string;
  isPrefix: boolean;
  isKept: boolean;
}

const { RecordField, TextField, useValue } = fieldsOf<OwnerValues>();

/** A refusal of what was decided, at the fields that are asked here. */
const atOwnerFields = (reason: unknown) =>
  renamed(reason, (field) =>
    field.replace(/^.*\.storeId$/, "storeId").replace(/^.*\.fulfillmentId$/, "prefix"),
  );

/** What was chosen. */
export interface Owner {
  storeId: string | null;
  /** The id, or the beginning of several. */
  id: string;
  isPrefix: boolean;
  isKept: boolean;
}

function StoreField() {
  const { t } = useTranslation("finance");
  if (useValue("whose") === "company") return null;
  return <RecordField name="storeId" label={t("field.store")} source={storeRecords} required />;
}

function RuleFields() {
  const { t } = useTranslation("providerInvoices");
  const isPrefix = useValue("isPrefix");
  return (
    <>
      <CheckboxField name="isPrefix" label={t("owner.isPrefix")} />
      {isPrefix && <TextField name="prefix" label={t("owner.prefix")} maxLength={255} required />}
      <CheckboxField name="isKept" label={t("owner.isKept")} description={t("owner.isKeptText")} />
    </>
  );
}

interface OwnerDialogProps {
  title: string;
  /** The id that is mapped; null: nothing else is mapped by it. */
  id: string | null;
  open: boolean;
  onClose: () => void;
  onChoose: (owner: Owner) => Promise<unknown>;
  children?: ReactNode;
}

function OwnerForm({ id, onClose, onChoose, children }: Omit<OwnerDialogProps, "title" | "open">) {
  const { t } = useTranslation("providerInvoices");
  const form = useForm<OwnerValues>({
    defaultValues: { whose: "store", storeId: null, prefix: id ?? "", isPrefix: false, isKept: false },
  });
  const send = async ({ whose, storeId, prefix, isPrefix, isKept }: OwnerValues) => {
    const owner = { storeId: whose === "company" ? null : storeId, isPrefix, isKept };
    await onChoose({ ...owner, id: isPrefix ? prefix : (id ?? "") }).catch((reason: unknown) => {
      throw atOwnerFields(reason);
    });
    onClose();
  };
  return (
    <Form form={form} onSubmit={send} failure={t("decide.failed")}>
      <Stack>
        {children}
        <ChoiceField
          name="whose"
          label={t("owner.whose")}
          choices={[
            { value: "store", label: t("owner.store") },
            { value: "company", label: t("company"), hint: t("owner.companyText") },
          ]}
          required
        />
        <StoreField />
        {id !== null && <RuleFields />}
        <DialogBar label={t("owner.action")} onClose={onClose} />
      </Stack>
    </Form>
  );
}

/** Asks whose something is: a store's, or the company's. */
export function OwnerDialog({ title, open, ...props }: OwnerDialogProps) {
  return (
    <Dialog title={title} open={open} onClose={props.onClose}>
      <OwnerForm key={props.id} {...props} />
    </Dialog>
  );
}
