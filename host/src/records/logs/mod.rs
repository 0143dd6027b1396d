//! What people say about a record, with files, and what happened to it: the stream of notes on its screen, and its
//! history.

mod model;
mod routes;
mod sql;

pub use routes::routes;
