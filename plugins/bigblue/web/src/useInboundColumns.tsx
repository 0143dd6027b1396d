import { type Column, columnsOf, Meter } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { InboundStatus } from "./InboundStatus";
import type { Shipment } from "./inbound";

const { text, copy, number, day } = columnsOf<Shipment>();

/** The columns of the list of shipments. */
export function useInboundColumns(): Column<Shipment>[] {
  const { t } = useTranslation("bigblue");
  return useMemo(
    () => [
      copy("providerId", t("inbound.id"), { card: "fact" }),
      text("name", t("inbound.name"), { card: "title" }),
      text("carrier", t("inbound.carrier")),
      {
        id: "status",
        header: t("inbound.statusLabel"),
        cell: ({ status, providerStatus }) => (
          <InboundStatus status={status} providerStatus={providerStatus} />
        ),
        card: "mark",
      },
      text("organizations", t("inbound.organizations"), {
        of: ({ organizations }) => organizations.map(({ name }) => name).join(", "),
      }),
      number("expectedUnits", t("inbound.expected"), { total: true }),
      {
        id: "progress",
        header: t("inbound.progress"),
        align: "right",
        cell: ({ progress }) => <Meter label={t("inbound.progress")} percent={progress} />,
        card: "fact",
      },
      day("expectedAt", t("inbound.expectedAt"), { sortable: true }),
    ],
    [t],
  );
}
