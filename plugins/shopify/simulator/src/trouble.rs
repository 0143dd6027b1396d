//! Switchable trouble: what the provider does on a bad day.

use serde::{Deserialize, Serialize};

/// What goes wrong with a call of the Admin API or with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Nothing.
    None,
    /// 500 and a page of HTML.
    Errors500,
    /// 403, its errors a list: the token lacks a scope that the whole call takes.
    Forbidden403,
    /// 200 with the error SHOP_INACTIVE.
    Inactive,
    /// 200 with the error INTERNAL_SERVER_ERROR.
    InternalError,
    /// 429 with `Retry-After: 2`.
    Rate429,
    /// 200 with the error THROTTLED, whatever is left in the bucket.
    Throttled,
    /// The right answer, late.
    Slow,
    /// 200 with a body that is not JSON.
    Garbage,
    /// 200 with the first half of the right body.
    HalfPage,
    /// One object of a page without one of its fields, and an error that says so.
    Partial,
    /// The connection is cut in the middle of the answer.
    Drop,
    /// The connection is reset before any byte of the answer; what was asked for is done.
    Reset,
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

impl Mode {
    /// Whether it keeps a call from being done.
    pub fn is_early(self) -> bool {
        matches!(
            self,
            Mode::Errors500
                | Mode::Forbidden403
                | Mode::Inactive
                | Mode::InternalError
                | Mode::Rate429
                | Mode::Throttled
        )
    }

    /// Whether a file can suffer from it.
    pub fn is_of_files(self) -> bool {
        matches!(
            self,
            Mode::Errors500
                | Mode::Slow
                | Mode::Garbage
                | Mode::HalfPage
                | Mode::Drop
                | Mode::Reset
        )
    }
}

simulator_kit::trouble!(mode: Mode, slow_ms: 2_000, calls: Calls);
