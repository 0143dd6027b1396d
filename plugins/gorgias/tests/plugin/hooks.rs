//! Webhooks, from the integration to what an event means; and what the screen shows of it.

use crate::common::Bench;
use axum::extract::State;
use axum::routing::post;
use comptoir_plugin_sdk::commerce::Changes;
use comptoir_plugin_sdk::routes::Request;
use comptoir_plugin_sdk::webhooks::Event;
use comptoir_plugin_sdk::{Error, ErrorKind, Routes, Webhooks};
use gorgias_plugin::Gorgias;
use gorgias_simulator::{Calls, Mode, Trouble};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const OURS: &str = "https://portal.example/api/webhooks/gorgias/c-records/secret";

/// Whoever receives events: keeps their bodies.
struct Receiver {
    address: String,
    bodies: Arc<Mutex<Vec<Vec<u8>>>>,
    _server: simulator_kit::Server,
}

impl Receiver {
    fn start(bench: &Bench) -> Self {
        let bodies: Arc<Mutex<Vec<Vec<u8>>>> = Arc::default();
        let keep = async |State(bodies): State<Arc<Mutex<Vec<Vec<u8>>>>>,
                          body: axum::body::Bytes| {
            bodies.lock().unwrap().push(body.to_vec());
        };
        let app = axum::Router::new()
            .route("/hook/c-records", post(keep))
            .with_state(bodies.clone());
        let server = bench
            .runtime
            .block_on(simulator_kit::Server::start("receiver", 0, app))
            .unwrap();
        Self {
            address: format!("{}/hook/c-records", server.base_url()),
            bodies,
            _server: server,
        }
    }

    /// What came, once there are `count`.
    fn wait(&self, count: usize) -> Vec<Vec<u8>> {
        let deadline = Instant::now() + Duration::from_secs(10);
        loop {
            let bodies = self.bodies.lock().unwrap().clone();
            if bodies.len() >= count {
                return bodies;
            }
            assert!(
                Instant::now() < deadline,
                "{} of {count} events",
                bodies.len()
            );
            std::thread::yield_now();
        }
    }
}

fn handle(bench: &Bench, body: &[u8]) -> Result<Changes, Error> {
    let event = Event {
        id: "e-1".into(),
        topic: String::new(),
        headers: Vec::new(),
        body: body.to_vec(),
        received_at: crate::common::START.into(),
    };
    Webhooks::handle(&Gorgias, &bench.host, &bench.records, &event)
}

fn integrations(bench: &Bench) -> Vec<Value> {
    let page = bench.act("GET", "/integrations", "");
    page["data"].as_array().unwrap().clone()
}

fn screen(bench: &Bench, path: &str, query: &[(&str, &str)]) -> Result<(Value, Value), Error> {
    let request = Request {
        method: "GET".into(),
        path: path.into(),
        query: query
            .iter()
            .map(|(name, value)| ((*name).into(), (*value).into()))
            .collect(),
        body: None,
        language: "fr".into(),
        connectors: vec![bench.records.clone()],
    };
    let answer = Routes::handle(&Gorgias, &bench.host, &request)?;
    let json = |text: &str| serde_json::from_str(text).unwrap();
    Ok((json(&answer.data), json(&answer.meta.unwrap())))
}

#[test]
fn registering_twice_leaves_one_and_purging_leaves_others() {
    let bench = Bench::new(5);
    let foreign = json!({ "name": "Slack", "type": "http", "http": {
        "url": format!("{OURS}/slack"), "form": "{{context}}", "triggers": { "ticket-created": true } } });
    bench.act("POST", "/integrations", &foreign.to_string());

    let first = Gorgias.register(&bench.host, &bench.records, OURS).unwrap();
    let again = Gorgias.register(&bench.host, &bench.records, OURS).unwrap();
    assert_eq!(first, again);
    assert!(
        first
            .iter()
            .any(|one| one.topic == "ticket-message-created" && one.address == OURS)
    );
    assert_eq!(integrations(&bench).len(), 2);

    // Of two hosts at once, say: doubles go.
    let double = integrations(&bench)[1].clone();
    let copy = json!({ "name": double["name"], "type": "http", "http": double["http"] });
    bench.act("POST", "/integrations", &copy.to_string());
    assert_eq!(
        Gorgias.register(&bench.host, &bench.records, OURS).unwrap(),
        first
    );
    assert_eq!(integrations(&bench).len(), 2);

    Gorgias
        .register(&bench.host, &bench.records, "https://other.example/hook")
        .unwrap();
    assert_eq!(
        Gorgias
            .purge(&bench.host, &bench.records, "https://portal.example/")
            .unwrap(),
        1
    );
    assert_eq!(
        Gorgias
            .purge(&bench.host, &bench.records, "https://portal.example/")
            .unwrap(),
        0
    );
    let left: Vec<Value> = integrations(&bench)
        .iter()
        .map(|each| each["name"].clone())
        .collect();
    assert_eq!(left, ["Slack", "Comptoir"]);
}

#[test]
fn a_lost_answer_makes_no_second_integration() {
    let bench = Bench::new(5);
    bench
        .simulator
        .trouble(Trouble::times(Mode::Drop, 1).only(Calls::Writes));
    let lost = Gorgias
        .register(&bench.host, &bench.records, OURS)
        .unwrap_err();
    assert_eq!(lost.kind, ErrorKind::Unavailable);
    assert_eq!(integrations(&bench).len(), 1);
    Gorgias.register(&bench.host, &bench.records, OURS).unwrap();
    assert_eq!(integrations(&bench).len(), 1);
}

