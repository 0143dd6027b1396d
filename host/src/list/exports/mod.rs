//! Exports: a list as a CSV file, written in the background page by page and announced by mail. A list that can be
//! exported says how a row becomes cells ([`Exported`]) and stands in [`LISTS`]; the rest is here.

mod csv;
mod jobs;
mod list;
mod mail;
mod model;
#[cfg(test)]
mod tests;

#[cfg(fuzzing)]
pub use csv::fuzz;
pub use csv::{Cell, Column};
pub use jobs::Export;
pub use list::{Exported, request};
pub use model::{CursorText, ExportRequest};
