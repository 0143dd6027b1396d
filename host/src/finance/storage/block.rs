//! F12: half-months, and what a volume costs in one. Pure.

use chrono::{Datelike, Days, Months, NaiveDate};
use rust_decimal::Decimal;

use crate::money;

/// A half-month: from the 1st to the 15th, or from the 16th to the month's end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Block {
    pub first: NaiveDate,
    pub last: NaiveDate,
}

impl Block {
    /// The block that begins on a day; `None`: none does.
    pub fn starting(first: NaiveDate) -> Option<Self> {
        let last = match first.day() {
            1 => first + Days::new(14),
            16 => first.with_day(1)? + Months::new(1) - Days::new(1),
            _ => return None,
        };
        Some(Self { first, last })
    }
}

/// An agreed price: euros a cubic metre and block, for volumes above `min` and up to `max`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Band {
    pub min: Option<Decimal>,
    pub max: Option<Decimal>,
    pub price: Decimal,
}

/// The price of the band that a volume lies in; `None`: none was agreed.
pub fn price(volume: Decimal, bands: &[Band]) -> Option<Decimal> {
    let lies_in = |band: &&Band| {
        band.min.is_none_or(|min| min < volume) && band.max.is_none_or(|max| volume <= max)
    };
    bands.iter().find(lies_in).map(|band| band.price)
}

/// F12: what an average volume, in cubic metres, costs in a block that has begun.
pub fn amount(volume: Decimal, price: Decimal) -> Decimal {
    money::round(volume * price)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    /// The decisions' example (F12): 2.4 m³ at 9 over two blocks.
    #[test]
    fn the_decision_s_example() {
        let block = amount(of("2.4"), of("9"));
        assert_eq!(block * Decimal::TWO, of("43.20"));
        assert_eq!(amount(of("0.333"), of("10.05")), of("3.35"));
    }

    #[test]
    fn a_volume_lies_above_the_lower_end_of_its_band_and_at_most_at_the_upper() {
        let bands = [
            Band {
                min: None,
                max: Some(of("1")),
                price: of("12"),
            },
            Band {
                min: Some(of("1")),
                max: Some(of("5")),
                price: of("9"),
            },
        ];
        for (volume, expected) in [
            ("0.001", Some("12")),
            ("1", Some("12")),
            ("1.001", Some("9")),
            ("5", Some("9")),
            ("5.1", None),
        ] {
            assert_eq!(price(of(volume), &bands), expected.map(of), "{volume}");
        }
    }

    #[test]
    fn months_have_two_blocks_whatever_their_length() {
        for (first, last) in [
            ("2026-02-01", "2026-02-15"),
            ("2026-02-16", "2026-02-28"),
            ("2028-02-16", "2028-02-29"),
            ("2026-12-16", "2026-12-31"),
        ] {
            assert_eq!(
                Block::starting(day(first)).map(|block| block.last),
                Some(day(last))
            );
        }
        assert_eq!(Block::starting(day("2026-02-15")), None);
    }

    proptest! {
        /// Every day lies in one block, the next begins where one ends.
        #[test]
        fn blocks_cover_the_calendar(later in 0..30_000_u64) {
            let first = day("2000-01-01") + Days::new(later);
            let Some(block) = Block::starting(first) else {
                prop_assert!(![1, 16].contains(&first.day()));
                return Ok(());
            };
            prop_assert!(Block::starting(block.last + Days::new(1)).is_some());
            let days = block.first.iter_days().skip(1);
            let mut within = days.take_while(|day| *day <= block.last);
            prop_assert!(within.all(|day| Block::starting(day).is_none()));
        }
    }
}
