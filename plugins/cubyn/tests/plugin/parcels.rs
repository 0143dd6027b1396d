//! Parcels: pulled, pushed, cancelled, told of.

use crate::common::{Bench, SKU, connector, draft};
use comptoir_plugin_sdk::commerce::{Changes, OrderStatus, Outcome};
use comptoir_plugin_sdk::routes::Request;
use comptoir_plugin_sdk::webhooks::Event;
use comptoir_plugin_sdk::{Check, Error, ErrorKind, Fulfilment, Routes, Webhooks};
use cubyn_plugin::Cubyn;
use cubyn_simulator::{Calls, MERCHANTS, Mode, Trouble};
use std::collections::HashSet;
use std::sync::mpsc;
use std::time::Duration;

fn done(outcome: &Outcome) -> (&str, bool) {
    match outcome {
        Outcome::Done(pushed) => (pushed.id.as_str(), pushed.existed),
        Outcome::Failed(error) => panic!("{error:?}"),
    }
}

#[test]
fn the_first_pull_brings_every_parcel_once() {
    let bench = Bench::new(250);
    let sync = bench.sync(None, 500).unwrap();
    let ids: HashSet<&str> = sync
        .orders
        .iter()
        .map(|order| order.state.id.as_str())
        .collect();
    assert_eq!((sync.orders.len(), ids.len(), sync.pages), (250, 250, 3));
    let page = Cubyn.orders(&bench.host, &bench.lune, None, 10).unwrap();
    assert_eq!(page.total, Some(250));
    let delivered = sync
        .orders
        .iter()
        .filter(|order| order.state.status == OrderStatus::Delivered);
    assert!(delivered.clone().count() > 100);
    assert!(
        delivered
            .clone()
            .all(|order| order.state.tracking.is_some())
    );
}

#[test]
fn a_later_pull_brings_new_parcels_and_the_moves_of_young_ones() {
    let bench = Bench::new(250);
    let first = bench.sync(None, 100).unwrap();
    bench.advance(3_600);
    Cubyn
        .push_orders(&bench.host, &bench.lune, &[draft("k-1", 1)])
        .unwrap();
    bench.simulator.work();
    let next = bench.sync(Some(&first.cursor), 100).unwrap();
    assert!(
        next.orders.len() < first.orders.len(),
        "{}",
        next.orders.len()
    );
    let new = next
        .orders
        .iter()
        .find(|order| order.reference == "k-1")
        .unwrap();
    assert_eq!(new.state.status, OrderStatus::InPreparation);
    assert_eq!((new.lines[0].sku.as_str(), new.lines[0].quantity), (SKU, 2));
    assert_eq!(new.state.as_of, "2026-11-20T10:00:00.000Z");
    // Newest first, with another order coming in between the pages: none is lost.
    let page = Cubyn
        .orders(&bench.host, &bench.lune, Some(&first.cursor), 20)
        .unwrap();
    Cubyn
        .push_orders(&bench.host, &bench.lune, &[draft("k-2", 1)])
        .unwrap();
    let rest = bench.sync(Some(&page.cursor), 20).unwrap();
    let seen: HashSet<String> = page
        .items
        .iter()
        .chain(&rest.orders)
        .map(|order| order.state.id.clone())
        .collect();
    assert!(
        next.orders
            .iter()
            .all(|order| seen.contains(&order.state.id))
    );
}

#[test]
fn only_what_is_younger_than_the_settings_day_is_pulled() {
    let bench = Bench::new(250);
    let mut young = bench.lune.clone();
    young.settings = r#"{"id":"706293859","since":"2026-11-01"}"#.into();
    let page = Cubyn.orders(&bench.host, &young, None, 100).unwrap();
    assert!(!page.more && !page.items.is_empty());
    assert!(
        page.items
            .iter()
            .all(|order| order.submitted_at.as_str() >= "2026-11-01")
    );
}

#[test]
fn states_follow_the_provider_word_for_word_where_unknown() {
    let bench = Bench::new(10);
    let id = bench.sync(None, 100).unwrap().orders[0].state.id.clone();
    for (word, status) in [
        ("CARRIER_FAILED_ATTEMPT", OrderStatus::Exception),
        ("RETURNED", OrderStatus::Returned),
        ("TELEPORTED", OrderStatus::Other("TELEPORTED".into())),
    ] {
        bench.advance(60);
        assert!(bench.simulator.set_status(id.parse().unwrap(), word));
        let ids = [id.clone(), "1".into(), "x".into()];
        let states = Cubyn.order_states(&bench.host, &bench.lune, &ids).unwrap();
        assert_eq!(states.len(), 1);
        assert_eq!((&states[0].id, &states[0].status), (&id, &status));
        let parcels = Cubyn.trackings(&bench.host, &bench.lune, &id).unwrap();
        assert_eq!(parcels[0].tracking.carrier, "Colissimo");
    }
}

#[test]
fn an_order_whose_answer_was_lost_is_not_made_twice() {
    let bench = Bench::new(250);
    let before = bench.parcel_count();
    bench
        .simulator
        .trouble(Trouble::times(Mode::Drop, 1).only(Calls::Writes));
    let lost = Cubyn
        .push_orders(&bench.host, &bench.lune, &[draft("k-1", 1)])
        .unwrap();
    assert!(matches!(&lost[0], Outcome::Failed(error) if error.kind == ErrorKind::Unavailable));
    bench.advance(600);
    let again = Cubyn
        .push_orders(&bench.host, &bench.lune, &[draft("k-1", 2)])
        .unwrap();
    assert!(done(&again[0]).1);
    assert_eq!(bench.parcel_count(), before + 1);
    // A first try that never arrived is made up for.
    let second = Cubyn
        .push_orders(&bench.host, &bench.lune, &[draft("k-2", 2)])
        .unwrap();
    assert!(!done(&second[0]).1);
    assert_eq!(bench.parcel_count(), before + 2);
}

