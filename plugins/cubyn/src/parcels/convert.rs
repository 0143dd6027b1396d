//! The provider's parcel in the contract's words.

use crate::wire;
use comptoir_plugin_sdk::commerce::{Order, OrderLine, OrderState, OrderStatus, Tracking};
use comptoir_plugin_sdk::{Address, Money, Result, time};

/// Parcels have no prices. What the contract wants to know in a currency is nothing, in Cubyn's country's.
const CURRENCY: &str = "EUR";

/// The parcel's state when it was `asked` for. When Cubyn says that it changed is no measure: once its clock was ahead and is
/// put right, what changed later would look older.
pub fn state_of(parcel: wire::Parcel, asked: &str) -> OrderState {
    OrderState {
        id: parcel.id.to_string(),
        status: status_of(&parcel.status),
        status_message: String::new(),
        tracking: tracking_of(parcel.carrier.name, parcel.tracking_id, parcel.tracking_url),
        as_of: asked.into(),
    }
}

fn tracking_of(carrier: String, number: String, url: String) -> Option<Tracking> {
    (!number.is_empty() || !url.is_empty()).then_some(Tracking {
        carrier,
        number,
        url,
    })
}

/// The parcel as an order, or the field that cannot be understood and why.
pub fn order_of(parcel: wire::Parcel, asked: &str) -> Result<Order, String> {
    let nothing = Money {
        minor: 0,
        currency: CURRENCY.into(),
    };
    let submitted_at = time::parse(&parcel.created_at)
        .ok_or_else(|| format!("createdAt: {:?} is not a time", parcel.created_at))?;
    let lines = parcel.items.iter().map(|item| OrderLine {
        sku: item.reference.clone(),
        quantity: item.count,
        unit_price: nothing.clone(),
        unit_tax: nothing.clone(),
        discount: nothing.clone(),
    });
    let extra = [
        ("pid", parcel.pid.clone()),
        ("type", parcel.kind.clone()),
        (
            "address.additionalInformation",
            parcel.address.additional_information.clone(),
        ),
    ];
    let shipping_address = Address {
        company: parcel.organization_name.clone(),
        first_name: parcel.first_name.clone(),
        last_name: parcel.last_name.clone(),
        line1: parcel.address.line1.clone(),
        line2: parcel.address.line2.clone(),
        city: parcel.address.city.clone(),
        zip: parcel.address.zip.clone(),
        state: String::new(),
        country: parcel.address.country.clone(),
        phone: parcel.phone.clone(),
        email: parcel.email.clone(),
    };
    Ok(Order {
        reference: parcel.order_ref.clone(),
        source: String::new(),
        submitted_at: time::format(submitted_at),
        language: String::new(),
        currency: CURRENCY.into(),
        lines: lines.collect(),
        shipping_method: parcel.carrier.name.clone(),
        shipping_price: nothing.clone(),
        shipping_tax: nothing.clone(),
        additional_tax: nothing.clone(),
        additional_discount: nothing.clone(),
        total: nothing,
        shipping_address,
        billing_address: None,
        extra: extra
            .into_iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
        state: state_of(parcel, asked),
    })
}

fn status_of(status: &str) -> OrderStatus {
    match status {
        "CREATED" => OrderStatus::Pending,
        "PICKED" => OrderStatus::InPreparation,
        "SHIPPED" | "CARRIER_IN_TRANSIT" | "CARRIER_OUT_FOR_DELIVERY" => OrderStatus::Shipped,
        "CARRIER_DELIVERED" | "DELIVERED" => OrderStatus::Delivered,
        "CARRIER_FAILED_ATTEMPT" | "CARRIER_EXCEPTION" | "CUBYN_EXCEPTION" => {
            OrderStatus::Exception
        }
        "CANCELLED" => OrderStatus::Cancelled,
        "RETURNED" => OrderStatus::Returned,
        other => OrderStatus::Other(other.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASKED: &str = "2026-11-20T09:00:00.000Z";

    fn order(json: &str) -> Result<Order, String> {
        let parcel = serde_json::from_str(json).map_err(|error| error.to_string())?;
        order_of(parcel, ASKED)
    }

    #[test]
    fn the_documented_parcel_is_understood_field_by_field() {
        let order = order(
            r#"{"id":673847167,"pid":"CUB673847167","status":"CREATED","orderRef":"portal-1042","objectCount":1,
            "firstName":"Ana","lastName":"B","phone":"+32470000000",
            "address":{"line1":"2 rue B","zip":"1000","city":"Bruxelles","country":"BE","additionalInformation":"code 9898"},
            "carrier":null,"trackingId":null,"trackingUrl":null,
            "createdAt":"2026-11-20T09:00:00.000Z","updatedAt":"2026-11-20T09:00:00.120Z"}"#,
        )
        .expect("the documented parcel");
        assert_eq!(order.state.as_of, ASKED);
        assert_eq!(
            (
                order.state.id.as_str(),
                &order.state.status,
                &order.state.tracking
            ),
            ("673847167", &OrderStatus::Pending, &None)
        );
        assert_eq!(
            (order.reference.as_str(), order.submitted_at.as_str()),
            ("portal-1042", "2026-11-20T09:00:00Z")
        );
        assert_eq!(
            (
                order.shipping_address.zip.as_str(),
                order.shipping_address.country.as_str()
            ),
            ("1000", "BE")
        );
        assert_eq!(order.extra[1].1, "code 9898");
    }

    #[test]
    fn unknown_words_are_passed_on() {
        let json = r#"{"id":1,"status":"LOST_IN_SPACE","createdAt":"2026-11-20T09:00:00Z"}"#;
        let order = order(json).expect("a parcel");
        assert_eq!(
            order.state.status,
            OrderStatus::Other("LOST_IN_SPACE".into())
        );
    }

    #[test]
    fn what_is_not_understood_is_named() {
        let reason = order(r#"{"id":1,"status":"CREATED","createdAt":"yesterday"}"#).err();
        assert_eq!(
            reason.as_deref(),
            Some(r#"createdAt: "yesterday" is not a time"#)
        );
        assert!(
            order(r#"{"status":"CREATED","createdAt":"2026-11-20T09:00:00Z"}"#)
                .is_err_and(|reason| reason.contains("id"))
        );
    }
}
