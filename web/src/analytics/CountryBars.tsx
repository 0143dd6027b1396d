import { BarList, Country, Quiet, Section } from "@comptoir/kit";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

interface CountryBarsProps<Row> {
  /** What the figures are: a `<Hint …>`. */
  hint?: ReactNode;
  /** The most first. */
  rows: Row[];
  value: (row: Row) => number;
  /** The figure in words: "12 orders". */
  format: (value: number) => string;
  /** Its other figures. */
  more: (row: Row) => string;
}

/** What was sold, by the countries that it went to. */
export function CountryBars<Row extends { countryCode: string }>(props: CountryBarsProps<Row>) {
  const { t } = useTranslation("analytics");
  const { hint, rows, ...figures } = props;
  return (
    <Section title={t("countries.title")} action={hint}>
      {rows.length === 0 ? (
        <Quiet>{t("over.none")}</Quiet>
      ) : (
        <BarList
          caption={t("countries.title")}
          rows={rows}
          rowKey={({ countryCode }) => countryCode}
          name={({ countryCode }) => (countryCode ? <Country code={countryCode} /> : t("countries.unknown"))}
          {...figures}
        />
      )}
    </Section>
  );
}
