//! F7: when the periods of a recurring charge begin. Pure.

use chrono::{Days, Months, NaiveDate};

use crate::words::codes::codes;

codes! {
    /// What a period is counted in.
    PeriodType schema(rename_all = "SCREAMING_SNAKE_CASE") {
        Day = "DAY",
        Month = "MONTH",
    }
}

/// How the periods of a charge follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rhythm {
    /// The first day of the first one.
    pub start: NaiveDate,
    /// How many days or months each is long, one at least.
    pub length: u32,
    pub unit: PeriodType,
}

/// One period: its number from 0, its first day and the first of the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    pub number: u32,
    pub first: NaiveDate,
    pub next: NaiveDate,
}

impl Rhythm {
    /// # Panics
    /// Never: a length of less than one counts as one.
    pub fn new(start: NaiveDate, length: i32, unit: PeriodType) -> Self {
        Self {
            start,
            length: length.unsigned_abs().max(1),
            unit,
        }
    }

    /// The first day of a period: of months, the day of the start or the month's last one, so that a month that lacks the
    /// day does not move those after it. `None`: beyond the calendar.
    pub fn first_of(self, number: u32) -> Option<NaiveDate> {
        let steps = number.checked_mul(self.length)?;
        match self.unit {
            PeriodType::Day => self.start.checked_add_days(Days::new(steps.into())),
            PeriodType::Month => self.start.checked_add_months(Months::new(steps)),
        }
    }

    /// F7: the periods from a number on that begin on a day or before it. They are charged in advance: a period is due on its
    /// first day.
    pub fn due(self, number: u32, day: NaiveDate) -> impl Iterator<Item = Period> {
        let period = move |number| {
            Some(Period {
                number,
                first: self.first_of(number)?,
                next: self.first_of(number + 1)?,
            })
        };
        (number..)
            .map_while(period)
            .take_while(move |period| period.first <= day)
    }

    /// The first day of the first period that begins after a day.
    pub fn next_after(self, day: NaiveDate) -> Option<NaiveDate> {
        (0..)
            .map_while(|number| self.first_of(number))
            .find(|first| *first > day)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn firsts(rhythm: Rhythm, until: &str) -> Vec<String> {
        let periods = rhythm.due(0, day(until));
        periods.map(|period| period.first.to_string()).collect()
    }

    /// The decisions' example (F7): 31 January, monthly, asked on 15 April and on the 30th.
    #[test]
    fn a_month_that_lacks_the_day_has_its_last_one_and_the_day_comes_back() {
        let monthly = Rhythm {
            start: day("2026-01-31"),
            length: 1,
            unit: PeriodType::Month,
        };
        let until = ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"];
        assert_eq!(firsts(monthly, "2026-04-15"), until[..3]);
        assert_eq!(firsts(monthly, "2026-04-30"), until);
        assert_eq!(firsts(monthly, "2026-01-30"), [""; 0]);
        assert_eq!(
            monthly.next_after(day("2026-02-28")),
            Some(day("2026-03-31"))
        );
    }

    #[test]
    fn the_day_comes_back_after_leap_days_and_years() {
        for (start, length, unit, until, expected) in [
            (
                "2024-02-29",
                12,
                PeriodType::Month,
                "2028-02-29",
                vec![
                    "2024-02-29",
                    "2025-02-28",
                    "2026-02-28",
                    "2027-02-28",
                    "2028-02-29",
                ],
            ),
            (
                "2026-08-31",
                3,
                PeriodType::Month,
                "2027-02-28",
                vec!["2026-08-31", "2026-11-30", "2027-02-28"],
            ),
            // Over both changes of the clock a day is a day.
            (
                "2026-03-28",
                1,
                PeriodType::Day,
                "2026-03-30",
                vec!["2026-03-28", "2026-03-29", "2026-03-30"],
            ),
            (
                "2026-10-18",
                7,
                PeriodType::Day,
                "2026-11-01",
                vec!["2026-10-18", "2026-10-25", "2026-11-01"],
            ),
        ] {
            let rhythm = Rhythm::new(day(start), length, unit);
            assert_eq!(firsts(rhythm, until), expected, "{start}");
        }
    }

    proptest! {
        /// Periods follow each other without a gap and cover each day from the start on once.
        #[test]
        fn periods_follow_each_other(start in 0..20_000_i64, length in 1..40_u32, months: bool, later in 0..4_000_u64) {
            let start = NaiveDate::default() + Days::new(start.unsigned_abs());
            let unit = if months { PeriodType::Month } else { PeriodType::Day };
            let rhythm = Rhythm { start, length, unit };
            let asked = start + Days::new(later);
            let periods: Vec<Period> = rhythm.due(0, asked).collect();
            prop_assert_eq!(periods[0].first, start);
            for (at, pair) in periods.windows(2).enumerate() {
                prop_assert_eq!(pair[0].next, pair[1].first);
                prop_assert!(pair[0].first < pair[1].first);
                prop_assert_eq!(pair[1].number as usize, at + 1);
            }
            let later: Vec<Period> = rhythm.due(3, asked).collect();
            prop_assert_eq!(&periods[periods.len().min(3)..], &later[..]);
            let last = periods.last().unwrap();
            prop_assert!(last.first <= asked && asked < last.next);
            prop_assert_eq!(rhythm.next_after(asked), Some(last.next));
        }
    }
}
