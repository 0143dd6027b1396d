//! What an organization is asked to pay for a store and some days (specification, document 1, sections 3 and 4): a draft can be
//! deleted; once issued it has a number and only its statuses move; a credit note takes it back (decision 10).

mod analysis;
mod bulk;
mod document;
mod formulas;
mod letters;
mod list;
mod model;
mod month;
mod prepare;
mod reports;
mod routes;
mod sales;
mod sql;
mod work;

pub use bulk::{WorkInvoices, paid};
pub use document::kept as document;
pub use letters::Unsent;
pub use model::{Frozen, Invoice, InvoiceKind, InvoiceName, OrganizationName, Section};
pub use month::PrepareMonth;
pub use routes::{READ, WRITE, routes};
