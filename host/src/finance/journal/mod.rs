//! The yearly journal of sales for the accountant: each invoice and credit note as the entries that it is in double-entry books.

mod entries;
mod jobs;
mod routes;
mod sql;

pub use jobs::WriteJournal;
pub use routes::routes;
