import { Popover } from "@mantine/core";
import { cloneElement, type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import type { Target } from "./FetchedOnPress";
import { useFirstOpening } from "./useFirstOpening";

interface PopupWindowProps {
  target: Target;
  /** Its name. */
  label: string;
  /** Which of the button's ends it stands below. */
  end?: boolean;
  /** In place, inside the landmark of its button, and of its own width. */
  className?: string;
  /** What it holds is kept while it is closed. */
  keep?: boolean;
  /** @param close closes it */
  children: (close: () => void) => ReactNode;
}

/** A panel below its button, until another screen is opened. Loaded when first opened. */
export default function PopupWindow({ target, label, end, className, keep, children }: PopupWindowProps) {
  const { button, opened, setOpened } = useFirstOpening();
  const { pathname } = useLocation();
  const [place, setPlace] = useState(pathname);
  if (place !== pathname) {
    setPlace(pathname);
    setOpened(false);
  }
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position={end ? "bottom-end" : "bottom-start"}
      shadow="md"
      trapFocus
      returnFocus
      keepMounted={keep}
      keepMountedMode="display-none"
      withinPortal={className === undefined}
      floatingStrategy={className === undefined ? "absolute" : "fixed"}
      transitionProps={{ duration: 100 }}
    >
      <Popover.Target>
        {cloneElement(target, { ref: button, onClick: () => setOpened(!opened) })}
      </Popover.Target>
      <Popover.Dropdown aria-label={label} className={className}>
        {children(() => setOpened(false))}
      </Popover.Dropdown>
    </Popover>
  );
}
