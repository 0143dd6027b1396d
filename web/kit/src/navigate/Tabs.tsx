import "@mantine/core/styles/Tabs.layer.css";
import { Tabs as MantineTabs } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { useSearchParams } from "react-router";
import { useFormats } from "../i18n/format";
import classes from "./Tabs.module.css";
import { useInSight } from "./useInSight";

interface Tab {
  /** Its place in the address: `?tab=history`. */
  id: string;
  label: string;
  /** How many things there are in it. */
  count?: number;
  content: ReactNode;
}

interface TabsProps {
  /** What the tabs divide, for a screen reader: "Invoice". */
  label: string;
  tabs: Tab[];
  /** The name in the address, where a page has tabs twice. */
  name?: string;
}

/**
 * Parts of a page of which one is seen. Which one stands in the address, so that it can be linked and is there again
 * after a reload; the first has none. Only the tab in sight is rendered.
 *
 * @example <Tabs label={t("invoice")} tabs={[{ id: "lines", label: t("lines"), content: <Lines /> }, …]} />
 */
export function Tabs({ label, tabs, name = "tab" }: TabsProps) {
  const { number } = useFormats();
  const [query, setQuery] = useSearchParams();
  const [first] = tabs;
  const shown = tabs.find(({ id }) => id === query.get(name)) ?? first;
  const row = useRef<HTMLDivElement>(null);
  useInSight(row, shown?.id ?? "", "[data-active]");
  const show = (id: string | null) =>
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        if (id === null || id === first?.id) after.delete(name);
        else after.set(name, id);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <MantineTabs
      value={shown?.id ?? null}
      onChange={show}
      keepMounted={false}
      classNames={{ list: classes.list, tab: classes.tab, panel: classes.panel }}
    >
      <MantineTabs.List ref={row} aria-label={label}>
        {tabs.map(({ id, label, count }) => (
          <MantineTabs.Tab
            key={id}
            value={id}
            rightSection={count !== undefined && <span className={classes.count}>{number(count)}</span>}
          >
            {label}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
      {tabs.map(({ id, content }) => (
        <MantineTabs.Panel key={id} value={id}>
          {content}
        </MantineTabs.Panel>
      ))}
    </MantineTabs>
  );
}
