//! What the simulators of providers share, so that each holds its provider's ways only.
//!
//! A simulator keeps its own configuration, kinds of trouble and state; of this crate it takes the [`Server`], the
//! [`Limiter`], the trouble that can be switched ([`trouble!`]), the routes below `/control` ([`control`]) and the
//! program ([`program`]). Nothing here knows a provider.

pub mod body;
mod clock;
pub mod control;
mod limiter;
mod line;
pub mod mail;
pub mod program;
mod server;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod trouble;

pub use clock::SimClock;
pub use limiter::{Limiter, retry_after};
pub use line::{hang_up, reset};
pub use rand::rngs::StdRng;
pub use server::Server;
pub use trouble::{Trouble, Troublemaker, draw};
