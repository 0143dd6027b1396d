import { Row, SimpleTable, StatusBadge } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useMarkets } from "./api";
import { Countries } from "./Countries";
import { LoadedRows } from "./LoadedRows";

/** Where a shop sells, and which market is the portal's. */
export function Markets({ connector }: { connector: string }) {
  const { t } = useTranslation("shopify");
  return (
    <LoadedRows rows={useMarkets(connector)} none={t("markets.none")}>
      {(rows) => (
        <SimpleTable
          caption={t("markets.title")}
          rows={rows}
          rowKey={({ name }) => name}
          columns={[
            {
              id: "name",
              header: t("markets.name"),
              cell: ({ name, ours }) => (
                <Row>
                  {name}
                  {ours && <StatusBadge tone="info">{t("shipping.ours")}</StatusBadge>}
                </Row>
              ),
            },
            {
              id: "state",
              header: t("markets.state"),
              cell: ({ active }) => (
                <StatusBadge tone={active ? "success" : "new"}>
                  {active ? t("markets.active") : t("markets.draft")}
                </StatusBadge>
              ),
            },
            {
              id: "countries",
              header: t("markets.countries"),
              cell: ({ countries }) => <Countries codes={countries} />,
            },
          ]}
        />
      )}
    </LoadedRows>
  );
}
