//! What a factory is (specification, document 1, sections 3 and 5).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use crate::access::{Role, Scope};
use crate::http::error::{Error, Result};
use crate::http::request::trimmed;
use crate::production::tags::{TagName, distinct};
use crate::words::address::country;

/// A factory, in its list and by itself.
#[derive(Debug, Clone, PartialEq, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Factory {
    pub id: Uuid,
    pub name: String,
    /// ISO 3166-1 alpha-2.
    pub country_code: String,
    /// Pieces that it makes at a time.
    pub quantity_min: i32,
    pub quantity_max: i32,
    /// Weeks from an order to its delivery.
    pub delay_in_week: i32,
    /// From 0, the cheapest, to 3; null for factories, as it is the company's own.
    pub price_range: Option<i32>,
    pub description: String,
    /// What it makes.
    #[sqlx(json)]
    pub tags: Vec<TagName>,
    #[sqlx(flatten)]
    pub load: Load,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// What a factory has to do: productions that have begun and are neither done nor canceled.
#[derive(Debug, Clone, PartialEq, Serialize, sqlx::FromRow, ToSchema)]
#[schema(as = FactoryLoad)]
pub struct Load {
    /// How many.
    pub open: i64,
    /// Their pieces.
    pub quantity: i64,
}

impl Factory {
    /// Without what only the staff may know, where it is not they who read it.
    pub fn conceal(&mut self, scope: &Scope) {
        if scope.actor.role != Role::Admin {
            self.price_range = None;
        }
    }

    /// As one would fill it in.
    pub fn input(&self) -> FactoryInput {
        FactoryInput {
            name: self.name.clone(),
            country_code: self.country_code.clone(),
            quantity_min: self.quantity_min,
            quantity_max: self.quantity_max,
            delay_in_week: self.delay_in_week,
            price_range: self.price_range.unwrap_or_else(price_range),
            description: self.description.clone(),
            tags: self.tags.iter().map(|tag| tag.id).collect(),
        }
    }
}

/// What one fills in of a factory. What is left out has the specification's defaults.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FactoryInput {
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 255))]
    pub name: String,
    /// ISO 3166-1 alpha-2.
    #[serde(default = "turkey", deserialize_with = "trimmed")]
    #[validate(custom(function = "country"))]
    pub country_code: String,
    /// Pieces that it makes at a time.
    #[serde(default = "quantity_min")]
    #[validate(range(min = 1, max = 9_999_999))]
    pub quantity_min: i32,
    #[serde(default = "quantity_max")]
    #[validate(range(min = 1, max = 9_999_999))]
    pub quantity_max: i32,
    /// Weeks from an order to its delivery.
    #[serde(default = "delay_in_week")]
    #[validate(range(min = 0, max = 52))]
    pub delay_in_week: i32,
    /// From 0, the cheapest, to 3.
    #[serde(default = "price_range")]
    #[validate(range(min = 0, max = 3))]
    pub price_range: i32,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(length(max = 2_000))]
    pub description: String,
    /// Ids of what it makes.
    #[serde(default)]
    #[validate(length(max = 100), custom(function = "distinct"))]
    pub tags: Vec<Uuid>,
}

fn turkey() -> String {
    "TR".into()
}

const fn quantity_min() -> i32 {
    100
}

const fn quantity_max() -> i32 {
    1_000
}

const fn delay_in_week() -> i32 {
    4
}

const fn price_range() -> i32 {
    2
}

impl FactoryInput {
    /// # Errors
    /// [`Error::Invalid`]: it makes less at most than at least.
    pub fn check(&self) -> Result<()> {
        match self.quantity_max < self.quantity_min {
            true => Err(Error::field("quantityMax", "range")),
            false => Ok(()),
        }
    }
}
