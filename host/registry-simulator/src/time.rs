//! The time that VIES dates its answers with: `2026-11-20T09:00:00.000Z`.

use chrono::{DateTime, SecondsFormat};
use std::time::{SystemTime, UNIX_EPOCH};

/// `fixed`, or the machine's time, in whole milliseconds.
pub fn now(fixed: Option<i64>) -> String {
    let millis = fixed.map_or_else(machine_millis, |seconds| seconds * 1_000);
    DateTime::from_timestamp_millis(millis)
        .unwrap_or_default()
        .to_rfc3339_opts(SecondsFormat::Millis, true)
}

fn machine_millis() -> i64 {
    let since_1970 = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    since_1970.as_millis() as i64
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_fixed_time_is_written_with_milliseconds() {
        assert_eq!(super::now(Some(1_795_165_200)), "2026-11-20T09:00:00.000Z");
    }
}
