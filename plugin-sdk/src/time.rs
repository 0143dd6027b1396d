//! Times of the contract: RFC 3339 in UTC.

use chrono::{DateTime, NaiveDate, NaiveTime, SecondsFormat, Utc};

/// A moment in UTC.
pub type Timestamp = DateTime<Utc>;
pub use chrono::{Duration, NaiveDate as Date};

/// Reads an RFC 3339 time in any offset; none when it is not one.
pub fn parse(text: &str) -> Option<Timestamp> {
    DateTime::parse_from_rfc3339(text)
        .ok()
        .map(|time| time.to_utc())
}

/// `2026-11-20T09:12:44Z`: whole seconds, fractions are dropped.
pub fn format(time: Timestamp) -> String {
    time.to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// `2026-11-20T09:12:44.120Z`, with milliseconds: for `as-of`, where the later of two must win.
pub fn format_millis(time: Timestamp) -> String {
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// The first moment of a day in UTC.
pub fn midnight(day: NaiveDate) -> Timestamp {
    day.and_time(NaiveTime::MIN).and_utc()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_any_offset_and_written_in_utc() {
        let time = parse("2026-11-20T10:12:44.5+01:00").expect("a valid time");
        assert_eq!(format(time), "2026-11-20T09:12:44Z");
        assert_eq!(format_millis(time), "2026-11-20T09:12:44.500Z");
        assert_eq!(parse("2026-11-20"), None);
        assert_eq!(format(midnight(time.date_naive())), "2026-11-20T00:00:00Z");
    }
}
