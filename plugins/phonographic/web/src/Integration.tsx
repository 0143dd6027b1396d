import { Can, Page, Stack } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { ReportForm } from "./ReportForm";
import { Reports } from "./Reports";
import { Schedule } from "./Schedule";

/** Reports to those who count sales of records: what comes next, what was sent, and a report out of turn. */
export default function Integration() {
  const { t } = useTranslation("phonographic");
  return (
    <Page title={t("integration.title")}>
      <Stack gap={24}>
        <Schedule />
        <Can permission="WRITE_AUDIT">
          <ReportForm />
        </Can>
        <Can permission="READ_AUDIT">
          <Reports />
        </Can>
      </Stack>
    </Page>
  );
}
