import { useTranslation } from "react-i18next";
import { useFormats } from "../i18n/format";
import classes from "./ProgressBar.module.css";

interface ProgressProps {
  /** What is going on, for a screen reader. */
  label: string;
  done: number;
  /** How many in all; null when nobody knows. */
  total: number | null;
  /** Since when it runs, in milliseconds; null before it started. */
  startedAt: number | null;
  /** The time now, in milliseconds. */
  now: number;
}

/** Before this the rate says nothing. */
const RATE_AFTER_MS = 1_500;

/** Items a second and seconds left; null while nobody can tell. */
export function paceOf(props: Pick<ProgressProps, "done" | "total" | "startedAt" | "now">) {
  const elapsed = props.startedAt === null ? 0 : props.now - props.startedAt;
  if (elapsed < RATE_AFTER_MS || props.done === 0) return { rate: null, secondsLeft: null };
  const rate = (props.done * 1_000) / elapsed;
  const left = props.total === null ? null : Math.max(0, props.total - props.done);
  return { rate, secondsLeft: left === null ? null : Math.ceil(left / rate) };
}

/** How far long work has come: bar, count, items a second, time left. */
export function ProgressBar(props: ProgressProps) {
  const { t } = useTranslation("kit");
  const { number } = useFormats();
  const { rate, secondsLeft } = paceOf(props);
  const share = props.total ? Math.min(100, Math.round((props.done / props.total) * 100)) : null;
  return (
    <div className={classes.progress}>
      <progress
        className={classes.bar}
        aria-label={props.label}
        max={100}
        {...(share === null ? {} : { value: share })}
      />
      <div className={classes.words}>
        <span>
          {props.total === null
            ? t("progress.done", { count: props.done, done: number(props.done) })
            : t("progress.of", { done: number(props.done), total: number(props.total) })}
        </span>
        {rate !== null && <span>{t("progress.rate", { rate: number(Math.round(rate)) })}</span>}
        {secondsLeft !== null && (
          <span>
            {secondsLeft < 60
              ? t("progress.seconds", { count: secondsLeft })
              : t("progress.minutes", { count: Math.ceil(secondsLeft / 60) })}
          </span>
        )}
      </div>
    </div>
  );
}
