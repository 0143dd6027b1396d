import { useTranslation } from "react-i18next";
import { StatusBadge } from "../display/StatusBadge";
import { DateTime, NONE } from "../display/values";
import { useNow } from "../i18n/format";
import { Row } from "../layout/parts";

/** A day is over a day after it begins. */
const DAY_MS = 86_400_000;

/** The day on which something is to come; marked as late once it is over and nothing came. */
export function ExpectedDay({ at, isAwaited }: { at: string | null; isAwaited: boolean }) {
  const { t } = useTranslation("parts");
  const now = useNow();
  if (at === null) return NONE;
  const day = <DateTime at={at} relative={false} />;
  if (!isAwaited || Date.parse(at) + DAY_MS > now) return day;
  return (
    <Row gap={6} justify="end" wrap="nowrap">
      <StatusBadge tone="warning" icon="clock">
        {t("dates.late")}
      </StatusBadge>
      {day}
    </Row>
  );
}
