import { type Column, columnsOf, ExpectedDay, Meter, StockBadge } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type InboundRow, isAwaited, titleOf } from "./api";
import { InboundStatus } from "./InboundStatus";

const { text, number } = columnsOf<InboundRow, "inboundShipments">();

/** The columns of the list of inbound shipments. */
export function useInboundColumns(): Column<InboundRow, "inboundShipments">[] {
  const { t } = useTranslation("inbound");
  return useMemo(
    () => [
      text("name", t("column.name"), { of: titleOf, sortable: true, card: "title" }),
      text("reference", t("column.reference")),
      text("carrier", t("column.carrier")),
      {
        id: "status",
        header: t("column.status"),
        cell: ({ status, providerStatus }) => (
          <InboundStatus status={status} providerStatus={providerStatus} />
        ),
        sortable: true,
        card: "mark",
      },
      number("expectedUnits", t("column.expected"), { total: true, card: "fact" }),
      {
        id: "offloadedUnits",
        header: t("column.offloaded"),
        cell: ({ offloadedUnits }) => <StockBadge kind="offloaded" pieces={offloadedUnits} />,
        align: "right",
        total: ({ offloadedUnits }) => offloadedUnits,
      },
      {
        id: "damagedUnits",
        header: t("column.damaged"),
        cell: ({ damagedUnits }) => <StockBadge kind="damaged" pieces={damagedUnits} />,
        align: "right",
        total: ({ damagedUnits }) => damagedUnits,
      },
      {
        id: "progress",
        header: t("column.progress"),
        cell: ({ progress }) => <Meter label={t("column.progress")} percent={progress} />,
        align: "right",
        card: "fact",
      },
      {
        id: "expectedAt",
        header: t("column.expectedAt"),
        align: "right",
        cell: (shipment) => <ExpectedDay at={shipment.expectedAt} isAwaited={isAwaited(shipment)} />,
        sortable: true,
        card: "fact",
      },
    ],
    [t],
  );
}
