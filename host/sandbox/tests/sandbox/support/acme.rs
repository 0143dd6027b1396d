//! The service that the examples for authors speak to. The tests of the conformance suite take this file too.

use std::collections::HashMap;

use axum::extract::Query;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};

/// Acme with five orders; its port.
pub async fn acme() -> u16 {
    let router = Router::new()
        .route("/me", get(me))
        .route("/orders", get(orders));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await;
    let listener = listener.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    tokio::spawn(async move { axum::serve(listener, router).await });
    port
}

async fn me(headers: HeaderMap) -> Result<Json<Value>, StatusCode> {
    let key = headers.get("authorization").map(|key| key.as_bytes());
    match key {
        Some(b"Bearer s3cret") => Ok(Json(json!({ "name": "Shop 12" }))),
        _ => Err(StatusCode::UNAUTHORIZED),
    }
}

async fn orders(Query(query): Query<HashMap<String, usize>>) -> Json<Value> {
    let after = query["after"];
    let last = (after + query["limit"]).min(5);
    let order = |number: usize| {
        let status = ["new", "packing", "sent", "received", "on the moon"][number - 1];
        // One currency has no decimals, one has three.
        let (currency, total, price) = match number {
            2 => ("EUR", "much", "12.90"),
            3 => ("JPY", "2580", "1290"),
            4 => ("TND", "25.8", "12.900"),
            _ => ("EUR", "25.8", "12.90"),
        };
        json!({
            "id": format!("A-{number}"), "reference": format!("#{number}"), "status": status,
            "created_at": "2026-11-20T09:12:44Z", "changed_at": "2026-11-20T10:00:00Z",
            "currency": currency, "total": total,
            "name": "Zoé Šimić", "city": "Lyon", "country": "FR",
            "lines": [{ "sku": "TEE-L", "quantity": 2, "price": price }],
        })
    };
    let orders: Vec<Value> = (after + 1..=last).map(order).collect();
    Json(json!({ "orders": orders, "last": last, "more": last < 5 }))
}
