import { type RefObject, useEffect, useRef } from "react";

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The key that goes with others, as it is called here: "⌘" or "Ctrl". */
export const COMMAND_KEY = IS_APPLE ? "⌘" : "Ctrl";

/**
 * The keys of what a page can offer, by what KeyboardEvent.key calls them: the one table of the portal. Letters stand for
 * themselves with or without locked capitals, and in upper case for the letter with Shift.
 */
const KEYS = {
  search: ["/"],
  create: ["c"],
  edit: ["e"],
  /** Command and Enter: heard by the form itself, also while somebody types. */
  submit: [],
  down: ["j"],
  up: ["k"],
  first: ["Home"],
  last: ["End"],
  open: ["Enter"],
  peek: [" "],
  expand: ["ArrowRight"],
  collapse: ["ArrowLeft"],
  select: ["x"],
  selectPage: ["X"],
  nextPage: ["n", "PageDown"],
  previousPage: ["p", "PageUp"],
  nextRecord: ["j", "ArrowRight"],
  previousRecord: ["k", "ArrowLeft"],
  help: ["?"],
} as const satisfies Record<string, readonly string[]>;

/** What a key can do. */
export type Shortcut = keyof typeof KEYS;
const SHORTCUTS = Object.keys(KEYS) as Shortcut[];

/** What a part of the page does by key; undefined where it cannot now. False leaves the key to the browser. */
export type Shortcuts = Partial<Record<Shortcut, ((event: KeyboardEvent) => unknown) | undefined>>;

interface Offer {
  latest: RefObject<Shortcuts>;
  /** The part of the page that it acts in, which goes first while it has the focus. */
  scope: RefObject<Element | null> | undefined;
}
const offers = new Set<Offer>();

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable=true]") !== null;
/** The list of whom a note may name, for one, stands there out of sight. */
const isInDialog = () =>
  [...document.querySelectorAll("[role=dialog], [role=menu], [role=listbox]")].some(
    (window) => window.checkVisibility?.() ?? true,
  );

/** Key as the table calls it. */
const keyOf = ({ key, shiftKey }: KeyboardEvent) =>
  /^[a-z]$/i.test(key) ? (shiftKey ? key.toUpperCase() : key.toLowerCase()) : key;

function listen(event: KeyboardEvent) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (isTyping(event.target) || isInDialog()) return;
  const key = keyOf(event);
  const hasFocus = ({ scope }: Offer) => scope?.current?.contains(document.activeElement) ?? false;
  const inOrder = [...offers].toSorted((a, b) => Number(hasFocus(b)) - Number(hasFocus(a)));
  for (const { latest } of inOrder) {
    const known = SHORTCUTS.find(
      (name) => latest.current[name] && (KEYS[name] as readonly string[]).includes(key),
    );
    const act = known && latest.current[known];
    if (!act) continue;
    if (act(event) !== false) event.preventDefault();
    return;
  }
}

/**
 * Single-key shortcuts of a part of the page: silent while somebody types, or while a dialog or menu is open. Of two parts
 * that offer the same, the one with the focus has it, else the first.
 */
export function useShortcuts(shortcuts: Shortcuts, scope?: RefObject<Element | null>) {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const offer = { latest, scope };
    if (offers.size === 0) document.addEventListener("keydown", listen);
    offers.add(offer);
    return () => {
      offers.delete(offer);
      if (offers.size === 0) document.removeEventListener("keydown", listen);
    };
  }, [scope]);
}

/** What the keys do on the page as it is now, in the order of the table, each with its first key. */
export function presentShortcuts(): { name: Shortcut; key: string }[] {
  const present = SHORTCUTS.filter((name) => [...offers].some(({ latest }) => latest.current[name]));
  return present.map((name) => ({
    name,
    key:
      {
        submit: `${COMMAND_KEY} + Enter`,
        selectPage: "Shift + x",
        peek: "Space",
        expand: "→",
        collapse: "←",
      }[name as string] ??
      KEYS[name][0] ??
      "",
  }));
}

/** The key of a shortcut, for `aria-keyshortcuts`. */
export const keyOfShortcut = (name: Shortcut): string | undefined => KEYS[name][0];
