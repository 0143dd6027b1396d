//! Goods: what lies there, and what is on its way.

use crate::clock;
use crate::error::ApiError;
use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::{Value, json};

/// A SKU and how many there are.
#[derive(Clone, Debug)]
pub struct Product {
    /// The provider's id.
    pub id: u64,
    /// The merchant's.
    pub sku: String,
    /// What it is called.
    pub name: String,
    /// EAN.
    pub barcode: String,
    /// Available pieces.
    pub stock: i64,
    /// When it was first declared.
    pub created: DateTime<Utc>,
}

/// Goods declared to the warehouse.
#[derive(Clone, Debug)]
pub struct Inbound {
    /// A UUID.
    pub id: String,
    /// The number that people use.
    pub pid: u64,
    /// Assumed words.
    pub status: &'static str,
    units: u32,
    /// SKU, name, barcode, declared, stored.
    pub items: Vec<Line>,
    created: DateTime<Utc>,
    updated: DateTime<Utc>,
}

/// One SKU of a declaration.
#[derive(Clone, Debug)]
pub struct Line {
    sku: String,
    name: String,
    barcode: String,
    declared: u32,
    stored: u32,
}

/// The body of `POST /v2/storage-inbound/orders`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Declaration {
    packing_units: u32,
    items: Vec<Declared>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Declared {
    sku: String,
    product_name: String,
    barcode: String,
    quantity: u32,
}

impl Product {
    /// As the provider shows it; the names of the stock fields are assumed.
    pub fn show(&self) -> Value {
        json!({
            "id": self.id, "sku": self.sku, "name": self.name, "barcode": self.barcode, "stock": self.stock,
            "createdAt": clock::text(self.created), "updatedAt": clock::text(self.created),
        })
    }
}

impl Inbound {
    /// A declaration that came in now.
    pub fn declared(
        pid: u64,
        declaration: Declaration,
        now: DateTime<Utc>,
    ) -> Result<Self, ApiError> {
        if declaration.items.is_empty() {
            return Err(ApiError::invalid("items is required"));
        }
        let items = declaration.items.into_iter().map(|item| {
            if item.sku.is_empty() || item.quantity == 0 {
                return Err(ApiError::invalid("items: sku and quantity are required"));
            }
            Ok(Line {
                sku: item.sku,
                name: item.product_name,
                barcode: item.barcode,
                declared: item.quantity,
                stored: 0,
            })
        });
        Ok(Self {
            id: format!("e4f007ae-4412-4f90-bc17-{pid:012x}"),
            pid,
            status: "CREATED",
            units: declaration.packing_units,
            items: items.collect::<Result<_, _>>()?,
            created: now,
            updated: now,
        })
    }

    /// A drawn one.
    pub fn drawn(pid: u64, products: &[Product], now: DateTime<Utc>) -> Self {
        let items = products.iter().map(|product| Line {
            sku: product.sku.clone(),
            name: product.name.clone(),
            barcode: product.barcode.clone(),
            declared: 50,
            stored: 0,
        });
        Self {
            id: format!("e4f007ae-4412-4f90-bc17-{pid:012x}"),
            pid,
            status: "CREATED",
            units: 2,
            items: items.collect(),
            created: now,
            updated: now,
        }
    }

    /// The warehouse works on it: half of what is missing is stored. What was stored now, by SKU.
    pub fn step(&mut self, now: DateTime<Utc>) -> Vec<(String, String, String, u32)> {
        let mut stored = Vec::new();
        for line in &mut self.items {
            let more = (line.declared - line.stored).div_ceil(2);
            if more > 0 {
                line.stored += more;
                let Line {
                    sku, name, barcode, ..
                } = line.clone();
                stored.push((sku, name, barcode, more));
                self.updated = now;
            }
        }
        let done = self.items.iter().all(|line| line.stored == line.declared);
        self.status = if done { "COMPLETED" } else { "RECEIVING" };
        stored
    }

    /// As the provider shows it.
    pub fn show(&self) -> Value {
        let sum = |of: fn(&Line) -> u32| self.items.iter().map(of).sum::<u32>();
        let items: Vec<Value> = self
            .items
            .iter()
            .map(|line| {
                json!({ "sku": line.sku, "productName": line.name, "barcode": line.barcode,
                    "quantity": line.declared, "storedQuantity": line.stored })
            })
            .collect();
        json!({
            "id": self.id, "pid": self.pid.to_string(), "status": self.status,
            "declaredPackingUnits": self.units, "receivedPackingUnits": 0, "completedPackingUnits": 0,
            "declaredItems": sum(|line| line.declared), "storedItems": sum(|line| line.stored), "items": items,
            "createdAt": clock::text(self.created), "updatedAt": clock::text(self.updated),
            "receiptStartedAt": null, "validatedAt": clock::text(self.created),
        })
    }
}
