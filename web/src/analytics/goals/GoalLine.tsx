import { Meter, Quiet, Stack, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { fetchTexts } from "../../i18n";
import type { Reached } from "./api";
import { paceOf, percentOf } from "./values";

fetchTexts("goals");

interface GoalProps {
  of: Reached;
  /** Against the goal of the whole month, and what was due of it by now; else against what is due in these days. */
  isMonth?: boolean;
  /** On a store's own page, which need not say how many stores have one. */
  isStore?: boolean;
}

/** How far stores came with their goal. */
export function GoalLine({ of, isMonth = false, isStore = false }: GoalProps) {
  const { t } = useTranslation("goals");
  const { money } = useFormats();
  const amount = isMonth ? of.goal : of.due;
  const { pace, amount: difference } = paceOf(of);
  const figures = { sold: money(of.netSales), goal: money(amount) };
  return (
    <Stack gap={4}>
      <Meter label={t("reached")} percent={percentOf(of.netSales, amount)} />
      <Quiet>{isStore ? t("ofStore", figures) : t("of", { count: of.stores, ...figures })}</Quiet>
      {isMonth && of.due !== of.goal && <Quiet>{t(`pace.${pace}`, { amount: money(difference) })}</Quiet>}
    </Stack>
  );
}
