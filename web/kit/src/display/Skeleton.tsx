import classes from "./Skeleton.module.css";

interface SkeletonProps {
  /** Pixels. */
  height: number;
  /** As CSS has it. */
  width: number | string;
  /** Right, where numbers stand. */
  align?: "right";
}

/** A grey bar in the place of something that is on its way. What holds bars carries `data-skeleton`. */
export function Skeleton({ height, width, align }: SkeletonProps) {
  return <div className={classes.bar} data-align={align} style={{ height, width }} />;
}
