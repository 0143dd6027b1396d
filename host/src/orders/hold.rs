//! Why an order does not go on: what the portal and its plugin know of it, and else its provider's words.

use comptoir_sandbox::Meaning;
use serde::Serialize;
use utoipa::ToSchema;

use super::manual::{ManualOrder, PushState};
use super::model::{Order, OrderStatus};
use crate::app::App;
use crate::words::codes::codes;

codes! {
    /// Why an order does not go on.
    HoldReason schema(rename_all = "SCREAMING_SNAKE_CASE") {
        /// Its store has no fulfilment provider.
        Unconnected = "UNCONNECTED",
        /// The provider did not take it, and nothing more is tried.
        Refused = "REFUSED",
        /// The provider did not take it yet; another try follows.
        Retrying = "RETRYING",
        /// No parcel reaches its address.
        Address = "ADDRESS",
        /// The provider wants its address to be confirmed.
        AddressUnconfirmed = "ADDRESS_UNCONFIRMED",
        /// Articles are missing in the warehouse.
        Stock = "STOCK",
        /// Something happened to the parcel on its way.
        Transit = "TRANSIT",
        /// The provider waits for somebody, or tells of trouble, in words of its own.
        Other = "OTHER",
    }
}

/// Why an order does not go on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderHold {
    pub reason: HoldReason,
    /// The provider's words, to be quoted; empty where the reason says the same.
    pub words: String,
}

impl From<Meaning> for HoldReason {
    fn from(meaning: Meaning) -> Self {
        match meaning {
            Meaning::Address => Self::Address,
            Meaning::AddressUnconfirmed => Self::AddressUnconfirmed,
            Meaning::Stock => Self::Stock,
            Meaning::Transit => Self::Transit,
        }
    }
}

/// Has an order say whether it waits, and why it does not go on, by the phrases of its plugin too.
pub fn tell(app: &App, order: &mut Order, manual: Option<&ManualOrder>) {
    order.is_waiting = order.status.is_waiting() && order.shipped_at.is_none();
    let ready = order
        .provider
        .as_deref()
        .and_then(|id| app.plugins.ready(id));
    let meaning = ready.and_then(|ready| ready.plugin.manifest().meaning(&order.status_message));
    order.hold = of(order, manual, meaning);
}

/// Why an order does not go on; `None`: it does, or has ended. `meaning` is what its plugin says that its provider's words
/// mean; of one that was made in the portal, `manual` is where its hand-over stands.
fn of(order: &Order, manual: Option<&ManualOrder>, meaning: Option<Meaning>) -> Option<OrderHold> {
    if order.status.is_terminal() {
        return None;
    }
    let quoted = |reason, words: &str| {
        Some(OrderHold {
            reason,
            words: words.into(),
        })
    };
    if let Some(manual) = manual.filter(|manual| manual.state != PushState::Pushed) {
        return match manual.state {
            PushState::Unconnected => quoted(HoldReason::Unconnected, ""),
            PushState::Failed => quoted(HoldReason::Refused, &manual.problem),
            _ if manual.problem.is_empty() => None,
            _ => quoted(HoldReason::Retrying, &manual.problem),
        };
    }
    let unknown = match meaning {
        Some(_) => "",
        None => order.status_message.as_str(),
    };
    match order.status {
        OrderStatus::Backorder => quoted(HoldReason::Stock, unknown),
        // No provider has it: it was made here, and refused there.
        OrderStatus::ActionRequired if order.provider_id.is_none() => {
            quoted(HoldReason::Refused, &order.status_message)
        }
        OrderStatus::Exception | OrderStatus::ActionRequired => {
            let other = match order.shipped_at {
                Some(_) => HoldReason::Transit,
                None => HoldReason::Other,
            };
            quoted(meaning.map_or(other, HoldReason::from), unknown)
        }
        _ => None,
    }
}
