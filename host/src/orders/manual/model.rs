//! What is asked for when an order is made, and what it costs (specification, document 1, sections 3 and 5).

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::types::Json;
use utoipa::ToSchema;
use uuid::Uuid;
use validator::{Validate, ValidationError};

use crate::http::error::{Error, Issue, Result};
use crate::http::request::trimmed;
use crate::money;
use crate::shipping::{OrderQuote, Parcel};
use crate::words::address::{country, email, phone};
use crate::words::codes::codes;
use crate::words::said;

/// Prices have none of their own: the portal counts in euros.
pub const CURRENCY: &str = "EUR";

codes! {
    /// Where the hand-over of an order to its store's fulfilment provider stands.
    PushState schema(rename_all = "SCREAMING_SNAKE_CASE") {
        /// A job is at it.
        Pending = "PENDING",
        /// The provider has it.
        Pushed = "PUSHED",
        /// Given up, with the reason, until somebody asks again.
        Failed = "FAILED",
        /// The store has no fulfilment provider. The order is kept.
        Unconnected = "UNCONNECTED",
    }
}

/// What makes an order's total, and where its hand-over stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManualOrder {
    /// The seeding cost is waived.
    pub is_free: bool,
    /// The company buys the articles from the store.
    pub is_company_purchase: bool,
    /// The store's when the order was made, waived or not (F4).
    pub seeding_cost: Decimal,
    /// Σ quantity × `toCharge`: what the store is paid for its articles.
    pub charged: Decimal,
    /// The carrier that was chosen; null: the order is older than carriers are.
    pub carrier_id: Option<Uuid>,
    /// What its parcel was quoted then, and how that came about.
    #[schema(value_type = Option<OrderQuote>)]
    pub quote: Option<Json<OrderQuote>>,
    /// Who made it. Told to the staff, and to others of their own people.
    pub author: String,
    pub state: PushState,
    /// Why the last try failed, in the provider's words; empty: it did not.
    #[serde(serialize_with = "said::text")]
    pub problem: String,
    /// The job that hands it over, the last one.
    pub job_id: Option<Uuid>,
    pub pushed_at: Option<DateTime<Utc>>,
    /// No provider has it, and none can have it: it may be corrected here, and it may be cancelled.
    pub is_open: bool,
}

/// An order to be made.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OrderInput {
    pub store_id: Uuid,
    /// Waives the seeding cost. For admins to say.
    #[serde(default)]
    pub is_free: bool,
    /// The company buys the articles from the store. For admins to say.
    #[serde(default)]
    pub is_company_purchase: bool,
    /// What people call it; no two of a store have the same.
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 2, max = 30))]
    pub reference: String,
    #[validate(nested)]
    pub customer: OrderCustomer,
    #[validate(nested)]
    pub shipping_address: OrderDestination,
    #[validate(nested, length(min = 1, max = 100), custom(function = "distinct"))]
    pub products: Vec<OrderArticle>,
    /// One of `GET /shipping/available`.
    pub carrier_id: Uuid,
    /// What the caller was quoted for the way, in euros without VAT. Another price by now is refused, with what it is now.
    pub shipping_price: Option<Decimal>,
}

/// Whom it goes to.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OrderCustomer {
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 2, max = 38))]
    pub first_name: String,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 2, max = 38))]
    pub last_name: String,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(length(max = 38))]
    pub company: String,
    #[serde(deserialize_with = "trimmed")]
    #[validate(custom(function = "email"), length(max = 255))]
    pub email: String,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(custom(function = "phone"))]
    pub phone: String,
}

/// Where it goes.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OrderDestination {
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 2, max = 38))]
    pub address1: String,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(length(max = 38))]
    pub address2: String,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 2, max = 38))]
    pub city: String,
    /// ISO 3166-1 alpha-2.
    #[serde(default = "france")]
    #[validate(custom(function = "country"))]
    pub country: String,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 12))]
    pub zip: String,
    /// The state or province, in countries that have them.
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(length(max = 38))]
    pub state: String,
}

fn france() -> String {
    "FR".into()
}

/// To whom and where an order goes, put right.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OrderRecipient {
    #[validate(nested)]
    pub customer: OrderCustomer,
    /// In the country for which its way was priced.
    #[validate(nested)]
    pub shipping_address: OrderDestination,
}

/// So many of one article.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OrderArticle {
    /// A variant of the store's: `GET /variant`.
    pub id: Uuid,
    /// The variant's.
    pub sku: String,
    #[validate(range(min = 1, max = 10_000))]
    pub quantity: i32,
    #[validate(nested)]
    pub price: OrderArticlePrice,
    /// Taken and not read: weights and sizes are those of the portal's own record.
    #[serde(rename = "dimensions", default)]
    #[schema(value_type = Option<Object>)]
    _dimensions: Option<Value>,
}

