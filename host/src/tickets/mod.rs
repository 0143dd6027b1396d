//! Tickets: what consumers ask a store's support desk, as the desk tells it, and what answering is charged. Conversations
//! stay at the desk and are read from there; nobody edits a ticket here.

pub mod charge;
mod conversation;
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

pub use list::TICKETS;
pub use model::{Ticket, TicketDetail, TicketStatus};
pub use sql::{DueTicket, due, lock_due, set_charged};
pub use sync::Tickets;

pub static TICKET: Kind = Kind::new("ticket", routes::READ)
    .named(Other("Ticket"))
    .of("tickets", "true", Owner::Store("store_id"))
    .provided(Provided {
        entity: Entity::Ticket,
        ids: "select id, connector_id, provider_id from tickets",
        pull: Tickets::FUNCTION,
    });

pub static DOMAIN: Domain = Domain {
    routes: routes::routes,
    kinds: &[&TICKET],
    pulls: &[PullKind::of::<Tickets>()],
    changes: Some(sync::take_changes),
    #[cfg(test)]
    rows: tests::rows,
    ..Domain::NONE
};
