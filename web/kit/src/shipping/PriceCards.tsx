import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Disclosure } from "../display/Disclosure";
import { Facts } from "../display/Section";
import { Money } from "../display/values";
import type { SheetLine } from "../grid/selection";
import classes from "./Prices.module.css";

interface PriceCardsProps {
  countries: SheetLine[];
  bands: SheetLine[];
  read: (country: string, band: string) => string;
  /** What stands in their place while there is none. */
  empty: ReactNode;
}

/** A price grid on a phone, to be read: a card a country, which opens. */
export function PriceCards({ countries, bands, read, empty }: PriceCardsProps) {
  const { t } = useTranslation("carriers");
  const cards = countries.flatMap((country) => {
    const priced = bands.filter((band) => read(country.id, band.id) !== "");
    return priced.length > 0 ? [{ country, priced }] : [];
  });
  if (cards.length === 0) return empty;
  return (
    <ul className={classes.cards}>
      {cards.map(({ country, priced }) => (
        <li key={country.id}>
          <Disclosure
            label={
              <>
                {country.picture && <span aria-hidden="true">{country.picture}</span>}
                {country.label}
              </>
            }
            hint={t("prices.count", { count: priced.length })}
          >
            {country.hint && <p className={classes.hint}>{country.hint}</p>}
            <Facts
              facts={priced.map((band) => ({
                label: band.label,
                value: <Money amount={read(country.id, band.id)} />,
              }))}
            />
          </Disclosure>
        </li>
      ))}
    </ul>
  );
}
