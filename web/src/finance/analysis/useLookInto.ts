import { useSearchParams } from "react-router";
import { type Behind, lookInto } from "./values";

/** The address of this screen that looks into a figure. */
export function useLookInto(): (behind: Behind) => string {
  const [query] = useSearchParams();
  return (behind) => `?${lookInto(query, behind)}`;
}
