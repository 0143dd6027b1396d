import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { Navigate } from "react-router";

/**
 * The page of one record until that is deleted: `leave` takes it off the screen at once, so that nothing looks for the
 * record again or asks about what was typed, and goes to its list.
 */
export function UntilGone(props: { to: string; children: (leave: () => void) => ReactNode }) {
  const [isGone, setIsGone] = useState(false);
  if (isGone) return <Navigate to={props.to} />;
  return props.children(() => flushSync(() => setIsGone(true)));
}
