import { Empty, Money, Section, SimpleTable } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Terms } from "./api";
import { useRange, useStorageUnits } from "./useStorageTexts";

function ReturnPrices({ returns }: Pick<Terms, "returns">) {
  const { t } = useTranslation("organizations");
  if (returns.length === 0) {
    return (
      <Empty icon="returned" title={t("returns.none")}>
        {t("terms.askUs")}
      </Empty>
    );
  }
  return (
    <SimpleTable
      caption={t("returns.title")}
      // Two may say the same: their place tells them apart.
      rows={returns.map((price, at) => ({ ...price, at }))}
      rowKey={({ at }) => at}
      columns={[
        { id: "type", header: t("returns.type"), cell: ({ type }) => type },
        {
          id: "price",
          header: t("terms.price"),
          cell: ({ price }) => <Money amount={price} />,
          align: "right",
        },
      ]}
    />
  );
}

function StoragePrices({ storages }: Pick<Terms, "storages">) {
  const { t } = useTranslation("organizations");
  const units = useStorageUnits();
  const range = useRange();
  if (storages.length === 0) {
    return (
      <Empty icon="product" title={t("storage.none")}>
        {t("terms.askUs")}
      </Empty>
    );
  }
  return (
    <SimpleTable
      caption={t("storage.title")}
      rows={storages.map((price, at) => ({ ...price, at }))}
      rowKey={({ at }) => at}
      columns={[
        { id: "range", header: t("storage.range"), cell: range },
        { id: "units", header: t("storage.units"), cell: ({ units: unit }) => units[unit] },
        {
          id: "price",
          header: t("storage.price"),
          cell: ({ price }) => <Money amount={price} />,
          align: "right",
        },
      ]}
    />
  );
}

/** The prices of returns and of storage, to be read. */
export function Prices({ returns, storages }: Pick<Terms, "returns" | "storages">) {
  const { t } = useTranslation("organizations");
  return (
    <>
      <Section title={t("returns.title")}>
        <ReturnPrices returns={returns} />
      </Section>
      <Section title={t("storage.title")}>
        <StoragePrices storages={storages} />
      </Section>
    </>
  );
}
