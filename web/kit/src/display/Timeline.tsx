import type { ReactNode } from "react";
import { useFormats } from "../i18n/format";
import { Icon, type IconName } from "./icons";
import type { Tone } from "./StatusBadge";
import classes from "./Timeline.module.css";
import { DateTime } from "./values";

interface TimelineEvent {
  id: string;
  /** When it happened; a moment that is still to come, or null, stands as what is expected. */
  at: string | null;
  /** It happened, though nobody told when. */
  isDone?: boolean;
  title: string;
  icon?: IconName;
  tone?: Tone;
  /** Who or what it came from. */
  by?: string;
  children?: ReactNode;
}

/**
 * What happened to something, in the order given. What is still to come is drawn lighter.
 *
 * @example <Timeline label={t("tracking")} events={[{ id: "1", at: "2026-11-20T09:00:00Z", title: t("shipped"), icon: "shipped", tone: "info" }]} />
 */
export function Timeline({ label, events }: { label: string; events: TimelineEvent[] }) {
  const { full } = useFormats();
  const now = Date.now();
  return (
    <ol className={classes.timeline} aria-label={label}>
      {events.map(({ id, at, isDone, title, icon, tone = "new", by, children }) => (
        <li
          key={id}
          className={classes.event}
          data-later={(at === null ? !isDone : Date.parse(at) > now) || undefined}
        >
          <span className={classes.mark} data-tone={tone}>
            {icon && <Icon name={icon} size={14} />}
          </span>
          <div className={classes.words}>
            <div className={classes.head}>
              <span className={classes.title}>{title}</span>
              {at !== null && (
                <span className={classes.quiet} title={full(at)}>
                  <DateTime at={at} />
                </span>
              )}
            </div>
            {by && <span className={classes.quiet}>{by}</span>}
            {children}
          </div>
        </li>
      ))}
    </ol>
  );
}
