import { AreaField, Banner, Dialog, DialogBar, Form, Stack, toast, useForm } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type Report, withdraw } from "./api";

interface WithdrawProps {
  report: Report;
  /** What the report is called. */
  title: string;
  onClose: () => void;
}

function WithdrawForm({ report, title, onClose }: WithdrawProps) {
  const { t } = useTranslation("phonographic");
  const form = useForm<{ reason: string }>({ defaultValues: { reason: "" } });
  const submit = async ({ reason }: { reason: string }) => {
    await withdraw(report.id, reason);
    toast(t("integration.withdraw.done"), title);
    onClose();
  };
  return (
    <Form form={form} onSubmit={submit} failure={t("integration.withdraw.failed")}>
      <Stack>
        <p>{t("integration.withdraw.text", { report: title })}</p>
        {report.sentAt && (
          <Banner tone="warning" title={t("integration.withdraw.sent")}>
            <p>{t("integration.withdraw.sentText")}</p>
          </Banner>
        )}
        <AreaField
          name="reason"
          label={t("integration.withdraw.reason")}
          maxLength={500}
          required
          autoFocus
        />
        <DialogBar label={t("integration.withdraw.action")} kind="danger" onClose={onClose} />
      </Stack>
    </Form>
  );
}

/** Asks why a report is withdrawn, and does it. */
export function WithdrawDialog({ open, ...props }: WithdrawProps & { open: boolean }) {
  const { t } = useTranslation("phonographic");
  return (
    <Dialog title={t("integration.withdraw.title")} open={open} onClose={props.onClose}>
      <WithdrawForm {...props} />
    </Dialog>
  );
}
