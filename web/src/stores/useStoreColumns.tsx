import {
  type Column,
  columnsOf,
  DateTime,
  NONE,
  Row,
  StatusBadge,
  useCan,
  useIsStaff,
  usePluginName,
} from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { StoreRow } from "./api";
import { Organizations } from "./Organizations";
import { StoreStatus } from "./StoreStatus";

const { text, date } = columnsOf<StoreRow, "stores">();

/** Whether the providers of a store send events, and what became of these. */
function WebhookState({ of }: { of: StoreRow["webhooks"] }) {
  const { t } = useTranslation("stores");
  if (!of || (of.of === 0 && of.lastEventAt === null)) return NONE;
  const isWhole = of.registered === of.of;
  return (
    <Row gap={4}>
      {of.failed > 0 ? (
        <StatusBadge tone="critical" icon="critical">
          {t("webhooks.failed", { count: of.failed })}
        </StatusBadge>
      ) : (
        <StatusBadge tone={isWhole ? "success" : "attention"}>
          {isWhole ? t("webhooks.registered") : t("webhooks.missing")}
        </StatusBadge>
      )}
      {of.lastEventAt && <DateTime at={of.lastEventAt} />}
    </Row>
  );
}

/** The columns of the list of stores. */
export function useStoreColumns(): Column<StoreRow, "stores">[] {
  const { t } = useTranslation("stores");
  const nameOf = usePluginName();
  const can = useCan();
  const showsWebhooks = useIsStaff() && can("READ_CONNECTOR");
  return useMemo(() => {
    return [
      text("name", t("column.name"), { sortable: true, card: "title" }),
      {
        id: "archived",
        header: t("column.status"),
        cell: (store) => <StoreStatus store={store} />,
        card: "mark",
      },
      {
        id: "organizations",
        header: t("column.organizations"),
        cell: (store) => <Organizations of={store.organizations} />,
        card: "fact",
      },
      {
        id: "connectors",
        header: t("column.connectors"),
        cell: ({ connectors }) =>
          connectors.length === 0 ? (
            NONE
          ) : (
            <Row gap={4}>
              {connectors.map((plugin) => (
                <StatusBadge key={plugin} tone="info" icon="integrations">
                  {nameOf(plugin)}
                </StatusBadge>
              ))}
            </Row>
          ),
        card: "fact",
      },
      date("createdAt", t("column.created"), { sortable: true, card: "fact" }),
      ...(showsWebhooks
        ? [
            {
              id: "webhooks",
              header: t("column.webhooks"),
              cell: ({ webhooks }: StoreRow) => <WebhookState of={webhooks} />,
            },
          ]
        : []),
    ];
  }, [t, nameOf, showsWebhooks]);
}
