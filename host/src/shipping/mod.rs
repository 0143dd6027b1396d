//! Shipping: who carries parcels, what that costs by country and weight, what a store pays for it, and how each figure came
//! about (specification, document 1, sections 2.8 and 3; decisions F1, F2, 32 and 33).
//!
//! `carriers` are the services of the providers; `prices` the price books, each price with the days on which it holds: the
//! grid, and what single stores agreed on instead; `stores` puts both together for one store; `quote` has the formulas. `deployments`
//! bring them to the store's shop.

mod carriers;
mod deployments;
mod prices;
mod quote;
mod stores;
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

pub use stores::{Offer, OrderQuote, Parcel, offer};

jobs!(Deploy);

pub static CARRIER: Kind = Kind::new("shipping-carrier", carriers::READ)
    .named(Other("Carrier"))
    .called("shipping")
    .of("carriers", "deleted_at is null", Owner::Nobody);

fn routes() -> Routes {
    carriers::routes()
        .merge(prices::routes())
        .merge(stores::routes())
        .merge(deployments::routes())
}

pub static DOMAIN: Domain = Domain {
    routes,
    kinds: &[&CARRIER],
    jobs: JOBS,
    sweeps: &[life::sweep::<Carrier>],
    #[cfg(test)]
    rows: tests::rows,
    ..Domain::NONE
};
