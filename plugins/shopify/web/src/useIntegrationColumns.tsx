import { type Column, columnsOf, DateTime, Link, type Owner } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Integration } from "./api";

const { text } = columnsOf<Integration>();

/** The columns of the list of connections, whose stores are `owners`. */
export function useIntegrationColumns(owners: Map<string, Owner>): Column<Integration>[] {
  const { t } = useTranslation("shopify");
  return useMemo(() => {
    /** When something was told last. */
    const when = (at: string | undefined) =>
      at === undefined ? t("integration.never") : <DateTime at={at} />;
    const pulled = (kind: string, header: string) => ({
      id: kind,
      header,
      cell: ({ pulls }: Integration) => when(pulls.find(({ name }) => name === kind)?.at),
    });
    return [
      text("store", t("integration.store"), {
        of: ({ connector }) => owners.get(connector)?.storeName,
        card: "title",
      }),
      {
        id: "shop",
        header: t("integration.shop"),
        cell: ({ shop, adminUrl }) => (
          <Link to={adminUrl} external>
            {shop}
          </Link>
        ),
        card: "fact",
      },
      { ...pulled("orders", t("pull.orders")), card: "fact" },
      pulled("products", t("pull.products")),
      pulled("inventories", t("pull.inventories")),
      {
        id: "event",
        header: t("integration.lastEvent"),
        cell: ({ events }) => when(events[0]?.at),
        card: "fact",
      },
    ];
  }, [t, owners]);
}
