import { Section } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { Calculator } from "./Calculator";
import type { Tier } from "./formula";
import { TierChart } from "./TierChart";

/** What tiers look like together, and what they bring. */
export function TiersAside({ tiers }: { tiers: Tier[] }) {
  const { t } = useTranslation("commissions");
  return (
    <>
      <Section title={t("section.rates")}>
        <TierChart tiers={tiers} />
      </Section>
      <Calculator tiers={tiers} />
    </>
  );
}
