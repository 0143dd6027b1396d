import { Box, Flex, Button as MantineButton } from "@mantine/core";
import { type ReactNode, type RefObject, useRef } from "react";
import { Link as RouterLink } from "react-router";
import { Icon, type IconName } from "../display/icons";
import { keyOfShortcut, type Shortcut, useShortcuts } from "./keys";
import classes from "./parts.module.css";

/** Things below each other. Gap in pixels. */
export function Stack(props: { children: ReactNode; gap?: number }) {
  return (
    <Flex className={classes.stack} direction="column" gap={props.gap ?? 16} miw={0}>
      {props.children}
    </Flex>
  );
}

interface RowProps {
  children: ReactNode;
  /** Pixels. */
  gap?: number;
  justify?: "start" | "between" | "end";
  /** `end`: a button stands beside the box of a field, not beside its label. */
  align?: "center" | "end";
  /** `nowrap` where one line is all there is, as in a table. */
  wrap?: "wrap" | "nowrap";
}

/** Things beside each other, wrapping unless told. */
export function Row(props: RowProps) {
  const justify = { start: "flex-start", between: "space-between", end: "flex-end" }[
    props.justify ?? "start"
  ];
  return (
    <Flex
      align={props.align === "end" ? "flex-end" : "center"}
      gap={props.gap ?? 8}
      wrap={props.wrap ?? "wrap"}
      justify={justify}
      miw={0}
    >
      {props.children}
    </Flex>
  );
}

interface TilesProps {
  children: ReactNode;
  /** Pixels. */
  minWidth?: number;
  /** How many stand beside each other at most, so that so many fill a wide row. */
  most?: number;
}

/** Cards in as many columns as fit. */
export function Tiles({ children, minWidth = 260, most = 99 }: TilesProps) {
  return (
    <Box className={classes.tiles} style={{ "--kit-tile": `${minWidth}px`, "--kit-tiles": most }}>
      {children}
    </Box>
  );
}

/** A page's main column and its side column; below each other where narrow. */
export function Columns(props: { main: ReactNode; side: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div className={classes.column}>{props.main}</div>
      <aside className={classes.column}>{props.side}</aside>
    </div>
  );
}

/** What is to be pressed or typed into, which has no place on paper. */
export function OnScreen(props: { children: ReactNode }) {
  return <div data-on-screen>{props.children}</div>;
}

/** Less important words. */
export function Quiet(props: { children: ReactNode }) {
  return <span className={classes.quiet}>{props.children}</span>;
}

/** Text as it is, line breaks kept, in a monospaced face. */
export function Code(props: { children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <pre className={classes.code} tabIndex={0}>
      {props.children}
    </pre>
  );
}

/** A link to another screen, or (`external`) to another site in a new tab. */
export function Link(props: { to: string; children: ReactNode; external?: boolean }) {
  if (!props.external) {
    return (
      // What opens over a page by its address leaves it where it is.
      <RouterLink className={classes.link} to={props.to} preventScrollReset={props.to.startsWith("?")}>
        {props.children}
      </RouterLink>
    );
  }
  return (
    <a className={classes.link} href={props.to} target="_blank" rel="noreferrer noopener">
      {props.children} <Icon name="external" size={12} />
    </a>
  );
}

interface ButtonProps {
  /** A verb with its object: "Create order". */
  children: ReactNode;
  kind?: "primary" | "default" | "quiet" | "danger";
  icon?: IconName;
  /** Its work is under way. */
  busy?: boolean;
  /** Why it cannot be used now. */
  disabledBecause?: string;
  /** The screen it leads to; without one `onClick` acts. */
  to?: string;
  type?: "button" | "submit";
  /** The id of the form that it sends, where it stands outside of it. */
  form?: string;
  /** The key that presses it: `create` for the page's way to a new record, `edit` for the one to change this. */
  shortcut?: Shortcut;
  onClick?: () => void;
}

const VARIANT = { primary: "filled", default: "default", quiet: "subtle", danger: "filled" } as const;

/** Does something, or leads somewhere. */
export function Button({
  kind = "default",
  icon,
  busy,
  disabledBecause,
  to,
  shortcut,
  ...rest
}: ButtonProps) {
  const button = useRef<HTMLElement>(null);
  useShortcuts(shortcut ? { [shortcut]: () => button.current?.click() } : {});
  const look = {
    "aria-keyshortcuts": shortcut && keyOfShortcut(shortcut),
    variant: VARIANT[kind],
    // A lighter red would not bear white words.
    color: kind === "danger" ? "red.9" : undefined,
    leftSection: icon && <Icon name={icon} />,
  };
  if (to) {
    return (
      <MantineButton
        ref={button as RefObject<HTMLAnchorElement | null>}
        component={RouterLink}
        to={to}
        {...look}
      >
        {rest.children}
      </MantineButton>
    );
  }
  return (
    <MantineButton
      ref={button as RefObject<HTMLButtonElement | null>}
      {...look}
      type={rest.type ?? "button"}
      form={rest.form}
      loading={busy}
      classNames={{ loader: classes.loader }}
      title={disabledBecause}
      aria-disabled={disabledBecause ? true : undefined}
      data-disabled={disabledBecause ? true : undefined}
      onClick={(event) => (disabledBecause ? event.preventDefault() : rest.onClick?.())}
    >
      {rest.children}
    </MantineButton>
  );
}
