//! How Pennylane writes times.

use chrono::{DateTime, SecondsFormat, Utc};

/// `2026-11-20T09:15:02.123456Z`.
pub fn text(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Micros, true)
}
