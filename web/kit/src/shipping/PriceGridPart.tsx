import { NativeSelect, TextInput, VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useMayOpen } from "../access/screens";
import { client, unwrap } from "../api/client";
import { toApiError } from "../api/error";
import { refresh, useGet } from "../api/hooks";
import { csvName, toCsv } from "../chart/csv";
import { Banner } from "../display/Banner";
import { Icon } from "../display/icons";
import { Empty } from "../display/states";
import { toast, toastError } from "../feedback/toast";
import { saveFile } from "../files/transfer";
import { fold } from "../form/fold";
import bar from "../form/SaveBar.module.css";
import { useUnsavedGuard } from "../form/useUnsavedGuard";
import SheetPart from "../grid/SheetPart";
import type { SheetLine } from "../grid/selection";
import { dayOf, isDay } from "../i18n/day";
import { useFormats } from "../i18n/format";
import { ActionMenu, type MenuAction } from "../layout/ActionMenu";
import { Button, Link, Quiet, Stack } from "../layout/parts";
import { Tabs } from "../navigate/Tabs";
import { Loaded } from "../page/Loaded";
import { type Carrier, type ShippingPlace, useCarriers, useMayChange } from "./carriers";
import { flagOf } from "./flags";
import { PriceCards } from "./PriceCards";
import { AddBand, AddCountries, AddPrice } from "./PriceForms";
import PriceImport from "./PriceImport";
import PriceReview from "./PriceReview";
import classes from "./Prices.module.css";
import { priceRows } from "./priceFile";
import {
  bandId,
  bandsOf,
  cellKey,
  cellOf,
  changesOf,
  differing,
  type Edits,
  edited,
  gapsOf,
  type PriceChanges,
  priceFault,
  rebased,
  valuesOf,
} from "./prices";
import { useBandText } from "./useBandText";
import { useEdits } from "./useEdits";

/** The last simulations, a screen of the portal's. */
const SIMULATIONS = "/admin/shipping/simulation";

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

/** Rows and columns that have no price yet. */
interface Added {
  countries: string[];
  bands: string[];
}

interface GridsProps extends PriceGridProps {
  carriers: Carrier[];
}

