import { DateTime, Quiet, useFormats } from "@comptoir/kit";
import { Trans, useTranslation } from "react-i18next";
import type { Asked } from "../spans/values";

/** Which days figures are of, and up to when changes are in them. */
export function Counted({ asked, at }: { asked: Asked; at: string | null | undefined }) {
  const { t } = useTranslation("analytics");
  const { date } = useFormats();
  const days = { from: date(asked.from), to: date(asked.to) };
  return (
    <Quiet>
      {t("counted.days", days)}{" "}
      {at ? (
        <Trans t={t} i18nKey="counted.at" components={[<DateTime key="at" at={at} />]} />
      ) : (
        t("counted.never")
      )}
    </Quiet>
  );
}
