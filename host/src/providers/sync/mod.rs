//! Pulls: what a provider holds comes here page by page, whatever it is. A function ([`Pull`]) says how its plugin is asked
//! and how a page becomes rows; cursors, set-aside items, the comparison with what is kept, the nightly one with what the
//! provider holds ([`Reconcile`]) and jobs are the same for all and live here.
//!
//! A page's rows and the place where the next one begins are one transaction: a crash repeats a page at most, and repeating
//! one changes nothing.

pub mod aside;
mod changes;
pub mod intake;
mod items;
mod jobs;
mod kinds;
mod model;
mod page;
mod reconcile;
mod request;
mod rows;
mod sql;
#[cfg(test)]
mod tests;
mod walk;

pub use aside::{Aside, Fault, FaultCode, any_aside, count_aside, set_aside};
pub use changes::{Changed, TakeChanges, take_changes};
pub use items::{AllExisting, Batch, Existing, Item, Row, author, read};
pub use jobs::{Pull, Synchronize, announce, is_unsupported, take_page, take_reported};
pub use kinds::{PullKind, reconcile, synchronize, synchronize_named};
pub use model::{Glossary, Pass, Taken, Which};
pub use page::{Next, Page};
pub use reconcile::Reconcile;
pub use request::{Synchronization, Synchronizing, answer};
pub use rows::{forget, name_aside, renew, tell_gone};
pub use sql::{PullState, completed_at, cursor, lock};
