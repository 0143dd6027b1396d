//! Products: what stores sell, variant by variant, with the stock of each. What a provider holds comes with the pulls;
//! what is made here is edited, archived and deleted here until it is exported to the store's shop, whose it is from then on.
//! Nobody edits a provider's here.

pub mod around;
mod ean;
mod intake;
mod inventories;
mod jobs;
mod list;
mod model;
mod routes;
pub mod sku;
mod sql;
mod sync;
#[cfg(test)]
mod tests;

use comptoir_sandbox::Entity;

use crate::http::error::Resource::Other;
use crate::jobs::jobs;
use crate::list::Owner;
use crate::providers::sync::{Pull, PullKind};
use crate::records::{Kind, Provided, life};
use crate::register::Domain;

pub use ean::is_valid as is_ean;
pub use inventories::Inventories;
pub use jobs::{ExportProducts, send};
pub use list::{PRODUCTS, VARIANTS};
pub use model::{Product, SKU_TAKEN};
pub use routes::image;
pub use sql::{Article, Settled, settle};
pub use sync::Products;

jobs!(ExportProducts);

pub static PRODUCT: Kind = Kind::new("product", routes::READ)
    .named(Other("Product"))
    .of("products", "gone_at is null", Owner::Store("store_id"))
    .provided(Provided {
        entity: Entity::Product,
        ids: "select id, connector_id, provider_id from products",
        pull: Products::FUNCTION,
    });

pub static DOMAIN: Domain = Domain {
    routes: || routes::routes().merge(around::routes()),
    kinds: &[&PRODUCT],
    pulls: &[PullKind::of::<Products>(), PullKind::of::<Inventories>()],
    changes: Some(sync::take_changes),
    jobs: JOBS,
    sweeps: &[life::sweep::<Product>, inventories::forget_days],
    #[cfg(test)]
    rows: tests::rows,
    ..Domain::NONE
};
