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

pub use model::{InboundShipment, InboundShipmentDetail, InboundStatus, InboundUnit, progress};
pub use routes::{READ, routes};
pub use sql::at_provider;
pub use sync::InboundShipments;
