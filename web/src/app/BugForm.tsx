import { AreaField, Button, CheckboxField, Form, Row, Stack, toast, useForm } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { sendBugReport } from "./environment";
import { closeWindow } from "./windows";

interface BugInput {
  message: string;
  attach: boolean;
}

/** What happened, in the words of who saw it. */
export default function BugForm() {
  const { t } = useTranslation("shell");
  const { pathname, search } = useLocation();
  const form = useForm<BugInput>({ defaultValues: { message: "", attach: true } });
  const send = async ({ message, attach }: BugInput) => {
    const attached = attach ? { page: pathname + search, userAgent: navigator.userAgent } : {};
    await sendBugReport({ message, ...attached });
    closeWindow();
    toast(t("bug.sent"));
  };
  return (
    <Form form={form} onSubmit={send} failure={t("bug.failed")}>
      <Stack>
        <AreaField
          name="message"
          label={t("bug.message")}
          description={t("bug.hint")}
          required
          maxLength={2_000}
          autoFocus
        />
        <CheckboxField name="attach" label={t("bug.attach")} />
        <Row justify="end">
          <Button kind="primary" type="submit" busy={form.formState.isSubmitting}>
            {t("bug.send")}
          </Button>
        </Row>
      </Stack>
    </Form>
  );
}
