//! What providers' invoices leave open: orders that left and that nobody billed, what was billed twice, for an order that was
//! cancelled or that nobody knows, storage of what does not lie there. Looked for in the background, when an invoice was read and
//! every night, so that its list costs what any list costs.

mod jobs;
mod list;
mod model;
mod routes;
mod sql;

pub use jobs::{FindGaps, Nightly};
pub use routes::routes;
