//! Parcels: what a merchant asks to have shipped, and how far it is.

use crate::clock;
use crate::error::ApiError;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The usual way of a parcel.
const WALK: [&str; 6] = [
    "CREATED",
    "PICKED",
    "SHIPPED",
    "CARRIER_IN_TRANSIT",
    "CARRIER_OUT_FOR_DELIVERY",
    "CARRIER_DELIVERED",
];

/// A parcel.
#[derive(Clone, Debug)]
pub struct Parcel {
    /// The provider's id.
    pub id: u64,
    /// Index into the merchants.
    pub merchant: usize,
    /// One of the provider's words.
    pub status: String,
    /// What was asked for.
    pub draft: Draft,
    /// When it was asked for.
    pub created: DateTime<Utc>,
    /// When its status last changed.
    pub updated: DateTime<Utc>,
}

/// The body of `POST /v2/parcels`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Draft {
    /// Of the consumer.
    pub first_name: String,
    /// Of the consumer.
    pub last_name: String,
    #[serde(default)]
    organization_name: String,
    #[serde(default)]
    email: String,
    #[serde(default)]
    phone: String,
    /// The merchant's own; may occur twice.
    pub order_ref: String,
    object_count: u32,
    address: Address,
    #[serde(default)]
    items: Vec<Item>,
    #[serde(default)]
    delivery_signed: bool,
    #[serde(default)]
    insurance_value: u32,
    #[serde(default)]
    comments: String,
}

#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Address {
    line1: String,
    #[serde(default)]
    line2: String,
    zip: String,
    city: String,
    country: String,
    #[serde(default)]
    additional_information: String,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Item {
    reference: String,
    count: u32,
}

impl Draft {
    /// A drawn one: one line of each SKU.
    pub fn drawn(order_ref: String, names: (&str, &str), skus: &[(String, u32)]) -> Self {
        Self {
            first_name: names.0.into(),
            last_name: names.1.into(),
            organization_name: String::new(),
            email: format!("{}@example.com", order_ref.to_lowercase()),
            phone: "+33612345678".into(),
            order_ref,
            object_count: 1,
            address: Address {
                line1: "12 rue des Lilas".into(),
                zip: "75011".into(),
                city: "Paris".into(),
                country: "FR".into(),
                ..Address::default()
            },
            items: skus
                .iter()
                .map(|(reference, count)| Item {
                    reference: reference.clone(),
                    count: *count,
                })
                .collect(),
            delivery_signed: false,
            insurance_value: 0,
            comments: String::new(),
        }
    }

    /// Refuses what lacks something.
    pub fn check(&self) -> Result<(), ApiError> {
        let wanted = [
            ("orderRef", &self.order_ref),
            ("lastName", &self.last_name),
            ("address.line1", &self.address.line1),
            ("address.zip", &self.address.zip),
            ("address.city", &self.address.city),
            ("address.country", &self.address.country),
        ];
        match wanted.into_iter().find(|(_, value)| value.is_empty()) {
            Some((field, _)) => Err(ApiError::invalid(format!("{field} is required"))),
            None if self.items.is_empty() => Err(ApiError::invalid("items is required")),
            None => Ok(()),
        }
    }

    /// The pieces of each SKU that it takes.
    pub fn pieces(&self) -> impl Iterator<Item = (&str, u32)> {
        self.items
            .iter()
            .map(|item| (item.reference.as_str(), item.count))
    }
}

impl Parcel {
    /// One step further; false at the end.
    pub fn step(&mut self, now: DateTime<Utc>) -> bool {
        let at = WALK.iter().position(|status| *status == self.status);
        let Some(next) = at.and_then(|at| WALK.get(at + 1)) else {
            return false;
        };
        (*next).clone_into(&mut self.status);
        self.updated = now;
        true
    }

    /// As far as `steps` steps on.
    pub fn at_step(mut self, steps: usize) -> Self {
        WALK[steps.min(WALK.len() - 1)].clone_into(&mut self.status);
        self
    }

    /// Cancels it while nothing was done about it.
    pub fn cancel(&mut self, now: DateTime<Utc>) -> Result<(), ApiError> {
        if self.status != "CREATED" {
            let message = format!("a parcel with status {} cannot be cancelled", self.status);
            return Err(ApiError::new(StatusCode::CONFLICT, "CONFLICT", message));
        }
        "CANCELLED".clone_into(&mut self.status);
        self.updated = now;
        Ok(())
    }

    /// As the provider shows it.
    pub fn show(&self) -> Value {
        let left = !matches!(self.status.as_str(), "CREATED" | "PICKED" | "CANCELLED");
        let mut shown = json!(self.draft);
        shown["carrier"] = Value::Null;
        shown["id"] = self.id.into();
        shown["pid"] = format!("CUB{}", self.id).into();
        shown["type"] = "SHIPMENT".into();
        shown["status"] = self.status.clone().into();
        if left {
            shown["carrier"] = json!({ "name": "Colissimo" });
        }
        shown["trackingId"] = left.then(|| format!("6A{}", self.id)).into();
        shown["trackingUrl"] = left
            .then(|| format!("https://track.example/6A{}", self.id))
            .into();
        shown["createdAt"] = clock::text(self.created).into();
        shown["updatedAt"] = clock::text(self.updated).into();
        shown
    }
}
