//! Days that figures are of.

use chrono::{Datelike, Days, Months, NaiveDate};

use crate::http::error::{Error, Result};

/// As long as one report may be.
const LONGEST: Months = Months::new(120);

/// Days in Paris, both included, and the whole months and years in them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span {
    pub first: NaiveDate,
    /// The day after the last.
    pub after: NaiveDate,
    /// From the first month that lies in it as a whole to before the one that does not; the same twice, [`Self::after`]: none.
    pub months: NaiveDate,
    pub until: NaiveDate,
    /// The same of the years that lie in these months; [`Self::until`] twice: none.
    pub years: NaiveDate,
    pub years_until: NaiveDate,
}

/// What is whole between two days, of something that begins at the day that `begin` tells and at the one that `next` does: the end
/// twice where nothing is.
fn whole(
    (first, after): (NaiveDate, NaiveDate),
    begin: fn(NaiveDate) -> NaiveDate,
    next: Months,
) -> (NaiveDate, NaiveDate) {
    let until = begin(after);
    let since = match first == begin(first) {
        true => first,
        false => begin(first) + next,
    };
    match since < until {
        true => (since, until),
        false => (after, after),
    }
}

fn month_of(day: NaiveDate) -> NaiveDate {
    day.with_day(1).unwrap_or(day)
}

fn year_of(day: NaiveDate) -> NaiveDate {
    month_of(day).with_month(1).unwrap_or(day)
}

impl Span {
    /// # Errors
    /// [`Error::Invalid`]: the days are no days of ours (`date`), the wrong way round (`dateOrder`) or too many (`max`).
    pub fn new(start: NaiveDate, end: NaiveDate) -> Result<Self> {
        for (field, day) in [("startAt", start), ("endAt", end)] {
            if !(2010..2100).contains(&day.year()) {
                return Err(Error::field(field, "date"));
            }
        }
        if end < start {
            return Err(Error::field("endAt", "dateOrder"));
        }
        if start + LONGEST < end {
            return Err(Error::field("endAt", "max"));
        }
        Ok(Self::days(start, end + Days::new(1)))
    }

    fn days(first: NaiveDate, after: NaiveDate) -> Self {
        let (months, until) = whole((first, after), month_of, Months::new(1));
        let (years, years_until) = whole((months, until), year_of, Months::new(12));
        Self {
            first,
            after,
            months,
            until,
            years,
            years_until,
        }
    }

    /// The same sums of fewer rows: `last` is the last day of which anything is counted. Where it lies in the span, the year that the
    /// span ends in is whole as well.
    pub fn completed(self, last: Option<NaiveDate>) -> Self {
        match last.is_none_or(|last| last < self.after) {
            true => Self::days(
                self.first,
                year_of(self.after - Days::new(1)) + Months::new(12),
            ),
            false => self,
        }
    }

    fn count(self) -> u64 {
        u64::try_from((self.after - self.first).num_days()).unwrap_or(1)
    }

    /// The days before, as many; of whole months as many months.
    pub fn before(self) -> Self {
        let is_whole = self.months == self.first && self.until == self.after;
        let first = match is_whole {
            true => {
                let months = (self.after.year() - self.first.year()) * 12
                    + self.after.month0().cast_signed()
                    - self.first.month0().cast_signed();
                self.first - Months::new(months.unsigned_abs())
            }
            false => self.first - Days::new(self.count()),
        };
        Self::days(first, self.first)
    }

    /// The same days of the year before.
    pub fn year_before(self) -> Self {
        let year = Months::new(12);
        Self::days(self.first - year, self.after - year)
    }

    /// How finely its figures are told.
    pub fn step(self) -> Step {
        match self.count() {
            ..=92 => Step::Day,
            93..=550 => Step::Week,
            _ => Step::Month,
        }
    }
}

crate::words::codes::codes! {
    /// What a point of a series is: a day, a week from Monday, a month.
    Step schema(as = AnalyticStep, rename_all = "SCREAMING_SNAKE_CASE") {
        Day = "DAY",
        Week = "WEEK",
        Month = "MONTH",
    }
}

impl Step {
    /// As the database truncates to it.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Week => "week",
            Self::Month => "month",
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().expect("a day")
    }

    #[test]
    fn whole_months_are_told_from_days() {
        let span = |start, end| {
            let span = Span::new(day(start), day(end)).expect("days");
            [span.months, span.until].map(|day| day.to_string())
        };
        assert_eq!(
            span("2026-01-01", "2026-12-31"),
            ["2026-01-01", "2027-01-01"]
        );
        assert_eq!(
            span("2026-01-15", "2026-03-15"),
            ["2026-02-01", "2026-03-01"]
        );
        assert_eq!(
            span("2026-01-15", "2026-02-15"),
            ["2026-02-16", "2026-02-16"]
        );
        assert_eq!(
            span("2026-02-01", "2026-02-28"),
            ["2026-02-01", "2026-03-01"]
        );
    }

    #[test]
    fn a_year_is_whole_where_nothing_is_counted_behind_the_span() {
        let span = Span::new(day("2025-11-30"), day("2026-11-29")).expect("days");
        let completed = |last| {
            let Span {
                months,
                until,
                years,
                years_until,
                ..
            } = span.completed(last);
            [months, until, years, years_until].map(|day| day.to_string())
        };
        let open = ["2025-12-01", "2027-01-01", "2026-01-01", "2027-01-01"];
        assert_eq!(completed(None), open);
        assert_eq!(completed(Some(day("2026-11-29"))), open);
        assert_eq!(
            completed(Some(day("2026-11-30"))),
            ["2025-12-01", "2026-11-01", "2026-11-01", "2026-11-01"]
        );
    }

    #[test]
    fn months_are_held_against_months() {
        let november = Span::new(day("2026-11-01"), day("2026-11-30")).expect("days");
        assert_eq!(
            november.before(),
            Span::days(day("2026-10-01"), day("2026-11-01"))
        );
        let week = Span::new(day("2026-11-09"), day("2026-11-15")).expect("days");
        assert_eq!(
            week.before(),
            Span::days(day("2026-11-02"), day("2026-11-09"))
        );
        assert_eq!(week.year_before().first, day("2025-11-09"));
    }

    proptest! {
        /// Every day of a span is in it once, by its month or by itself.
        #[test]
        fn every_day_is_there_once(start in 0..5_000_u64, days in 0..1_000_u64) {
            let first = day("2010-06-01") + Days::new(start);
            let span = Span::new(first, first + Days::new(days)).expect("days");
            let whole = (span.until - span.months).num_days();
            let before = (span.months - span.first).num_days().max(0);
            let behind = (span.after - span.until).num_days();
            prop_assert!(whole >= 0 && behind >= 0);
            prop_assert_eq!(whole + before + behind, i64::try_from(days).expect("days") + 1);
            let order = [span.first, span.months, span.years, span.years_until, span.until, span.after];
            prop_assert!(order.is_sorted(), "{order:?}");
            for day in [span.years, span.years_until] {
                prop_assert!(day == span.until || day.ordinal() == 1);
            }
        }
    }
}
