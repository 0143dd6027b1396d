//! Switchable trouble: what a provider does on a bad day.

use simulator_kit::Calls;

simulator_kit::modes! {
    Errors500, Rate429, Slow, Garbage, HalfPage, Drop, Reset;
    /// A list with one ticket whose time of change cannot be read.
    BadTicket,
    /// An event is sent twice.
    HookTwice,
    /// An event waits for the next one and comes after it.
    HookLate,
    /// An event is never sent.
    HookLost,
}

impl Mode {
    /// Whether it hits events rather than calls.
    pub fn is_of_hooks(self) -> bool {
        matches!(self, Mode::HookTwice | Mode::HookLate | Mode::HookLost)
    }
}

simulator_kit::trouble!(mode: Mode, slow_ms: 2_000, calls: Calls);
