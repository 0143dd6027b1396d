import { lookOf } from "./colors";
import classes from "./Swatch.module.css";

/** What a colour looks like, where that is known; its name stands beside it. */
export function Swatch({ color }: { color: string | null }) {
  const look = lookOf(color);
  return look && <span className={classes.swatch} style={{ background: look }} aria-hidden="true" />;
}
