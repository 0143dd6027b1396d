import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { NONE } from "../display/values";
import { usePrinting } from "../layout/usePrinting";
import type { ChartProps } from "./Chart";
import classes from "./Chart.module.css";

/** Lines are told apart by their dashes too. */
const DASHES = ["", "6 3", "2 3", "8 3 2 3", "12 4", "4 4"];
/** Pixels that a sheet of A4 has beside each other; other paper is as wide by its style. */
const PAPER = 680;
const colour = (at: number) => `var(--kit-series-${at + 1})`;

type Point = { label: string; full: (string | number | null)[] } & Record<`s${number}`, number | null>;

interface TipProps {
  active?: boolean;
  payload?: readonly { payload?: Point }[];
  series: { id: string; label: string }[];
  format: (value: string | number) => string;
}

/** What the pointer, or the arrow keys, are at, in full. */
function Tip({ active, payload, series, format }: TipProps) {
  const point = payload?.[0]?.payload;
  if (!active || !point) return null;
  return (
    <div className={classes.tip}>
      <strong>{point.label}</strong>
      {series.map(({ id, label }, at) => {
        const value = point.full[at] ?? null;
        return (
          <div key={id} className={classes.tipRow}>
            <span className={classes.entry}>
              <span className={classes.swatch} data-series={at + 1} />
              {label}
            </span>
            <span className={classes.figure}>{value === null ? NONE : format(value)}</span>
          </div>
        );
      })}
    </div>
  );
}

/** The plot itself; `Chart` fetches it, and recharts with it, when one is first shown. */
export default function Plot({ title, kind, rows, x, series, unit, format }: ChartProps<unknown>) {
  const { i18n } = useTranslation();
  const navigate = useNavigate();
  const isPrinting = usePrinting();
  const short = new Intl.NumberFormat(i18n.resolvedLanguage, {
    notation: "compact",
    maximumFractionDigits: 1,
  });
  const points = rows.map((row): Point => {
    const full = series.map(({ value }) => value(row));
    const heights = full.map((value, at) => [`s${at}`, value === null ? null : Number(value)]);
    return { label: x.value(row), full, ...Object.fromEntries(heights) };
  });
  const axis = { tickLine: false, axisLine: false, tick: { fill: "var(--kit-text-quiet)", fontSize: 12 } };
  const shared = (at: number) => ({ dataKey: `s${at}`, isAnimationActive: false });
  const line = (at: number) => ({
    ...shared(at),
    type: "monotone" as const,
    stroke: colour(at),
    strokeWidth: 2,
    strokeDasharray: DASHES[at],
    connectNulls: false,
    dot: rows.length === 1,
  });
  return (
    <>
      <span className={classes.unit} aria-hidden="true">
        {unit}
      </span>
      <ResponsiveContainer width={isPrinting ? PAPER : "100%"} height="100%">
        <ComposedChart
          data={points}
          title={`${title} (${unit})`}
          margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
          barCategoryGap="24%"
          // What is below zero is stacked downwards.
          stackOffset="sign"
        >
          <CartesianGrid vertical={false} stroke="var(--kit-border)" />
          <XAxis dataKey="label" {...axis} minTickGap={16} tickMargin={6} />
          <YAxis {...axis} width={52} tickFormatter={(value: number) => short.format(value)} />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: "var(--kit-raised)", stroke: "var(--kit-border)", fillOpacity: 0.6 }}
            content={(tip) => <Tip {...(tip as unknown as TipProps)} series={series} format={format} />}
          />
          <ReferenceLine y={0} stroke="var(--kit-text-quiet)" />
          {series.map(({ id, to }, at) => {
            if (kind === "line") return <Line key={id} {...line(at)} />;
            if (kind === "area") return <Area key={id} {...line(at)} fill={colour(at)} fillOpacity={0.14} />;
            const isTop = kind === "bar" || at === series.length - 1;
            return (
              <Bar
                key={id}
                {...shared(at)}
                fill={colour(at)}
                stackId={kind === "stacked" ? "all" : undefined}
                maxBarSize={36}
                radius={isTop ? [3, 3, 0, 0] : 0}
                cursor={to && "pointer"}
                onClick={(_, index) => {
                  const target = to?.(rows[index]);
                  // What opens over the page leaves it where it is.
                  if (target) void navigate(target, { preventScrollReset: target.startsWith("?") });
                }}
              />
            );
          })}
        </ComposedChart>
      </ResponsiveContainer>
    </>
  );
}
