import type { Tone } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Integration } from "./api";

interface Label {
  tone: Tone;
  label: string;
}

/** What a connection's webhooks are, or why nobody knows. */
export function useStateLabel(): (row: Integration) => Label {
  const { t } = useTranslation("gorgias");
  const states: Record<NonNullable<Integration["webhooks"]>, Label> = {
    registered: { tone: "success", label: t("webhooks.registered") },
    deactivated: { tone: "warning", label: t("webhooks.deactivated") },
    none: { tone: "new", label: t("webhooks.none") },
  };
  const problems: Record<NonNullable<Integration["problem"]>, Label> = {
    credentials: { tone: "critical", label: t("problem.credentials") },
    settings: { tone: "critical", label: t("problem.settings") },
    busy: { tone: "attention", label: t("problem.busy") },
    unavailable: { tone: "warning", label: t("problem.unavailable") },
    broken: { tone: "critical", label: t("problem.broken") },
  };
  return ({ webhooks, problem }) => (webhooks ? states[webhooks] : problems[problem ?? "broken"]);
}
