//! What people do with tickets from the portal.

use crate::common::Bench;
use comptoir_plugin_sdk::actions::Acted;
use comptoir_plugin_sdk::commerce::TicketStatus;
use comptoir_plugin_sdk::{Actions, Error, ErrorKind};
use gorgias_plugin::Gorgias;
use gorgias_simulator::{Mode, Trouble};
use serde_json::Value;

fn act(bench: &Bench, action: &str, ids: &[&str]) -> Result<Acted, Error> {
    let ids: Vec<String> = ids.iter().copied().map(str::to_owned).collect();
    Gorgias.act(&bench.host, &bench.records, action, &ids)
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
    for (action, status, known) in [
        ("close", "closed", TicketStatus::Closed),
        ("close", "closed", TicketStatus::Closed),
        ("reopen", "open", TicketStatus::Open),
        ("reopen", "open", TicketStatus::Open),
    ] {
        let acted = act(&bench, action, &[&id]).unwrap();
        assert_eq!(acted.failed, []);
        assert_eq!(status_of(&bench, &id), status);
        // What the host takes is what a pull would bring.
        let [ticket] = &*acted.changes.tickets else {
            panic!("{acted:?}");
        };
        assert_eq!(ticket.status, known);
        assert_eq!(Some(ticket), bench.sync(None).unwrap().tickets.get(&id));
        assert!(acted.changes.pull.is_empty());
    }
}

#[test]
fn what_is_no_ticket_stops_no_other() {
    let bench = Bench::new(60);
    let id = one(&bench, &TicketStatus::Open);
    let acted = act(&bench, "close", &["../account", "999999999", &id]).unwrap();
    let failed: Vec<&str> = acted.failed.iter().map(|failed| &*failed.id).collect();
    assert_eq!(failed, ["../account", "999999999"]);
    assert_eq!(status_of(&bench, &id), "closed");
}

#[test]
fn a_desk_in_trouble_is_told_as_such() {
    let bench = Bench::new(60);
    let id = one(&bench, &TicketStatus::Open);
    bench.simulator.trouble(Trouble::of(Mode::Errors500));
    let error = act(&bench, "close", &[&id]).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unavailable);
}

#[test]
fn what_it_does_not_know_is_unsupported() {
    let bench = Bench::new(60);
    let error = act(&bench, "explode", &["1"]).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unsupported);
}
