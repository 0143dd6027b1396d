import {
  ApiError,
  Banner,
  Button,
  Dialog,
  DialogBar,
  Form,
  Link,
  Stack,
  toast,
  useForm,
  useMayOpen,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { companyPath } from "../company/paths";
import { type Invoice, invoices, issueInvoice } from "./api";
import { OrganizationLink } from "./InvoiceFacts";
import { useMissingWords } from "./useMissingWords";

/** The page where the company is filled in, for those who may. */
function CompanyLink() {
  const { t } = useTranslation("invoices");
  const to = companyPath(useArea());
  return useMayOpen()(to) ? <Link to={to}>{t("issue.company")}</Link> : t("issue.company");
}

/** What an invoice must tell by law, and does not yet. */
function Missing({ fields, invoice }: { fields: string[]; invoice: Invoice }) {
  const { t } = useTranslation("invoices");
  const { seller, buyer } = useMissingWords()(fields);
  return (
    <Banner tone="critical" title={t("issue.missing")}>
      <ul>
        {seller && (
          <li>
            <CompanyLink /> ({seller})
          </li>
        )}
        {buyer && (
          <li>
            <OrganizationLink organization={invoice.organization} /> ({buyer})
          </li>
        )}
      </ul>
    </Banner>
  );
}

function IssueForm({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { t } = useTranslation("invoices");
  const form = useForm({ defaultValues: {} });
  const [missing, setMissing] = useState<string[]>([]);
  const issue = async () => {
    setMissing([]);
    try {
      const { number } = await issueInvoice(invoice);
      toast(t("issue.done", { number }));
      onClose();
    } catch (reason) {
      if (!(reason instanceof ApiError) || reason.fields.length === 0) throw reason;
      setMissing(reason.fields.map(({ field }) => field));
    }
  };
  return (
    <Form form={form} onSubmit={issue} failure={t("issue.failed")} onReload={() => invoices.read(invoice.id)}>
      <Stack>
        <p>{t("issue.text")}</p>
        {missing.length > 0 && <Missing fields={missing} invoice={invoice} />}
        <DialogBar label={t("issue.action")} onClose={onClose} />
      </Stack>
    </Form>
  );
}

/** Gives a draft its number, once who does so has been told that it is for good. */
export function IssueInvoice({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation("invoices");
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        {t("issue.action")}
      </Button>
      <Dialog title={t("issue.title")} open={isOpen} onClose={close}>
        <IssueForm invoice={invoice} onClose={close} />
      </Dialog>
    </>
  );
}