function Grids({ place, carriers }: GridsProps) {
  const { t } = useTranslation("carriers");
  const format = useFormats();
  const [address, setAddress] = useSearchParams();
  const asked = address.get("on");
  // Today's tariff is the one without a day, so that the page is today's tomorrow.
  const on = asked && isDay(asked) && asked > dayOf(new Date()) ? asked : null;
  const shown = carriers.find(({ id }) => id === address.get("carrier")) ?? carriers[0];
  const isEditable = useMayChange();
  const mayOpen = useMayOpen();
  const { edits, change, replace, undo, redo } = useEdits();
  const [added, setAdded] = useState<Record<string, Added>>({});
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const [goTo, setGoTo] = useState<{ row: string; column: string } | null>(null);
  const [isReviewing, setReviewing] = useState(false);
  useUnsavedGuard(edits.size > 0, true);

  const set = (name: string, value: string | null) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const show = (key: string) => {
    const { carrierId, country, band } = cellOf(key);
    if (carrierId !== shown?.id) set("carrier", carrierId);
    setGoTo({ row: country, column: band });
  };

  /** A step back or forth, seen where it was taken. */
  const step = (go: (() => Edits) | undefined) =>
    go &&
    (() => {
      const changed = differing(edits, go()).map((key) => cellOf(key).carrierId);
      if (changed[0] && shown && !changed.includes(shown.id)) set("carrier", changed[0]);
    });

  const words = {
    number: t("fault.number"),
    decimals: t("fault.decimals"),
    positive: t("fault.positive"),
    tooHigh: t("fault.tooHigh"),
  };
  const own = [...edits].flatMap(([key, { value }]) => {
    const fault = priceFault(value);
    return fault ? [[key, words[fault]] as const] : [];
  });
  const faults = new Map([...refused, ...own]);

  const tell = async (reason: unknown, sent: string[], day: string | null) => {
    const error = toApiError(reason);
    const refusals = error.fields.flatMap(({ field, code, message }) => {
      const key = sent[Number(/^changes\[(\d+)\]/.exec(field)?.[1])];
      return key ? [{ key, code, message }] : [];
    });
    const [first] = refusals;
    if (!first) throw error;
    const moved = refusals.filter(({ code }) => code === "moved").map(({ key }) => key);
    const present = await presentPrices(place.provider, moved, day);
    const now = (key: string) => {
      const price = present.get(key);
      return price ? t("refused.now", { price: format.money(price) }) : t("refused.none");
    };
    setRefused(
      new Map(
        refusals.map(({ key, code, message }) => [
          key,
          code === "moved" ? `${message} ${now(key)}` : message,
        ]),
      ),
    );
    replace(rebased(edits, moved, present));
    void refresh("shipping/price");
    setReviewing(false);
    show(first.key);
    toastError(t("refused.text", { count: refusals.length }), t("review.failed"));
  };
  const save = async (body: PriceChanges) => {
    const sent = changesOf(edits).map(({ key }) => key);
    const day = body.validFrom ?? null;
    try {
      await unwrap(client.POST("/shipping/price/changes", { body }));
    } catch (reason) {
      return tell(reason, sent, day);
    }
    replace(new Map());
    setRefused(new Map());
    setReviewing(false);
    await refresh("shipping/price");
    // What holds from another day on is seen there.
    set("on", day !== null && day > dayOf(new Date()) ? day : null);
    toast(t("review.done", { count: sent.length }));
  };

  const [firstFault] = own;
  return (
    <>
      <Tabs
        label={t("prices.carriers")}
        name="carrier"
        tabs={carriers.map((carrier) => ({
          id: carrier.id,
          label: carrier.name,
          count: countIn(edits, carrier.id) || undefined,
          content: (
            <CarrierPrices
              place={place}
              carrier={carrier}
              on={on}
              setOn={(day) => set("on", day)}
              edits={edits}
              added={added[carrier.id] ?? { countries: [], bands: [] }}
              setAdded={(of) => setAdded((before) => ({ ...before, [carrier.id]: of }))}
              faults={faults}
              goTo={goTo}
              undo={step(undo)}
              redo={step(redo)}
              write={
                isEditable
                  ? (cells, saved) => {
                      change((before) => edited(before, cells, saved));
                      setRefused((before) => new Map([...before].filter(([key]) => !cells.has(key))));
                    }
                  : undefined
              }
            />
          ),
        }))}
      />
      {mayOpen(SIMULATIONS) && (
        <Quiet>
          {/* What is not saved stays where it is. */}
          <Link to={SIMULATIONS} external={edits.size > 0}>
            {t("prices.simulations")}
          </Link>
        </Quiet>
      )}
      {edits.size > 0 && (
        <section className={bar.bar} data-form-bar aria-label={t("bar.label")}>
          <span>{t("bar.unsaved", { count: edits.size })}</span>
          {firstFault && (
            <Button kind="quiet" icon="attention" onClick={() => show(firstFault[0])}>
              {t("bar.faults", { count: own.length })}
            </Button>
          )}
          <Button onClick={() => change(() => new Map())}>{t("bar.discard")}</Button>
          <Button
            kind="primary"
            disabledBecause={firstFault && t("bar.faults", { count: own.length })}
            onClick={() => setReviewing(true)}
          >
            {t("bar.review")}
          </Button>
        </section>
      )}
      {isReviewing && edits.size > 0 && (
        <PriceReview
          provider={place.provider}
          edits={edits}
          carriers={carriers}
          on={on}
          save={save}
          onClose={() => setReviewing(false)}
        />
      )}
    </>
  );
}

const countIn = (edits: Edits, carrierId: string) =>
  [...edits.keys()].filter((key) => cellOf(key).carrierId === carrierId).length;

/** What cells hold on a day, asked now. */
async function presentPrices(provider: string, keys: string[], on: string | null) {
  const ids = [...new Set(keys.map((key) => cellOf(key).carrierId))];
  const grids = await Promise.all(
    ids.map((id) => unwrap(client.GET("/shipping/price", query(provider, id, on)))),
  );
  return valuesOf(grids.flatMap(({ data }) => data.prices));
}

