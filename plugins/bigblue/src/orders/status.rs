//! The provider's status codes.

use crate::wire::Status;
use comptoir_plugin_sdk::commerce::OrderStatus;

/// The contract's status and the provider's words on it. The set is open: what is not known is kept as it was said.
pub fn status_of(status: Option<Status>) -> (OrderStatus, String) {
    let Status { code, message } = status.unwrap_or_default();
    let status = match code.as_str() {
        "CREATED" => OrderStatus::Created,
        "PENDING" => OrderStatus::Pending,
        "BACKORDER" => OrderStatus::Backorder,
        "ACTION_REQUIRED" => OrderStatus::ActionRequired,
        "EXCEPTION" => OrderStatus::Exception,
        "IN_PREPARATION" => OrderStatus::InPreparation,
        "PICKED" => OrderStatus::Picked,
        "HANDED_OVER" => OrderStatus::HandedOver,
        "SHIPPED" => OrderStatus::Shipped,
        "DELIVERED" => OrderStatus::Delivered,
        "RETURNED" => OrderStatus::Returned,
        "CANCELLED" => OrderStatus::Cancelled,
        "" => OrderStatus::Other("CODE_UNSPECIFIED".into()),
        _ => OrderStatus::Other(code),
    };
    (status, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(code: &str) -> OrderStatus {
        status_of(Some(Status {
            code: code.into(),
            message: String::new(),
        }))
        .0
    }

    #[test]
    fn known_codes_have_their_status_and_others_are_kept_word_for_word() {
        let known = bigblue_simulator::Status::ALL
            .iter()
            .map(|status| status.code())
            .filter(|code| !code.is_empty());
        let statuses: Vec<OrderStatus> = known.map(of).collect();
        assert_eq!(statuses.len(), 12);
        for (at, status) in statuses.iter().enumerate() {
            assert!(!matches!(status, OrderStatus::Other(_)), "{status:?}");
            assert!(!statuses[..at].contains(status), "{status:?} twice");
        }
        assert_eq!(of("PREPARED"), OrderStatus::Other("PREPARED".into()));
        assert_eq!(
            status_of(None),
            (OrderStatus::Other("CODE_UNSPECIFIED".into()), String::new())
        );
    }
}
