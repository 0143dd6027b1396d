//! What shipping costs a store: its terms with each provider, the exceptions that were agreed on with it, quotes for a parcel
//! and the table of all of them.

mod exceptions;
mod model;
mod quotes;
mod routes;
mod settings;
pub(super) mod sql;
mod table;

use crate::http::routing::Routes;

pub(super) use model::CarrierPrices;
#[cfg(test)]
pub(super) use model::{QuotedCarrier, StorePrice};
pub(super) use quotes::whole;
pub use quotes::{Asked, Offer, OrderQuote, Parcel, Reader, offer, quote};
pub use sql::Article;

pub(super) fn routes() -> Routes {
    routes::routes()
        .merge(settings::routes())
        .merge(exceptions::routes())
}
