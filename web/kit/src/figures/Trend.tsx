import { useTranslation } from "react-i18next";
import { Icon } from "../display/icons";
import { useFormats } from "../i18n/format";
import classes from "./figures.module.css";

interface TrendProps {
  /** Exact decimals or counts, of two periods of the same length. */
  value: string | number;
  before: string | number;
  /** The period compared: "October 2026". */
  period: string;
  /** What is welcome: more of it, less of it (as of returns), or neither. */
  good?: "up" | "down" | "none";
}

/**
 * How something moved: arrow, percent and the period it is compared with. From nothing there is no percent.
 *
 * @example <Trend value="1250.00" before="1000.00" period={t("october")} />
 */
export function Trend({ value, before, period, good = "up" }: TrendProps) {
  const { t } = useTranslation("parts");
  const { change } = useFormats();
  const [now, then] = [Number(value), Number(before)];
  const direction = now === then ? "none" : now > then ? "up" : "down";
  const tone = direction === "none" || good === "none" ? "none" : direction === good ? "good" : "bad";
  const share = then === 0 ? null : (now - then) / Math.abs(then);
  const words =
    share === null
      ? t(now === 0 ? "trend.same" : "trend.new")
      : direction === "none"
        ? t("trend.same")
        : change(share);
  return (
    <span className={classes.trend}>
      <span className={classes.change} data-tone={tone}>
        {direction !== "none" && (
          <>
            <Icon name={direction} size={13} />
            <span className={classes.hidden}>{t(direction === "up" ? "trend.up" : "trend.down")}</span>
          </>
        )}
        {words}
      </span>{" "}
      <span className={classes.period}>{t("trend.against", { period })}</span>
    </span>
  );
}
