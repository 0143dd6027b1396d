//! The simulator over HTTP, as a client meets it.

use serde_json::{Value, json};
use shopify_simulator::{Mode, Rate, SimClock, Simulator, SimulatorConfig, Trouble};
use simulator_kit::testing::{self, read};
use std::collections::HashSet;
use tokio::runtime::Runtime;
use ureq::Agent;

struct Bench {
    simulator: Simulator,
    agent: Agent,
    token: String,
    _runtime: Runtime,
}

impl Bench {
    fn new(rate: Option<Rate>) -> Self {
        let config = SimulatorConfig {
            orders: 120,
            rate,
            clock: SimClock::fixed(1_795_165_200),
            ..SimulatorConfig::default()
        };
        let (_runtime, simulator) = testing::start(Simulator::start(config));
        Self {
            simulator,
            agent: testing::agent(),
            token: "shpat_demo_musi".into(),
            _runtime,
        }
    }

    fn ask(&self, query: &str, variables: Value) -> (u16, Value) {
        let url = self.simulator.base_url() + "/demo-musi/admin/api/2026-07/graphql.json";
        let body = json!({"query": query, "variables": variables}).to_string();
        let request = self
            .agent
            .post(url)
            .header("x-shopify-access-token", &self.token);
        read(
            request
                .header("content-type", "application/json")
                .send(body)
                .unwrap(),
        )
    }

    fn data(&self, query: &str, variables: Value) -> Value {
        let (status, answer) = self.ask(query, variables);
        assert_eq!((status, &answer["errors"]), (200, &Value::Null), "{answer}");
        answer["data"].clone()
    }
}

#[test]
fn pages_are_complete_and_stable_while_orders_change() {
    let bench = Bench::new(None);
    let query = "query($after: String) { orders(first: 25, after: $after, sortKey: UPDATED_AT) {
        pageInfo { hasNextPage endCursor } nodes { id updatedAt } } }";
    let (mut after, mut seen) = (Value::Null, HashSet::new());
    loop {
        let page = bench.data(query, json!({"after": after}))["orders"].take();
        for order in page["nodes"].as_array().unwrap() {
            seen.insert(order["id"].as_str().unwrap().to_owned());
        }
        bench.simulator.clock().advance(1.0);
        bench.simulator.shop("demo-musi", |shop, now| {
            if let Some(order) = shop.open_order() {
                shop.ship(order, now);
            }
        });
        if page["pageInfo"]["hasNextPage"] == false {
            break;
        }
        after = page["pageInfo"]["endCursor"].clone();
    }
    assert_eq!(seen.len(), 120);
}

#[test]
fn what_the_schema_does_not_know_is_refused() {
    let bench = Bench::new(None);
    let (status, answer) = bench.ask("{ orders(first: 1) { nodes { total_price } } }", json!({}));
    assert_eq!(status, 200);
    let codes: Vec<&Value> = answer["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| &error["extensions"]["code"])
        .collect();
    assert!(codes.contains(&&json!("undefinedField")), "{answer}");
    let (_, answer) = bench.ask("{ orders(last: 1) { nodes { id } } }", json!({}));
    assert!(
        answer["errors"][0]["message"]
            .as_str()
            .unwrap()
            .contains("last"),
        "{answer}"
    );
    let (_, answer) = bench.ask("{ orders(first: 300) { nodes { id } } }", json!({}));
    assert!(
        answer["errors"][0]["message"]
            .as_str()
            .unwrap()
            .contains("250"),
        "{answer}"
    );
}

#[test]
fn points_run_out_and_come_back() {
    let rate = Rate {
        maximum: 300.0,
        restore: 10.0,
    };
    let bench = Bench::new(Some(rate));
    let query = "{ orders(first: 250) { nodes { id } } }";
    let (_, first) = bench.ask(query, json!({}));
    assert_eq!(first["extensions"]["cost"]["requestedQueryCost"], 250.0);
    assert_eq!(first["extensions"]["cost"]["actualQueryCost"], 122.0);
    let (status, second) = bench.ask(query, json!({}));
    assert_eq!(
        (status, &second["errors"][0]["extensions"]["code"]),
        (200, &json!("THROTTLED"))
    );
    let left = second["extensions"]["cost"]["throttleStatus"]["currentlyAvailable"]
        .as_f64()
        .unwrap();
    assert_eq!(left, 178.0);
    bench.simulator.clock().advance(7.3);
    assert_eq!(bench.ask(query, json!({})).1["errors"], Value::Null);
    let (_, answer) = bench.ask(
        "{ products(first: 250) { nodes { variants(first: 50) { nodes { id } } } } }",
        json!({}),
    );
    assert_eq!(
        answer["errors"][0]["extensions"]["code"],
        "MAX_COST_EXCEEDED"
    );
}

#[test]
fn a_lent_token_ends_after_a_day() {
    let mut bench = Bench::new(None);
    let url = bench.simulator.base_url() + "/demo-musi/admin/oauth/access_token";
    let form = [
        ("grant_type", "client_credentials"),
        ("client_id", "demo-client-musi"),
        ("client_secret", "shpss_demo_musi"),
    ];
    let (status, answer) = read(bench.agent.post(&url).send_form(form).unwrap());
    assert_eq!((status, &answer["expires_in"]), (200, &json!(86_399)));
    bench.token = answer["access_token"].as_str().unwrap().to_owned();
    assert_eq!(bench.ask("{ shop { name } }", json!({})).0, 200);
    bench.simulator.clock().advance(86_399.0);
    let (status, answer) = bench.ask("{ shop { name } }", json!({}));
    assert_eq!(status, 401);
    assert!(
        answer["errors"]
            .as_str()
            .unwrap()
            .starts_with("[API] Invalid")
    );
}

#[test]
fn stock_is_set_once_and_only_by_those_who_know_it() {
    let bench = Bench::new(None);
    let items = bench.data("{ inventoryItems(first: 1) { nodes { id } } }", json!({}));
    let item = &items["inventoryItems"]["nodes"][0]["id"];
    let set = "mutation($input: InventorySetQuantitiesInput!, $key: String!) {
        inventorySetQuantities(input: $input) @idempotent(key: $key) { userErrors { code } } }";
    let row = |quantity: i64, believed: Value| {
        json!({"input": {"name": "available", "reason": "correction", "quantities": [{"inventoryItemId": item,
            "locationId": "gid://shopify/Location/1", "quantity": quantity, "changeFromQuantity": believed}]}})
    };
    let ask = |mut variables: Value, key: &str| {
        variables["key"] = json!(key);
        bench.data(set, variables)["inventorySetQuantities"]["userErrors"].clone()
    };
    assert_eq!(ask(row(7, Value::Null), "a"), json!([]));
    assert_eq!(ask(row(8, json!(7)), "b"), json!([]));
    assert_eq!(
        ask(row(8, json!(7)), "b"),
        json!([]),
        "a replay gives the first answer"
    );
    assert_eq!(
        ask(row(9, json!(7)), "b")[0]["code"],
        "IDEMPOTENCY_KEY_PARAMETER_MISMATCH"
    );
    assert_eq!(
        ask(row(9, json!(7)), "c")[0]["code"],
        "CHANGE_FROM_QUANTITY_STALE"
    );
    let mut without = row(9, Value::Null);
    without["input"]["quantities"][0]
        .as_object_mut()
        .unwrap()
        .remove("changeFromQuantity");
    assert_eq!(
        ask(without, "d")[0]["code"],
        "CHANGE_FROM_QUANTITY_REQUIRED"
    );
    let bare = set
        .replace(" @idempotent(key: $key)", "")
        .replace(", $key: String!", "");
    let (_, answer) = bench.ask(&bare, row(9, Value::Null));
    assert!(
        answer["errors"][0]["message"]
            .as_str()
            .unwrap()
            .contains("@idempotent")
    );
}

