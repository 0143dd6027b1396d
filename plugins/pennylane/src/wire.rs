//! Pennylane's messages, as far as they are read. What may be null is empty or none here.

use serde::{Deserialize, Deserializer};

/// A page of a list.
#[derive(Debug, Deserialize)]
pub struct Page<T> {
    pub items: Vec<T>,
    #[serde(default, deserialize_with = "nullable")]
    pub has_more: bool,
    #[serde(default)]
    pub next_cursor: Option<String>,
}

/// The answer to `GET /me`.
#[derive(Debug, Deserialize)]
pub struct Me {
    pub company: Company,
    /// What the token may do. Pennylane does not always tell.
    #[serde(default, deserialize_with = "nullable")]
    pub scopes: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub struct Company {
    pub id: u64,
    #[serde(default, deserialize_with = "nullable")]
    pub name: String,
}

#[derive(Debug, Deserialize)]
pub struct Customer {
    pub id: u64,
    #[serde(default, deserialize_with = "nullable")]
    pub external_reference: String,
}

#[derive(Debug, Deserialize)]
pub struct LedgerAccount {
    pub id: u64,
    pub number: String,
    #[serde(default, deserialize_with = "nullable")]
    pub label: String,
    /// The code of VAT that it is kept for; `any` for none.
    #[serde(default, deserialize_with = "nullable")]
    pub vat_rate: String,
    #[serde(default)]
    pub enabled: Option<bool>,
}

#[derive(Debug, Deserialize)]
pub struct Attachment {
    pub id: u64,
}

/// An invoice or a credit note.
#[derive(Debug, Deserialize)]
pub struct Invoice {
    pub id: u64,
    #[serde(default, deserialize_with = "nullable")]
    pub invoice_number: String,
    pub currency: String,
    pub currency_amount: String,
    #[serde(default, deserialize_with = "nullable")]
    pub remaining_amount_with_tax: Option<String>,
    #[serde(default, deserialize_with = "nullable")]
    pub paid: bool,
    #[serde(default, deserialize_with = "nullable")]
    pub status: String,
    #[serde(default, deserialize_with = "nullable")]
    pub external_reference: String,
    #[serde(default)]
    pub credited_invoice: Option<Credited>,
    #[serde(default)]
    pub archived_at: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct Credited {
    pub id: u64,
}

/// That an invoice changed.
#[derive(Debug, Deserialize)]
pub struct Change {
    pub id: u64,
    pub processed_at: String,
}

fn nullable<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}
