import { Button, VisuallyHidden } from "@mantine/core";
import { type KeyboardEvent, memo, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { Icon } from "../display/icons";
import classes from "./ColumnPicker.module.css";
import { SelectBox } from "./SelectBox";
import type { ColumnOption, ColumnOptions } from "./useColumns";

/**
 * Which columns are shown, and in which order. Loaded when first opened; of the browser's own elements, as it has many, and
 * not drawn anew while its window comes and goes.
 */
function ColumnPicker({ options, toggle, move, reset }: ColumnOptions) {
  const { t } = useTranslation("kit");
  const [announcement, announce] = useState("");

  const moveBy = ({ id, header }: ColumnOption, by: -1 | 1) => {
    const place = options.findIndex((option) => option.id === id) + by;
    if (place < 0 || place >= options.length) return;
    const focused = document.activeElement;
    flushSync(() => move(id, by));
    // An element that changes its place loses the focus.
    if (focused instanceof HTMLElement) focused.focus();
    announce(t("list.columns.moved", { column: header, place: place + 1, total: options.length }));
  };
  const onKeyDown = (option: ColumnOption) => (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    moveBy(option, event.key === "ArrowUp" ? -1 : 1);
  };

  return (
    <div className={classes.picker}>
      <ul className={classes.columns} aria-label={t("list.columns.title")}>
        {options.map((option, place) => {
          const arrow = (by: -1 | 1, label: string) => (
            <button
              type="button"
              aria-label={label}
              title={label}
              aria-disabled={place + by < 0 || place + by >= options.length}
              className={classes.arrow}
              onClick={() => moveBy(option, by)}
            >
              <Icon name={by < 0 ? "up" : "down"} size={15} />
            </button>
          );
          return (
            <li key={option.id} className={classes.column} onKeyDown={onKeyDown(option)}>
              {/* biome-ignore lint/a11y/noLabelWithoutControl: the box below is its control */}
              <label className={classes.name} title={option.fixed ? t("list.columns.fixed") : undefined}>
                <SelectBox
                  label={option.header}
                  checked={option.shown}
                  disabled={option.fixed}
                  onChange={() => toggle(option.id)}
                />
                {option.header}
              </label>
              {arrow(-1, t("list.columns.up", { column: option.header }))}
              {arrow(1, t("list.columns.down", { column: option.header }))}
            </li>
          );
        })}
      </ul>
      <p className={classes.hint}>{t("list.columns.hint")}</p>
      <Button
        variant="default"
        size="xs"
        onClick={() => reset?.()}
        aria-disabled={!reset}
        data-disabled={!reset || undefined}
      >
        {t("list.columns.reset")}
      </Button>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </div>
  );
}

export default memo(ColumnPicker);
