import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import bar from "../form/SaveBar.module.css";
import { Button } from "../layout/parts";
import { Tabs } from "../navigate/Tabs";
import type { Carrier } from "./carriers";
import PriceReview, { type PriceReviewProps } from "./PriceReview";
import classes from "./Prices.module.css";
import { CARRIER, type PriceEdits } from "./usePriceEdits";

export interface PriceSheetsProps extends Pick<PriceReviewProps, "tariff" | "save"> {
  carriers: Carrier[];
  edits: PriceEdits;
  /** The `PriceSheet` of one of them. */
  sheet: (carrier: Carrier) => ReactNode;
  /** What is around them has the button that leads to the review. */
  isLed?: boolean;
}

/** The prices of carriers, a tab with a sheet for each; all that is not saved is looked at and saved at once. */
export default function PriceSheets({ carriers, edits, sheet, isLed, tariff, save }: PriceSheetsProps) {
  const { t } = useTranslation("carriers");
  const count = edits.edits.size;
  const [wrong] = edits.wrong;
  const faults = t("bar.faults", { count: edits.wrong.length });
  return (
    <>
      <Tabs
        label={t("prices.carriers")}
        name={CARRIER}
        tabs={carriers.map((carrier) => ({
          id: carrier.id,
          label: carrier.name,
          count: edits.countOf(carrier.id) || undefined,
          content: sheet(carrier),
        }))}
      />
      {count > 0 && (
        <section
          className={isLed ? classes.tools : bar.bar}
          data-form-bar={!isLed}
          aria-label={t("bar.label")}
        >
          <span>{t("bar.unsaved", { count })}</span>
          {wrong && (
            <Button kind="quiet" icon="attention" onClick={() => edits.show(wrong)}>
              {faults}
            </Button>
          )}
          <Button onClick={edits.discard}>{t("bar.discard")}</Button>
          {!isLed && (
            <Button kind="primary" disabledBecause={wrong && faults} onClick={() => edits.setReviewing(true)}>
              {t("bar.review")}
            </Button>
          )}
        </section>
      )}
      {edits.isReviewing && (
        <PriceReview
          edits={edits.edits}
          carriers={carriers}
          tariff={tariff}
          save={save}
          onClose={() => edits.setReviewing(false)}
        />
      )}
    </>
  );
}
