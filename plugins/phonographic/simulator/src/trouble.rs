//! Switchable trouble: what a receiver's server does on a bad day.

use serde::{Deserialize, Serialize};

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Nothing.
    None,
    /// Connections are reset before a word.
    Reset,
    /// Passwords and keys are refused, the right ones too.
    Refuse,
    /// The right answers, late.
    Slow,
    /// Nothing more can be written: the quota is used up.
    Quota,
    /// Files keep the names under which they were written.
    RenameDenied,
}

simulator_kit::trouble!(mode: Mode, slow_ms: 2_000);
