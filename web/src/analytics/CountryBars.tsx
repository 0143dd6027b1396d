import { BarList, Quiet, Section, useFormats } from "@comptoir/kit";
import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "react-i18next";

interface Sold {
  countryCode: string;
}

interface CountryBarsProps<Row extends Sold> {
  /** What the bars are, and names their table. */
  title: string;
  /** What the figures are: a `<Hint …>`. */
  hint?: ReactNode;
  /** The most first. */
  rows: Row[];
  figures: ComponentProps<typeof BarList<Row>>["figures"];
  /** The orders behind a country's figure. */
  listOf?: (code: string) => string | undefined;
}

/** What was sold, by the countries that it went to. */
export function CountryBars<Row extends Sold>(props: CountryBarsProps<Row>) {
  const { t } = useTranslation("analytics");
  const { country } = useFormats();
  const { title, hint, rows, figures, listOf } = props;
  return (
    <Section title={t("countries.title")} action={hint}>
      {rows.length === 0 ? (
        <Quiet>{t("over.none")}</Quiet>
      ) : (
        <BarList
          title={title}
          rows={rows}
          rowKey={({ countryCode }) => countryCode}
          name={{
            label: t("countries.country"),
            value: ({ countryCode }) => country(countryCode) || t("countries.unknown"),
          }}
          figures={figures}
          to={({ countryCode }) => listOf?.(countryCode)}
        />
      )}
    </Section>
  );
}
