//! Shipping: who carries parcels, what that costs by country and weight, what a store pays for it, and how each figure came
//! about (specification, document 1, sections 2.8 and 3; decisions F1, F2, 32 and 33).
//!
//! `carriers` are the services of the providers; `prices` the price books, each price with the days on which it holds: the
//! grid, and what single stores agreed on instead; `stores` puts both together for one store; `simulations` tell what a change of
//! the grid would have done; `deployments` bring a store's prices to its shop; `tariffs` reads what many quotes depend on, `quote` has the formulas.

mod agreed;
mod carriers;
mod deployments;
mod prices;
pub mod quote;
mod simulations;
mod stores;
mod tariffs;
#[cfg(test)]
pub mod tests;

use crate::http::error::Resource::Other;
use crate::http::routing::Routes;
use crate::jobs::jobs;
use crate::list::Owner;
use crate::records::{Kind, life};
use crate::register::Domain;

use carriers::Carrier;
use deployments::Deploy;
use simulations::Simulate;

pub use agreed::{Agreed, agreed};
pub use stores::{Article, Asked, Offer, OrderQuote, Parcel, Reader, offer, quote};

jobs!(Deploy, Simulate);

pub static CARRIER: Kind = Kind::new("shipping-carrier", carriers::READ)
    .named(Other("Carrier"))
    .called("shipping")
    .of("carriers", "deleted_at is null", Owner::Nobody);

/// The one table of destinations' VAT, whose id is nil.
static VAT: Kind = Kind::new("shipping-vat", carriers::READ);

fn routes() -> Routes {
    carriers::routes()
        .merge(prices::routes())
        .merge(stores::routes())
        .merge(simulations::routes())
        .merge(deployments::routes())
}

pub static DOMAIN: Domain = Domain {
    routes,
    kinds: &[&CARRIER],
    jobs: JOBS,
    sweeps: &[life::sweep::<Carrier>, simulations::sweep],
    #[cfg(test)]
    rows: tests::rows,
    ..Domain::NONE
};
