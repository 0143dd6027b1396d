//! What stores are charged (specification, document 1, section 3: Fee, Recurring charge, Commission). A fee is one amount that
//! a store owes, with what brought it about; an effect brings one fee, whoever finds it and however often. Recurring charges
//! bring a fee each period (F7), commissions are a share of the sales (F9). Invoices ask an organization for its part of both.
//! Amounts are euros without VAT unless something else stands beside them.

mod accounting;
mod charges;
mod commissions;
mod company;
mod days;
mod fees;
mod gaps;
mod invoices;
mod journal;
mod orders;
mod provider_invoices;
mod statement;
mod storage;
#[cfg(test)]
pub mod tests;
mod tickets;

use sqlx::PgConnection;
use uuid::Uuid;

use crate::access::{Access, Permission, Scope};
use crate::http::error::{Error, Resource, Result};
use crate::http::routing::Routes;
use crate::jobs::{Schedule, jobs};
use crate::list::Owner;
use crate::records::visible::Visible;
use crate::records::{Kind, life};
use crate::register::Domain;
use crate::stores::StoreName;
use crate::words::codes::codes;

use accounting::{BookInvoices, FollowPayments};
use charges::{ApplyCharges, Charge, Nightly};
use commissions::Commission;
use company::COMPANY;
use gaps::FindGaps;
use invoices::{Invoice, PrepareMonth, Unsent, WorkInvoices};
use journal::WriteJournal;
use orders::ChargeOrders;
use provider_invoices::{ProviderInvoiceRow, ReadProviderInvoice};

pub use accounting::reseal as reseal_books;
pub use fees::{Cause, Fee};

/// Charges and commissions are the staff's to know: stores see what comes of them.
const READ: Access = Access::admin(&[Permission::ReadFee]);
const WRITE: Access = Access::admin(&[Permission::WriteFee, Permission::ReadStore]);

codes! {
    /// What a fee is for (specification, document 2, section 9).
    FeeCategory schema(rename_all = "SCREAMING_SNAKE_CASE") {
        Logistics = "LOGISTICS",
        Other = "OTHER",
        Production = "PRODUCTION",
        Return = "RETURN",
        Seeding = "SEEDING",
        Shipping = "SHIPPING",
        ShippingfeesSupplement = "SHIPPINGFEES_SUPPLEMENT",
        Software = "SOFTWARE",
        Storage = "STORAGE",
        Ticket = "TICKET",
    }
}

/// The store that a body names.
///
/// # Errors
/// [`Error::Invalid`] (`storeId option`): there is none, or the caller sees none.
async fn store_of(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Visible<StoreName>> {
    let store = Visible::<StoreName>::seek(db, scope, id).await?;
    store.ok_or(Error::field("storeId", "option"))
}

/// Its calls stand below `/finance`.
const CALLS: &str = "finance";

pub static FEE: Kind = Kind::new("fee", fees::READ)
    .called(CALLS)
    .named(Resource::Fee)
    .of("fees", "deleted_at is null", Owner::Store("store_id"));

/// What is attached to a fee: it may tell what the company paid.
pub static FEE_FILES: Kind = Kind::new("fee-attachment", READ)
    .called(CALLS)
    .named(Resource::Fee)
    .of("fees", "deleted_at is null", Owner::Store("store_id"));

pub static CHARGE: Kind = Kind::new("charge", READ)
    .called(CALLS)
    .named(Resource::Charge)
    .of("charges", "deleted_at is null", Owner::Store("store_id"));

pub static COMMISSION: Kind = Kind::new("commission", READ)
    .called(CALLS)
    .named(Resource::Commission)
    .of(
        "commissions",
        "deleted_at is null",
        Owner::Store("store_id"),
    );

/// Its organization's, from when it is issued.
pub static INVOICE: Kind = Kind::new("invoice", invoices::READ)
    .named(Resource::Other("Invoice"))
    .of(
        "invoices",
        "deleted_at is null",
        Owner::Organization("reader_id"),
    );

/// What is attached to an invoice.
pub static INVOICE_FILES: Kind = Kind::new("invoice-attachment", invoices::READ)
    .called("invoice")
    .named(Resource::Other("Invoice"))
    .of(
        "invoices",
        "deleted_at is null",
        Owner::Organization("reader_id"),
    );

/// The file that it was read from hangs on it.
pub static PROVIDER_INVOICE: Kind = Kind::new("provider-invoice", provider_invoices::READ)
    .called("fulfillment-invoice")
    .named(Resource::Other("FulfillmentInvoice"))
    .of("provider_invoices", "deleted_at is null", Owner::Nobody);

/// The company's books: their connection and what is on its way there.
pub static ACCOUNTING: Kind =
    Kind::new("accounting", accounting::READ).called("finance/accounting");

jobs!(
    ApplyCharges,
    BookInvoices,
    ChargeOrders,
    FindGaps,
    FollowPayments,
    PrepareMonth,
    ReadProviderInvoice,
    Unsent,
    WorkInvoices,
    WriteJournal
);

pub static DOMAIN: Domain = Domain {
    routes: || {
        Routes::new()
            .merge(fees::routes())
            .merge(charges::routes())
            .merge(commissions::routes())
            .merge(storage::routes())
            .merge(tickets::routes())
            .merge(company::routes())
            .merge(invoices::routes())
            .merge(accounting::routes())
            .merge(gaps::routes())
            .merge(journal::routes())
            .merge(provider_invoices::routes())
            .merge(statement::routes())
    },
    kinds: &[
        &FEE,
        &FEE_FILES,
        &CHARGE,
        &COMMISSION,
        &COMPANY,
        &INVOICE,
        &INVOICE_FILES,
        &PROVIDER_INVOICE,
        &ACCOUNTING,
    ],
    jobs: JOBS,
    schedules: &[
        Schedule::of::<Nightly>(Nightly::crontabs),
        Schedule::of::<orders::Moment>(orders::Moment::crontabs),
        Schedule::of::<accounting::Hourly>(accounting::Hourly::crontabs),
        Schedule::of::<gaps::Nightly>(gaps::Nightly::crontabs),
    ],
    sweeps: &[
        life::sweep::<Invoice>,
        life::sweep::<ProviderInvoiceRow>,
        life::sweep::<Fee>,
        life::sweep::<Charge>,
        life::sweep::<Commission>,
    ],
    #[cfg(test)]
    rows: tests::rows,
    ..Domain::NONE
};
