//! Many orders out of a spreadsheet: looked at row by row before any is made, then made and handed over by one job.

mod jobs;
mod model;
mod routes;
mod sql;
#[cfg(test)]
mod tests;

pub use jobs::PasteOrders;
pub use model::worth;
pub use routes::routes;
