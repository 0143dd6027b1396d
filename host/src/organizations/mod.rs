//! Merchants: the companies that own stores. Customers are confined to theirs.

mod list;
mod model;
mod routes;
mod sql;
#[cfg(test)]
mod tests;

use crate::http::error::Resource;
use crate::list::Owner;
use crate::records::{Kind, life};
use crate::register::Domain;

pub use list::ORGANIZATIONS;
pub use model::{Organization, StoragePrice, StorageUnit};
pub use sql::storage_prices;

pub static ORGANIZATION: Kind = Kind::new("organization", routes::READ)
    .named(Resource::Organization)
    .of(
        "organizations",
        "deleted_at is null",
        Owner::Organization("id"),
    );

pub static DOMAIN: Domain = Domain {
    routes: routes::routes,
    kinds: &[&ORGANIZATION],
    sweeps: &[life::sweep::<Organization>],
    #[cfg(test)]
    rows: tests::rows,
    ..Domain::NONE
};
