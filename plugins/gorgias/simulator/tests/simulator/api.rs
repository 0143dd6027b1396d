//! The simulator over HTTP, as a client meets it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use gorgias_simulator::{Mode, SimClock, Simulator, SimulatorConfig, Trouble};
use serde_json::{Value, json};
use simulator_kit::testing::Bench;
use std::collections::HashSet;

fn bench(burst: Option<u32>) -> Bench<Simulator> {
    let config = SimulatorConfig {
        port: 0,
        seed: 3,
        tickets: 250,
        burst,
        clock: SimClock::fixed("2026-11-20T09:00:00Z".parse().unwrap()),
    };
    Bench::new(
        Simulator::start(config),
        |simulator| simulator.base_url() + "/aurore/api",
        |key| {
            let credentials = BASE64.encode(format!("ops@aurore.example:{key}"));
            ("authorization", format!("Basic {credentials}"))
        },
        "demo-key-aurore",
    )
}

#[test]
fn only_the_accounts_key_opens_it() {
    let bench = bench(None);
    assert_eq!(bench.get("/account")["domain"], "aurore");
    let answer = bench.send("demo-key-nova", "GET", "/account", &Value::Null);
    assert_eq!(answer.status(), 401);
}

#[test]
fn lists_go_by_cursor_and_order_without_messages() {
    let bench = bench(None);
    let mut seen = HashSet::new();
    let mut times: Vec<String> = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = bench.get(&format!(
            "/tickets?limit=40&order_by=updated_datetime:desc{cursor}"
        ));
        assert_eq!(page["object"], "list");
        for ticket in page["data"].as_array().unwrap() {
            assert!(ticket["messages"].is_null() && ticket["trashed_datetime"].is_null());
            assert!(seen.insert(ticket["id"].as_u64()));
            times.push(ticket["updated_datetime"].as_str().unwrap().to_owned());
        }
        let Some(next) = page["meta"]["next_cursor"].as_str() else {
            break;
        };
        cursor = format!("&cursor={}", next.replace('+', "%2B").replace('=', "%3D"));
    }
    assert!(times.windows(2).all(|pair| pair[0] >= pair[1]));
    assert!(
        times.windows(2).any(|pair| pair[0] == pair[1]),
        "equal times occur"
    );
    let trashed = bench.get("/tickets?trashed=true&limit=100");
    let trashed = trashed["data"].as_array().unwrap();
    assert!(
        !trashed.is_empty()
            && trashed
                .iter()
                .all(|ticket| ticket["trashed_datetime"].is_string())
    );
    assert_eq!(seen.len() + trashed.len(), 250);
}

#[test]
fn unknown_parameters_and_fields_are_refused() {
    let bench = bench(None);
    for path in [
        "/tickets?status=open",
        "/tickets?limit=101",
        "/tickets?cursor=x",
        "/tickets?order_by=subject:asc",
        "/tags?search=a",
    ] {
        let (status, body) = bench.call("GET", path, Value::Null);
        assert_eq!(status, 400, "{path}");
        assert!(
            body["error"]["msg"].is_string() && body["error"]["data"].is_object(),
            "{body}"
        );
    }
    let id = bench.get("/tickets?limit=1")["data"][0]["id"].to_string();
    let (status, _) = bench.call("PUT", &format!("/tickets/{id}"), json!({ "colour": "red" }));
    assert_eq!(status, 400);
    assert_eq!(bench.call("GET", "/tickets/1", Value::Null).0, 404);
    assert_eq!(bench.call("GET", "/nothing", Value::Null).0, 404);
}

#[test]
fn a_ticket_is_made_answered_tagged_closed_and_deleted() {
    let bench = bench(None);
    let new = json!({ "subject": "Retour", "customer": { "email": "new@example.com" }, "external_id": "p-1",
        "messages": [{ "body_text": "Bonjour" }] });
    let (status, ticket) = bench.call("POST", "/tickets", new);
    assert_eq!((status, ticket["messages_count"].as_u64()), (201, Some(1)));
    let path = format!("/tickets/{}", ticket["id"]);
    let reply = json!({ "from_agent": true, "body_text": "Oui" });
    assert_eq!(
        bench.call("POST", &format!("{path}/messages"), reply).0,
        201
    );
    assert_eq!(
        bench
            .call(
                "POST",
                &format!("{path}/tags"),
                json!({ "names": ["retour"] })
            )
            .0,
        200
    );
    assert_eq!(
        bench.call("PUT", &path, json!({ "status": "closed" })).0,
        200
    );
    let ticket = bench.get(&path);
    assert_eq!(
        (&ticket["status"], &ticket["tags"][0]["name"]),
        (&json!("closed"), &json!("retour"))
    );
    assert_eq!(ticket["messages"].as_array().unwrap().len(), 2);
    assert_eq!(
        bench.get("/tickets?external_id=p-1")["data"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    let customer = json!({ "email": "new@example.com" });
    assert_eq!(bench.call("POST", "/customers", customer).0, 409);
    assert_eq!(bench.call("DELETE", &path, Value::Null).0, 204);
    assert_eq!(bench.call("GET", &path, Value::Null).0, 404);
}

#[test]
fn the_limit_is_told_in_headers() {
    let bench = bench(Some(2));
    let first = bench.send("demo-key-aurore", "GET", "/account", &Value::Null);
    assert_eq!(first.headers()["x-gorgias-account-api-call-limit"], "1/2");
    bench.get("/account");
    let third = bench.send("demo-key-aurore", "GET", "/account", &Value::Null);
    assert_eq!(third.status(), 429);
    let wait: u32 = third.headers()["retry-after"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!((1..=10).contains(&wait));
}

#[test]
fn the_same_seed_gives_the_same_world_and_trouble_can_be_switched() {
    let (one, other) = (bench(None), bench(None));
    assert_eq!(
        one.get("/tickets?limit=100"),
        other.get("/tickets?limit=100")
    );
    one.simulator.trouble(Trouble::times(Mode::Errors500, 1));
    assert_eq!(one.call("GET", "/account", Value::Null).0, 500);
    assert_eq!(one.call("GET", "/account", Value::Null).0, 200);
    assert_eq!(one.simulator.state().trouble_hits, 1);
}
