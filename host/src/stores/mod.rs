//! A merchant's stores and their connectors. A store belongs to one organization or, by shares, to several.

pub mod connectors;
mod health;
mod jobs;
mod list;
mod model;
mod routes;
mod setup;
mod sql;
#[cfg(test)]
mod tests;

use crate::access::{Access, Permission};
use crate::http::error::Resource::Other;
use crate::jobs::jobs;
use crate::list::Owner;
use crate::records::{Kind, life};
use crate::register::Domain;

pub use crate::providers::connectors::StoreName;
pub use jobs::Webhooks;
pub use list::{BELOW_STORE, STORES};
pub use model::{Charge, Store, StoreOrganization, StoreRow, TicketBasis, conceal_others, names};

jobs!(Webhooks);

pub static STORE: Kind = Kind::new("store", Access::permissions(&[Permission::ReadStore]))
    .named(Other("Store"))
    .of("stores", "deleted_at is null", Owner::Store("id"));

pub static DOMAIN: Domain = Domain {
    routes: routes::routes,
    kinds: &[&STORE],
    jobs: JOBS,
    sweeps: &[life::sweep::<Store>],
    #[cfg(test)]
    rows: tests::rows,
    ..Domain::NONE
};
