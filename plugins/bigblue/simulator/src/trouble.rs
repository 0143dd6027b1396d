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
    /// 429 with `Retry-After: 1`.
    Rate429,
    /// The right answer, late.
    Slow,
    /// 200 with a body that is not JSON.
    Garbage,
    /// 200 with the first half of the right body.
    HalfPage,
    /// A page with one order whose amount, or whose time, cannot be read.
    BadOrder,
    /// The connection is cut in the middle of the answer.
    Drop,
    /// An order is taken, and the connection is cut before its answer is whole.
    LostOrder,
}

simulator_kit::trouble!(mode: Mode, slow_ms: 2_000);
