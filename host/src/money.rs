//! Money: exact decimals, in euros without VAT unless something else stands beside them. The one place that rounds,
//! splits and bounds amounts (the formulas of the decisions are made of these). No I/O.

use iso_currency::Currency;
use rust_decimal::{Decimal, RoundingStrategy};
use validator::ValidationError;

/// Decimals of an amount in euros.
pub const CENTS: u32 = 2;
/// The highest cost that people could mean, in euros.
const HIGHEST_COST: u32 = 99_999;
/// The highest amount of a line, in euros (specification, document 1, section 5).
const HIGHEST_LINE: u32 = 99_999;
/// The highest figure of a sales report, in euros (the same section).
const HIGHEST_SALES: u32 = 9_999_999;
/// The highest price of an article, in euros.
const HIGHEST_PRICE: u32 = 9_999_999;

/// Decimals of a currency's minor unit (ISO 4217): 2 for most, and for what is no currency; 0 for JPY, 3 for KWD.
pub fn exponent(currency: &str) -> u32 {
    let exponent = Currency::from_code(currency).and_then(Currency::exponent);
    exponent.map_or(CENTS, u32::from)
}

/// To whole cents, half a cent away from zero: the `r` of the decisions.
pub fn round(amount: Decimal) -> Decimal {
    round_to(amount, CENTS)
}

/// To this many decimals, half a unit away from zero.
pub fn round_to(amount: Decimal, places: u32) -> Decimal {
    amount.round_dp_with_strategy(places, RoundingStrategy::MidpointAwayFromZero)
}

/// So many percent of an amount, not rounded.
pub fn percent(percent: Decimal, amount: Decimal) -> Decimal {
    amount * percent / Decimal::ONE_HUNDRED
}

/// An amount with so many percent on top (`× (1 + percent %)`), or off where they are negative; not rounded.
pub fn plus_percent(amount: Decimal, more: Decimal) -> Decimal {
    amount + percent(more, amount)
}

/// Splits an amount, rounded to `places` decimals, by weights (shares in percent, a ratio of sizes): what is left after
/// each part was cut to whole units goes, a unit each, where the most was cut off, to the first of equals. The parts
/// always sum to the amount (F10, F15).
///
/// `None`: a weight is negative, none is positive, or the numbers are beyond what money is.
pub fn split(amount: Decimal, weights: &[Decimal], places: u32) -> Option<Vec<Decimal>> {
    let scale = weights.iter().map(Decimal::scale).max()?;
    let weights = weights.iter().map(|weight| whole(*weight, scale));
    let weights: Vec<i128> = weights.collect::<Option<_>>()?;
    let total: i128 = weights.iter().sum();
    if total == 0 || weights.iter().any(|weight| *weight < 0) {
        return None;
    }
    let units = whole(round_to(amount, places), places)?;
    let mut parts = Vec::with_capacity(weights.len());
    let mut cut_off = Vec::with_capacity(weights.len());
    for (index, weight) in weights.into_iter().enumerate() {
        let share = units.abs().checked_mul(weight)?;
        parts.push(share / total);
        cut_off.push((share % total, index));
    }
    let left = units.abs() - parts.iter().sum::<i128>();
    cut_off.sort_by_key(|(remainder, _)| std::cmp::Reverse(*remainder));
    for (_, index) in cut_off.into_iter().take(usize::try_from(left).ok()?) {
        parts[index] += 1;
    }
    let part = |part| Decimal::try_from_i128_with_scale(part * units.signum(), places).ok();
    parts.into_iter().map(part).collect()
}

/// A number in units of its last decimal, of which it has `scale`.
fn whole(mut number: Decimal, scale: u32) -> Option<i128> {
    number.rescale(scale);
    (number.scale() == scale).then(|| number.mantissa())
}

/// For rules on bodies: zero or more.
pub fn not_negative(value: &Decimal) -> Result<(), ValidationError> {
    at_most(value, Decimal::MAX)
}

/// For rules on bodies: a cost that people could mean, in whole cents.
pub fn cost(value: &Decimal) -> Result<(), ValidationError> {
    at_most(value, HIGHEST_COST.into())?;
    whole_cents(value)
}

/// For rules on bodies: the price of an article, in whole cents.
pub fn sale_price(value: &Decimal) -> Result<(), ValidationError> {
    at_most(value, HIGHEST_PRICE.into())?;
    whole_cents(value)
}

