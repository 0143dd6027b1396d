import { Button, NativeSelect } from "@mantine/core";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import type { RowsPage } from "../api/hooks";
import { Icon } from "../display/icons";
import { useFormats } from "../i18n/format";
import classes from "./Pager.module.css";
import type { ListState } from "./useListState";

interface PagerProps {
  page: RowsPage<unknown>;
  state: ListState;
  /** Its rows are scrolled through: there are no pages to turn. */
  isLong: boolean;
}

/** "1–20 of 4,012", previous and next. */
export const Pager = memo(function Pager({ page, state, isLong }: PagerProps) {
  const { t } = useTranslation("kit");
  const { number } = useFormats();
  const { total, exact, next, previous } = page.meta;
  const first = state.query.skip + 1;
  const last = state.query.skip + page.rows.length;
  const of = `${number(total)}${exact ? "" : "+"}`;
  const span = { first: number(first), last: number(last) };
  if (isLong)
    return (
      <div className={classes.pager}>
        <span className={classes.count}>{t("list.whole", { count: total, number: of })}</span>
      </div>
    );
  const sizes = [...new Set([...state.sizes, state.query.take])].sort((one, other) => one - other);
  const step = (cursor: string | null | undefined) => ({
    onClick: () => cursor && state.go(cursor),
    disabled: !cursor,
  });
  return (
    <nav className={classes.pager} aria-label={t("list.pages")}>
      <span className={classes.count} aria-live="polite">
        {t("list.span", { ...span, total: of })}
      </span>
      {sizes.length > 1 && (
        <NativeSelect
          size="xs"
          aria-label={t("list.perPage")}
          value={String(state.query.take)}
          onChange={(event) => state.take(Number(event.currentTarget.value))}
          data={sizes.map((size) => ({ value: String(size), label: t("list.rows", { count: size }) }))}
        />
      )}
      <Button.Group>
        <Button variant="default" size="xs" leftSection={<Icon name="left" size={14} />} {...step(previous)}>
          <span className={classes.word}>{t("list.previous")}</span>
        </Button>
        <Button variant="default" size="xs" rightSection={<Icon name="right" size={14} />} {...step(next)}>
          <span className={classes.word}>{t("list.next")}</span>
        </Button>
      </Button.Group>
    </nav>
  );
});
