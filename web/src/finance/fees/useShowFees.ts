import { cursorOf, toastOffer } from "@comptoir/kit";
import { useNavigate } from "react-router";
import { useArea } from "../../app/area";
import type { Fee } from "./api";
import { feePaths } from "./paths";

/** Says that fees of a cause were made, and offers the list of them, those that were just made first. */
export function useShowFees(cause: Fee["cause"]) {
  const area = useArea();
  const navigate = useNavigate();
  const newest = cursorOf({
    filters: [{ field: "cause", values: [cause] }],
    orderBy: [{ field: "createdAt", direction: "desc" }],
  });
  return (text: string, label: string) =>
    toastOffer(text, {
      label,
      icon: "fee",
      onAct: () => void navigate(`${feePaths.list(area)}?cursor=${newest}`),
    });
}