/// For rules on bodies: the amount of a fee or an invoice's line, in whole cents; below zero it is paid back.
pub fn line(value: &Decimal) -> Result<(), ValidationError> {
    within(value, HIGHEST_LINE.into())
}

/// For rules on bodies: how many of something, zero or more, with four decimals at most (as EN 16931 has it).
pub fn quantity(value: &Decimal) -> Result<(), ValidationError> {
    at_most(value, HIGHEST_LINE.into())?;
    decimals(value, 4)
}

/// For rules on bodies: a figure of a sales report, in whole cents.
pub fn sales(value: &Decimal) -> Result<(), ValidationError> {
    within(value, HIGHEST_SALES.into())
}

/// For rules on bodies: a part of the sales, zero or more, in whole cents.
pub fn threshold(value: &Decimal) -> Result<(), ValidationError> {
    at_most(value, HIGHEST_SALES.into())?;
    whole_cents(value)
}

/// For rules on bodies: a rate in percent, from 0 to 100, with two decimals at most.
pub fn rate(value: &Decimal) -> Result<(), ValidationError> {
    percentage(value)?;
    whole_cents(value)
}

/// For rules on bodies: a share or margin, from 0 to 100.
pub fn percentage(value: &Decimal) -> Result<(), ValidationError> {
    at_most(value, Decimal::ONE_HUNDRED)
}

fn within(value: &Decimal, most: Decimal) -> Result<(), ValidationError> {
    match *value {
        value if value < -most => Err(ValidationError::new("min")),
        value if value > most => Err(ValidationError::new("max")),
        _ => whole_cents(value),
    }
}

fn at_most(value: &Decimal, most: Decimal) -> Result<(), ValidationError> {
    match *value {
        value if value < Decimal::ZERO => Err(ValidationError::new("min")),
        value if value > most => Err(ValidationError::new("max")),
        _ => Ok(()),
    }
}

fn whole_cents(value: &Decimal) -> Result<(), ValidationError> {
    decimals(value, CENTS)
}