#[test]
fn an_integration_that_was_switched_off_is_switched_on_again() {
    let bench = Bench::new(5);
    let state = || screen(&bench, "/integration", &[]).unwrap().0[0]["webhooks"].clone();
    assert_eq!(state(), "none");
    Gorgias.register(&bench.host, &bench.records, OURS).unwrap();
    assert_eq!(state(), "registered");
    bench.simulator.account("aurore", |account| {
        account.deactivate_integrations(
            comptoir_plugin_sdk::time::parse(crate::common::START).unwrap(),
        );
    });
    assert_eq!(state(), "deactivated");
    Gorgias.register(&bench.host, &bench.records, OURS).unwrap();
    assert_eq!(state(), "registered");
    assert_eq!(integrations(&bench).len(), 1);
}

#[test]
fn an_event_brings_the_ticket_as_it_is_now() {
    let bench = Bench::new(5);
    let receiver = Receiver::start(&bench);
    Gorgias
        .register(&bench.host, &bench.records, &receiver.address)
        .unwrap();
    let new = json!({ "subject": "Retour", "customer": { "email": "ana@example.com" },
        "tags": [{ "name": "aurore-records" }], "messages": [{ "body_text": "Bonjour" }] });
    let id = bench.act("POST", "/tickets", &new.to_string())["id"].to_string();
    let reply = r#"{"channel":"email","from_agent":true,"body_text":"Bonjour"}"#;
    bench.act("POST", &format!("/tickets/{id}/messages"), reply);

    // The first event is told of the second one's state: events may come late, twice and in any order.
    let bodies = receiver.wait(2);
    assert_ne!(
        bodies[0], bodies[1],
        "the host takes equal bodies for doubles"
    );
    for body in &bodies {
        let changes = handle(&bench, body).unwrap();
        assert_eq!(changes.tickets.len(), 1);
        assert_eq!(
            (
                changes.tickets[0].id.as_str(),
                changes.tickets[0].agent_messages
            ),
            (id.as_str(), 1)
        );
    }
    for (mode, count) in [
        (Mode::HookTwice, 2),
        (Mode::HookLate, 0),
        (Mode::HookLost, 0),
    ] {
        let before = receiver.wait(0).len();
        bench.simulator.trouble(Trouble::times(mode, 1));
        bench.act("PUT", &format!("/tickets/{id}"), r#"{"status":"closed"}"#);
        let came = receiver.wait(before + count);
        assert!(
            came.iter()
                .all(|body| handle(&bench, body).unwrap().tickets[0].closed_at.is_some())
        );
    }
}

#[test]
fn an_event_of_another_stores_ticket_or_none_brings_nothing() {
    let bench = Bench::new(40);
    let page = bench.act("GET", "/tickets?limit=100", "");
    let foreign = page["data"].as_array().unwrap().iter().find(|ticket| {
        ticket["tags"]
            .as_array()
            .unwrap()
            .iter()
            .all(|tag| tag["name"] != "aurore-records")
    });
    let body = json!({ "ticket_id": foreign.unwrap()["id"].to_string() }).to_string();
    let changes = handle(&bench, body.as_bytes()).unwrap();
    assert!(changes.tickets.is_empty() && changes.pull.is_empty());
    assert!(
        handle(&bench, br#"{"ticket_id":1}"#)
            .unwrap()
            .tickets
            .is_empty()
    );
    for nonsense in [
        &b"<html>"[..],
        b"{}",
        br#"{"ticket_id":"x"}"#,
        br#"{"ticket_id":-1}"#,
    ] {
        assert_eq!(
            handle(&bench, nonsense).unwrap_err().kind,
            ErrorKind::Rejected
        );
    }
}

#[test]
fn the_screen_shows_the_last_pull_and_the_accounts_tags() {
    let bench = Bench::new(60);
    let (rows, meta) = screen(&bench, "/integration", &[]).unwrap();
    assert_eq!(
        (&rows[0]["account"], &rows[0]["lastPull"], &meta["total"]),
        (&json!("aurore"), &Value::Null, &json!(1))
    );
    let sync = bench.sync(None).unwrap();
    let (rows, _) = screen(&bench, "/integration", &[]).unwrap();
    assert_eq!(
        rows[0]["lastPull"],
        json!({ "at": crate::common::START, "tickets": sync.tickets.len() })
    );

    let (tags, meta) = screen(&bench, "/integration/c-records/tag", &[]).unwrap();
    assert_eq!(meta["total"], 8);
    let chosen: Vec<&Value> = tags
        .as_array()
        .unwrap()
        .iter()
        .filter(|tag| tag["chosen"] == true)
        .collect();
    assert_eq!(
        chosen,
        [&json!({ "name": "aurore-records", "chosen": true })]
    );
    let (tags, _) = screen(
        &bench,
        "/integration/c-records/tag",
        &[("search", "DEFAUT")],
    )
    .unwrap();
    assert_eq!(tags, json!([{ "name": "défaut", "chosen": false }]));
    let error = screen(&bench, "/integration/c-other/tag", &[]).unwrap_err();
    assert_eq!(error.kind, ErrorKind::NotFound);

    bench.simulator.trouble(Trouble::of(Mode::Errors500));
    let (rows, _) = screen(&bench, "/integration", &[]).unwrap();
    assert_eq!(
        (&rows[0]["webhooks"], &rows[0]["problem"]),
        (&Value::Null, &json!("unavailable"))
    );
}
