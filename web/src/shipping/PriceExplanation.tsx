import { Money, SimpleTable, useFormats } from "@comptoir/kit";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Explanation } from "./api";

interface Line {
  label: string;
  value: ReactNode;
  isResult?: boolean;
}

interface PriceExplanationProps {
  of: Explanation;
  /** What comes on top for the consumer. */
  vat?: { percent: string; price: string };
}

/** The figures of a price in the order in which they make it, as far as the reader is told them (F2). */
function useLines({ of, vat }: PriceExplanationProps): Line[] {
  const { t } = useTranslation("shipping");
  const { percent } = useFormats();
  const amount = (label: string, figure: string | null | undefined): Line[] =>
    figure ? [{ label, value: <Money amount={figure} /> }] : [];
  const share = (label: string, figure: string | null | undefined, sign: "+" | "−"): Line[] =>
    figure && Number(figure) !== 0 ? [{ label, value: `${sign}${percent(figure)}` }] : [];
  const additional = Number(of.additionalCost) === 0 ? null : of.additionalCost;
  const calculation = [
    ...amount(t("explanation.grid"), of.grid),
    ...share(t("explanation.fuel"), of.fuelPercent, "+"),
    ...share(t("explanation.supplement"), of.supplementPercent, "+"),
    ...amount(t("explanation.cost"), of.cost),
    ...share(t("explanation.margin"), of.marginPercent, "+"),
    ...amount(t("explanation.additional"), additional),
    ...share(t("explanation.discount"), of.discountPercent, "−"),
  ];
  // What was agreed on takes the place of a calculation: of one that the reader is not told, the discount alone says nothing.
  const isTold = !of.exception || of.cost;
  return [
    ...(isTold ? calculation : []),
    ...amount(t("explanation.exception"), of.exception),
    { label: t("explanation.price"), value: <Money amount={of.priceExVat} />, isResult: true },
    ...share(t("explanation.vat"), vat?.percent, "+"),
    ...amount(t("explanation.priceWithVat"), vat?.price),
  ];
}

/** How a price of shipping came about. What the company pays and earns is not told to customers, and so not shown. */
export function PriceExplanation(props: PriceExplanationProps) {
  const { t } = useTranslation("shipping");
  const strong = (line: Line, words: ReactNode) => (line.isResult ? <strong>{words}</strong> : words);
  return (
    <SimpleTable
      caption={t("explanation.title")}
      rows={useLines(props)}
      rowKey={({ label }) => label}
      columns={[
        { id: "label", header: t("explanation.what"), cell: (line) => strong(line, line.label) },
        {
          id: "value",
          header: t("explanation.figure"),
          align: "right",
          cell: (line) => strong(line, line.value),
        },
      ]}
    />
  );
}
