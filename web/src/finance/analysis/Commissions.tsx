import { cursorOf, Link, Money, NONE, Quiet, Section, SimpleTable, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import type { Asked } from "../../spans/values";
import { StoreLink } from "../../stores/StoreLink";
import { useTierText } from "../commissions/useTierText";
import { invoicePaths } from "../invoices/paths";
import type { Analysis, StoreCommission } from "./api";
import { invoicesOf } from "./values";

const keyOf = ({ store, percentage, minTreshold, maxTreshold }: StoreCommission) =>
  [store.id, percentage, minTreshold, maxTreshold].join(" ");

interface CommissionsProps {
  asked: Asked;
  analysis: Analysis;
}

/** What each tier of the stores' commissions brought, which leads to the invoices that it stands on. */
export function Commissions({ asked, analysis: { commissions } }: CommissionsProps) {
  const { t } = useTranslation(["analysis", "finance"]);
  const { percent } = useFormats();
  const tierText = useTierText();
  const list = invoicePaths.list(useArea());
  if (commissions.length === 0) {
    return (
      <Section title={t("tiers.title")}>
        <Quiet>{t("tiers.none")}</Quiet>
      </Section>
    );
  }
  return (
    <Section title={t("tiers.title")}>
      <SimpleTable
        caption={t("tiers.title")}
        rows={commissions}
        rowKey={keyOf}
        columns={[
          { id: "store", header: t("finance:field.store"), cell: ({ store }) => <StoreLink store={store} /> },
          {
            id: "tier",
            header: t("tiers.tier"),
            cell: ({ percentage, minTreshold, maxTreshold }) =>
              percentage === null
                ? t("tiers.typed")
                : tierText({ min: minTreshold ?? "0", max: maxTreshold ?? null }),
          },
          {
            id: "rate",
            header: t("tiers.rate"),
            align: "right",
            cell: ({ percentage }) => (percentage == null ? NONE : percent(percentage)),
          },
          {
            id: "amount",
            header: t("tiers.amount"),
            align: "right",
            cell: ({ store, value }) => (
              <Link
                to={`${list}?cursor=${cursorOf({ filters: invoicesOf({ ...asked, storeId: store.id }) })}`}
              >
                <Money amount={value} />
              </Link>
            ),
          },
        ]}
      />
    </Section>
  );
}
