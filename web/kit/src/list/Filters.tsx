import { Checkbox, TextInput } from "@mantine/core";
import { lazy, memo, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../display/icons";
import { SkeletonLines } from "../display/states";
import { fold } from "../form/fold";
import { type RecordSource, useRecords } from "../form/records";
import { useFormats } from "../i18n/format";
import { type DateRange, isPreset, type Preset } from "../i18n/period";
import { Fetching } from "../layout/Fetching";
import { Popup } from "../layout/Popup";
import type { Filter } from "./cursor";
import classes from "./Filters.module.css";
import { type FilterOffer, type NumberSpan, optionsOf } from "./filters";
import { NumberRange } from "./NumberRange";
import type { ListState } from "./useListState";

const RecordOptions = lazy(() => import("./RecordOptions"));
const DateRangePicker = lazy(() => import("./DateRangePicker"));

/** From this many options on, they can be searched. */
const SEARCHABLE_FROM = 8;

type OneOf = Extract<FilterOffer, { kind: "oneOf" }>;

function Options(props: { offer: OneOf; chosen: string[]; onChange: (values: string[]) => void }) {
  const { t } = useTranslation("kit");
  const [text, setText] = useState("");
  const wanted = fold(text.trim());
  const all = optionsOf(props.offer.options);
  const options = all.filter(({ label }) => fold(label).includes(wanted));
  return (
    <div className={classes.options}>
      {all.length >= SEARCHABLE_FROM && (
        <TextInput
          size="sm"
          aria-label={t("list.findOption")}
          placeholder={t("list.findOption")}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
      )}
      <Checkbox.Group value={props.chosen} onChange={props.onChange} aria-label={props.offer.label}>
        {options.map((option) => (
          <Checkbox key={option.value} value={option.value} label={option.label} className={classes.option} />
        ))}
      </Checkbox.Group>
      {options.length === 0 && <p className={classes.none}>{t("list.noOption")}</p>}
    </div>
  );
}

const isDays = (filter: Filter): filter is { field: string } & Partial<DateRange> =>
  !("values" in filter) && typeof (filter.from ?? filter.to) !== "number";
const isNumbers = (filter: Filter): filter is { field: string } & NumberSpan =>
  !("values" in filter) && typeof (filter.from ?? filter.to) === "number";

/** The name of the first record of a filter, and how many others there are. */
function RecordSummary({ source, ids }: { source: RecordSource<unknown>; ids: string[] }) {
  const [row] = useRecords(source, ids.slice(0, 1));
  const name = row === undefined ? "…" : source.label(row);
  return ids.length > 1 ? `${name} +${ids.length - 1}` : name;
}

/** What a filter holds, in a few words. */
function useSummary(offer: FilterOffer, filter: Filter | undefined): ReactNode {
  const format = useFormats();
  const { t } = useTranslation("kit");
  if (!filter) return null;
  if (offer.kind === "record") {
    return "values" in filter ? <RecordSummary source={offer.source} ids={filter.values} /> : null;
  }
  if (offer.kind === "oneOf") {
    const values = "values" in filter ? filter.values : [];
    const first = optionsOf(offer.options).find((option) => option.value === values[0])?.label ?? values[0];
    return values.length > 1 ? `${first} +${values.length - 1}` : (first ?? null);
  }
  if (offer.kind === "numbers") {
    const { from, to }: NumberSpan = isNumbers(filter) ? filter : {};
    const unit = offer.suffix ? `\u00a0${offer.suffix}` : "";
    if (from === undefined) return to === undefined ? "…" : `≤\u00a0${format.number(to)}${unit}`;
    if (to === undefined) return `≥\u00a0${format.number(from)}${unit}`;
    return from === to
      ? `${format.number(from)}${unit}`
      : `${format.number(from)} – ${format.number(to)}${unit}`;
  }
  const { from, to }: Partial<DateRange> = isDays(filter) ? filter : {};
  if (isPreset(from)) return t(`dates.${from}`);
  if (from && from === to) return format.date(from);
  return `${from ? format.date(from) : "…"} – ${to ? format.date(to) : "…"}`;
}

function FilterChip({ offer, state }: { offer: FilterOffer; state: ListState }) {
  const { t } = useTranslation("kit");
  const filter = state.query.filters.find(({ field }) => field === offer.field);
  const summary = useSummary(offer, filter);
  const choose = (values: string[]) =>
    values.length > 0 ? state.filter({ field: offer.field, values }) : state.clear(offer.field);
  return (
    <div className={classes.chip} data-active={filter !== undefined}>
      <Popup
        label={offer.label}
        target={
          <button type="button" className={classes.open}>
            <span>
              {offer.label}
              {summary && (
                <>
                  {t("list.colon")} {summary}
                </>
              )}
            </span>
            <Icon name="open" size={14} />
          </button>
        }
      >
        {(close) =>
          offer.kind === "oneOf" ? (
            <Options
              offer={offer}
              chosen={filter && "values" in filter ? filter.values : []}
              onChange={choose}
            />
          ) : offer.kind === "record" ? (
            <Fetching of={RecordOptions} fallback={<SkeletonLines lines={6} />}>
              <RecordOptions
                label={offer.label}
                source={offer.source}
                chosen={filter && "values" in filter ? filter.values : []}
                onChange={choose}
              />
            </Fetching>
          ) : offer.kind === "numbers" ? (
            <NumberRange
              value={filter && isNumbers(filter) ? filter : {}}
              suffix={offer.suffix}
              onChange={(span) => {
                close();
                if (span.from === undefined && span.to === undefined) state.clear(offer.field);
                else state.filter({ field: offer.field, ...span });
              }}
            />
          ) : (
            <Fetching of={DateRangePicker} fallback={<SkeletonLines lines={8} />}>
              <DateRangePicker
                value={filter && isDays(filter) ? filter : {}}
                future={offer.future}
                onPeriod={(period: Preset) => state.filter({ field: offer.field, from: period })}
                onChange={(range) => state.filter({ field: offer.field, ...range })}
              />
            </Fetching>
          )
        }
      </Popup>
      {filter && (
        <button
          type="button"
          className={classes.remove}
          aria-label={t("list.removeFilter", { filter: offer.label })}
          onClick={() => state.clear(offer.field)}
        >
          <Icon name="close" size={14} />
        </button>
      )}
    </div>
  );
}

/** The list's filters as chips, which say what they hold and let go of it. */
export const Filters = memo(function Filters({ offers, state }: { offers: FilterOffer[]; state: ListState }) {
  return offers.map((offer) => <FilterChip key={offer.field} offer={offer} state={state} />);
});
