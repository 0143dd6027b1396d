//! What happens in a shop after an order is placed.

use super::{Shop, rest, stamp, touch};
use rand::RngExt;
use serde_json::{Value, json};

impl Shop {
    /// The goods go out with a parcel number.
    pub fn ship(&mut self, order: usize, at: i64) {
        let id = self.new_id("Fulfillment");
        let number = format!("8R{:011}", self.rng.random_range(0..100_000_000_000_u64));
        let url = format!("https://tracking.example/{number}");
        let order = &mut self.orders[order];
        if order["cancelledAt"] != Value::Null {
            return;
        }
        order["fulfillments"] = json!([{
            "id": id, "status": "SUCCESS", "displayStatus": "IN_TRANSIT",
            "createdAt": stamp(at), "updatedAt": stamp(at),
            "trackingInfo": [{"company": "Colissimo", "number": number, "url": url}],
        }]);
        order["displayFulfillmentStatus"] = json!("FULFILLED");
        order["closedAt"] = json!(stamp(at));
        touch(order, at);
        let payload = rest::order(order);
        self.tell("ORDERS_UPDATED", payload);
    }

    /// The consumer, or the merchant, calls it off.
    pub fn cancel(&mut self, order: usize, at: i64) {
        let order = &mut self.orders[order];
        if order["displayFulfillmentStatus"] == "FULFILLED" {
            return;
        }
        order["cancelledAt"] = json!(stamp(at));
        order["displayFinancialStatus"] = json!("REFUNDED");
        touch(order, at);
        let payload = rest::order(order);
        self.tell("ORDERS_CANCELLED", payload);
    }

    /// The newest order that can still move.
    pub fn open_order(&self) -> Option<usize> {
        self.orders.iter().rposition(|order| {
            order["displayFulfillmentStatus"] == "UNFULFILLED" && order["cancelledAt"].is_null()
        })
    }

    /// Somebody edits a product in the admin.
    pub fn rename_product(&mut self, product: usize, title: &str, at: i64) {
        if let Some(product) = self.products.get_mut(product) {
            product["title"] = json!(title);
            touch(product, at);
            let payload = rest::product(product);
            self.tell("PRODUCTS_UPDATE", payload);
        }
    }
}
