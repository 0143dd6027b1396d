//! The simulator over HTTP, as a client meets it.

use bigblue_simulator::{SimClock, Simulator, SimulatorConfig};
use serde_json::{Value, json};
use simulator_kit::testing::{self, read};
use std::collections::HashSet;
use tokio::runtime::Runtime;
use ureq::http::Response;
use ureq::{Agent, Body};

struct Bench {
    simulator: Simulator,
    agent: Agent,
    key: &'static str,
    _runtime: Runtime,
}

impl Bench {
    fn new(orders: usize, rate_limit: Option<u32>) -> Self {
        let clock = SimClock::fixed(1_795_165_200);
        let config = SimulatorConfig {
            port: 0,
            seed: 3,
            orders,
            rate_limit,
            clock,
        };
        let (_runtime, simulator) = testing::start(Simulator::start(config));
        Self {
            simulator,
            agent: testing::agent(),
            key: "demo-key-musi",
            _runtime,
        }
    }

    fn raw(&self, path: &str, kind: &str, body: &str) -> Response<Body> {
        let request = self
            .agent
            .post(format!("{}{path}", self.simulator.base_url()))
            .header("content-type", kind);
        request
            .header("authorization", format!("Bearer {}", self.key))
            .send(body)
            .unwrap()
    }

    /// The status and the body of a call.
    fn call(&self, method: &str, body: Value) -> (u16, Value) {
        let path = format!("/bigblue.storeapi.v1.PublicAPI/{method}");
        read(self.raw(&path, "application/json", &body.to_string()))
    }

    fn refusal(&self, method: &str, body: Value) -> (u16, String) {
        let (status, body) = self.call(method, body);
        (status, body["code"].as_str().unwrap_or_default().to_owned())
    }
}

fn order() -> Value {
    json!({
        "external_id": "portal-1042", "language": "fr", "currency": "EUR", "shipping_method": "standard",
        "shipping_price": "7.90", "shipping_tax": "0", "additional_tax": "0", "additional_discount": "0",
        "shipping_address": {"first_name": "Ana", "line1": "2 rue B", "city": "Bruxelles", "postal": "1000", "country": "BE"},
        "pickup_point": null,
        "line_items": [{"product": "MUSI-000104-000M", "quantity": 1, "unit_price": "24.90", "unit_tax": "0", "discount": "0"}]
    })
}

#[test]
fn pages_are_complete_and_stable_while_orders_arrive() {
    let bench = Bench::new(700, None);
    let total = bench.simulator.state().orders.by_merchant["MUSI"];
    let mut seen = HashSet::new();
    let (mut token, mut times) = (String::new(), Vec::new());
    loop {
        let (_, page) = bench.call("ListOrders", json!({"page_size": 60, "page_token": token}));
        for order in page["orders"].as_array().unwrap() {
            assert!(seen.insert(order["id"].as_str().unwrap().to_owned()));
            times.push(order["submit_time"].as_str().unwrap().to_owned());
        }
        bench.simulator.add_orders(1);
        match page["next_page_token"].as_str() {
            Some(next) => token = next.to_owned(),
            None => break,
        }
    }
    assert!(times.is_sorted());
    assert!(seen.len() >= total, "{} of {total}", seen.len());
}

#[test]
fn a_date_range_includes_its_beginning_and_excludes_its_end() {
    let bench = Bench::new(300, None);
    let (_, all) = bench.call("ListOrders", json!({"page_size": 500}));
    let times: Vec<&str> = all["orders"]
        .as_array()
        .unwrap()
        .iter()
        .map(|order| order["submit_time"].as_str().unwrap())
        .collect();
    let (from, to) = (times[10], times[40]);
    let (_, some) = bench.call(
        "ListOrders",
        json!({"page_size": 500, "date_range": {"from": from, "to": to}}),
    );
    let found: Vec<&str> = some["orders"]
        .as_array()
        .unwrap()
        .iter()
        .map(|order| order["submit_time"].as_str().unwrap())
        .collect();
    let expected: Vec<&str> = times
        .iter()
        .copied()
        .filter(|time| *time >= from && *time < to)
        .collect();
    assert_eq!(found, expected);
    assert_eq!(
        bench.refusal("ListOrders", json!({"date_range": {"from": "June"}})),
        (400, "invalid_argument".into())
    );
}