#[test]
fn a_bulk_operation_leaves_a_file_that_is_read_in_parts() {
    let bench = Bench::new(None);
    let query =
        "{ products { edges { node { id title variants { edges { node { id sku } } } } } } }";
    let run = "mutation($query: String!) { bulkOperationRunQuery(query: $query) {
        bulkOperation { id status } userErrors { code } } }";
    let begun = bench.data(run, json!({"query": query}))["bulkOperationRunQuery"].take();
    assert_eq!(begun["bulkOperation"]["status"], "CREATED");
    let look =
        "query($id: ID!) { bulkOperation(id: $id) { status url objectCount rootObjectCount } }";
    let id = json!({"id": begun["bulkOperation"]["id"]});
    assert_eq!(
        bench.data(look, id.clone())["bulkOperation"]["url"],
        Value::Null
    );
    bench.simulator.clock().advance(2.0);
    let done = bench.data(look, id)["bulkOperation"].take();
    assert_eq!(
        (&done["status"], &done["rootObjectCount"]),
        (&json!("COMPLETED"), &json!("32"))
    );
    let url = done["url"].as_str().unwrap();
    let path = url.strip_prefix("https://storage.googleapis.com").unwrap();
    let url = bench.simulator.storage_url() + path;
    let mut text = String::new();
    loop {
        let range = format!("bytes={}-{}", text.len(), text.len() + 999);
        let mut part = bench.agent.get(&url).header("range", range).call().unwrap();
        if part.status() == 416 {
            break;
        }
        assert_eq!(part.status(), 206);
        text += &part.body_mut().read_to_string().unwrap();
    }
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 32 + 56);
    assert_eq!(lines[1]["__parentId"], lines[0]["id"]);
    bench.simulator.clock().advance(8.0 * 86_400.0);
    assert_eq!(bench.agent.get(&url).call().unwrap().status(), 400);
}

#[test]
fn trouble_comes_as_the_provider_brings_it() {
    let bench = Bench::new(None);
    let query = "{ orders(first: 5) { nodes { id updatedAt } } }";
    for (mode, status) in [
        (Mode::Errors500, 500),
        (Mode::Rate429, 429),
        (Mode::Garbage, 200),
    ] {
        bench.simulator.trouble(Trouble::times(mode, 1));
        assert_eq!(bench.ask(query, json!({})).0, status, "{mode:?}");
    }
    bench.simulator.trouble(Trouble::times(Mode::Partial, 1));
    let (_, answer) = bench.ask(query, json!({}));
    assert_eq!(
        answer["errors"][0]["path"],
        json!(["orders", "nodes", 2, "updatedAt"])
    );
    assert_eq!(
        answer["data"]["orders"]["nodes"].as_array().unwrap().len(),
        5
    );
}
