//! Through HTTP, in the order of the routes.

mod products;
mod reports;

use futures::future::BoxFuture;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::testing::{Rows, Tenant};

/// A record of the store's audit. Reports are for admins, whose own everything is.
pub fn rows(tenant: &Tenant) -> BoxFuture<'_, Rows> {
    Box::pin(async move {
        let record = tenant
            .insert(
                "insert into phonographic_products (id, store_id, name, sku, barcode)
                 values ($1, $2, 'Aube', 'AUBE-LP', '3760000000017')",
            )
            .await;
        vec![
            ("/store/{id}/phonographic/{productId}", record),
            ("/phonographic/report/{id}", Uuid::nil()),
        ]
    })
}

/// A record on vinyl.
fn aube() -> Value {
    json!({
        "name": "Aube (LP)", "sku": "AUBE-LP", "barcode": "3760000000017", "format": "vinyl", "artist": "Nora K",
        "title": "Aube", "label": "Label X",
    })
}
