import { Banner, fieldsOf, useSettled } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type Factory, type Reason, useRanking } from "../factories/api";
import { useReasonText } from "../factories/useReasons";
import type { ProductionValues } from "./values";

const { useValue } = fieldsOf<ProductionValues>();

function Doubt({ factory, reason }: { factory: Factory; reason: Reason }) {
  return <li>{useReasonText(factory, reason)}</li>;
}

/** What speaks against the chosen factory: that it is overbooked, does not make so few or so many pieces, or not by that day. */
export function FactoryDoubts() {
  const { t } = useTranslation("productions");
  const factoryId = useValue("factoryId");
  const quantity = useSettled(useValue("quantity"));
  const dueAt = useSettled(useValue("dueAt"));
  const asked = { ...(quantity && { quantity: Number(quantity) }), ...(dueAt && { dueAt }) };
  const { data } = useRanking(factoryId && (quantity || dueAt) ? asked : null);
  const chosen = data?.find(({ factory }) => factory.id === factoryId);
  if (!chosen || chosen.fits) return null;
  const doubts = chosen.reasons.filter(({ fits }) => !fits);
  return (
    <Banner tone="warning" title={t("doubts.title", { name: chosen.factory.name })}>
      <ul>
        {doubts.map((reason) => (
          <Doubt key={reason.code} factory={chosen.factory} reason={reason} />
        ))}
      </ul>
    </Banner>
  );
}
