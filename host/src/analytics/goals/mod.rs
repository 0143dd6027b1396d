//! Goals: what a store is to sell a month. One holds from its month until that of the next. A report of some days tells what its
//! stores with a goal sold of it: of a month of which only some days are asked for, the goal is that share of it.

mod model;
mod routes;
mod sql;
#[cfg(test)]
mod tests;

pub use model::Reached;
pub use routes::routes;
pub use sql::reached;