impl OrderArticle {
    /// So many of an article that nobody buys, worth so much each.
    pub fn of(id: Uuid, sku: &str, quantity: i32, unit: Decimal) -> Self {
        Self {
            id,
            sku: sku.to_owned(),
            quantity,
            price: OrderArticlePrice {
                unit,
                to_charge: None,
            },
            _dimensions: None,
        }
    }
}

/// Euros, for one.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OrderArticlePrice {
    /// What it is worth, net of tax: what the customs are told.
    #[validate(custom(function = "money::sale_price"))]
    pub unit: Decimal,
    /// What the store is paid for it. Needed when the company buys, left alone otherwise.
    #[validate(custom(function = "money::sale_price"))]
    pub to_charge: Option<Decimal>,
}

fn distinct(articles: &[OrderArticle]) -> Result<(), ValidationError> {
    let mut seen = HashSet::new();
    match articles.iter().all(|article| seen.insert(article.id)) {
        true => Ok(()),
        false => Err(ValidationError::new("unique")),
    }
}

impl OrderInput {
    /// What is sent where.
    pub fn parcel(&self) -> Parcel {
        let articles = self.products.iter();
        Parcel {
            country: self.shipping_address.country.clone(),
            articles: articles
                .map(|article| (article.id, article.quantity.unsigned_abs()))
                .collect(),
            weight: 0,
        }
    }

    /// The rule on several fields together: an article that is bought has a price.
    ///
    /// # Errors
    /// An issue a line.
    pub fn check(&self) -> Result<()> {
        let field = "products[].price.toCharge";
        let unpriced = Issue::of_items(field, "required", &self.products, |article| {
            self.is_company_purchase && article.price.to_charge.is_none()
        });
        Error::refuse(unpriced)
    }

    /// F3 (specification, document 2, section 9): what the store pays for the order, negative when it is paid.
    pub fn total(&self, seeding_cost: Decimal, shipping: Decimal) -> Decimal {
        let charged = self.products.iter().map(|article| {
            let price = article.price.to_charge.unwrap_or_default();
            Decimal::from(article.quantity) * price
        });
        let terms = Terms {
            is_free: self.is_free,
            is_company_purchase: self.is_company_purchase,
            seeding_cost,
        };
        terms.total(shipping, charged.sum())
    }
}

/// What an order's total depends on beside its articles and its way.
#[derive(Debug, Clone, Copy)]
struct Terms {
    is_free: bool,
    is_company_purchase: bool,
    seeding_cost: Decimal,
}

impl Terms {
    /// F3: shipping and seeding cost; when the company buys, what is charged for the articles goes off the seeding cost
    /// instead. Free waives the seeding cost only.
    fn total(self, shipping: Decimal, charged: Decimal) -> Decimal {
        let seeding = match self.is_free {
            true => Decimal::ZERO,
            false => self.seeding_cost,
        };
        match self.is_company_purchase {
            true => seeding - charged,
            false => seeding + shipping,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn terms(is_company_purchase: bool, is_free: bool, seeding_cost: Decimal) -> Terms {
        Terms {
            is_free,
            is_company_purchase,
            seeding_cost,
        }
    }

    #[test]
    fn the_total_is_as_in_the_worked_example() {
        let (five, shipping) = (Decimal::from(5), Decimal::new(669, 2));
        let charged = Decimal::from(3 * 8);
        let total = |buys, free| terms(buys, free, five).total(shipping, charged);
        assert_eq!(total(false, false), Decimal::new(1169, 2));
        assert_eq!(total(true, false), Decimal::from(-19));
        assert_eq!(total(true, true), Decimal::from(-24));
        assert_eq!(total(false, true), shipping);
    }

    proptest! {
        #[test]
        fn free_waives_the_seeding_cost_and_nothing_else(
            seeding in 0..100_000_i64, shipping in 0..100_000_i64, charged in 0..10_000_000_i64, buys: bool,
        ) {
            let cents = |amount| Decimal::new(amount, 2);
            let (shipping, charged) = (cents(shipping), cents(charged));
            let paid = terms(buys, false, cents(seeding)).total(shipping, charged);
            let free = terms(buys, true, cents(seeding)).total(shipping, charged);
            prop_assert_eq!(paid - free, cents(seeding));
            prop_assert!(buys || free == shipping);
            prop_assert!(!buys || free == -charged);
        }
    }
}
