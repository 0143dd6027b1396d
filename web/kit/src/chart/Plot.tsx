import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import {
  type ActiveDotProps,
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  Dot,
  type DotItemDotProps,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { NONE } from "../display/values";
import { usePrinting } from "../layout/usePrinting";
import type { ChartProps, ChartSeries } from "./Chart";
import classes from "./Chart.module.css";

/** Lines are told apart by their dashes too. */
const DASHES = ["", "6 3", "2 3", "8 3 2 3", "12 4", "4 4"];
/** Pixels that a sheet of A4 has beside each other; other paper is as wide by its style. */
const PAPER = 680;
const colour = (at: number) => `var(--kit-series-${at + 1})`;

type Point = {
  label: string;
  full: (string | number | null)[];
  /** Why it stands out, and where its mark is drawn. */
  mark: string | null;
  top: number | null;
} & Record<`s${number}`, number | null>;

/** Where the highest of a row ends. */
function topOf(kind: ChartProps<unknown>["kind"], heights: (number | null)[]): number {
  const known = heights.filter((height) => height !== null);
  return kind === "stacked"
    ? known.reduce((sum, height) => sum + Math.max(0, height), 0)
    : Math.max(0, ...known);
}

/** A diamond: no other shape of a plot is like it, whatever its colour. */
function Mark({ cx, cy, value }: DotItemDotProps) {
  if (value === null || cx === undefined || cy === undefined) return null;
  return <path className={classes.marked} d={`M${cx} ${cy - 7}l6 7l-6 7l-6 -7z`} />;
}

interface TipProps extends Pick<ChartProps<unknown>, "series" | "format" | "marks"> {
  active?: boolean;
  payload?: readonly { payload?: Point }[];
}

/** What the pointer, or the arrow keys, are at, in full. */
function Tip({ active, payload, series, format, marks }: TipProps) {
  const point = payload?.[0]?.payload;
  if (!active || !point) return null;
  return (
    // What the arrow keys come to is said aloud.
    <div className={classes.tip} role="status">
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
      {marks && point.mark !== null && (
        <div className={classes.tipRow}>
          <span className={classes.entry}>
            <span className={classes.mark} />
            {marks.label}
          </span>
          <span className={classes.figure}>{point.mark}</span>
        </div>
      )}
    </div>
  );
}

/** The plot itself; `Chart` fetches it, and recharts with it, when one is first shown. */
export default function Plot(props: ChartProps<unknown>) {
  const { title, kind, rows, x, series, unit, format, marks } = props;
  const { i18n } = useTranslation();
  const navigate = useNavigate();
  const isPrinting = usePrinting();
  const short = new Intl.NumberFormat(i18n.resolvedLanguage, {
    notation: "compact",
    maximumFractionDigits: 1,
  });
  const points = rows.map((row): Point => {
    const full = series.map(({ value }) => value(row));
    const heights = full.map((value) => (value === null ? null : Number(value)));
    const mark = marks?.value(row) ?? null;
    return {
      ...{ label: x.value(row), full, mark, top: mark === null ? null : topOf(kind, heights) },
      ...Object.fromEntries(heights.map((height, at) => [`s${at}`, height])),
    };
  });
  const open = (target: string | undefined) => {
    // What opens over the page leaves it where it is.
    if (target) void navigate(target, { preventScrollReset: target.startsWith("?") });
  };
  const axis = { tickLine: false, axisLine: false, tick: { fill: "var(--kit-text-quiet)", fontSize: 12 } };
  const shared = (at: number) => ({ dataKey: `s${at}`, isAnimationActive: false });
  const line = ({ to }: ChartSeries<unknown>, at: number) => ({
    ...shared(at),
    type: "monotone" as const,
    stroke: colour(at),
    strokeWidth: 2,
    strokeDasharray: DASHES[at],
    connectNulls: false,
    dot: rows.length === 1,
    activeDot: to
      ? (dot: ActiveDotProps) => {
          const target = to(rows[dot.index]);
          return <Dot {...dot} r={5} cursor={target && "pointer"} onClick={() => open(target)} />;
        }
      : true,
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
          // Two bars for each day of a month stay wide enough to be seen on a phone.
          barGap={1}
          // What is below zero is stacked downwards.
          stackOffset="sign"
        >
          <CartesianGrid vertical={false} stroke="var(--kit-border)" />
          <XAxis
            dataKey="label"
            {...axis}
            // Else labels are left out here and there.
            interval="equidistantPreserveStart"
            minTickGap={16}
            tickMargin={6}
          />
          <YAxis {...axis} width={52} tickFormatter={(value: number) => short.format(value)} />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: "var(--kit-raised)", stroke: "var(--kit-border)", fillOpacity: 0.6 }}
            content={(tip) => <Tip {...(tip as unknown as TipProps)} {...{ series, format, marks }} />}
          />
          <ReferenceLine y={0} stroke="var(--kit-text-quiet)" />
          {series.map((each, at) => {
            const { id, to } = each;
            if (kind === "line") return <Line key={id} {...line(each, at)} />;
            if (kind === "area")
              return <Area key={id} {...line(each, at)} fill={colour(at)} fillOpacity={0.14} />;
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
                onClick={(_, index) => open(to?.(rows[index]))}
              />
            );
          })}
          {marks && (
            <Line dataKey="top" isAnimationActive={false} stroke="none" activeDot={false} dot={Mark} />
          )}
        </ComposedChart>
      </ResponsiveContainer>
    </>
  );
}
