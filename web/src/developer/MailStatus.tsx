import { type Schemas, StatusBadge, type Tone } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

/** Whether a mail went out. */
export function MailStatus({ status }: { status: Schemas["Mail"]["status"] }) {
  const { t } = useTranslation("developer");
  const looks: Record<string, { label: string; tone: Tone }> = {
    queued: { label: t("outbox.queued"), tone: "info" },
    sent: { label: t("outbox.sent"), tone: "success" },
    failed: { label: t("outbox.failed"), tone: "critical" },
    kept: { label: t("outbox.kept"), tone: "new" },
  };
  const look = looks[status] ?? { label: status, tone: "new" as const };
  return <StatusBadge tone={look.tone}>{look.label}</StatusBadge>;
}
