//! Switchable trouble: what a public service does on a bad day.

use serde::{Deserialize, Serialize};

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Nothing.
    None,
    /// 500: `erreur` from the registry, `SERVICE_UNAVAILABLE` from VIES.
    Errors,
    /// The right answer, late.
    Slow,
    /// 200 with a body that is not JSON.
    Garbage,
    /// 429 with `Retry-After: 1` from the registry, `GLOBAL_MAX_CONCURRENT_REQ` from VIES.
    Throttle,
}

/// One of the two services.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Service {
    /// The company registry, `/search`.
    Search,
    /// The check of VAT numbers.
    Vies,
}

// Later than the five seconds that clients wait.
simulator_kit::trouble!(kind: Kind, slow_ms: 6_000, service: Service);
