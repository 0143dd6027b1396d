//! Days and weeks as the compilers count them.

use chrono::{
    DateTime, Datelike, Days, Duration, LocalResult, NaiveDate, NaiveTime, TimeZone, Utc, Weekday,
};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

/// Days from the first to the last, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// The first.
    pub first: NaiveDate,
    /// The last.
    pub last: NaiveDate,
}

impl Span {
    /// One day.
    pub const fn day(day: NaiveDate) -> Self {
        Self {
            first: day,
            last: day,
        }
    }

    /// Whether the day belongs to it.
    pub fn holds(self, day: NaiveDate) -> bool {
        (self.first..=self.last).contains(&day)
    }

    /// Its days, in order.
    pub fn days(self) -> impl Iterator<Item = NaiveDate> {
        self.first
            .iter_days()
            .take_while(move |day| *day <= self.last)
    }
}

/// The week around `day` that begins on `start`: Friday for charts, Tuesday for what Luminate counts as shipped.
pub fn week(day: NaiveDate, start: Weekday) -> Span {
    let into = day.weekday().days_since(start);
    let first = day - Days::new(into.into());
    Span {
        first,
        last: first + Days::new(6),
    }
}

/// By which day after a chart week its chart is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// The Friday of publication: the Official Charts Company, GfK.
    Friday,
    /// The Saturday after: Billboard.
    Saturday,
    /// The Monday after: ARIA.
    Monday,
}

impl Naming {
    /// The name of the chart that a day's sales count for.
    pub fn chart(self, day: NaiveDate) -> NaiveDate {
        let after = match self {
            Self::Friday => 1,
            Self::Saturday => 2,
            Self::Monday => 4,
        };
        week(day, Weekday::Fri).last + Days::new(after)
    }
}

/// The moment when a clock on the wall shows this hour of this day; where summer time skips it, the next that exists.
pub fn moment(day: NaiveDate, hour: u8, zone: Tz) -> DateTime<Utc> {
    let hour = NaiveTime::from_hms_opt(hour.into(), 0, 0).unwrap_or_default();
    let wall = day.and_time(hour);
    match zone.from_local_datetime(&wall) {
        LocalResult::Single(time) | LocalResult::Ambiguous(time, _) => time.to_utc(),
        LocalResult::None => {
            let later = zone.from_local_datetime(&(wall + Duration::hours(1)));
            later
                .earliest()
                .map_or_else(|| wall.and_utc(), |time| time.to_utc())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().expect("a date")
    }

    #[test]
    fn a_chart_week_runs_from_friday_to_thursday() {
        let span = Span {
            first: day("2026-11-13"),
            last: day("2026-11-19"),
        };
        for inside in span.days() {
            assert_eq!(week(inside, Weekday::Fri), span);
        }
        assert_eq!(
            week(day("2026-11-20"), Weekday::Fri).first,
            day("2026-11-20")
        );
        assert_eq!(span.days().count(), 7);
        // Over the end of a year.
        assert_eq!(
            week(day("2027-01-01"), Weekday::Fri).last,
            day("2027-01-07")
        );
        assert_eq!(
            week(day("2026-12-31"), Weekday::Fri).first,
            day("2026-12-25")
        );
        let shipped = week(day("2026-11-23"), Weekday::Tue);
        assert_eq!(shipped.first, day("2026-11-17"));
    }

    #[test]
    fn each_compiler_names_the_same_week_by_its_own_day() {
        for sold in ["2026-11-13", "2026-11-19"] {
            assert_eq!(Naming::Friday.chart(day(sold)), day("2026-11-20"));
            assert_eq!(Naming::Saturday.chart(day(sold)), day("2026-11-21"));
            assert_eq!(Naming::Monday.chart(day(sold)), day("2026-11-23"));
        }
    }

    #[test]
    fn an_hour_is_the_walls_in_summer_in_winter_and_between() {
        let paris = chrono_tz::Europe::Paris;
        let at = |text, hour| moment(day(text), hour, paris).to_rfc3339();
        assert_eq!(at("2026-07-01", 2), "2026-07-01T00:00:00+00:00");
        assert_eq!(at("2026-11-20", 2), "2026-11-20T01:00:00+00:00");
        // Two o'clock does not exist on the day that summer time begins; on its last day it comes twice.
        assert_eq!(at("2026-03-29", 2), "2026-03-29T01:00:00+00:00");
        assert_eq!(at("2026-10-25", 2), "2026-10-25T00:00:00+00:00");
    }
}
