//! What plugins may ask of the host: one file an interface of `wit/`.

mod clock;
mod configuration;
mod credentials;
mod delivery;
mod files;
mod http;
mod log;
mod progress;
mod rows;
mod stderr;
mod store;
mod trace;

pub(crate) use self::log::LogBook;
pub(crate) use progress::ProgressMeter;
pub(crate) use stderr::StderrTail;
use trace::HostCall;

impl crate::bindings::comptoir::plugin::types::Host for crate::state::State {}
impl crate::bindings::comptoir::plugin::commerce::Host for crate::state::State {}

/// A guest's words for the log: so many characters, none of which begins a line or moves a cursor.
pub(crate) fn one_line(text: &str, chars: usize) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().take(chars).map(plain).collect()
}
