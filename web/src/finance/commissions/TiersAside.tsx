import { Section } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { Calculator } from "./Calculator";
import { TierChart } from "./TierChart";
import { useTogether } from "./useTogether";
import type { Filled } from "./values";

interface TiersAsideProps {
  filled: Filled;
  /** The commission that they take the place of. */
  id?: string;
}

/** What tiers that are filled in look like together with their store's others, and what they bring. */
export function TiersAside({ filled, id }: TiersAsideProps) {
  const { t } = useTranslation("commissions");
  return (
    <>
      <Section title={t("section.rates")}>
        <TierChart tiers={useTogether(filled, id)} />
      </Section>
      <Calculator filled={filled} id={id} />
    </>
  );
}
