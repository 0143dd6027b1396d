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

pub use list::TICKETS;
pub use model::{Ticket, TicketDetail, TicketStatus};
pub use routes::{READ, routes};
pub use sql::at_provider;
pub use sync::Tickets;
