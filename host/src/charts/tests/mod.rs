//! Through HTTP, in the order of the routes.

mod products;
mod reports;

use serde_json::{Value, json};

/// A record on vinyl.
fn aube() -> Value {
    json!({
        "name": "Aube (LP)", "sku": "AUBE-LP", "barcode": "3760000000017", "format": "vinyl", "artist": "Nora K",
        "title": "Aube", "label": "Label X",
    })
}
