import { DateTime, Quiet, useFormats } from "@comptoir/kit";
import { Trans, useTranslation } from "react-i18next";
import type { Asked } from "../spans/values";

type At = string | null | undefined;

/** Up to when changes are in what is counted; undefined: nobody knows yet. */
export function CountedAt({ at }: { at: At }) {
  const { t } = useTranslation("analytics");
  if (at === undefined) return null;
  if (at === null) return t("counted.never");
  return <Trans t={t} i18nKey="counted.at" components={[<DateTime key="at" at={at} />]} />;
}

/** Which days figures are of, and up to when changes are in them. */
export function Counted({ asked, at }: { asked: Asked; at: At }) {
  const { t } = useTranslation("analytics");
  const { date } = useFormats();
  return (
    <Quiet>
      {t("counted.days", { from: date(asked.from), to: date(asked.to) })} <CountedAt at={at} />
    </Quiet>
  );
}
