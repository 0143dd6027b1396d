import { type Column, columnsOf, DateTime, Link, NONE, type Owner, StatusBadge } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Integration } from "./api";
import { useStateLabel } from "./useLabels";

function State({ row }: { row: Integration }) {
  const { tone, label } = useStateLabel()(row);
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}

const { text, number } = columnsOf<Integration>();

/** The columns of the list of connections, whose stores are `owners`. */
export function useIntegrationColumns(owners: Map<string, Owner>): Column<Integration>[] {
  const { t } = useTranslation("gorgias");
  return useMemo(
    () => [
      text("store", t("integration.store"), {
        of: ({ connector }) => owners.get(connector)?.storeName,
        card: "title",
      }),
      {
        id: "account",
        header: t("integration.account"),
        cell: ({ account }) =>
          account ? (
            <Link to={`https://${account}.gorgias.com`} external>
              {account}
            </Link>
          ) : (
            NONE
          ),
        card: "fact",
      },
      text("tag", t("integration.tag"), { card: "fact" }),
      number("tickets", t("integration.tickets"), { of: ({ lastPull }) => lastPull?.tickets }),
      {
        id: "lastPull",
        header: t("integration.lastPull"),
        cell: ({ lastPull }) => (lastPull ? <DateTime at={lastPull.at} /> : t("integration.never")),
        card: "fact",
      },
      {
        id: "webhooks",
        header: t("integration.webhooks"),
        cell: (row) => <State row={row} />,
        card: "mark",
      },
    ],
    [t, owners],
  );
}
