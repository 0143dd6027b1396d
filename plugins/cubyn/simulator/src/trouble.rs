//! Switchable trouble: what a provider does on a bad day.

use simulator_kit::Calls;

simulator_kit::modes! {
    Errors500, Errors502, Errors503, Unauthorized, Forbidden, Rate429, Rate429Bare, Slow, Dribble, Garbage, HalfPage, Drop,
    Reset;
    /// A list with one item whose time cannot be read.
    BadItem,
    /// A notification is sent twice.
    HookTwice,
    /// A notification is never sent.
    HookLost,
}

impl Mode {
    /// Whether it hits notifications rather than calls.
    pub fn is_of_hooks(self) -> bool {
        matches!(self, Mode::HookTwice | Mode::HookLost)
    }
}

simulator_kit::trouble!(mode: Mode, slow_ms: 2_000, calls: Calls);
