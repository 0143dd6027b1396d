//! Switchable trouble: what a provider does on a bad day.

use serde::{Deserialize, Serialize};

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Nothing.
    None,
    /// 500 `internal`.
    Errors500,
    /// 502, a gateway's page.
    Errors502,
    /// 503, a gateway's page.
    Errors503,
    /// 401, although the key is good.
    Unauthorized,
    /// 403, although the key is good.
    Forbidden,
    /// 429 with `Retry-After: 1`.
    Rate429,
    /// 429 that tells no time to wait.
    Rate429Bare,
    /// The right answer, late.
    Slow,
    /// The right answer, its second half late.
    Dribble,
    /// 200 with a body that is not JSON.
    Garbage,
    /// 200 with the first half of the right body.
    HalfPage,
    /// A page with one order whose amount, or whose time, cannot be read.
    BadOrder,
    /// The connection is cut in the middle of the answer.
    Drop,
    /// The connection is reset before any byte of the answer; what was asked for is done.
    Reset,
    /// An order is taken, or its change, and the connection is cut before its answer is whole.
    LostOrder,
    /// An order's change is answered, and lost: a store connector has imported the order again.
    LostChange,
}

impl Mode {
    /// Whether it keeps a call from being done.
    pub fn is_early(self) -> bool {
        matches!(
            self,
            Mode::Errors500
                | Mode::Errors502
                | Mode::Errors503
                | Mode::Unauthorized
                | Mode::Forbidden
                | Mode::Rate429
                | Mode::Rate429Bare
        )
    }
}

simulator_kit::trouble!(mode: Mode, slow_ms: 2_000);
