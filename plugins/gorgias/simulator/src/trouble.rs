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
    /// 429 with `Retry-After: 1`, nothing done.
    Rate429,
    /// The right answer, late.
    Slow,
    /// 200 with a body that is not JSON.
    Garbage,
    /// 200 with the first half of the right body.
    HalfPage,
    /// A list with one ticket whose time of change cannot be read.
    BadTicket,
    /// The connection is cut in the middle of the answer; what was asked for is done.
    Drop,
    /// The connection is reset before any byte of the answer; what was asked for is done.
    Reset,
    /// An event is sent twice.
    HookTwice,
    /// An event waits for the next one and comes after it.
    HookLate,
    /// An event is never sent.
    HookLost,
}

impl Mode {
    /// Whether it keeps a call from being done.
    pub fn is_early(self) -> bool {
        matches!(self, Mode::Errors500 | Mode::Rate429)
    }

    /// Whether it hits events rather than calls.
    pub fn is_of_hooks(self) -> bool {
        matches!(self, Mode::HookTwice | Mode::HookLate | Mode::HookLost)
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