#[test]
fn a_poisoned_draft_stops_none() {
    let bench = Bench::new(5);
    let mut bad = draft("k-2", 1);
    bad.shipping_address.zip.clear();
    let drafts = [draft("k-1", 1), bad, draft("k-3", 1)];
    let outcomes = Cubyn
        .push_orders(&bench.host, &bench.lune, &drafts)
        .unwrap();
    assert!(!done(&outcomes[0]).1 && !done(&outcomes[2]).1);
    let Outcome::Failed(error) = &outcomes[1] else {
        panic!("{outcomes:?}")
    };
    assert_eq!(
        (&error.kind, error.status),
        (&ErrorKind::Rejected, Some(400))
    );
    assert!(error.message.contains("address.zip is required"));
}

#[test]
fn a_parcel_is_cancelled_while_nothing_was_done_about_it() {
    let bench = Bench::new(5);
    let outcomes = Cubyn
        .push_orders(
            &bench.host,
            &bench.lune,
            &[draft("k-1", 1), draft("k-2", 1)],
        )
        .unwrap();
    let (first, second) = (done(&outcomes[0]).0, done(&outcomes[1]).0);
    let cancel = |id: &str| Cubyn.cancel_order(&bench.host, &bench.lune, id);
    assert_eq!(cancel(first).unwrap().status, OrderStatus::Cancelled);
    assert_eq!(cancel(first).unwrap().status, OrderStatus::Cancelled);
    bench.simulator.work();
    let late = cancel(second).unwrap_err();
    assert_eq!((late.kind, late.status), (ErrorKind::Conflict, Some(409)));
    assert_eq!(cancel("1").unwrap_err().kind, ErrorKind::NotFound);
    assert_eq!(cancel("../tokens").unwrap_err().kind, ErrorKind::NotFound);
}

fn handle(bench: &Bench, body: &[u8]) -> Result<Changes, Error> {
    let event = Event {
        id: "e-1".into(),
        topic: String::new(),
        headers: Vec::new(),
        body: body.to_vec(),
        received_at: crate::common::START.into(),
    };
    Webhooks::handle(&Cubyn, &bench.host, &bench.lune, &event)
}

#[test]
fn a_notification_brings_the_parcel_as_it_is_now() {
    let bench = Bench::new(5);
    let (sender, bodies) = mpsc::channel();
    let keep = move |body: axum::body::Bytes| async move {
        sender.send(body.to_vec()).unwrap();
    };
    let app = axum::Router::new().route("/hook", axum::routing::post(keep));
    let receiver = bench
        .runtime
        .block_on(simulator_kit::Server::start("receiver", 0, app))
        .unwrap();
    bench
        .simulator
        .notify(MERCHANTS[0].0, &format!("{}/hook", receiver.base_url()));
    let outcomes = Cubyn
        .push_orders(&bench.host, &bench.lune, &[draft("k-1", 1)])
        .unwrap();
    let id: u64 = done(&outcomes[0]).0.parse().unwrap();
    bench.simulator.trouble(Trouble::times(Mode::HookTwice, 1));
    bench.simulator.set_status(id, "SHIPPED");
    bench.simulator.set_status(id, "CARRIER_DELIVERED");
    for _ in 0..3 {
        let body = bodies.recv_timeout(Duration::from_secs(10)).unwrap();
        let changes = handle(&bench, &body).unwrap();
        assert_eq!(changes.orders[0].state.status, OrderStatus::Delivered);
    }
    assert!(
        handle(&bench, br#"{"data":{"id":1}}"#)
            .unwrap()
            .orders
            .is_empty()
    );
    for nonsense in [&b"<html>"[..], b"{}", br#"{"data":{"id":"x"}}"#] {
        assert_eq!(
            handle(&bench, nonsense).unwrap_err().kind,
            ErrorKind::Rejected
        );
    }
    let refused = Cubyn
        .register(&bench.host, &bench.lune, "https://portal.example")
        .unwrap_err();
    assert_eq!(refused.kind, ErrorKind::Unsupported);
}

#[test]
fn the_check_and_the_screen_say_what_is_wrong() {
    let bench = Bench::new(5);
    assert_eq!(
        Cubyn.check(&bench.host, &bench.lune).unwrap().name,
        "Cubyn 706293859 · Comptoir"
    );
    for (id, merchant, field) in [
        ("c-keyless", "706293859", "applicationKey"),
        ("c-lune", "1", "id"),
    ] {
        let error = Cubyn
            .check(&bench.host, &connector(id, merchant))
            .unwrap_err();
        let ErrorKind::InvalidConfig(issues) = error.kind else {
            panic!("{id}")
        };
        assert_eq!(issues[0].field, field);
    }
    let rows = |search: &str| {
        let request = Request {
            method: "GET".into(),
            path: "/connection".into(),
            query: vec![("search".into(), search.into())],
            body: None,
            language: "fr".into(),
            connectors: vec![bench.lune.clone(), connector("c-keyless", "1")],
        };
        let answer = Routes::handle(&Cubyn, &bench.host, &request).unwrap();
        serde_json::from_str::<serde_json::Value>(&answer.data).unwrap()
    };
    assert_eq!(rows("")[0]["application"], "Comptoir");
    assert_eq!(rows("")[1]["problem"], "credentials");
    assert_eq!(rows("7062").as_array().unwrap().len(), 1);
    bench.simulator.trouble(Trouble::of(Mode::Errors500));
    assert_eq!(rows("")[0]["problem"], "unavailable");
}
