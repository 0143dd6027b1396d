import "@mantine/core/styles/Drawer.layer.css";
import { ActionIcon, Drawer } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../display/icons";
import { Facts } from "../display/Section";
import { useOpenAfterMount } from "../feedback/useOpenAfterMount";
import { Button } from "../layout/parts";
import type { RowsView } from "./columns";
import classes from "./Peek.module.css";
import { titleOf } from "./useColumns";

interface PeekProps<Row> extends Pick<RowsView<Row>, "columns" | "rowLabel"> {
  row: Row;
  open: boolean;
  /** What to show of the row; without it, its columns. */
  peek?: (row: Row) => ReactNode;
  /** Shows the row some places further; undefined at an end. */
  onMove: (by: -1 | 1) => void;
  isFirst: boolean;
  isLast: boolean;
  /** Opens the row's own screen, where it has one. */
  onOpen: (() => void) | undefined;
  onClose: () => void;
}

/** A row's facts beside its list, one row after the other. Loaded when first opened. */
export default function Peek<Row>({ row, open, peek, columns, rowLabel, ...props }: PeekProps<Row>) {
  const { t } = useTranslation("kit");
  const opened = useOpenAfterMount(open);
  const title = titleOf(columns)?.id;
  const facts = columns
    .filter(({ id }) => id !== title)
    .map(({ header, cell }) => ({ label: header, value: cell(row) }));
  const keys: Record<string, () => void> = {
    j: () => props.onMove(1),
    k: () => props.onMove(-1),
    ArrowDown: () => props.onMove(1),
    ArrowUp: () => props.onMove(-1),
  };
  // The page's own keys are silent while the panel is open.
  useWindowEvent("keydown", (event) => {
    const isPlain = open && !event.ctrlKey && !event.metaKey && !event.altKey;
    const act = isPlain ? keys[event.key] : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  });
  const step = (by: -1 | 1, label: string, isEnd: boolean) => (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={label}
      title={label}
      disabled={isEnd}
      onClick={() => props.onMove(by)}
    >
      <Icon name={by === 1 ? "down" : "up"} size={16} />
    </ActionIcon>
  );
  return (
    <Drawer.Root
      opened={opened}
      onClose={props.onClose}
      position="right"
      size={440}
      transitionProps={{ duration: 100 }}
    >
      <Drawer.Overlay backgroundOpacity={0.15} />
      <Drawer.Content>
        {/* A header element outside the page's own would be a second banner. */}
        <Drawer.Header role="presentation">
          <Drawer.Title className={classes.title}>{rowLabel(row)}</Drawer.Title>
          <Drawer.CloseButton aria-label={t("close")} />
        </Drawer.Header>
        <Drawer.Body className={classes.peek}>
          <div className={classes.actions}>
            {props.onOpen && (
              <Button kind="primary" onClick={props.onOpen}>
                {t("list.peek.open")}
              </Button>
            )}
            <ActionIcon.Group>
              {step(-1, t("list.peek.previous"), props.isFirst)}
              {step(1, t("list.peek.next"), props.isLast)}
            </ActionIcon.Group>
          </div>
          {peek ? peek(row) : <Facts facts={facts} />}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
