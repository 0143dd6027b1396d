//! Exports: a list as a CSV file, written in the background page by page and announced by mail. A list that can be
//! exported declares its columns ([`super::List::exported`]); the rest is here.

mod columns;
mod csv;
mod jobs;
mod mail;
mod model;
pub mod output;
#[cfg(test)]
mod tests;

use crate::jobs::jobs;
use crate::register::Domain;

pub use columns::{ExportColumn, amount, composed, count, day, text, time, word};
#[cfg(fuzzing)]
pub use csv::fuzz;
pub use csv::{Cell, Writer};
pub use jobs::Export;
pub use model::{CursorText, ExportRequest};

jobs!(Export);

pub static DOMAIN: Domain = Domain {
    jobs: JOBS,
    ..Domain::NONE
};
