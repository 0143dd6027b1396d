//! Pulls: what a provider holds comes here page by page, whatever it is. A function ([`Pull`]) says how its plugin is asked
//! and how a page becomes rows; cursors, set-aside items, the comparison with what is kept, the nightly one with what the
//! provider holds ([`Reconcile`]) and jobs are the same for all and live here.
//!
//! A page's rows and the place where the next one begins are one transaction: a crash repeats a page at most, and repeating
//! one changes nothing.

mod functions;
pub mod intake;
mod items;
mod jobs;
mod model;
mod reconcile;
mod request;
mod sql;
mod walk;

pub use functions::{Function, reconcile, synchronize};
pub use items::{Batch, Item, Kept, author, read, tell_gone};
pub use jobs::{Pull, Synchronize, announce, is_unsupported, partner, take_page, take_told};
pub use model::{Aside, Next, Pass, Taken, Which};
pub use reconcile::Reconcile;
pub use request::{Synchronization, Synchronizing, answer};
pub use sql::{Place, completed_at, count_aside, cursor, lock, set_aside};
