//! What the simulators of providers share, so that each holds its provider's ways only.
//!
//! A simulator keeps its own configuration, kinds of trouble and state; of this crate it takes the [`Server`], what is
//! asked of it while it runs ([`simulator!`]), the [`Limiter`], the way out for [`Hooks`], the trouble that can be switched ([`trouble!`], [`modes!`]),
//! the routes below `/control` ([`control`]) and the program ([`program`]). Nothing here knows a provider.

pub mod body;
mod clock;
pub mod control;
mod fault;
mod hooks;
mod limiter;
mod line;
pub mod mail;
pub mod program;
mod server;
mod simulator;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod trouble;

pub use clock::SimClock;
pub use fault::{Calls, Fault, deliver};
pub use hooks::{Delivery, Hooks, signature};
pub use limiter::{Left, Limiter, retry_after};
pub use line::{hang_up, reset};
pub use rand::rngs::StdRng;
pub use server::Server;
pub use trouble::{Trouble, Troublemaker, draw};
