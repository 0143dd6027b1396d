import { useFormats } from "../i18n/format";
import classes from "./Meter.module.css";

/** How much of something is there, as a short bar and in percent. `label` says what it is, for a screen reader. */
export function Meter(props: { label: string; percent: number }) {
  const { percent } = useFormats();
  return (
    <span className={classes.meter}>
      <progress className={classes.bar} aria-label={props.label} max={100} value={props.percent} />
      <span className={classes.figure}>{percent(props.percent)}</span>
    </span>
  );
}
