import {
  Empty,
  Loaded,
  type PriceEdits,
  PriceSheet,
  PriceSheets,
  type PriceSheetsProps,
  useGet,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Carrier, Exception } from "./api";

interface ExceptionsStepProps extends Pick<PriceSheetsProps, "carriers" | "edits" | "save"> {
  exceptions: Exception[];
}

/** What was agreed on with the store instead of the grid's prices. */
export function ExceptionsStep({ exceptions, ...sheets }: ExceptionsStepProps) {
  return (
    <PriceSheets
      {...sheets}
      isLed
      sheet={(carrier) => (
        <CarrierExceptions carrier={carrier} exceptions={exceptions} edits={sheets.edits} />
      )}
    />
  );
}

interface CarrierExceptionsProps {
  carrier: Carrier;
  exceptions: Exception[];
  edits: PriceEdits;
}

function CarrierExceptions({ carrier, exceptions, edits }: CarrierExceptionsProps) {
  const { t } = useTranslation("shopify");
  const query = { provider: carrier.provider, carrierId: carrier.id };
  const grid = useGet("/shipping/price", { params: { query } });
  return (
    <Loaded of={grid} lines={14}>
      {({ prices }) => (
        <PriceSheet
          carrierId={carrier.id}
          label={t("exceptions.of", { carrier: carrier.name })}
          fileName={t("exceptions.file", { carrier: carrier.name })}
          prices={exceptions}
          fallback={prices}
          edits={edits}
          empty={
            <Empty icon="finance" title={t("exceptions.none")}>
              {prices.length > 0 ? t("exceptions.gridHolds") : t("exceptions.noGrid")}
            </Empty>
          }
        />
      )}
    </Loaded>
  );
}
