//! What is new for a factory since its people last looked: versions of technical files, notes, productions and how they moved.

mod model;
mod routes;
mod sql;

pub use routes::routes;
