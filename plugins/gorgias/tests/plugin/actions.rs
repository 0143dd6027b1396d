//! What people do with tickets from the portal.

use crate::common::Bench;
use comptoir_plugin_sdk::commerce::TicketStatus;
use comptoir_plugin_sdk::routes::Request;
use comptoir_plugin_sdk::{Error, ErrorKind, Routes};
use gorgias_plugin::Gorgias;
use gorgias_simulator::{Mode, Trouble};
use serde_json::{Value, json};

/// Asks for an action as the host does.
fn ask(bench: &Bench, action: &str, ids: &[&str]) -> Result<Value, Error> {
    let request = Request {
        method: "POST".into(),
        path: format!("/action/{action}"),
        query: Vec::new(),
        body: Some(json!({ "ids": ids }).to_string().into_bytes()),
        language: "fr".into(),
        connectors: vec![bench.records.clone()],
    };
    let answer = Routes::handle(&Gorgias, &bench.host, &request)?;
    Ok(serde_json::from_str(&answer.data).unwrap())
}

/// The id of a ticket of the store in a status.
fn one(bench: &Bench, status: &TicketStatus) -> String {
    let tickets = bench.sync(None).unwrap().tickets;
    let found = tickets.values().find(|ticket| ticket.status == *status);
    found.unwrap().id.clone()
}

fn status_of(bench: &Bench, id: &str) -> Value {
    bench.act("GET", &format!("/tickets/{id}"), "")["status"].clone()
}

#[test]
fn a_ticket_is_closed_and_opened_again_and_twice_is_once() {
    let bench = Bench::new(60);
    let id = one(&bench, &TicketStatus::Open);
    for (action, status) in [
        ("close", "closed"),
        ("close", "closed"),
        ("reopen", "open"),
        ("reopen", "open"),
    ] {
        let answer = ask(&bench, action, &[&id]).unwrap();
        assert_eq!(answer, json!({ "failed": [] }));
        assert_eq!(status_of(&bench, &id), status);
    }
}

#[test]
fn what_is_no_ticket_stops_no_other() {
    let bench = Bench::new(60);
    let id = one(&bench, &TicketStatus::Open);
    let answer = ask(&bench, "close", &["../account", "999999999", &id]).unwrap();
    let failed: Vec<&Value> = answer["failed"]
        .as_array()
        .unwrap()
        .iter()
        .map(|failed| &failed["id"])
        .collect();
    assert_eq!(failed, ["../account", "999999999"]);
    assert_eq!(status_of(&bench, &id), "closed");
}

#[test]
fn a_desk_in_trouble_is_told_as_such() {
    let bench = Bench::new(60);
    let id = one(&bench, &TicketStatus::Open);
    bench.simulator.trouble(Trouble::of(Mode::Errors500));
    let error = ask(&bench, "close", &[&id]).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unavailable);
}
