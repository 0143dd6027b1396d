//! The shop's order in the contract's words.
//!
//! The contract wants prices net of tax, for one. The shop has them with tax or without, as its owner chose, and the tax
//! of a line as a whole. What a line's tax leaves when it is cut into pieces, and whatever else the total holds (duties,
//! tips, discounts on shipping, rounding), stands in `additional-tax` or `additional-discount`: the lines, shipping and
//! these two always make the total.

use super::wire::{Address, Amount, Line, Order, Tax};
use crate::pull::number;
use crate::settings::Settings;
use comptoir_plugin_sdk::commerce::{self, OrderLine, OrderState, OrderStatus, Tracking};
use comptoir_plugin_sdk::{Money, Result, time};

/// The order as it was at its `updatedAt`, or the field that cannot be understood and why.
pub fn order_of(order: Order, settings: &Settings) -> Result<commerce::Order, String> {
    if order.id.is_empty() {
        return Err("id: missing".into());
    }
    let currency = order.currency_code.clone();
    let money = |minor: i64| Money {
        minor,
        currency: currency.clone(),
    };
    let parse = |field: &str, amount: &Amount| {
        Money::parse(&amount.0, &currency)
            .map(|money| money.minor)
            .map_err(|error| format!("{field}: {error}"))
    };
    let taxes = |field: &str, taxes: &[Tax]| {
        taxes
            .iter()
            .map(|tax| parse(field, &tax.price_set))
            .sum::<Result<i64, String>>()
    };
    let submitted_at = moment("processedAt", &order.processed_at)?;
    let as_of = moment("updatedAt", &order.updated_at)?;
    let mut sum = 0;
    let mut line_of = |line: &Line| {
        let quantity = i64::from(line.quantity);
        let price = parse(
            "lineItems.originalUnitPriceSet",
            &line.original_unit_price_set,
        )?;
        let tax = taxes("lineItems.taxLines", &line.tax_lines)? / quantity.max(1);
        let discounts = line.discount_allocations.iter();
        let discounts = discounts
            .map(|part| parse("lineItems.discountAllocations", &part.allocated_amount_set));
        let discount = discounts.sum::<Result<i64, String>>()?;
        let net = if order.taxes_included {
            price - tax
        } else {
            price
        };
        sum += quantity * (net + tax) - discount;
        Ok(OrderLine {
            sku: line.sku.clone().unwrap_or_default(),
            quantity: line.quantity,
            unit_price: money(net),
            unit_tax: money(tax),
            discount: money(discount),
        })
    };
    let lines = order
        .line_items
        .nodes
        .iter()
        .map(&mut line_of)
        .collect::<Result<Vec<_>, String>>()?;
    let shipping = parse("totalShippingPriceSet", &order.total_shipping_price_set)?;
    let shipping_line = order.shipping_line.clone().unwrap_or_default();
    let shipping_tax = taxes("shippingLine.taxLines", &shipping_line.tax_lines)?;
    let shipping_price = if order.taxes_included {
        shipping - shipping_tax
    } else {
        shipping
    };
    let total = parse("totalPriceSet", &order.total_price_set)?;
    let rest = total - (sum + shipping_price + shipping_tax);
    let mut extra = extra_of(&order);
    let page = format!("orders/{}", number(&order.id));
    extra.push(("url".into(), settings.admin_url(&page)));
    let (status, status_message) = status_of(&order);
    let email = order.email.clone().unwrap_or_default();
    let phone = order.phone.clone().unwrap_or_default();
    Ok(commerce::Order {
        state: OrderState {
            id: number(&order.id).into(),
            status,
            status_message,
            tracking: tracking_of(&order),
            as_of,
        },
        reference: order.name,
        source: settings.shop.clone(),
        submitted_at,
        language: order.customer_locale.unwrap_or_default(),
        currency: currency.clone(),
        lines,
        shipping_method: shipping_line.title,
        shipping_price: money(shipping_price),
        shipping_tax: money(shipping_tax),
        additional_tax: money(rest.max(0)),
        additional_discount: money((-rest).max(0)),
        total: money(total),
        shipping_address: address_of(order.shipping_address.unwrap_or_default(), &email, &phone),
        billing_address: order
            .billing_address
            .map(|address| address_of(address, &email, &phone)),
        extra,
    })
}

