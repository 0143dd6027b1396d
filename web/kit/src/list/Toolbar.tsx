import { NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { memo, type RefObject, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../display/icons";
import { SEARCH_FROM } from "./cursor";
import { Filters } from "./Filters";
import type { FilterOffer } from "./filters";
import classes from "./Toolbar.module.css";
import type { ListState } from "./useListState";

const SEARCH_AFTER_MS = 250;

interface ToolbarProps {
  state: ListState;
  /** What is searched: "Reference, customer, tracking number"; without it there is nothing to search. */
  searchLabel?: string;
  filters: FilterOffer[];
  /** Sortable columns, for phones, where there is no header to click. */
  sorts: { field: string; label: string }[];
  searchRef: RefObject<HTMLInputElement | null>;
}

/** Search, filters, and on phones the order of a list. */
export const Toolbar = memo(function Toolbar({
  state,
  searchLabel,
  filters,
  sorts,
  searchRef,
}: ToolbarProps) {
  const { t } = useTranslation("kit");
  const asked = state.query.search;
  const [text, setText] = useState(asked);
  // Back, forward and "clear" change the search from outside.
  useEffect(() => setText(asked), [asked]);

  const send = useDebouncedCallback((next: string) => {
    const search = next.trim();
    // Asking the same again would go back to the first page.
    if (search === asked) return;
    if (search.length >= SEARCH_FROM || search.length === 0) state.search(search);
  }, SEARCH_AFTER_MS);

  const [order] = state.query.orderBy;
  return (
    <search className={classes.toolbar}>
      {searchLabel && (
        <TextInput
          ref={searchRef}
          className={classes.search}
          type="search"
          aria-label={searchLabel}
          placeholder={searchLabel}
          leftSection={<Icon name="search" />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            send(event.currentTarget.value);
          }}
        />
      )}
      <div className={classes.filters}>
        <Filters offers={filters} state={state} />
        {sorts.length > 0 && (
          <NativeSelect
            className={classes.sort}
            aria-label={t("list.sortBy")}
            value={order ? `${order.field} ${order.direction}` : ""}
            onChange={(event) => {
              const [field = "", direction] = event.currentTarget.value.split(" ");
              state.sort({ field, direction: direction === "asc" ? "asc" : "desc" });
            }}
            data={sorts.flatMap(({ field, label }) => [
              { value: `${field} asc`, label: `${label} ↑` },
              { value: `${field} desc`, label: `${label} ↓` },
            ])}
          />
        )}
      </div>
    </search>
  );
});
