//! Invoices of fulfilment providers (specification, document 1, sections 2.7, 3 and 4; decisions F13, F14, 11, 14 and 16): a file is
//! read by the provider's plugin, each line of it is told whose it is, what was charged is held against what was agreed, and
//! what stores owe of it becomes fees, once; until a merchant's invoice took them they can be taken back.
//!
//! `intake` reads, `mapping` tells whose a line is, `control` holds parcels against the tariff of their day, `summary` sums up and
//! brings the fees, `steps` goes from one to the next,
//! `margins` tells what was left of them by month.

mod control;
mod intake;
mod list;
mod mapping;
mod margins;
mod model;
mod routes;
mod sql;
mod steps;
mod summary;

pub use intake::ReadProviderInvoice;
pub use model::ProviderInvoiceRow;
pub use routes::{READ, routes};