fn moment(field: &str, text: &str) -> Result<String, String> {
    let time = time::parse(text).ok_or_else(|| format!("{field}: {text:?} is not a time"))?;
    Ok(time::format_millis(time))
}

/// The contract's status and the shop's words on it. The shop says what of an order is fulfilled, whether it is called
/// off or returned, and what is paid; the parcel says whether it has arrived.
fn status_of(order: &Order) -> (OrderStatus, String) {
    let financial = order.display_financial_status.clone().unwrap_or_default();
    let delivered = !order.fulfillments.is_empty()
        && order
            .fulfillments
            .iter()
            .all(|parcel| parcel.display_status.as_deref() == Some("DELIVERED"));
    let status = match order
        .display_fulfillment_status
        .as_deref()
        .unwrap_or_default()
    {
        _ if order.cancelled_at.is_some() => OrderStatus::Cancelled,
        _ if order.return_status.as_deref() == Some("RETURNED") => OrderStatus::Returned,
        "FULFILLED" if delivered => OrderStatus::Delivered,
        "FULFILLED" => OrderStatus::Shipped,
        "IN_PROGRESS" | "PARTIALLY_FULFILLED" => OrderStatus::InPreparation,
        "ON_HOLD" => OrderStatus::ActionRequired,
        "REQUEST_DECLINED" => OrderStatus::Exception,
        "RESTOCKED" => OrderStatus::Returned,
        "UNFULFILLED" | "OPEN" | "SCHEDULED" | "PENDING_FULFILLMENT" if financial == "PENDING" => {
            OrderStatus::Created
        }
        "UNFULFILLED" | "OPEN" | "SCHEDULED" | "PENDING_FULFILLMENT" => OrderStatus::Pending,
        other => OrderStatus::Other(other.into()),
    };
    (status, financial)
}

fn tracking_of(order: &Order) -> Option<Tracking> {
    let parcels = order
        .fulfillments
        .iter()
        .filter(|parcel| parcel.status.as_deref() != Some("CANCELLED"));
    let tracking = parcels
        .flat_map(|parcel| &parcel.tracking_info)
        .next()?
        .clone();
    Some(Tracking {
        carrier: tracking.company.unwrap_or_default(),
        number: tracking.number.unwrap_or_default(),
        url: tracking.url.unwrap_or_default(),
    })
}

fn address_of(address: Address, email: &str, phone: &str) -> comptoir_plugin_sdk::Address {
    comptoir_plugin_sdk::Address {
        company: address.company.unwrap_or_default(),
        first_name: address.first_name.unwrap_or_default(),
        last_name: address.last_name.unwrap_or_default(),
        line1: address.address1.unwrap_or_default(),
        line2: address.address2.unwrap_or_default(),
        city: address.city.unwrap_or_default(),
        zip: address.zip.unwrap_or_default(),
        state: address.province_code.unwrap_or_default(),
        country: address.country_code_v2.unwrap_or_default(),
        phone: address
            .phone
            .filter(|phone| !phone.is_empty())
            .unwrap_or_else(|| phone.into()),
        email: email.into(),
    }
}

