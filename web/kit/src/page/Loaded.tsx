import type { ReactNode } from "react";
import type { ApiError } from "../api/error";
import { ErrorView, SkeletonLines } from "../display/states";

interface LoadedProps<T> {
  /** What a hook fetched: a value, or a page of a list. */
  of: { error: ApiError | undefined; retry(): void } & ({ data: T | undefined } | { page: T | undefined });
  /** The room that it takes, in lines of text. */
  lines?: number;
  /** What stands there meanwhile, where lines of text are not like it. */
  waiting?: ReactNode;
  children: (value: T) => ReactNode;
}

/** A part of a page that is fetched by itself: on its way, not to be had, or there. */
export function Loaded<T>({ of, lines = 4, waiting, children }: LoadedProps<T>) {
  if (of.error) return <ErrorView error={of.error} retry={of.retry} />;
  const value = "data" in of ? of.data : of.page;
  if (value === undefined) return waiting ?? <SkeletonLines lines={lines} />;
  return children(value);
}
