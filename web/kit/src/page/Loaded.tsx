import type { ReactNode } from "react";
import type { ApiError } from "../api/error";
import { ErrorView, SkeletonLines } from "../display/states";

interface LoadedProps<T> {
  of: { data: T | undefined; error: ApiError | undefined; mutate(): unknown };
  /** The room that it takes, in lines of text. */
  lines?: number;
  children: (data: T) => ReactNode;
}

/** A part of a page that is fetched by itself: on its way, not to be had, or there. */
export function Loaded<T>({ of: { data, error, mutate }, lines = 4, children }: LoadedProps<T>) {
  if (error) return <ErrorView error={error} retry={() => void mutate()} />;
  return data === undefined ? <SkeletonLines lines={lines} /> : children(data);
}
