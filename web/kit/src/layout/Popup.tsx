import { lazy, type ReactNode } from "react";
import { FetchedOnPress, type Target } from "./FetchedOnPress";

/** Fetches the panel, before its button is pressed. */
export const fetchPopup = () => import("./PopupWindow");

const PopupWindow = lazy(fetchPopup);

interface PopupProps {
  /** The button. */
  target: Target;
  /** The panel's name. */
  label: string;
  /** Below the button's end, not below its beginning. */
  end?: boolean;
  /** Its look, of a panel that stands in place, inside its button's landmark. */
  className?: string;
  /** What it holds stays there while it is closed, as it has much to draw, and is as it was when it opens again. */
  keep?: boolean;
  /** @param close closes the panel */
  children: (close: () => void) => ReactNode;
}

/** A button with a panel below it, fetched when it is first pressed. */
export function Popup({ target, ...panel }: PopupProps) {
  return (
    <FetchedOnPress target={target} popup="dialog">
      {(button) => <PopupWindow target={button} {...panel} />}
    </FetchedOnPress>
  );
}
