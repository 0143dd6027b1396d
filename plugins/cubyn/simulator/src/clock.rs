//! How the provider writes times.

use chrono::{DateTime, SecondsFormat, Utc};

/// As the provider writes times: `2026-11-20T09:15:02.123Z`.
pub fn text(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}
