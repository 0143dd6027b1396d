import { type Column, DateTime, Figure, Meter, NONE } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type InboundRow, titleOf } from "./api";
import { InboundStatus } from "./InboundStatus";

/** The columns of the list of inbound shipments. */
export function useInboundColumns(): Column<InboundRow, "inboundShipments">[] {
  const { t } = useTranslation("inbound");
  return useMemo(
    () => [
      { id: "name", header: t("column.name"), cell: titleOf, sortable: true, card: "title" },
      { id: "reference", header: t("column.reference"), cell: ({ reference }) => reference || NONE },
      { id: "carrier", header: t("column.carrier"), cell: ({ carrier }) => carrier || NONE },
      {
        id: "status",
        header: t("column.status"),
        cell: ({ status, providerStatus }) => (
          <InboundStatus status={status} providerStatus={providerStatus} />
        ),
        sortable: true,
        card: "mark",
      },
      {
        id: "expectedUnits",
        header: t("column.expected"),
        cell: ({ expectedUnits }) => <Figure value={expectedUnits} />,
        total: ({ expectedUnits }) => expectedUnits,
        align: "right",
        card: "fact",
      },
      {
        id: "offloadedUnits",
        header: t("column.offloaded"),
        cell: ({ offloadedUnits }) => <Figure value={offloadedUnits} />,
        total: ({ offloadedUnits }) => offloadedUnits,
        align: "right",
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
        cell: ({ expectedAt }) => <DateTime at={expectedAt} relative={false} />,
        align: "right",
        sortable: true,
        card: "fact",
      },
    ],
    [t],
  );
}
