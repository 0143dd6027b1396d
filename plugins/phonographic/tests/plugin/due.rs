//! What is due, hour by hour.

use crate::common::host;
use comptoir_plugin_sdk::report_plan::{Period, Plan, ReportBasis, Terms};
use comptoir_plugin_sdk::routes::Request;
use comptoir_plugin_sdk::testing::TestHost;
use comptoir_plugin_sdk::{ReportPlan, Routes, time};
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

fn plan(now: &str) -> Plan {
    Phonographic.reports(&at(now)).unwrap()
}

/// First days of what is due of one layout.
fn first_days(now: &str, layout: &str) -> Vec<String> {
    let plan = plan(now);
    let reports = plan.reports.iter();
    let of_layout = reports.filter(|report| report.terms.layout == layout);
    of_layout
        .flat_map(|report| &report.periods)
        .filter(|period| time::parse(&period.due_at).unwrap() <= time::parse(now).unwrap())
        .map(|period| period.first.clone())
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
fn the_plan_says_all_that_a_report_needs() {
    let plan = plan("2026-11-20T01:00:00Z");
    let [daily, _, weekly] = &plan.reports[..] else {
        panic!("three reports are planned");
    };
    let period = |first: &str, last: &str, due_at: &str| Period {
        first: first.into(),
        last: last.into(),
        due_at: due_at.into(),
    };
    assert_eq!(
        daily.terms,
        Terms {
            layout: "fr-occ".into(),
            shop: "PORTAL".into(),
            territory: "FR".into(),
            with_tax: false,
            time_zone: "Europe/Paris".into(),
            store: Some("0199-store".into()),
            channel: Some("occ".into()),
        }
    );
    assert_eq!(daily.basis, ReportBasis::Shipped);
    assert_eq!(
        daily.periods[2..],
        [
            period("2026-11-19", "2026-11-19", "2026-11-20T01:00:00Z"),
            period("2026-11-20", "2026-11-20", "2026-11-21T01:00:00Z"),
        ]
    );
    assert_eq!(
        (
            weekly.basis,
            weekly.terms.with_tax,
            weekly.terms.channel.clone()
        ),
        (ReportBasis::Sold, true, None)
    );
    assert_eq!(
        weekly.periods[1..],
        [
            period("2026-11-13", "2026-11-19", "2026-11-20T01:00:00Z"),
            period("2026-11-20", "2026-11-26", "2026-11-27T01:00:00Z"),
        ]
    );
    // A report that nobody planned is the portal's own.
    assert_eq!(plan.otherwise.layout, "generic");
    assert_eq!(plan.otherwise.channel, None);
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