fn decimals(value: &Decimal, most: u32) -> Result<(), ValidationError> {
    match value.normalize().scale() > most {
        true => Err(ValidationError::new("decimals")),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    fn all(texts: &[&str]) -> Vec<Decimal> {
        texts.iter().map(|text| of(text)).collect()
    }

    #[test]
    fn half_a_cent_goes_away_from_zero() {
        for (amount, rounded) in [
            ("6.6875", "6.69"),
            ("0.005", "0.01"),
            ("-0.005", "-0.01"),
            ("0.0049", "0"),
            ("2.675", "2.68"),
        ] {
            assert_eq!(round(of(amount)), of(rounded), "{amount}");
        }
    }

    #[test]
    fn the_decisions_examples_in_percent() {
        // F2
        let cost = plus_percent(plus_percent(of("5.20"), of("8.5")), of("2"));
        assert_eq!(round(cost), of("5.75"));
        let price = plus_percent(round(cost), of("5")) + of("0.65");
        assert_eq!(round(price), of("6.69"));
        // F11 and F13
        assert_eq!(round(plus_percent(of("3430"), of("20"))), of("4116"));
        assert_eq!(round(plus_percent(of("310"), of("10"))), of("341"));
        // F9: tiers of 20 % and 15 %
        let commission =
            round(percent(of("20"), of("10000"))) + round(percent(of("15"), of("1200")));
        assert_eq!(commission, of("2180"));
    }

    #[test]
    fn the_decisions_examples_of_splits() {
        let owners = split(of("2180.01"), &all(&["60", "40"]), CENTS);
        assert_eq!(owners, Some(all(&["1308.01", "872.00"])), "F10");
        let sizes = split(of("500"), &all(&["1", "2", "2", "1"]), 0);
        assert_eq!(sizes, Some(all(&["83", "167", "167", "83"])), "F15");
        let credit = split(of("-0.01"), &all(&["50", "50"]), CENTS);
        assert_eq!(credit, Some(all(&["-0.01", "0"])), "of equals the first");
    }

    #[test]
    fn what_cannot_be_split_is_not() {
        for weights in [&[][..], &["0", "0"], &["-1", "2"]] {
            assert_eq!(
                split(Decimal::ONE, &all(weights), CENTS),
                None,
                "{weights:?}"
            );
        }
        assert_eq!(split(Decimal::MAX, &all(&["1", "1"]), CENTS), None);
    }

    #[test]
    fn minor_units_are_those_of_iso_4217() {
        for (currency, exponent_of_it) in [
            ("EUR", 2),
            ("JPY", 0),
            ("ISK", 0),
            ("KWD", 3),
            ("CLF", 4),
            ("XAU", 2),
            ("?", 2),
        ] {
            assert_eq!(exponent(currency), exponent_of_it, "{currency}");
        }
    }

    #[test]
    fn prices_have_bounds_and_whole_cents() {
        let code = |checked: Result<(), ValidationError>| checked.err().map(|error| error.code);
        for (value, as_cost, as_price, as_share) in [
            ("0", None, None, None),
            ("99.99", None, None, None),
            ("99999.01", Some("max"), None, Some("max")),
            ("9999999.01", Some("max"), Some("max"), Some("max")),
            ("-0.01", Some("min"), Some("min"), Some("min")),
            ("0.001", Some("decimals"), Some("decimals"), None),
            ("1.500", None, None, None),
        ] {
            let value = of(value);
            let codes = [cost(&value), sale_price(&value), percentage(&value)].map(code);
            let expected = [as_cost, as_price, as_share].map(|code| code.map(Into::into));
            assert_eq!(codes, expected, "{value}");
            assert_eq!(not_negative(&value).is_err(), value < Decimal::ZERO);
        }
    }

    #[test]
    fn lines_go_either_way_and_sales_go_further() {
        let code = |checked: Result<(), ValidationError>| checked.err().map(|error| error.code);
        for (value, as_line, as_sales, as_threshold, as_rate) in [
            ("0", None, None, None, None),
            ("-0.01", None, None, Some("min"), Some("min")),
            ("100.01", None, None, None, Some("max")),
            ("99999", None, None, None, Some("max")),
            ("-99999.01", Some("min"), None, Some("min"), Some("min")),
            ("99999.01", Some("max"), None, None, Some("max")),
            (
                "9999999.01",
                Some("max"),
                Some("max"),
                Some("max"),
                Some("max"),
            ),
            (
                "-9999999.01",
                Some("min"),
                Some("min"),
                Some("min"),
                Some("min"),
            ),
            (
                "0.001",
                Some("decimals"),
                Some("decimals"),
                Some("decimals"),
                Some("decimals"),
            ),
        ] {
            let value = of(value);
            let codes = [line(&value), sales(&value), threshold(&value), rate(&value)].map(code);
            let expected = [as_line, as_sales, as_threshold, as_rate];
            assert_eq!(codes, expected.map(|code| code.map(Into::into)), "{value}");
        }
    }

    proptest! {
        #[test]
        fn rounding_moves_by_half_a_cent_at_most_and_has_no_side(tenths in -10_000_000_000_i64..10_000_000_000) {
            let amount = Decimal::new(tenths, 4);
            let rounded = round(amount);
            prop_assert!((rounded - amount).abs() <= Decimal::new(5, 3));
            prop_assert_eq!(round(-amount), -rounded);
            prop_assert_eq!(round(rounded), rounded);
        }

        /// The parts sum to the amount, none is a cent or more from its exact share, none has the other sign, and who has
        /// the larger weight gets no less.
        #[test]
        fn parts_sum_to_what_was_split(
            cents in -1_000_000_000_000_i64..1_000_000_000_000,
            weights in prop::collection::vec(0_i64..10_001, 1..8),
        ) {
            let amount = Decimal::new(cents, 2);
            let weights: Vec<Decimal> = weights.into_iter().map(|weight| Decimal::new(weight, 2)).collect();
            let total: Decimal = weights.iter().sum();
            let Some(parts) = split(amount, &weights, CENTS) else {
                prop_assert!(total.is_zero());
                return Ok(());
            };
            prop_assert_eq!(parts.iter().sum::<Decimal>(), amount);
            for (part, weight) in parts.iter().zip(&weights) {
                prop_assert!((part - amount * weight / total).abs() < Decimal::new(1, 2));
                prop_assert!(part.is_zero() || part.is_sign_negative() == amount.is_sign_negative());
                for (other, lighter) in parts.iter().zip(&weights) {
                    prop_assert!(weight <= lighter || part.abs() >= other.abs());
                }
            }
        }
    }
}
