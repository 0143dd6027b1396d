//! Products out of a file (specification, document 2, section 7): a row a variant, read and checked whole; all of them are made, or
//! none. What is wrong is told by line and column.

mod file;
mod model;
mod routes;
mod sql;
#[cfg(test)]
mod tests;

pub use routes::routes;
