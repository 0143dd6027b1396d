import { Section, useCan } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { READ_FINANCE } from "../permissions";
import { Calculator } from "./Calculator";
import { TierChart } from "./TierChart";
import { useTogether } from "./useTogether";
import type { Filled } from "./values";

interface TiersAsideProps {
  filled: Filled;
  /** The commission that they take the place of. */
  id?: string;
}

/** What tiers that are filled in look like together with their store's others and, for those who may read, what they bring. */
export function TiersAside({ filled, id }: TiersAsideProps) {
  const { t } = useTranslation("commissions");
  const can = useCan();
  return (
    <>
      <Section title={t("section.rates")}>
        <TierChart tiers={useTogether(filled, id)} />
      </Section>
      {can(READ_FINANCE) && <Calculator filled={filled} id={id} />}
    </>
  );
}
