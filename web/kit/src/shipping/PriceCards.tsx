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
}

/** A price grid on a phone, to be read: a card a country, which opens. */
export function PriceCards({ countries, bands, read }: PriceCardsProps) {
  const { t } = useTranslation("carriers");
  return (
    <ul className={classes.cards}>
      {countries.map((country) => {
        const priced = bands.filter((band) => read(country.id, band.id) !== "");
        return (
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
        );
      })}
    </ul>
  );
}
