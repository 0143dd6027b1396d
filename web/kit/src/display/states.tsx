import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../api/error";
import { CopyId } from "./CopyId";
import { Icon, type IconName } from "./icons";
import { Skeleton } from "./Skeleton";
import classes from "./states.module.css";

interface NoticeProps {
  icon: IconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** Heading level: 1 where the notice is the whole page. */
  level?: 1 | 2;
}

function Notice({ level = 2, ...props }: NoticeProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={classes.notice}>
      <span className={classes.icon}>
        <Icon name={props.icon} size={22} />
      </span>
      <Heading className={classes.title} tabIndex={-1}>
        {props.title}
      </Heading>
      {props.children && <div className={classes.text}>{props.children}</div>}
      {props.action}
    </div>
  );
}

/** Why there is nothing here, and what to do about it. */
export function Empty(props: { title: string; children?: ReactNode; action?: ReactNode; icon?: IconName }) {
  return <Notice icon={props.icon ?? "new"} {...props} />;
}

const ICON_OF = {
  forbidden: "critical",
  notFound: "search",
  offline: "warning",
  provider: "warning",
  unknown: "warning",
} as const;

/** What happened, what was kept, what to do; with the request's id, which names it in the server's log. */
export function ErrorView(props: {
  error: Pick<ApiError, "kind"> & Partial<Pick<ApiError, "requestId" | "retryAfter">>;
  retry?: () => void;
  action?: ReactNode;
  level?: 1 | 2;
  /** What happened, where it is known better than by the error's kind. */
  text?: string;
}) {
  const { t } = useTranslation("kit");
  const { kind, requestId, retryAfter } = props.error;
  const texts = {
    forbidden: [t("error.forbidden.title"), t("error.forbidden.text")],
    notFound: [t("error.notFound.title"), t("error.notFound.text")],
    offline: [t("error.offline.title"), t("error.offline.text")],
    provider: [t("error.provider.title"), t("error.provider.text")],
    unknown: [t("error.unknown.title"), t("error.unknown.text")],
  } as const;
  const [title, text] = texts[kind];
  const canRetry = props.retry && kind !== "forbidden" && kind !== "notFound";
  return (
    <div role="alert">
      <Notice
        icon={ICON_OF[kind]}
        title={title}
        level={props.level}
        action={
          <div className={classes.actions}>
            {canRetry && (
              <Button variant="default" onClick={props.retry}>
                {t("error.retry")}
              </Button>
            )}
            {props.action}
          </div>
        }
      >
        <p>{props.text ?? text}</p>
        {retryAfter !== undefined && <p>{t("error.again", { seconds: retryAfter })}</p>}
        {requestId && (
          <p>
            {t("error.request")} <CopyId value={requestId} />
          </p>
        )}
      </Notice>
    </div>
  );
}

/** Grey lines in the place of text that is on its way. */
export function SkeletonLines(props: { lines: number }) {
  return (
    <div className={classes.lines} data-skeleton aria-hidden="true">
      {Array.from({ length: props.lines }, (_, line) => (
        <Skeleton key={line} height={12} width={`${90 - ((line * 17) % 45)}%`} />
      ))}
    </div>
  );
}

/** A page on its way, announced to screen readers. */
export function PageSkeleton() {
  const { t } = useTranslation("kit");
  return (
    <div className={classes.page} data-skeleton role="status" aria-label={t("loading")}>
      <Skeleton height={24} width={220} />
      <SkeletonLines lines={8} />
    </div>
  );
}
