//! Products of projects: articles that are to be made, with their sizes and what describes them.

mod list;
mod model;
mod routes;
mod sql;

use crate::http::error::Resource;
use crate::list::{Link, Owner};
use crate::records::Kind;

pub use model::{
    Fabric, FabricUnit, ProductDetail, ProductInput, QuantityMode, Variant, VariantInput,
};
pub use routes::{READ, WRITE, routes};
pub use sql::{add, all};

/// A factory reaches those of its projects; customers none.
const REACH: Owner = Owner::Linked {
    organization: Link {
        table: "project_products",
        row: "id",
        owner: "organization_id",
    },
    factory: Link {
        table: "project_product_factories",
        row: "product_id",
        owner: "factory_id",
    },
};

pub static PRODUCT: Kind = Kind::new("project-product", READ)
    .called("project-products")
    .named(Resource::Product)
    .of("project_products", "deleted_at is null", REACH);
