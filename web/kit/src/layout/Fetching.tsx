import { type ReactNode, Suspense, startTransition, useEffect, useLayoutEffect, useState } from "react";

/** What was shown before: it is there at once. */
const shown = new WeakSet<object>();

function Shown({ of, children }: { of: object | undefined; children: ReactNode }) {
  useEffect(() => void (of && shown.add(of)), [of]);
  return children;
}

interface FetchingProps {
  /** What is fetched, the same object each time: the lazy part. None: the fallback is shown first, be it there or not. */
  of?: object;
  /** In its place until it and all that it says are there. */
  fallback: ReactNode;
  children: ReactNode;
}

/**
 * What is fetched when it is first shown. `Suspense` alone shows nothing that it waited for within 300 ms of its fallback, however
 * soon it came, and again for each boundary inside: here the fallback is shown first, and React goes on from it as it does from one
 * page to the next, without that pause.
 *
 * @example
 * const Grid = lazy(() => import("./Grid"));
 * <Fetching of={Grid} fallback={<SkeletonLines lines={14} />}><Grid /></Fetching>
 */
export function Fetching({ of, fallback, children }: FetchingProps) {
  const [isBegun, setBegun] = useState(() => of !== undefined && shown.has(of));
  // Not `useDeferredValue`, which defers nothing inside of what is deferred already.
  useLayoutEffect(() => startTransition(() => setBegun(true)), []);
  return <Suspense fallback={fallback}>{isBegun ? <Shown of={of}>{children}</Shown> : fallback}</Suspense>;
}
