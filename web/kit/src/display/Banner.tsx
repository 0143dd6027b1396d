import type { ReactNode } from "react";
import classes from "./Banner.module.css";
import { Icon, type IconName } from "./icons";

type BannerTone = "info" | "warning" | "critical";

const ICON: Record<BannerTone, IconName> = { info: "info", warning: "warning", critical: "critical" };

interface BannerProps {
  /** critical: it will not work like this; warning: it may not go as one expects; info: good to know. */
  tone: BannerTone;
  title: string;
  children?: ReactNode;
}

/** What somebody should know before they go on. It is read out when it comes up. */
export function Banner({ tone, title, children }: BannerProps) {
  return (
    <div className={classes.banner} data-tone={tone} role="status">
      <Icon name={ICON[tone]} size={18} />
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        {children}
      </div>
    </div>
  );
}
