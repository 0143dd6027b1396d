//! The provider's order in the contract's words.

use super::status_of;
use crate::wire;
use comptoir_plugin_sdk::commerce::{Order, OrderLine, OrderState, Tracking};
use comptoir_plugin_sdk::{Address, Money, Result, time};

/// The order as it was at `as_of`, or the field that cannot be understood and why.
pub fn order_of(order: wire::Order, as_of: &str) -> Result<Order, String> {
    if order.id.is_empty() {
        return Err("id: missing".into());
    }
    let money = |field: &str, text: &str| {
        Money::parse(text, &order.currency).map_err(|error| format!("{field}: {error}"))
    };
    let submitted_at = time::parse(&order.submit_time)
        .ok_or_else(|| format!("submit_time: {:?} is not a time", order.submit_time))?;
    let lines = order.line_items.iter().map(|line| {
        Ok(OrderLine {
            sku: line.product.clone(),
            quantity: line.quantity,
            unit_price: money("line_items.unit_price", &line.unit_price)?,
            unit_tax: money("line_items.unit_tax", &line.unit_tax)?,
            discount: money("line_items.discount", &line.discount)?,
        })
    });
    let lines = lines.collect::<Result<_, String>>()?;
    let shipping_price = money("shipping_price", &order.shipping_price)?;
    let shipping_tax = money("shipping_tax", &order.shipping_tax)?;
    let additional_tax = money("additional_tax", &order.additional_tax)?;
    let additional_discount = money("additional_discount", &order.additional_discount)?;
    let total = money("total", &order.total)?;
    let extra = extra_of(&order);
    let (status, status_message) = status_of(order.status);
    Ok(Order {
        state: OrderState {
            id: order.id,
            status,
            status_message,
            tracking: tracking_of(String::new(), order.tracking_number, order.tracking_url),
            as_of: as_of.into(),
        },
        reference: order.external_id,
        source: order.store,
        submitted_at: time::format(submitted_at),
        language: order.language,
        currency: order.currency,
        lines,
        shipping_method: order.shipping_method,
        shipping_price,
        shipping_tax,
        additional_tax,
        additional_discount,
        total,
        shipping_address: address_of(order.shipping_address.unwrap_or_default()),
        billing_address: order.billing_address.map(address_of),
        extra,
    })
}

/// A tracking, when there is a number or an address to follow.
pub fn tracking_of(carrier: String, number: String, url: String) -> Option<Tracking> {
    (!number.is_empty() || !url.is_empty()).then_some(Tracking {
        carrier,
        number,
        url,
    })
}

fn address_of(address: wire::Address) -> Address {
    Address {
        company: address.company,
        first_name: address.first_name,
        last_name: address.last_name,
        line1: address.line1,
        line2: address.line2,
        city: address.city,
        zip: address.postal,
        state: address.state,
        country: address.country,
        phone: address.phone,
        email: address.email,
    }
}

/// What the contract has no field for, under the provider's names.
fn extra_of(order: &wire::Order) -> Vec<(String, String)> {
    let point = order.pickup_point.as_ref();
    [
        ("b2b", if order.b2b { "true" } else { "" }),
        ("pickup_point.id", point.map_or("", |point| &point.id)),
        (
            "pickup_point.display_name",
            point.map_or("", |point| &point.display_name),
        ),
        (
            "pickup_point.carrier_service",
            point.map_or("", |point| &point.carrier_service),
        ),
        ("external_order_url", &order.external_order_url),
        ("customer_order_id", &order.customer_order_id),
    ]
    .into_iter()
    .filter(|(_, value)| !value.is_empty())
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use comptoir_plugin_sdk::commerce::OrderStatus;

    fn convert(json: &str) -> Result<Order, String> {
        order_of(
            serde_json::from_str(json).map_err(|error| error.to_string())?,
            "2026-11-20T09:00:01.000Z",
        )
    }

    #[test]
    fn the_documented_order_is_understood_field_by_field() {
        let order = convert(
            r#"{"id":"MUSIX01234567","external_id":"portal-1042","store":"api","submit_time":"2026-11-20T09:00:00Z",
            "language":"fr","currency":"EUR","line_items":[{"product":"MUSI-000042-0001","quantity":1,
            "unit_price":"24.90","unit_tax":"0","discount":"0"}],"shipping_price":"7.90","shipping_tax":"0",
            "additional_tax":"0","additional_discount":"0","total":"32.80","shipping_method":"standard","b2b":true,
            "shipping_address":{"first_name":"Ana","postal":"1000","country":"BE"},
            "pickup_point":{"id":"7351Y","carrier_service":"chronopost-2shop-direct"},
            "status":{"code":"PENDING","message":""},"tracking_number":"","tracking_url":""}"#,
        )
        .expect("the documented order");
        let eur = |minor| Money {
            minor,
            currency: "EUR".into(),
        };
        assert_eq!(
            (order.state.id.as_str(), &order.state.status),
            ("MUSIX01234567", &OrderStatus::Pending)
        );
        assert_eq!(
            (order.reference.as_str(), order.source.as_str()),
            ("portal-1042", "api")
        );
        assert_eq!(order.state.tracking, None);
        assert_eq!(order.state.as_of, "2026-11-20T09:00:01.000Z");
        assert_eq!((order.total, order.shipping_price), (eur(3280), eur(790)));
        assert_eq!(
            (order.lines[0].unit_price.clone(), order.lines[0].quantity),
            (eur(2490), 1)
        );
        assert_eq!(
            (
                order.shipping_address.zip.as_str(),
                order.shipping_address.city.as_str()
            ),
            ("1000", "")
        );
        let names: Vec<&str> = order.extra.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            names,
            ["b2b", "pickup_point.id", "pickup_point.carrier_service"]
        );
    }

    #[test]
    fn left_out_values_are_empty_and_zero() {
        let order =
            convert(r#"{"id":"A","currency":"JPY","submit_time":"2026-11-20T09:00:00.25+01:00"}"#);
        let order = order.expect("an order of zero values");
        assert_eq!(
            order.total,
            Money {
                minor: 0,
                currency: "JPY".into()
            }
        );
        assert_eq!(order.submitted_at, "2026-11-20T08:00:00Z");
        assert_eq!(
            order.state.status,
            OrderStatus::Other("CODE_UNSPECIFIED".into())
        );
        assert!(
            order.lines.is_empty() && order.extra.is_empty() && order.billing_address.is_none()
        );
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for (json, field) in [
            (
                r#"{"currency":"EUR","submit_time":"2026-11-20T09:00:00Z"}"#,
                "id",
            ),
            (r#"{"id":"A","currency":"EUR"}"#, "submit_time"),
            (
                r#"{"id":"A","submit_time":"2026-11-20T09:00:00Z"}"#,
                "shipping_price",
            ),
            (
                r#"{"id":"A","submit_time":"2026-11-20T09:00:00Z","currency":"EUR","total":"1,5"}"#,
                "total",
            ),
            (
                r#"{"id":"A","submit_time":"2026-11-20T09:00:00Z","currency":"EUR","line_items":[{"unit_tax":"x"}]}"#,
                "line_items.unit_tax",
            ),
        ] {
            assert!(
                convert(json).is_err_and(|reason| reason.starts_with(field)),
                "{json}"
            );
        }
    }
}
