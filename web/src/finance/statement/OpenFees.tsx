import { Figure, Money, Quiet, Section, SimpleTable, Stack, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { OpenFees as OpenFeesOf } from "./api";

/** The fees that wait for an invoice of an owner of the store. */
export function OpenFees({ fees }: { fees: OpenFeesOf[] }) {
  const { t } = useTranslation(["statement", "invoices"]);
  const { percent } = useFormats();
  const open = fees.filter(({ count }) => count > 0);
  return (
    <Section title={t("fees.title")}>
      {open.length === 0 ? (
        <Quiet>{t("fees.none")}</Quiet>
      ) : (
        <Stack gap={12}>
          <Quiet>{t("fees.text")}</Quiet>
          <SimpleTable
            caption={t("fees.title")}
            rows={open}
            rowKey={({ organization }) => organization.id}
            columns={[
              {
                id: "organization",
                header: t("invoices:field.organization"),
                cell: ({ organization }) => organization.name,
              },
              { id: "share", header: t("fees.share"), align: "right", cell: ({ share }) => percent(share) },
              {
                id: "count",
                header: t("fees.count"),
                align: "right",
                cell: ({ count }) => <Figure value={count} />,
              },
              {
                id: "amount",
                header: t("fees.amount"),
                align: "right",
                cell: ({ customerAmount }) => <Money amount={customerAmount} />,
              },
            ]}
          />
        </Stack>
      )}
    </Section>
  );
}
