//! The provider's messages, as far as they are read. What may be null is empty or none here. The names of carriers,
//! tracking, stock and delivered lines are assumed: this is the one place that holds them.

use serde::{Deserialize, Deserializer};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Parcel {
    pub id: u64,
    #[serde(default, deserialize_with = "nullable")]
    pub pid: String,
    #[serde(default, rename = "type", deserialize_with = "nullable")]
    pub kind: String,
    pub status: String,
    #[serde(default, deserialize_with = "nullable")]
    pub order_ref: String,
    #[serde(default, deserialize_with = "nullable")]
    pub first_name: String,
    #[serde(default, deserialize_with = "nullable")]
    pub last_name: String,
    #[serde(default, deserialize_with = "nullable")]
    pub organization_name: String,
    #[serde(default, deserialize_with = "nullable")]
    pub email: String,
    #[serde(default, deserialize_with = "nullable")]
    pub phone: String,
    #[serde(default, deserialize_with = "nullable")]
    pub address: Address,
    #[serde(default, deserialize_with = "nullable")]
    pub items: Vec<Item>,
    #[serde(default, deserialize_with = "nullable")]
    pub carrier: Carrier,
    #[serde(default, deserialize_with = "nullable")]
    pub tracking_id: String,
    #[serde(default, deserialize_with = "nullable")]
    pub tracking_url: String,
    pub created_at: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Address {
    #[serde(deserialize_with = "nullable")]
    pub line1: String,
    #[serde(deserialize_with = "nullable")]
    pub line2: String,
    #[serde(deserialize_with = "nullable")]
    pub zip: String,
    #[serde(deserialize_with = "nullable")]
    pub city: String,
    #[serde(deserialize_with = "nullable")]
    pub country: String,
    #[serde(deserialize_with = "nullable")]
    pub additional_information: String,
}

#[derive(Debug, Deserialize)]
pub struct Item {
    pub reference: String,
    pub count: u32,
}

#[derive(Debug, Default, Deserialize)]
pub struct Carrier {
    #[serde(default, deserialize_with = "nullable")]
    pub name: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Product {
    pub id: u64,
    #[serde(default, deserialize_with = "nullable")]
    pub sku: String,
    #[serde(default, deserialize_with = "nullable")]
    pub name: String,
    #[serde(default, deserialize_with = "nullable")]
    pub barcode: String,
    /// Pieces that can be sold; below zero where more was sold than there is.
    #[serde(default, deserialize_with = "nullable")]
    pub stock: i64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Inbound {
    pub id: String,
    #[serde(default, deserialize_with = "nullable")]
    pub pid: String,
    pub status: String,
    #[serde(default, deserialize_with = "nullable")]
    pub declared_items: u32,
    #[serde(default, deserialize_with = "nullable")]
    pub stored_items: u32,
    #[serde(default, deserialize_with = "nullable")]
    pub items: Vec<InboundItem>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InboundItem {
    pub sku: String,
    pub quantity: u32,
    #[serde(default, deserialize_with = "nullable")]
    pub stored_quantity: u32,
}

/// The answer to `GET /v2`.
#[derive(Debug, Deserialize)]
pub struct Root {
    pub auth: Auth,
}

#[derive(Debug, Deserialize)]
pub struct Auth {
    pub application: Application,
    pub user: User,
}

#[derive(Debug, Deserialize)]
pub struct Application {
    #[serde(default)]
    pub name: String,
}

#[derive(Debug, Deserialize)]
pub struct User {
    pub id: u64,
}

fn nullable<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}
