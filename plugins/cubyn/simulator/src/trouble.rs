//! Switchable trouble: what a provider does on a bad day.

use serde::{Deserialize, Serialize};

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Nothing.
    None,
    /// 500, nothing done.
    Errors500,
    /// 502, a gateway's page, nothing done.
    Errors502,
    /// 503, a gateway's page, nothing done.
    Errors503,
    /// 401, although the key is good.
    Unauthorized,
    /// 403, although the key is good.
    Forbidden,
    /// 429 with `Retry-After: 1`, nothing done.
    Rate429,
    /// 429 that tells no time to wait, nothing done.
    Rate429Bare,
    /// The right answer, late.
    Slow,
    /// The right answer, its second half late.
    Dribble,
    /// 200 with a body that is not JSON.
    Garbage,
    /// 200 with the first half of the right body.
    HalfPage,
    /// A list with one item whose time cannot be read.
    BadItem,
    /// The connection is cut in the middle of the answer; what was asked for is done.
    Drop,
    /// The connection is reset before any byte of the answer; what was asked for is done.
    Reset,
    /// A notification is sent twice.
    HookTwice,
    /// A notification is never sent.
    HookLost,
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

    /// Whether it hits notifications rather than calls.
    pub fn is_of_hooks(self) -> bool {
        matches!(self, Mode::HookTwice | Mode::HookLost)
    }
}

/// Which calls it hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Calls {
    /// GET.
    Reads,
    /// All others.
    Writes,
}

simulator_kit::trouble!(mode: Mode, slow_ms: 2_000, calls: Calls);
