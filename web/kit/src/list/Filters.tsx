import { Checkbox, Popover, TextInput } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../display/icons";
import { SkeletonLines } from "../display/states";
import { useFormats } from "../i18n/format";
import type { Filter } from "./cursor";
import classes from "./Filters.module.css";
import type { FilterOffer } from "./filters";
import type { ListState } from "./useListState";

const DateRangePicker = lazy(() => import("./DateRangePicker"));

/** From this many options on, they can be searched. */
const SEARCHABLE_FROM = 8;

type OneOf = Extract<FilterOffer, { kind: "oneOf" }>;

function Options(props: { offer: OneOf; chosen: string[]; onChange: (values: string[]) => void }) {
  const { t } = useTranslation("kit");
  const [text, setText] = useState("");
  const wanted = text.trim().toLocaleLowerCase();
  const options = props.offer.options.filter(({ label }) => label.toLocaleLowerCase().includes(wanted));
  return (
    <div className={classes.options}>
      {props.offer.options.length >= SEARCHABLE_FROM && (
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

/** What a filter holds, in a few words. */
function useSummary(offer: FilterOffer, filter: Filter | undefined): string | null {
  const format = useFormats();
  if (!filter) return null;
  if (offer.kind === "oneOf") {
    const values = "values" in filter ? filter.values : [];
    const first = offer.options.find((option) => option.value === values[0])?.label ?? values[0];
    return values.length > 1 ? `${first} +${values.length - 1}` : (first ?? null);
  }
  const { from, to } = "values" in filter ? {} : filter;
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
      <Popover position="bottom-start" shadow="md" trapFocus transitionProps={{ duration: 100 }}>
        <Popover.Target>
          <button type="button" className={classes.open}>
            {summary ? `${offer.label}${t("list.colon")} ${summary}` : offer.label}
            <Icon name="open" size={14} />
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={offer.label}>
          {offer.kind === "oneOf" ? (
            <Options
              offer={offer}
              chosen={filter && "values" in filter ? filter.values : []}
              onChange={choose}
            />
          ) : (
            <Suspense fallback={<SkeletonLines lines={8} />}>
              <DateRangePicker
                value={filter && !("values" in filter) ? filter : {}}
                onChange={(range) => state.filter({ field: offer.field, ...range })}
              />
            </Suspense>
          )}
        </Popover.Dropdown>
      </Popover>
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
export function Filters({ offers, state }: { offers: FilterOffer[]; state: ListState }) {
  return offers.map((offer) => <FilterChip key={offer.field} offer={offer} state={state} />);
}
