import { type Column, columnsOf, ExpectedDay, Meter, StockBadge } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { InboundStatus } from "./InboundStatus";
import type { Shipment } from "./inbound";

const { text, copy, number } = columnsOf<Shipment, "inboundShipments">();

/** Those that nothing came of yet. */
const AWAITED: ReadonlySet<string> = new Set(["DRAFT", "TRANSMITTED"]);

/** The columns of the list of shipments. */
export function useInboundColumns(): Column<Shipment, "inboundShipments">[] {
  const { t } = useTranslation("bigblue");
  return useMemo(
    () => [
      copy("providerRef", t("inbound.id"), { card: "fact" }),
      text("name", t("inbound.name"), { sortable: true, card: "title" }),
      text("reference", t("inbound.reference")),
      text("carrier", t("inbound.carrier"), { hidden: true }),
      {
        id: "status",
        header: t("inbound.statusLabel"),
        cell: ({ status, providerStatus }) => (
          <InboundStatus status={status} providerStatus={providerStatus} />
        ),
        sortable: true,
        card: "mark",
      },
      text("organizations", t("inbound.organizations"), {
        of: ({ organizations }) => organizations.map(({ name }) => name).join(", "),
      }),
      number("expectedUnits", t("inbound.expected"), { total: true }),
      {
        id: "offloadedUnits",
        header: t("inbound.offloaded"),
        align: "right",
        cell: ({ offloadedUnits }) => <StockBadge kind="offloaded" pieces={offloadedUnits} />,
        total: ({ offloadedUnits }) => offloadedUnits,
      },
      {
        id: "damagedUnits",
        header: t("inbound.damaged"),
        align: "right",
        cell: ({ damagedUnits }) => <StockBadge kind="damaged" pieces={damagedUnits} />,
        total: ({ damagedUnits }) => damagedUnits,
      },
      {
        id: "progress",
        header: t("inbound.progress"),
        align: "right",
        cell: ({ progress }) => <Meter label={t("inbound.progress")} percent={progress} />,
        card: "fact",
      },
      {
        id: "expectedAt",
        header: t("inbound.expectedAt"),
        align: "right",
        cell: ({ status, expectedAt }) => <ExpectedDay at={expectedAt} isAwaited={AWAITED.has(status)} />,
        sortable: true,
      },
    ],
    [t],
  );
}
