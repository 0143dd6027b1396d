import { Icon, type IconName } from "./icons";
import classes from "./StatusBadge.module.css";

/** new grey, info blue, success green, attention yellow, warning orange, critical red. */
export type Tone = "new" | "info" | "success" | "attention" | "warning" | "critical";

/** What a status is called and how it looks. */
export interface StatusLook {
  label: string;
  tone: Tone;
  icon?: IconName;
}

const ICON: Record<Tone, IconName> = {
  new: "new",
  info: "info",
  success: "success",
  attention: "attention",
  warning: "warning",
  critical: "critical",
};

interface StatusBadgeProps {
  tone: Tone;
  children: string;
  icon?: IconName;
  title?: string;
  /** Why it stands there, in short: below the badge, where it has the whole column. */
  note?: string;
}

/** A state in a word, with an icon and a tone: never colour alone. */
export function StatusBadge(props: StatusBadgeProps) {
  const badge = (
    <span className={classes.badge} data-tone={props.tone} title={props.title}>
      <Icon name={props.icon ?? ICON[props.tone]} size={13} />
      <span className={classes.word}>{props.children}</span>
    </span>
  );
  if (!props.note) return badge;
  return (
    <span className={classes.noted}>
      {badge}
      <span className={classes.note} title={props.note}>
        {props.note}
      </span>
    </span>
  );
}
