//! The plugin's logic against a small Acme over real HTTP.

use std::collections::HashMap;
use std::sync::mpsc;
use std::thread;

use acme_plugin::{Plugin, Settings};
use axum::extract::Query;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::get;
use axum::{Json, Router};
use comptoir_plugin_sdk::testing::{TestHost, keep_schema};
use comptoir_plugin_sdk::{Check, Connector, ErrorKind, Fulfilment, Routes, routes, time};
use serde_json::{Value, json};

/// Three orders, the second of which nobody can understand. Its address.
fn provider() -> String {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .build();
        runtime.expect("a runtime").block_on(async {
            let router = Router::new()
                .route("/me", get(me))
                .route("/orders", get(orders));
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
                .await
                .expect("a port");
            let address = listener.local_addr().expect("an address");
            sender
                .send(format!("http://{address}"))
                .expect("the test waits");
            axum::serve(listener, router).await.expect("it serves");
        });
    });
    receiver.recv().expect("the server starts")
}

async fn me(headers: HeaderMap) -> Result<Json<Value>, StatusCode> {
    let key = headers
        .get("authorization")
        .and_then(|key| key.to_str().ok());
    match key {
        Some("Bearer good") => Ok(Json(json!({ "name": "Shop 12" }))),
        _ => Err(StatusCode::UNAUTHORIZED),
    }
}

async fn orders(Query(query): Query<HashMap<String, String>>) -> Json<Value> {
    let number = |name: &str| {
        query
            .get(name)
            .and_then(|text| text.parse().ok())
            .unwrap_or(0)
    };
    let (after, limit): (usize, usize) = (number("after"), number("limit"));
    let order = |number: usize| {
        json!({
            "id": format!("A-{number}"), "reference": format!("#{number}"), "status": "sent",
            "created_at": "2026-11-20T09:12:44Z", "changed_at": "2026-11-20T10:00:00Z",
            "currency": "EUR", "total": if number == 2 { "much" } else { "12.90" },
            "name": "Ada Lovelace", "city": "Lyon", "country": "FR",
            "lines": [{ "sku": "TEE-L", "quantity": 1, "price": "12.90" }],
        })
    };
    let last = (after + limit).min(3);
    let orders: Vec<Value> = (after + 1..=last).map(order).collect();
    Json(json!({ "orders": orders, "last": last, "more": last < 3 }))
}

fn connector() -> Connector {
    Connector {
        id: "c".into(),
        settings: "{}".into(),
    }
}

fn host(key: &str) -> TestHost {
    TestHost::new(time::parse("2026-11-21T12:00:00Z").expect("a time"))
        .with_base("https://api.acme.example", &provider())
        .with_bearer("apiKey")
        .with_secret(&connector(), "apiKey", key)
}

#[test]
fn a_good_key_tells_the_account_and_a_bad_one_is_refused() {
    let account = Plugin.check(&host("good"), &connector());
    assert_eq!(account.map(|account| account.name), Ok("Shop 12".into()));
    let refused = Plugin.check(&host("bad"), &connector());
    assert!(refused.is_err_and(|error| error.kind == ErrorKind::Unauthorized));
}

#[test]
fn pages_go_on_where_the_last_one_ended() {
    let host = host("good");
    let first = Plugin.orders(&host, &connector(), None, 2).expect("a page");
    assert_eq!(
        (first.items.len(), first.rejected.len(), first.more),
        (1, 1, true)
    );
    assert_eq!(first.items[0].total.minor, 1290);
    assert_eq!(first.rejected[0].id, "A-2");
    let second = Plugin
        .orders(&host, &connector(), Some(&first.cursor), 2)
        .expect("a page");
    assert_eq!(
        (second.items[0].state.id.as_str(), second.more),
        ("A-3", false)
    );
    let rest = Plugin
        .orders(&host, &connector(), Some(&second.cursor), 2)
        .expect("a page");
    assert_eq!((rest.items.len(), rest.more), (0, false));
}

#[test]
fn the_screen_lists_what_the_provider_has() {
    let request = |search: &str| routes::Request {
        method: "GET".into(),
        path: "/order".into(),
        query: vec![("search".into(), search.into())],
        body: None,
        language: "en".into(),
        connectors: vec![connector()],
    };
    let host = host("good");
    let rows = |search: &str| {
        let answer = Plugin.handle(&host, &request(search)).expect("rows");
        serde_json::from_str::<Value>(&answer.data).expect("JSON")
    };
    assert_eq!(rows("").as_array().map(Vec::len), Some(3));
    let found = json!([{
        "id": "A-3", "reference": "#3", "status": "sent", "changedAt": "2026-11-20T10:00:00Z",
    }]);
    assert_eq!(rows("#3"), found);
}

#[test]
fn the_form_asks_for_the_settings() {
    keep_schema::<Settings>("plugin.toml", "settings");
}
