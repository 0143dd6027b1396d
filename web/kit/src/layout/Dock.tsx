import { ActionIcon } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "../display/icons";
import classes from "./Dock.module.css";

/** A panel in the corner that stays while people go from page to page. */
export function Dock(props: { title: string; closeLabel: string; onClose: () => void; children: ReactNode }) {
  return (
    <section className={classes.dock} aria-label={props.title} data-dock>
      <div className={classes.head}>
        <span>{props.title}</span>
        <ActionIcon variant="subtle" color="gray" aria-label={props.closeLabel} onClick={props.onClose}>
          <Icon name="close" />
        </ActionIcon>
      </div>
      {props.children}
    </section>
  );
}
