//! The payload of an order's webhooks: shaped as the REST API was, turned into what a query would have brought.

use super::convert;
use super::wire::{
    Address, Allocation, Amount, Fulfillment, Line, Lines, Order, ShippingLine, Tax, Tracking,
};
use crate::settings::Settings;
use comptoir_plugin_sdk::{Result, commerce};
use serde::Deserialize;

/// The order in the contract's words, or the field that cannot be understood and why.
pub fn order_of(payload: &[u8], settings: &Settings) -> Result<commerce::Order, String> {
    let payload: Payload = serde_json::from_slice(payload).map_err(|error| error.to_string())?;
    convert::order_of(payload.into_order(), settings)
}

#[derive(Deserialize)]
struct Payload {
    id: u64,
    name: String,
    #[serde(default)]
    created_at: String,
    processed_at: Option<String>,
    updated_at: String,
    cancelled_at: Option<String>,
    #[serde(default)]
    test: bool,
    email: Option<String>,
    phone: Option<String>,
    note: Option<String>,
    #[serde(default)]
    tags: String,
    source_name: Option<String>,
    customer_locale: Option<String>,
    currency: String,
    #[serde(default)]
    taxes_included: bool,
    financial_status: Option<String>,
    fulfillment_status: Option<String>,
    total_price: String,
    #[serde(default)]
    shipping_lines: Vec<Shipping>,
    shipping_address: Option<Place>,
    billing_address: Option<Place>,
    #[serde(default)]
    line_items: Vec<Item>,
    #[serde(default)]
    fulfillments: Vec<Parcel>,
}

#[derive(Deserialize)]
struct Shipping {
    #[serde(default)]
    title: String,
    code: Option<String>,
    price: String,
    #[serde(default)]
    tax_lines: Vec<Price>,
}

#[derive(Deserialize)]
struct Price {
    price: String,
}

#[derive(Deserialize)]
struct Item {
    sku: Option<String>,
    quantity: u32,
    price: String,
    #[serde(default)]
    discount_allocations: Vec<Discount>,
    #[serde(default)]
    tax_lines: Vec<Price>,
}

#[derive(Deserialize)]
struct Discount {
    amount: String,
}

#[derive(Deserialize)]
struct Parcel {
    status: Option<String>,
    shipment_status: Option<String>,
    tracking_company: Option<String>,
    tracking_number: Option<String>,
    tracking_url: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Place {
    first_name: Option<String>,
    last_name: Option<String>,
    company: Option<String>,
    address1: Option<String>,
    address2: Option<String>,
    zip: Option<String>,
    city: Option<String>,
    province_code: Option<String>,
    country_code: Option<String>,
    phone: Option<String>,
}

impl Payload {
    fn into_order(self) -> Order {
        // Statuses are those of GraphQL in small letters; nothing at all is unfulfilled.
        let fulfillment = match self.fulfillment_status.as_deref() {
            None | Some("") => "UNFULFILLED".into(),
            Some("partial") => "PARTIALLY_FULFILLED".into(),
            Some(other) => other.to_uppercase(),
        };
        // More than one way of shipping in one order is summed as GraphQL sums it.
        let shipping = sum(self.shipping_lines.iter().map(|line| line.price.as_str()));
        let shipping_taxes = self.shipping_lines.iter().flat_map(|line| &line.tax_lines);
        let shipping_taxes = shipping_taxes.map(|tax| Tax {
            price_set: Amount(tax.price.clone()),
        });
        let shipping_line = self.shipping_lines.first().map(|line| ShippingLine {
            title: line.title.clone(),
            code: line.code.clone(),
            tax_lines: shipping_taxes.collect(),
        });
        let tags = self
            .tags
            .split(',')
            .map(str::trim)
            .filter(|tag| !tag.is_empty());
        Order {
            id: self.id.to_string(),
            name: self.name,
            processed_at: self.processed_at.unwrap_or(self.created_at),
            updated_at: self.updated_at,
            cancelled_at: self.cancelled_at,
            test: self.test,
            email: self.email,
            phone: self.phone,
            note: self.note,
            tags: tags.map(str::to_owned).collect(),
            source_name: self.source_name,
            customer_locale: self.customer_locale,
            currency_code: self.currency,
            taxes_included: self.taxes_included,
            display_financial_status: self.financial_status.map(|status| status.to_uppercase()),
            display_fulfillment_status: Some(fulfillment),
            return_status: None,
            total_price_set: Amount(self.total_price),
            total_shipping_price_set: Amount(shipping),
            shipping_line,
            shipping_address: self.shipping_address.map(Place::into_address),
            billing_address: self.billing_address.map(Place::into_address),
            fulfillments: self
                .fulfillments
                .into_iter()
                .map(Parcel::into_fulfillment)
                .collect(),
            line_items: Lines {
                nodes: self.line_items.into_iter().map(Item::into_line).collect(),
            },
        }
    }
}

/// The sum of decimal texts; the first one as it stands when it is alone, so that what cannot be read is told as sent.
fn sum<'a>(mut amounts: impl Iterator<Item = &'a str>) -> String {
    use comptoir_plugin_sdk::Money;
    let first = amounts.next().unwrap_or_default().to_owned();
    // Four decimals are more than any currency of a shop has.
    let minor = |text: &str| Money::parse(text, "CLF").map(|money| money.minor);
    amounts.fold(first, |sum, amount| match (minor(&sum), minor(amount)) {
        (Ok(a), Ok(b)) => Money {
            minor: a + b,
            currency: "CLF".into(),
        }
        .decimal(),
        (Ok(_), Err(_)) => amount.into(),
        _ => sum,
    })
}

impl Item {
    fn into_line(self) -> Line {
        let allocations = self.discount_allocations.into_iter();
        let taxes = self.tax_lines.into_iter();
        Line {
            sku: self.sku,
            quantity: self.quantity,
            original_unit_price_set: Amount(self.price),
            discount_allocations: allocations
                .map(|part| Allocation {
                    allocated_amount_set: Amount(part.amount),
                })
                .collect(),
            tax_lines: taxes
                .map(|tax| Tax {
                    price_set: Amount(tax.price),
                })
                .collect(),
        }
    }
}

impl Parcel {
    fn into_fulfillment(self) -> Fulfillment {
        let tracking = Tracking {
            company: self.tracking_company,
            number: self.tracking_number,
            url: self.tracking_url,
        };
        let known = tracking.number.is_some() || tracking.url.is_some();
        Fulfillment {
            status: self.status.map(|status| status.to_uppercase()),
            display_status: self.shipment_status.map(|status| status.to_uppercase()),
            tracking_info: known.then_some(tracking).into_iter().collect(),
        }
    }
}

impl Place {
    fn into_address(self) -> Address {
        Address {
            first_name: self.first_name,
            last_name: self.last_name,
            company: self.company,
            address1: self.address1,
            address2: self.address2,
            zip: self.zip,
            city: self.city,
            province_code: self.province_code,
            country_code_v2: self.country_code,
            phone: self.phone,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::sum;

    #[test]
    fn shipping_lines_are_summed() {
        assert_eq!(sum(["8.00"].into_iter()), "8.00");
        assert_eq!(sum(["8.00", "1.50"].into_iter()), "9.5000");
        assert_eq!(sum(["8.00", "x"].into_iter()), "x");
        assert_eq!(sum([].into_iter()), "");
    }
}
