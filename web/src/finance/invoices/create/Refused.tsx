import { type ApiError, Banner } from "@comptoir/kit";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./create.module.css";
import { placeIn } from "./refusal";
import type { FillValues } from "./values";

/** What the parts of an invoice are called, by the name that the API has for them. */
function usePartNames(): Record<string, string> {
  const { t } = useTranslation(["invoicing", "finance"]);
  const period = t("field.period");
  return {
    organizationId: t("field.organization"),
    storeId: t("finance:field.store"),
    ...{ startAt: period, endAt: period },
    title: t("field.title"),
    deadlineAt: t("field.deadlineAt"),
    vat: t("field.vat"),
    organizationVat: t("field.organizationVat"),
    organizationOwnership: t("field.organizationOwnership"),
    specialMention: t("field.specialMention"),
    internalShipping: t("field.internalShipping"),
    salesReport: t("report.title"),
    figures: t("totals.title"),
    commissions: t("section.commissions"),
    fees: t("section.fees"),
    label: t("line.label"),
    quantity: t("line.quantity"),
    amount: t("line.amount"),
  };
}

interface RefusedProps {
  error: ApiError;
  /** What did not happen. */
  title: string;
  fill: FillValues;
  /** What one may do about it. */
  children?: ReactNode;
}

/** Why what is filled in was refused, each reason at the name of the part that it is about. */
export function Refused({ error, title, fill, children }: RefusedProps) {
  const { t } = useTranslation("invoicing");
  const names = usePartNames();
  const { field = "" } = (error.payload ?? {}) as { field?: string };
  const issues = error.fields.length > 0 ? error.fields : [{ field, message: error.message }];
  const text = (issue: (typeof issues)[number]) => {
    const place = placeIn(fill, issue.field).map((part) => names[part] ?? part);
    return place.length > 0
      ? t("refused.at", { place: place.join(" › "), message: issue.message })
      : issue.message;
  };
  return (
    <Banner tone="critical" title={title}>
      <ul className={classes.warnings}>
        {issues.map((issue) => (
          <li key={issue.field}>{text(issue)}</li>
        ))}
      </ul>
      {children}
    </Banner>
  );
}
