import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { Navigate } from "react-router";
import type { ApiError } from "../api/error";
import { ErrorView, PageSkeleton } from "../display/states";
import { type Crumb, Page } from "../layout/Page";

interface RecordPageProps<Entity, Ids extends string[]> {
  /** The record's id, after those of the records that it lies below. */
  of: Ids;
  /** The hook that reads it. */
  useRecord: (...of: Ids) => { data: Entity | undefined; error: ApiError | undefined; retry(): void };
  /** The screens above; the last is where who deletes the record goes. */
  breadcrumbs: Crumb[] | ((record: Entity) => Crumb[]);
  title: (record: Entity) => string;
  /** Beside the title: a status. */
  mark?: (record: Entity) => ReactNode;
  /** @param leave takes the record off the screen, once it is deleted */
  actions?: (record: Entity, leave: () => void) => ReactNode;
  /** What lists something uses the whole width. */
  width?: "full" | "text";
  children: (record: Entity) => ReactNode;
}

type OneProps<Entity, Ids extends string[]> = RecordPageProps<Entity, Ids> & { onGone: (to: string) => void };

function One<Entity, Ids extends string[]>({ of, useRecord, breadcrumbs, ...props }: OneProps<Entity, Ids>) {
  const { data: record, error, retry } = useRecord(...of);
  if (error) return <ErrorView error={error} retry={retry} level={1} />;
  if (record === undefined) return <PageSkeleton />;
  const crumbs = typeof breadcrumbs === "function" ? breadcrumbs(record) : breadcrumbs;
  const leave = () => props.onGone(crumbs.at(-1)?.to ?? "/");
  return (
    <Page
      title={props.title(record)}
      mark={props.mark?.(record)}
      actions={props.actions?.(record, leave)}
      breadcrumbs={crumbs}
      width={props.width ?? "text"}
    >
      {props.children(record)}
    </Page>
  );
}

/** Until the record is deleted: nothing must look for it again then, or ask about what was typed. */
function UntilGone<Entity, Ids extends string[]>(props: RecordPageProps<Entity, Ids>) {
  const [goneTo, setGoneTo] = useState<string | null>(null);
  if (goneTo !== null) return <Navigate to={goneTo} />;
  return <One {...props} onGone={(to) => flushSync(() => setGoneTo(to))} />;
}

/** The screen of one record, as a declaration: its way here, its waiting and failed states, its name and what it holds. */
export function RecordPage<Entity, Ids extends string[]>(props: RecordPageProps<Entity, Ids>) {
  return <UntilGone key={props.of.join(" ")} {...props} />;
}
