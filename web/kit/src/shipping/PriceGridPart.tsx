import { NativeSelect, VisuallyHidden } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useMayOpen } from "../access/screens";
import { client, unwrap } from "../api/client";
import { refresh, useGet } from "../api/hooks";
import { Banner } from "../display/Banner";
import { Empty } from "../display/states";
import { useUnsavedGuard } from "../form/useUnsavedGuard";
import { dayOf, isDay } from "../i18n/day";
import { fetchTexts } from "../i18n/fetchTexts";
import { useFormats } from "../i18n/format";
import { Button, Row, Stack } from "../layout/parts";
import { Loaded } from "../page/Loaded";
import { type Carrier, type ShippingPlace, useCarriers, useMayChange } from "./carriers";
import { AddPrice } from "./PriceForms";
import PriceSheet from "./PriceSheet";
import PriceSheets from "./PriceSheets";
import { cellOf, type PriceChanges } from "./prices";
import { type PriceEdits, usePriceEdits } from "./usePriceEdits";

// Of the sheet, which is drawn once its prices are there.
fetchTexts("parts");

/** The last simulations, a screen of the portal's. */
const SIMULATIONS = "/admin/shipping/simulation";

export { PriceSheet, PriceSheets };

export interface PriceGridProps {
  place: ShippingPlace;
}

/** What carriers of a provider cost: a tab a carrier, countries as rows, weight bands as columns. */
export default function PriceGridPart({ place }: PriceGridProps) {
  const { t } = useTranslation("carriers");
  const create = `${place.carriers}/create`;
  const mayOpen = useMayOpen();
  const mayCreate = useMayChange() && mayOpen(create);
  return (
    <Loaded of={useCarriers(place.provider)} lines={14}>
      {({ rows }) =>
        rows.length > 0 ? (
          <Grids place={place} carriers={rows} />
        ) : (
          <Empty
            icon="shipped"
            title={t("prices.empty.title")}
            action={
              mayCreate && (
                <Button kind="primary" icon="add" to={create}>
                  {t("create.action")}
                </Button>
              )
            }
          >
            {t("prices.empty.text")}
          </Empty>
        )
      }
    </Loaded>
  );
}

const query = (provider: string, carrierId: string, on: string | null) => ({
  params: { query: { provider, carrierId, ...(on && { on }) } },
});

interface GridsProps extends PriceGridProps {
  carriers: Carrier[];
}

function Grids({ place, carriers }: GridsProps) {
  const { t } = useTranslation("carriers");
  const mayOpen = useMayOpen();
  const [address, setAddress] = useSearchParams();
  const asked = address.get("on");
  // Today's tariff is the one without a day, so that the page is today's tomorrow.
  const on = asked && isDay(asked) && asked > dayOf(new Date()) ? asked : null;
  const edits = usePriceEdits(carriers);
  useUnsavedGuard(edits.edits.size > 0, true);

  const setOn = (day: string | null) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        if (day === null) next.delete("on");
        else next.set("on", day);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const save = async (body: PriceChanges) => {
    const day = body.validFrom ?? null;
    const send = async () => {
      await unwrap(client.POST("/shipping/price/changes", { body }));
      await refresh("shipping/price");
    };
    const isSaved = await edits.save(send, (keys) => presentPrices(place.provider, keys, day));
    // What holds from another day on is seen there.
    if (isSaved) setOn(day !== null && day > dayOf(new Date()) ? day : null);
    else void refresh("shipping/price");
  };
  return (
    <>
      <PriceSheets
        carriers={carriers}
        edits={edits}
        tariff={{ provider: place.provider, on }}
        save={save}
        sheet={(carrier) => (
          <CarrierPrices place={place} carrier={carrier} on={on} setOn={setOn} edits={edits} />
        )}
      />
      {mayOpen(SIMULATIONS) && (
        <Row>
          <Button icon="analytics" to={SIMULATIONS}>
            {t("prices.simulations")}
          </Button>
        </Row>
      )}
    </>
  );
}

/** What cells hold on a day, asked now. */
async function presentPrices(provider: string, keys: string[], on: string | null) {
  const ids = [...new Set(keys.map((key) => cellOf(key).carrierId))];
  const grids = await Promise.all(
    ids.map((id) => unwrap(client.GET("/shipping/price", query(provider, id, on)))),
  );
  return grids.flatMap(({ data }) => data.prices);
}

interface CarrierPricesProps {
  place: ShippingPlace;
  carrier: Carrier;
  on: string | null;
  setOn: (day: string | null) => void;
  edits: PriceEdits;
}

function CarrierPrices({ place, carrier, on, setOn, edits }: CarrierPricesProps) {
  const { t } = useTranslation("carriers");
  const format = useFormats();
  const grid = useGet("/shipping/price", query(place.provider, carrier.id, on));
  // The days are told from today on, whichever of them is looked at.
  const today = useGet("/shipping/price", query(place.provider, carrier.id, null));
  const days = today.data?.nextDays ?? [];
  const hasEdits = edits.edits.size > 0;
  const tariffs = (days.length > 0 || on) && (
    <NativeSelect
      aria-label={t("tariff.label")}
      title={hasEdits ? t("tariff.unsaved") : undefined}
      disabled={hasEdits}
      value={on ?? ""}
      onChange={(event) => setOn(event.currentTarget.value || null)}
      data={[
        { value: "", label: t("tariff.today") },
        ...[...new Set([...days, ...(on ? [on] : [])])]
          .sort()
          .map((day) => ({ value: day, label: t("tariff.from", { day: format.date(day) }) })),
      ]}
    />
  );
  return (
    <Loaded of={grid} lines={14}>
      {({ prices }) => (
        <Stack>
          <VisuallyHidden>
            <p role="status">{on ? t("tariff.shown", { day: format.date(on) }) : ""}</p>
          </VisuallyHidden>
          {days.length > 0 && on === null && (
            <Banner
              tone="info"
              title={t("tariff.ahead", { count: days.length, days: days.map(format.date).join(", ") })}
            />
          )}
          <PriceSheet
            carrierId={carrier.id}
            label={t("prices.of", { carrier: carrier.name })}
            fileName={t("file.name", { carrier: carrier.name })}
            prices={prices}
            edits={edits}
            tools={tariffs}
            empty={
              <Empty icon="finance" title={t("prices.none.title")}>
                {edits.write ? t("prices.none.text") : t("prices.none.read")}
              </Empty>
            }
            addPrice={(heaviest, close) => (
              <AddPrice carrierId={carrier.id} heaviest={heaviest} on={on} onClose={close} />
            )}
          />
        </Stack>
      )}
    </Loaded>
  );
}
