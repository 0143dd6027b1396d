import { Figure, Link } from "@comptoir/kit";

/** A figure that leads to the list that it sums up, where there is one. */
export function LinkedFigure({ value, to }: { value: number; to: string | undefined }) {
  const figure = <Figure value={value} />;
  return to && value > 0 ? <Link to={to}>{figure}</Link> : figure;
}
