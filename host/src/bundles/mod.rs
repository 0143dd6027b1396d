//! Bundles: several articles sold as one. Those of providers are theirs, and come with the pull; those of stores are made,
//! edited and deleted here.

mod list;
mod model;
mod routes;
mod sql;
mod sync;
#[cfg(test)]
mod tests;

use comptoir_sandbox::Entity;

use crate::http::error::Resource::Other;
use crate::list::Owner;
use crate::providers::sync::{Pull, PullKind};
use crate::records::{Kind, Provided, life};
use crate::register::Domain;

pub use list::BUNDLES;
pub use model::Bundle;
pub use sync::Bundles;

pub static BUNDLE: Kind = Kind::new("bundle", routes::READ)
    .named(Other("Bundle"))
    .of("bundles", "gone_at is null", Owner::Store("store_id"))
    .provided(Provided {
        entity: Entity::Bundle,
        ids: "select id, connector_id, provider_id from bundles",
        pull: Bundles::FUNCTION,
    });

pub static DOMAIN: Domain = Domain {
    routes: routes::routes,
    kinds: &[&BUNDLE],
    pulls: &[PullKind::of::<Bundles>()],
    sweeps: &[life::sweep::<Bundle>],
    #[cfg(test)]
    rows: tests::rows,
    ..Domain::NONE
};
