//! `wit/support.wit`: a desk that answers consumers.

use std::sync::Arc;

use super::page;
pub use crate::bindings::exports::comptoir::plugin::support::{Message, MessagePage};
use crate::call::Call;
use crate::commerce::TicketPage;
use crate::error::CallError;
use crate::plugin::Plugin;

page! {
    /// Tickets new or changed since the cursor.
    tickets, support.call_tickets, TicketPage
}
page! {
    /// The conversation of one ticket, oldest first.
    messages, support.call_messages, MessagePage, ticket: String
}