#[test]
fn an_order_is_created_changed_and_cancelled_until_its_preparation() {
    let bench = Bench::new(0, None);
    let (status, created) = bench.call("CreateOrder", json!({"order": order()}));
    let created = &created["order"];
    assert_eq!(
        (status, created["total"].as_str(), created["store"].as_str()),
        (200, Some("32.80"), Some("api"))
    );
    assert_eq!(created["submit_time"], "2026-11-20T09:00:00Z");
    assert_eq!(created["status"], json!({"code": "CREATED"}));
    assert!(
        created.get("tracking_number").is_none() && created.get("b2b").is_none(),
        "zero values are left out"
    );
    let id = created["id"].as_str().unwrap();
    assert!(id.starts_with("MUSIX") && id.len() == 13);
    let (_, twin) = bench.call("CreateOrder", json!({"order": order()}));
    assert_ne!(
        twin["order"]["id"], created["id"],
        "external_id is not unique"
    );

    let status = || {
        bench.call("GetOrder", json!({"id": id})).1["order"]["status"]["code"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    while status() == "CREATED" {
        bench.simulator.clock().advance(600);
    }
    assert!(
        ["PENDING", "BACKORDER", "EXCEPTION", "ACTION_REQUIRED"].contains(&status().as_str()),
        "{}",
        status()
    );
    let mut changed = order();
    changed["id"] = id.into();
    changed["line_items"][0]["quantity"] = 3.into();
    let (answered, updated) = bench.call("UpdateOrder", json!({"order": changed}));
    assert_eq!(
        (answered, updated["order"]["total"].as_str()),
        (200, Some("82.60"))
    );
    assert_eq!(
        bench.call("CancelOrder", json!({"order_id": id})),
        (200, json!({}))
    );
    assert_eq!(
        bench.refusal("UpdateOrder", json!({"order": changed})),
        (412, "failed_precondition".into())
    );
    assert_eq!(
        bench.refusal("CancelOrder", json!({"order_id": id})),
        (412, "failed_precondition".into())
    );
}

#[test]
fn what_is_wrong_with_an_order_is_named() {
    let bench = Bench::new(0, None);
    for (pointer, value, field) in [
        (
            "/line_items/0/product",
            json!("MUSI-999999-0001"),
            "order.line_items.product",
        ),
        (
            "/line_items/0/quantity",
            json!(0),
            "order.line_items.quantity",
        ),
        (
            "/line_items/0/unit_price",
            json!("1,5"),
            "order.line_items.unit_price",
        ),
        (
            "/shipping_address/country",
            json!("Belgium"),
            "order.shipping_address.country",
        ),
        (
            "/shipping_address/line1",
            json!("x".repeat(36)),
            "order.shipping_address.line1",
        ),
    ] {
        let mut bad = order();
        *bad.pointer_mut(pointer).unwrap() = value;
        let (status, body) = bench.call("CreateOrder", json!({"order": bad}));
        assert_eq!(
            (status, body["code"].as_str()),
            (400, Some("invalid_argument"))
        );
        assert!(body["msg"].as_str().unwrap().starts_with(field), "{body}");
    }
}

#[test]
fn products_and_bundles_are_created_once() {
    let bench = Bench::new(0, None);
    let product = json!({"id": "MUSI-000999-0001", "name": "New", "value": {"amount": "9.99", "currency": "EUR"}});
    let (status, created) = bench.call("CreateProduct", json!({"product": product}));
    assert_eq!((status, &created["product"]), (200, &product));
    assert_eq!(
        bench.refusal("CreateProduct", json!({"product": product})),
        (409, "already_exists".into())
    );
    assert_eq!(
        bench.refusal(
            "CreateProduct",
            json!({"product": {"id": "X", "name": "N"}})
        ),
        (400, "invalid_argument".into())
    );
    let bundle = json!({"id": "MUSI-900009-0001", "name": "Box", "bundle_items": [{"product": "MUSI-000999-0001", "quantity": 1}]});
    assert_eq!(bench.call("CreateBundle", json!({"bundle": bundle})).0, 200);
    assert_eq!(
        bench.call("GetBundle", json!({"id": "MUSI-900009-0001"})).1["bundle"],
        bundle
    );
    let (_, stock) = bench.call("ListInventories", json!({"product": "MUSI-000999-0001"}));
    assert_eq!(stock, json!({}), "never stocked, so nothing is listed");
}

#[test]
fn an_inbound_shipment_is_unloaded_onto_the_shelves() {
    let bench = Bench::new(0, None);
    let product = json!({"id": "MUSI-000999-0001", "name": "New"});
    bench.call("CreateProduct", json!({"product": product}));
    let shipment = json!({"warehouse": "EU-FRA-002", "supplier_name": "Pressing plant", "finalize": true,
        "expected_arrival_time": "2026-11-21T09:00:00Z", "line_items": [{"product": "MUSI-000999-0001", "quantity": 300}]});
    let (_, created) = bench.call(
        "CreateInboundShipment",
        json!({"inbound_shipment": shipment}),
    );
    let id = created["inbound_shipment"]["id"].clone();
    assert_eq!(created["inbound_shipment"]["status"]["code"], "TRANSMITTED");
    let look = |hours: u32| {
        bench.simulator.clock().advance(hours * 3_600);
        let (_, answer) = bench.call("GetInboundShipment", json!({"id": id}));
        let status = &answer["inbound_shipment"]["status"];
        (
            status["code"].as_str().unwrap().to_owned(),
            status["line_progresses"][0]["offloaded_count"].as_u64(),
        )
    };
    assert_eq!(look(36), ("OFFLOADING".into(), Some(150)));
    assert_eq!(look(12), ("COMPLETE".into(), Some(300)));
    let (_, stock) = bench.call("ListInventories", json!({"product": "MUSI-000999-0001"}));
    assert_eq!(
        (
            stock["inventories"][0]["available"].as_u64(),
            stock["inventories"].as_array().unwrap().len()
        ),
        (Some(300), 1)
    );
    assert_eq!(look(40 * 24).0, "ARCHIVED");
}

#[test]
fn the_limit_is_shared_by_all_methods_of_a_key_and_by_no_other_key() {
    let mut bench = Bench::new(0, Some(4));
    for method in [
        "ListOrders",
        "ListProducts",
        "ListInventories",
        "ListBundles",
    ] {
        assert_eq!(bench.call(method, json!({})).0, 200);
    }
    let refused = bench.raw(
        "/bigblue.storeapi.v1.PublicAPI/ListOrders",
        "application/json",
        "{}",
    );
    assert_eq!(refused.status().as_u16(), 429);
    let wait: u64 = refused.headers()["retry-after"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!((1..=60).contains(&wait));
    assert_eq!(
        bench.refusal("ListOrders", json!({})),
        (429, "resource_exhausted".into())
    );
    bench.key = "demo-key-nova";
    assert_eq!(bench.call("ListOrders", json!({})).0, 200);
    bench.key = "wrong";
    let unauthenticated = json!({"code": "unauthenticated", "msg": "Invalid API key"});
    assert_eq!(bench.call("ListOrders", json!({})), (401, unauthenticated));
    let requests = bench.simulator.state().requests;
    assert_eq!(
        (
            requests.total,
            requests.by_method["ListOrders"],
            requests.by_key["unknown"]
        ),
        (8, 5, 1)
    );
}

#[test]
fn what_is_no_call_has_twirps_codes() {
    let bench = Bench::new(0, None);
    let code = |path: &str, kind: &str, body: &str| {
        let (status, body) = read(bench.raw(path, kind, body));
        (status, body["code"].as_str().unwrap().to_owned())
    };
    let path = "/bigblue.storeapi.v1.PublicAPI/ListOrders";
    assert_eq!(
        code(path, "application/json", "{"),
        (400, "malformed".into())
    );
    assert_eq!(code(path, "text/plain", "{}"), (404, "bad_route".into()));
    assert_eq!(
        code("/v1/orders.statuses", "application/json", "{}"),
        (404, "bad_route".into())
    );
    assert_eq!(
        bench.refusal("ListReturns", json!({})),
        (404, "bad_route".into())
    );
    assert_eq!(
        bench.refusal("GetOrder", json!({"id": "MUSIX0"})),
        (404, "not_found".into())
    );
    assert_eq!(
        bench.refusal("ListOrders", json!({"page_token": "?"})),
        (400, "invalid_argument".into())
    );
    let get = bench
        .agent
        .get(format!("{}{path}", bench.simulator.base_url()))
        .call()
        .unwrap();
    assert_eq!(get.status().as_u16(), 404);
}

#[test]
fn the_controls_work_over_http_and_all_thirteen_statuses_are_there() {
    let bench = Bench::new(4_000, None);
    let statuses = bench.simulator.state().orders.by_status;
    assert_eq!(statuses.len(), 13);
    assert!(statuses.values().all(|count| *count > 0), "{statuses:?}");
    assert!(statuses["DELIVERED"] > 2_000, "{statuses:?}");
    let control = |path: &str, body: &str| {
        bench
            .raw(&format!("/control/{path}"), "application/json", body)
            .status()
            .as_u16()
    };
    assert_eq!(control("trouble", r#"{"mode":"errors500","count":1}"#), 204);
    assert_eq!(
        bench.refusal("ListOrders", json!({})),
        (500, "internal".into())
    );
    assert_eq!(bench.call("ListOrders", json!({})).0, 200);
    assert_eq!(control("trouble", r#"{"mode":"errors500","share":7}"#), 400);
    assert_eq!(control("trouble", r#"{"mode":"fire"}"#), 422);
    assert_eq!(control("orders", r#"{"count":10}"#), 204);
    assert_eq!(control("advance", r#"{"seconds":864000}"#), 204);
    let later = bench.simulator.state().orders;
    assert!(
        later.total > 4_010,
        "new ones arrive with time: {}",
        later.total
    );
    assert_ne!(later.by_status["DELIVERED"], statuses["DELIVERED"]);
}

#[test]
fn the_same_seed_gives_the_same_world() {
    let page = |bench: &Bench| bench.call("ListOrders", json!({"page_size": 500}));
    assert_eq!(page(&Bench::new(400, None)), page(&Bench::new(400, None)));
}
