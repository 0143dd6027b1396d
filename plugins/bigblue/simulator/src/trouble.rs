//! Switchable trouble: what a provider does on a bad day.

simulator_kit::modes! {
    Errors500, Errors502, Errors503, Unauthorized, Forbidden, Rate429, Rate429Bare, Slow, Dribble, Garbage, HalfPage, Drop,
    Reset;
    /// A page with one order whose amount, or whose time, cannot be read.
    BadOrder,
    /// An order is taken, or its change, and the connection is cut before its answer is whole.
    LostOrder,
    /// An order's change is answered, and lost: a store connector has imported the order again.
    LostChange,
}

simulator_kit::trouble!(mode: Mode, slow_ms: 2_000);