interface CarrierPricesProps {
  place: ShippingPlace;
  carrier: Carrier;
  on: string | null;
  setOn: (day: string | null) => void;
  edits: Edits;
  added: Added;
  setAdded: (added: Added) => void;
  faults: ReadonlyMap<string, string>;
  goTo: { row: string; column: string } | null;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  /** Absent: nothing can be changed. */
  write: ((cells: ReadonlyMap<string, string>, saved: ReadonlyMap<string, string>) => void) | undefined;
}

const NO_PRICES: ReadonlyMap<string, string> = new Map();

function CarrierPrices(props: CarrierPricesProps) {
  const { place, carrier, on } = props;
  const grid = useGet("/shipping/price", query(place.provider, carrier.id, on));
  // The days are told from today on, whichever of them is looked at.
  const today = useGet("/shipping/price", query(place.provider, carrier.id, null));
  const prices = grid.data?.prices;
  const saved = useMemo(() => (prices ? valuesOf(prices) : NO_PRICES), [prices]);
  return (
    <Loaded of={grid} lines={14}>
      {() => <CarrierSheet {...props} saved={saved} days={today.data?.nextDays ?? []} />}
    </Loaded>
  );
}

type Opened = "price" | "band" | "country" | "file" | null;

function CarrierSheet(props: CarrierPricesProps & { saved: ReadonlyMap<string, string>; days: string[] }) {
  const { carrier, on, edits, added, setAdded, saved, days, write } = props;
  const { t, i18n } = useTranslation("carriers");
  const format = useFormats();
  const bandText = useBandText();
  const isPhone = useMediaQuery("(max-width: 640px)", undefined, { getInitialValueInEffect: false });
  const [search, setSearch] = useState("");
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);

  const keyOf = useCallback(
    (country: string, band: string) => cellKey(carrier.id, country, band),
    [carrier.id],
  );
  const changed = useMemo(() => {
    const of = [...edits].filter(([key]) => cellOf(key).carrierId === carrier.id);
    return new Map(of.map(([key, { value }]) => [key, value]));
  }, [edits, carrier.id]);
  /** As it would be once saved. */
  const values = useMemo(() => new Map([...saved, ...changed]), [saved, changed]);
  const cells = useMemo(() => [...values.keys()].map(cellOf), [values]);

  const bands = useMemo(
    () => bandsOf([...cells.map(({ band }) => band), ...added.bands]),
    [cells, added.bands],
  );
  const columns = useMemo(
    (): SheetLine[] => bands.map((band) => ({ id: bandId(band), label: bandText(band) })),
    [bands, bandText],
  );
  const countries = useMemo((): SheetLine[] => {
    const codes = [...new Set([...cells.map(({ country }) => country), ...added.countries])];
    const priced = new Map<string, string[]>();
    for (const [key, price] of values) {
      const { country, band } = cellOf(key);
      if (price !== "") priced.set(country, [...(priced.get(country) ?? []), band]);
    }
    const lines = codes.map((id) => {
      const gaps = gapsOf(bandsOf(priced.get(id) ?? [])).map(bandText);
      const hint = gaps.length > 0 ? t("prices.gap", { bands: gaps.join(", ") }) : undefined;
      return { id, label: format.country(id), picture: flagOf(id), hint };
    });
    const collator = new Intl.Collator(i18n.resolvedLanguage);
    return lines.sort((one, other) => collator.compare(one.label, other.label));
  }, [cells, added.countries, values, bandText, format, i18n.resolvedLanguage, t]);
  const rows = useMemo(() => {
    const asked = fold(search.trim());
    return countries.filter(({ id, label }) => fold(label).includes(asked) || fold(id) === asked);
  }, [countries, search]);
  // A cell that is to be gone to may not be hidden by the search.
  const isHidden = props.goTo !== null && search !== "" && !rows.some(({ id }) => id === props.goTo?.row);
  const [wasAt, setWasAt] = useState(props.goTo);
  if (props.goTo !== wasAt) {
    setWasAt(props.goTo);
    if (isHidden) setSearch("");
  }

  const heaviest = bands.at(-1)?.max ?? 0;
  const saveCsv = () => {
    const text = toCsv(priceRows(values), i18n.resolvedLanguage ?? "fr");
    const name = csvName(t("file.name", { carrier: carrier.name }));
    saveFile(new Blob([text], { type: "text/csv;charset=utf-8" }), name);
  };
  const take = (read: ReadonlyMap<string, string>) => {
    write?.(read, saved);
    const different = [...read].filter(([key, price]) => Number(saved.get(key) ?? 0) !== Number(price));
    toast(t("file.taken", { count: read.size, changed: different.length }));
  };
  const adding: MenuAction[] = [
    { id: "price", label: t("add.price.open"), icon: "finance", onClick: () => setOpened("price") },
    { id: "band", label: t("add.band.open"), icon: "table", onClick: () => setOpened("band") },
    { id: "country", label: t("add.country.open"), icon: "language", onClick: () => setOpened("country") },
  ];
  const files: MenuAction[] = [
    { id: "export", label: t("file.export"), icon: "download", onClick: saveCsv },
    ...(write
      ? [
          {
            id: "import",
            label: t("file.import"),
            icon: "upload" as const,
            onClick: () => setOpened("file"),
          },
        ]
      : []),
  ];
  const hasEdits = edits.size > 0;
  const tools = (
    <>
      {write && !isPhone && (
        <ActionMenu label={t("add.label")} text={t("add.open")} icon="add" actions={adding} />
      )}
      <ActionMenu label={t("file.label")} text={t("file.open")} icon="file" actions={files} />
      <TextInput
        className={classes.search}
        type="search"
        aria-label={t("prices.search")}
        placeholder={t("prices.search")}
        leftSection={<Icon name="search" />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {(days.length > 0 || on) && (
        <NativeSelect
          aria-label={t("tariff.label")}
          title={hasEdits ? t("tariff.unsaved") : undefined}
          disabled={hasEdits}
          value={on ?? ""}
          onChange={(event) => props.setOn(event.currentTarget.value || null)}
          data={[
            { value: "", label: t("tariff.today") },
            ...[...new Set([...days, ...(on ? [on] : [])])]
              .sort()
              .map((day) => ({ value: day, label: t("tariff.from", { day: format.date(day) }) })),
          ]}
        />
      )}
    </>
  );
  const empty =
    countries.length > 0 ? (
      <Empty icon="search" title={t("prices.noCountry")} />
    ) : (
      <Empty icon="finance" title={t("prices.none.title")}>
        {write ? t("prices.none.text") : t("prices.none.read")}
      </Empty>
    );
  return (
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
      {isPhone ? (
        <>
          <div className={classes.tools}>{tools}</div>
          {rows.length === 0 && empty}
          <PriceCards
            countries={rows}
            bands={columns}
            read={(country, band) => values.get(keyOf(country, band)) ?? ""}
          />
        </>
      ) : (
        <SheetPart
          label={t("prices.of", { carrier: carrier.name })}
          rowHeading={t("prices.country")}
          rows={rows}
          columns={columns}
          keyOf={keyOf}
          saved={saved}
          changed={changed}
          faults={props.faults}
          goTo={props.goTo}
          onUndo={props.undo}
          onRedo={props.redo}
          onChange={write && ((typed) => write(typed, saved))}
          tools={tools}
          empty={empty}
        />
      )}
      {opened === "price" && <AddPrice carrierId={carrier.id} heaviest={heaviest} on={on} onClose={close} />}
      {opened === "band" && (
        <AddBand
          heaviest={heaviest}
          onClose={close}
          add={(band) => setAdded({ ...added, bands: [...added.bands, bandId(band)] })}
        />
      )}
      {opened === "country" && (
        <AddCountries
          onClose={close}
          add={(codes) => setAdded({ ...added, countries: [...added.countries, ...codes] })}
        />
      )}
      {opened === "file" && <PriceImport carrierId={carrier.id} onClose={close} take={take} />}
    </Stack>
  );
}
