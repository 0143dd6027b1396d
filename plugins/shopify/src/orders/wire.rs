//! An order as the Admin API writes it. Amounts are those of the shop's own currency.

use serde::{Deserialize, Deserializer};

/// `{shopMoney {amount}}` as its amount.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Amount(pub String);

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Bag {
            shop_money: Money,
        }
        #[derive(Deserialize)]
        struct Money {
            amount: String,
        }
        let bag = Option::<Bag>::deserialize(deserializer)?;
        Ok(Self(
            bag.map(|bag| bag.shop_money.amount).unwrap_or_default(),
        ))
    }
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Order {
    pub id: String,
    pub name: String,
    pub processed_at: String,
    pub updated_at: String,
    pub cancelled_at: Option<String>,
    #[serde(default)]
    pub test: bool,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub note: Option<String>,
    #[serde(default)]
    pub tags: Vec<String>,
    pub source_name: Option<String>,
    pub customer_locale: Option<String>,
    pub currency_code: String,
    #[serde(default)]
    pub taxes_included: bool,
    pub display_financial_status: Option<String>,
    pub display_fulfillment_status: Option<String>,
    pub return_status: Option<String>,
    pub total_price_set: Amount,
    #[serde(default)]
    pub total_shipping_price_set: Amount,
    pub shipping_line: Option<ShippingLine>,
    pub shipping_address: Option<Address>,
    pub billing_address: Option<Address>,
    #[serde(default)]
    pub fulfillments: Vec<Fulfillment>,
    #[serde(default)]
    pub line_items: Lines,
}

/// The lines that the order itself holds; in a bulk file they stand behind it.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Lines {
    #[serde(default)]
    pub nodes: Vec<Line>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Line {
    pub sku: Option<String>,
    pub quantity: u32,
    pub original_unit_price_set: Amount,
    #[serde(default)]
    pub discount_allocations: Vec<Allocation>,
    #[serde(default)]
    pub tax_lines: Vec<Tax>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Allocation {
    pub allocated_amount_set: Amount,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tax {
    pub price_set: Amount,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ShippingLine {
    #[serde(default)]
    pub title: String,
    pub code: Option<String>,
    #[serde(default)]
    pub tax_lines: Vec<Tax>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Address {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub company: Option<String>,
    pub address1: Option<String>,
    pub address2: Option<String>,
    pub zip: Option<String>,
    pub city: Option<String>,
    pub province_code: Option<String>,
    #[serde(alias = "country_code")]
    pub country_code_v2: Option<String>,
    pub phone: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Fulfillment {
    pub status: Option<String>,
    pub display_status: Option<String>,
    #[serde(default)]
    pub tracking_info: Vec<Tracking>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Tracking {
    pub company: Option<String>,
    pub number: Option<String>,
    pub url: Option<String>,
}
