//! What is due, hour by hour.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod common;

use common::host;
use comptoir_plugin_sdk::routes::Request;
use comptoir_plugin_sdk::schedule::Task;
use comptoir_plugin_sdk::testing::TestHost;
use comptoir_plugin_sdk::{Routes, Schedule, time};
use phonographic_plugin::Phonographic;
use serde_json::{Value, json};

const PLANS: &str = r#"{
    "shops": [{ "code": "PORTAL", "name": "Portal", "account": "01234", "store": "0199-store" }],
    "reports": [
        { "layout": "fr-occ", "shop": "PORTAL", "territory": "FR", "channel": "occ", "cadence": "daily",
          "since": "2026-11-17" },
        { "layout": "luminate-m3", "shop": "PORTAL", "territory": "US", "channel": "luminate", "cadence": "weekly",
          "timeZone": "America/New_York" },
        { "layout": "generic", "shop": "PORTAL", "cadence": "weekly", "basis": "sold", "withTax": true }
    ]
}"#;

fn at(now: &str) -> TestHost {
    let host = host(Vec::new()).with_configuration(PLANS);
    host.set_now(time::parse(now).unwrap());
    host
}

fn due(now: &str) -> Vec<Value> {
    let task = Task {
        name: "due".into(),
        connectors: Vec::new(),
        arguments: "{}".into(),
        file: None,
        language: "fr".into(),
    };
    let done = Phonographic.run(&at(now), &task).unwrap();
    let data: Value = serde_json::from_str(&done.data).unwrap();
    data["due"].as_array().unwrap().clone()
}

/// First days of what is due of one layout.
fn first_days(now: &str, layout: &str) -> Vec<String> {
    due(now)
        .iter()
        .filter(|due| due["layout"] == layout)
        .map(|due| due["first"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_day_is_due_at_two_in_the_following_night() {
    // 02:00 in Paris is 01:00 in UTC.
    assert_eq!(
        first_days("2026-11-20T00:59:59Z", "fr-occ"),
        ["2026-11-17", "2026-11-18"]
    );
    let days = ["2026-11-17", "2026-11-18", "2026-11-19"];
    assert_eq!(first_days("2026-11-20T01:00:00Z", "fr-occ"), days);
    // A host that slept finds the last seven days.
    let days = first_days("2026-12-20T12:00:00Z", "fr-occ");
    assert_eq!(days.len(), 7);
    assert_eq!(
        (days[0].as_str(), days[6].as_str()),
        ("2026-12-13", "2026-12-19")
    );
}

#[test]
fn a_week_is_due_when_it_is_over_on_each_receivers_day() {
    assert_eq!(
        first_days("2026-11-20T00:59:59Z", "generic"),
        ["2026-10-30", "2026-11-06"]
    );
    assert_eq!(
        first_days("2026-11-20T01:00:00Z", "generic"),
        ["2026-11-06", "2026-11-13"]
    );
    // Tuesday to Monday, at two in New York: 07:00 in UTC.
    assert_eq!(
        first_days("2026-11-24T06:59:59Z", "luminate-m3"),
        ["2026-11-03", "2026-11-10"]
    );
    assert_eq!(
        first_days("2026-11-24T07:00:00Z", "luminate-m3"),
        ["2026-11-10", "2026-11-17"]
    );
}

#[test]
fn what_is_due_says_all_that_a_report_needs() {
    let due = due("2026-11-20T01:00:00Z");
    assert!(due.contains(&json!({
        "layout": "fr-occ", "shop": "PORTAL", "store": "0199-store", "territory": "FR",
        "first": "2026-11-19", "last": "2026-11-19", "basis": "shipped", "withTax": false,
        "timeZone": "Europe/Paris", "channel": "occ",
    })));
    assert!(due.contains(&json!({
        "layout": "generic", "shop": "PORTAL", "store": "0199-store", "territory": "",
        "first": "2026-11-13", "last": "2026-11-19", "basis": "sold", "withTax": true,
        "timeZone": "Europe/Paris", "channel": null,
    })));
}

#[test]
fn the_schedule_tells_what_comes_next_and_when() {
    let next = |now: &str| -> Vec<Value> {
        let request = Request {
            method: "GET".into(),
            path: "/schedule".into(),
            query: Vec::new(),
            body: None,
            language: "fr".into(),
            connectors: Vec::new(),
        };
        let answer = Phonographic.handle(&at(now), &request).unwrap();
        let plans: Vec<Value> = serde_json::from_str(&answer.data).unwrap();
        plans.iter().map(|plan| plan["next"].clone()).collect()
    };
    // Thursday night: Thursday's file first.
    assert_eq!(
        next("2026-11-20T00:30:00Z"),
        [
            json!({ "first": "2026-11-19", "last": "2026-11-19", "at": "2026-11-20T01:00:00Z", "chart": "2026-11-20" }),
            json!({ "first": "2026-11-17", "last": "2026-11-23", "at": "2026-11-24T07:00:00Z", "chart": "2026-11-21" }),
            json!({ "first": "2026-11-13", "last": "2026-11-19", "at": "2026-11-20T01:00:00Z", "chart": "2026-11-20" }),
        ]
    );
    // Before the first day: that day.
    assert_eq!(next("2026-11-01T12:00:00Z")[0]["first"], "2026-11-17");
    assert_eq!(next("2026-11-20T01:00:00Z")[0]["first"], "2026-11-20");
}
