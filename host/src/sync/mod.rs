//! Pulls: what a provider holds comes here page by page, whatever it is. A function ([`Pull`]) says how its plugin is asked
//! and how a page becomes rows; cursors, set-aside items and jobs are the same for all and live here.
//!
//! A page's rows and the place where the next one begins are one transaction: a crash repeats a page at most, and repeating
//! one changes nothing.

mod functions;
pub mod intake;
mod jobs;
mod model;
mod request;
mod sql;

pub use functions::{Function, synchronize};
pub use jobs::{Pull, Synchronize, take_page, take_told};
pub use model::{Aside, Next, Taken, Which};
pub use request::{Synchronization, Synchronizing, answer};
pub use sql::{Place, completed_at, count_aside, cursor, lock, set_aside};
