//! A store's statement of account: what was invoiced, credited and paid, day by day, with the balance after each. It is a sum over
//! what was issued, which does not change; what has been charged and not invoiced yet stands beside it.

mod model;
mod routes;
mod sql;

pub use routes::routes;