/// What the contract has no field for, under the shop's names.
fn extra_of(order: &Order) -> Vec<(String, String)> {
    [
        (
            "financialStatus",
            order.display_financial_status.clone().unwrap_or_default(),
        ),
        ("sourceName", order.source_name.clone().unwrap_or_default()),
        (
            "shippingCode",
            order
                .shipping_line
                .clone()
                .and_then(|line| line.code)
                .unwrap_or_default(),
        ),
        ("tags", order.tags.join(", ")),
        ("note", order.note.clone().unwrap_or_default()),
        (
            "test",
            if order.test {
                "true".into()
            } else {
                String::new()
            },
        ),
    ]
    .into_iter()
    .filter(|(_, value)| !value.is_empty())
    .map(|(name, value)| (name.to_owned(), value))
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn convert(
        taxes_included: bool,
        total: &str,
        fulfillment: &str,
    ) -> Result<commerce::Order, String> {
        let bag = |amount: &str| json!({"shopMoney": {"amount": amount}});
        let order = json!({
            "id": "gid://shopify/Order/55", "name": "#1042", "processedAt": "2026-11-20T10:00:00+01:00",
            "updatedAt": "2026-11-20T09:00:02Z", "currencyCode": "EUR", "taxesIncluded": taxes_included,
            "displayFinancialStatus": "PAID", "displayFulfillmentStatus": fulfillment,
            "totalPriceSet": bag(total), "totalShippingPriceSet": bag("6.00"),
            "shippingLine": {"title": "Standard", "taxLines": [{"priceSet": bag("1.00")}]},
            "lineItems": {"nodes": [{"sku": "A", "quantity": 3, "originalUnitPriceSet": bag("10.00"),
                "discountAllocations": [{"allocatedAmountSet": bag("2.00")}],
                "taxLines": [{"priceSet": bag("4.67")}]}]},
        });
        let order = serde_json::from_value(order).map_err(|error| error.to_string())?;
        let settings =
            serde_json::from_str(r#"{"shop":"demo"}"#).map_err(|error| error.to_string())?;
        order_of(order, &settings)
    }

    /// What the contract says that the parts make.
    fn sum(order: &commerce::Order) -> i64 {
        let lines = order.lines.iter().map(|line| {
            i64::from(line.quantity) * (line.unit_price.minor + line.unit_tax.minor)
                - line.discount.minor
        });
        lines.sum::<i64>()
            + order.shipping_price.minor
            + order.shipping_tax.minor
            + order.additional_tax.minor
            - order.additional_discount.minor
    }

    #[test]
    fn the_parts_make_the_total_with_and_without_tax_in_the_prices() {
        for (included, total, net, tax) in [(true, "34.00", 845, 155), (false, "39.67", 1000, 155)]
        {
            let order = convert(included, total, "UNFULFILLED").expect("an order");
            assert_eq!(
                (
                    order.lines[0].unit_price.minor,
                    order.lines[0].unit_tax.minor
                ),
                (net, tax)
            );
            assert_eq!(sum(&order), order.total.minor, "{order:?}");
        }
        let tip = convert(true, "36.50", "UNFULFILLED").expect("an order");
        assert_eq!((tip.additional_tax.minor, sum(&tip)), (250, 3650));
        let gift = convert(true, "30.00", "UNFULFILLED").expect("an order");
        assert_eq!((gift.additional_discount.minor, sum(&gift)), (400, 3000));
    }

    #[test]
    fn times_are_utc_and_the_number_is_the_id() {
        let order = convert(true, "34.00", "FULFILLED").expect("an order");
        assert_eq!(
            (order.state.id.as_str(), order.state.status),
            ("55", OrderStatus::Shipped)
        );
        assert_eq!(order.submitted_at, "2026-11-20T09:00:00.000Z");
        assert_eq!(order.state.as_of, "2026-11-20T09:00:02.000Z");
    }

    #[test]
    fn what_is_not_understood_is_named() {
        let error = convert(true, "34,00", "UNFULFILLED").expect_err("a comma");
        assert!(error.starts_with("totalPriceSet:"), "{error}");
        let other = convert(true, "34.00", "BEWITCHED").expect("an order");
        assert_eq!(other.state.status, OrderStatus::Other("BEWITCHED".into()));
    }
}
