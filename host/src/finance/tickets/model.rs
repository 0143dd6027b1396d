//! What is asked of tickets, and what charging them brings.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use crate::stores::StoreName;

/// Which tickets are charged: some, those that match a list's cursor, or all.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TicketCharge {
    /// These tickets; those of them that nothing is due of are left out.
    pub ids: Option<Vec<Uuid>>,
    /// Those that match the search and filters of a cursor of `GET /ticket`.
    pub cursor: Option<String>,
    /// Only say what would come.
    #[serde(default)]
    pub preview: bool,
}

/// What charging tickets brings, or brought. Amounts are in euros without VAT.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TicketsCharged {
    pub preview: bool,
    /// Tickets that something was due of, and what of them together.
    pub count: usize,
    pub messages: i32,
    pub customer_amount: Decimal,
    /// The first thousand, by store.
    pub tickets: Vec<ChargedTicket>,
}

/// What is charged of one ticket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChargedTicket {
    pub id: Uuid,
    pub store: StoreName,
    pub subject: String,
    /// Messages by agents that had not been charged.
    pub messages: i32,
    /// Zero where the ticket as such was charged before: then these messages bring no fee.
    pub customer_amount: Decimal,
}
