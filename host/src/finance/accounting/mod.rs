//! The company's books at an accounting service, where the operator has a plugin for one: issued invoices and credit notes are booked
//! there with their documents, and what is paid of them moves their bank status here. Nothing is booked twice: one job books one
//! after the other, each under the invoice's own id, under which the plugin looks first. The portal is whole without it.

mod draft;
mod jobs;
mod list;
mod model;
mod routes;
mod sql;

pub use jobs::{BookInvoices, FollowPayments, Hourly};
pub use routes::{READ, routes};
pub use sql::reseal;
