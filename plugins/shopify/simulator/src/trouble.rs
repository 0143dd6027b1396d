//! Switchable trouble: what the provider does on a bad day.

use serde::{Deserialize, Serialize};

simulator_kit::modes! {
    Errors500, Rate429, Slow, Garbage, HalfPage, Drop, Reset;
    /// 403, its errors a list: the token lacks a scope that the whole call takes.
    Forbidden403,
    /// 200 with the error SHOP_INACTIVE.
    Inactive,
    /// 200 with the error INTERNAL_SERVER_ERROR.
    InternalError,
    /// 200 with the error THROTTLED, whatever is left in the bucket.
    Throttled,
    /// One object of a page without one of its fields, and an error that says so.
    Partial,
}

impl Mode {
    /// Whether it is told in an answer's place.
    pub fn is_refusal(self) -> bool {
        self.is_early()
            || matches!(
                self,
                Mode::Forbidden403 | Mode::Inactive | Mode::InternalError | Mode::Throttled
            )
    }

    /// Whether a file can suffer from it.
    pub fn is_of_files(self) -> bool {
        self.fault().is_some() && self != Mode::Rate429
    }
}

/// Which calls it hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Calls {
    /// The Admin API.
    Graphql,
    /// Files of bulk operations; of the modes those that know nothing of GraphQL.
    Files,
}

simulator_kit::trouble!(mode: Mode, slow_ms: 2_000, calls: Calls);
