import {
  Button,
  Dialog,
  DialogBar,
  Form,
  fieldsOf,
  Link,
  Quiet,
  Stack,
  toast,
  useForm,
  useMayOpen,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type texts from "../../../locales/fr/journal.json";
import { useArea } from "../../app/area";
import { fetchTexts } from "../../i18n";
import { companyPath } from "../company/paths";
import { writeJournal } from "./api";
import { usualYear, yearsAt } from "./values";

// For the page of invoices.
fetchTexts("journal");

interface JournalValues {
  year: string;
}

const { SelectField } = fieldsOf<JournalValues>();

/** Where the accounts are set, for those who may. */
function Accounts() {
  const { t } = useTranslation("journal");
  const to = companyPath(useArea());
  return (
    <Stack gap={4}>
      <Quiet>{t("accounts")}</Quiet>
      {useMayOpen()(to) && (
        <div>
          <Link to={to}>{t("company")}</Link>
        </div>
      )}
    </Stack>
  );
}

function JournalForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("journal");
  const form = useForm<JournalValues>({ defaultValues: { year: usualYear() } });
  const send = async ({ year }: JournalValues) => {
    await writeJournal(Number(year));
    toast(t("done", { year }));
    onClose();
  };
  return (
    <Form form={form} onSubmit={send} failure={t("failed")}>
      <Stack>
        <p>{t("text")}</p>
        <SelectField
          name="year"
          label={t("year")}
          options={yearsAt().map((year) => ({ value: year, label: year }))}
          required
        />
        <Accounts />
        <DialogBar label={t("confirm")} onClose={onClose} />
      </Stack>
    </Form>
  );
}

/** Has the sales journal of a year written for the accountant. */
export function SalesJournal() {
  const { t } = useTranslation("journal");
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button icon="table" onClick={() => setOpen(true)}>
        {t("title")}
      </Button>
      <Dialog title={t("title")} open={isOpen} onClose={close}>
        <JournalForm onClose={close} />
      </Dialog>
    </>
  );
}

declare module "@comptoir/kit" {
  interface PortalResources {
    journal: typeof texts;
  }
}
