import type { ReactNode, Ref } from "react";
import { Link } from "react-router";
import { Icon, type IconName } from "./icons";
import classes from "./NewsList.module.css";
import { StatusBadge } from "./StatusBadge";

interface NewsListProps {
  label: string;
  ref?: Ref<HTMLUListElement>;
  /** Lines, newest first. */
  children: ReactNode;
}

/** What others did lately. */
export function NewsList({ label, ref, children }: NewsListProps) {
  return (
    <ul ref={ref} className={classes.news} aria-label={label}>
      {children}
    </ul>
  );
}

interface NewsLineProps {
  /** Where it is told in full. */
  to: string;
  icon: IconName;
  /** Its beginning is enough. */
  title: string;
  /** What marks it where it was not seen before: "New". */
  mark?: string;
  onFollow?: () => void;
  /** What it is about, who did it and when, a line each. */
  children: ReactNode;
}

/** One thing that somebody did. */
export function NewsLine({ to, icon, title, mark, onFollow, children }: NewsLineProps) {
  return (
    <li>
      <Link to={to} className={classes.line} onClick={onFollow}>
        <Icon name={icon} />
        <span className={classes.words}>
          <span className={classes.title}>{title}</span>
          {children}
        </span>
        {mark && <StatusBadge tone="info">{mark}</StatusBadge>}
      </Link>
    </li>
  );
}
