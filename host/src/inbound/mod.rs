//! Inbound shipments: goods on their way to a provider's warehouse, as the provider tells them, and the mappings
//! ([`bindings`]) that say whose they are. Nobody edits a shipment by hand.
//!
//! A unit belongs to the organization of the mapping that holds it, else to the store of the connection. A customer sees
//! the shipments of their stores and those that a mapping of their organization names, of either only their own units.

pub mod bindings;
mod intake;
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
use crate::records::{Kind, Provided};
use crate::register::Domain;

pub use model::{InboundShipment, InboundShipmentDetail, InboundStatus, InboundUnit, progress};
pub use sync::InboundShipments;

pub static SHIPMENT: Kind = Kind::new("inbound-shipment", routes::READ)
    .of("inbound_shipments", "true", list::REACH)
    .named(Other("InboundShipment"))
    .provided(Provided {
        entity: Entity::InboundShipment,
        ids: "select id, connector_id, provider_id from inbound_shipments",
        pull: InboundShipments::FUNCTION,
    });

/// Told with its shipment.
pub static BINDING: Kind = Kind::new("inbound-binding", bindings::READ)
    .called(SHIPMENT.calls)
    .named(Other("InboundBinding"))
    .of("inbound_bindings", "true", Owner::Nobody);

pub static DOMAIN: Domain = Domain {
    routes: routes::routes,
    shared: &["bigblue"],
    kinds: &[&SHIPMENT, &BINDING],
    pulls: &[PullKind::of::<InboundShipments>()],
    #[cfg(test)]
    rows: tests::rows,
    ..Domain::NONE
};
