//! Stock: what of an article lies at which location.

use super::{Shop, stamp, touch, user_error};
use crate::search;
use serde_json::{Value, json};

/// Gives an article its levels: all of `available` at the warehouse, a tenth of it beside that in the shop.
pub(super) fn fill(item: &mut Value, available: i64, at: i64) {
    let id = super::tail(&item["id"]).to_owned();
    let level = |location: u32, name: &str, available: i64| {
        json!({
            "id": format!("gid://shopify/InventoryLevel/{id}{location}"),
            "updatedAt": stamp(at),
            "location": {"id": format!("gid://shopify/Location/{location}"), "name": name, "isActive": true},
            "quantities": quantities(available, 2, at),
        })
    };
    item["inventoryLevels"] = json!([
        level(1, "Entrepôt", available),
        level(2, "Boutique", available / 10)
    ]);
}

fn quantities(available: i64, committed: i64, at: i64) -> Value {
    let row = |name: &str, quantity: i64| json!({"name": name, "quantity": quantity, "updatedAt": stamp(at)});
    json!([
        row("available", available),
        row("committed", committed),
        row("on_hand", available + committed),
        row("reserved", 0),
        row("damaged", 0),
        row("incoming", 0),
    ])
}

fn available(level: &Value) -> i64 {
    level["quantities"][0]["quantity"]
        .as_i64()
        .unwrap_or_default()
}

impl Shop {
    /// All articles, as `InventoryItem` shows them.
    pub(super) fn inventory_items(&self) -> Vec<Value> {
        let variants = self
            .products
            .iter()
            .filter_map(|product| product["variants"].as_array());
        let items = variants.flatten().map(|variant| &variant["inventoryItem"]);
        items.cloned().collect()
    }

    /// A location with its levels, each with its article.
    pub(super) fn location(&self, id: &str, arguments: &Value) -> Option<Value> {
        let wanted = if arguments["id"].is_null() {
            "gid://shopify/Location/1"
        } else {
            id
        };
        let mut location = self
            .locations
            .iter()
            .find(|known| known["id"] == wanted)?
            .clone();
        let mut levels = Vec::new();
        for item in self.inventory_items() {
            for level in item["inventoryLevels"].as_array().into_iter().flatten() {
                if level["location"]["id"] == wanted && search::matches(level, "") {
                    let mut level = level.clone();
                    level["item"] = item.clone();
                    levels.push(level);
                }
            }
        }
        location["inventoryLevels"] = json!(levels);
        Some(location)
    }

    /// `inventorySetQuantities`: absolute numbers, each with what the caller believes to be there.
    pub(super) fn set_quantities(&mut self, arguments: &Value, now: i64) -> Value {
        let input = &arguments["input"];
        let rows = input["quantities"].as_array().cloned().unwrap_or_default();
        for (at, row) in rows.iter().enumerate() {
            let field = ["input", "quantities", &at.to_string()];
            if row.get("changeFromQuantity").is_none() {
                let message = "The changeFromQuantity argument is required.";
                return user_error(message, "CHANGE_FROM_QUANTITY_REQUIRED", &field);
            }
            let Some(level) = self.level(row) else {
                let message = "The inventory item is not stocked at that location.";
                return user_error(message, "ITEM_NOT_STOCKED_AT_LOCATION", &field);
            };
            let believed = row["changeFromQuantity"].as_i64();
            if believed.is_some_and(|believed| believed != available(level)) {
                let message = "The quantity is not what it was believed to be.";
                return user_error(message, "CHANGE_FROM_QUANTITY_STALE", &field);
            }
        }
        for row in &rows {
            let wanted = row["quantity"].as_i64().unwrap_or_default();
            if let Some(level) = self.level(row) {
                level["quantities"] = quantities(wanted, 2, now);
                touch(level, now);
                let level = level.clone();
                self.tell_stock(&json!({"id": row["inventoryItemId"]}), &level, wanted);
            }
        }
        let id = self.new_id("InventoryAdjustmentGroup");
        json!({"inventoryAdjustmentGroup": {"id": id, "reason": input["reason"]}, "userErrors": []})
    }

    fn level(&mut self, row: &Value) -> Option<&mut Value> {
        let variants = self
            .products
            .iter_mut()
            .filter_map(|product| product["variants"].as_array_mut());
        let item = variants
            .flatten()
            .map(|variant| &mut variant["inventoryItem"])
            .find(|item| item["id"] == row["inventoryItemId"])?;
        let levels = item["inventoryLevels"].as_array_mut()?.iter_mut();
        levels
            .into_iter()
            .find(|level| level["location"]["id"] == row["locationId"])
    }

    /// Somebody counts the warehouse: so many of a SKU can be sold now.
    pub fn count_stock(&mut self, sku: &str, pieces: i64, now: i64) -> bool {
        let item = self
            .inventory_items()
            .into_iter()
            .find(|item| item["sku"] == sku);
        let Some(item) = item else {
            return false;
        };
        let row = json!({"inventoryItemId": item["id"], "locationId": "gid://shopify/Location/1",
            "quantity": pieces, "changeFromQuantity": null});
        self.set_quantities(
            &json!({"input": {"reason": "correction", "quantities": [row]}}),
            now,
        );
        true
    }
}
