//! Why an order does not go on: what the portal knows of it, and else its provider's words. No I/O.

use serde::Serialize;
use utoipa::ToSchema;

use super::manual::{ManualOrder, PushState};
use super::model::{OrderDetail, OrderStatus};
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

/// What providers say in words that the portal knows.
const KNOWN: &[(&str, HoldReason)] = &[
    ("The address could not be resolved", HoldReason::Address),
    (
        "Confirm the delivery address",
        HoldReason::AddressUnconfirmed,
    ),
    ("Stock is missing", HoldReason::Stock),
];

/// What words of a provider mean; `None`: nobody knows.
fn meaning(words: &str) -> Option<HoldReason> {
    let plain = words.trim().trim_end_matches('.');
    let known = KNOWN
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(plain));
    known.map(|(_, reason)| *reason)
}

/// Why an order does not go on; `None`: it does, or has ended.
pub fn of(order: &OrderDetail, manual: Option<&ManualOrder>) -> Option<OrderHold> {
    let (status, words) = (order.order.status, order.order.status_message.as_str());
    if status.is_terminal() {
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
    let known = meaning(words);
    let told = if known.is_some() { "" } else { words };
    match status {
        OrderStatus::Backorder => quoted(HoldReason::Stock, told),
        OrderStatus::Exception | OrderStatus::ActionRequired => {
            let other = match order.order.shipped_at {
                Some(_) => HoldReason::Transit,
                None => HoldReason::Other,
            };
            quoted(known.unwrap_or(other), told)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_known_however_they_are_written() {
        assert_eq!(meaning("Stock is missing"), Some(HoldReason::Stock));
        assert_eq!(
            meaning(" the address could not be resolved. "),
            Some(HoldReason::Address)
        );
        assert_eq!(meaning("Parcel lost"), None);
        assert_eq!(meaning(""), None);
    }
}
