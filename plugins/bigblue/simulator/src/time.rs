//! Times on the wire: RFC 3339 in UTC with whole seconds, `2026-11-20T09:12:44Z`.

use chrono::{DateTime, SecondsFormat};

/// Seconds since 1970 as the provider writes them.
pub fn text(seconds: i64) -> String {
    DateTime::from_timestamp(seconds, 0)
        .unwrap_or_default()
        .to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// Reads any RFC 3339 time; fractions of a second are dropped.
pub fn parse(text: &str) -> Option<i64> {
    DateTime::parse_from_rfc3339(text)
        .ok()
        .map(|time| time.timestamp())
}

#[cfg(test)]
mod tests {
    #[test]
    fn times_are_written_with_seconds_and_z_and_read_back() {
        let seconds = super::parse("2026-11-20T10:12:44.7+01:00").expect("a valid time");
        assert_eq!(super::text(seconds), "2026-11-20T09:12:44Z");
        assert_eq!(super::parse("yesterday"), None);
    }
}
