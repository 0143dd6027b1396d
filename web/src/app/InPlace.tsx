import { Fetching, PageSkeleton } from "@comptoir/kit";
import type { ReactNode } from "react";
import { useMissingTexts } from "../i18n";
import { ErrorBoundary } from "./ErrorBoundary";

/** What waits or fails does so in its own place; the frame around it stays. */
export function InPlace({ of, children }: { of: object; children: ReactNode }) {
  return (
    <ErrorBoundary>
      <Sayable>
        <Fetching of={of} fallback={<PageSkeleton />}>
          {children}
        </Fetching>
      </Sayable>
    </ErrorBoundary>
  );
}

/**
 * What is in it, or the error that keeps it from being said. Around what waits for texts: a component that React has not put on
 * the page yet hears of nothing, and would wait for ever.
 */
function Sayable({ children }: { children: ReactNode }) {
  const { error } = useMissingTexts();
  if (error) throw error;
  return children;
}
