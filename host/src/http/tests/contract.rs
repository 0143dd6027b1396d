//! What a caller can rely on before any call: the document that describes them all, how long each may take, and that a
//! key is one request's.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use comptoir_sandbox::Manifest;

use super::*;
use crate::http::openapi;

/// The document of this host with all our plugins.
fn document() -> Value {
    let plugins = Path::new(env!("CARGO_MANIFEST_DIR")).join("../plugins");
    let names = [
        "bigblue",
        "cubyn",
        "gorgias",
        "pennylane",
        "phonographic",
        "shopify",
    ];
    let read = |name| Manifest::read(&plugins.join(name).join("plugin.toml")).expect(name);
    openapi::document(crate::domains::REGISTER, &names.map(read))
}

/// Each call with its method, path and description.
fn calls(document: &Value) -> Vec<(String, String, &Value)> {
    let paths = document["paths"].as_object().expect("paths").iter();
    let each = paths.flat_map(|(path, item)| {
        let item = item.as_object().expect("methods").iter();
        item.map(|(method, call)| (method.clone(), path.clone(), call))
    });
    each.collect()
}

fn refs<'a>(part: &'a Value, found: &mut BTreeSet<&'a str>) {
    match part {
        Value::Object(fields) => {
            found.extend(fields.get("$ref").and_then(Value::as_str));
            fields.values().for_each(|field| refs(field, found));
        }
        Value::Array(items) => items.iter().for_each(|item| refs(item, found)),
        _ => {}
    }
}

#[test]
fn the_document_leads_nowhere_in_vain_and_names_each_call_once() {
    let document = document();
    let mut found = BTreeSet::new();
    refs(&document, &mut found);
    assert!(found.len() > 100, "{}", found.len());
    for reference in found {
        let place = reference
            .strip_prefix('#')
            .expect("a place in the document");
        assert!(document.pointer(place).is_some(), "{reference}");
    }
    let mut names = BTreeMap::new();
    for (method, path, call) in calls(&document) {
        let place = format!("{method} {path}");
        let name = call["operationId"].as_str().expect(&place);
        assert_eq!(names.insert(name, place.clone()), None, "{name}: {place}");
    }
}

#[test]
fn every_part_of_a_path_is_described_and_every_refusal_that_stands_before_a_call() {
    let document = document();
    for (method, path, call) in calls(&document) {
        let place = format!("{method} {path}");
        let segments = path.split('/');
        let named: BTreeSet<&str> = segments
            .filter_map(|segment| segment.strip_prefix('{')?.strip_suffix('}'))
            .collect();
        let parameters = call["parameters"].as_array().into_iter().flatten();
        let in_path = parameters.filter(|parameter| parameter["in"] == "path");
        let described: BTreeSet<&str> = in_path
            .map(|parameter| {
                assert_eq!(parameter["required"], true, "{place}");
                parameter["name"].as_str().expect("a name")
            })
            .collect();
        assert_eq!(described, named, "{place}");
        assert!(!call["x-access"].is_null(), "{place}");
        if call["x-plugin"].is_string() {
            assert!(call["responses"]["default"].is_object(), "{place}");
            continue;
        }
        let summary = call["summary"].as_str().unwrap_or_default();
        assert!(!summary.is_empty(), "{place} says nothing of itself");
        let mut expected = vec!["429"];
        expected.extend((call["x-access"] != "public").then_some("401"));
        expected.extend((!named.is_empty()).then_some("404"));
        for status in expected {
            assert!(call["responses"][status].is_object(), "{place} {status}");
        }
    }
}

/// Somebody holds the table for as long as they like.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_call_that_takes_too_long_is_ended_and_leaves_nothing(db: PgPool) {
    let app = TestApp::with_limits(db.clone(), |limits| limits.request_seconds = 0).await;
    let admin = app.admin(&[ReadOrganization, WriteOrganization]).await;
    let mut holder = db.begin().await.unwrap();
    sqlx::query("lock table organizations in access exclusive mode")
        .execute(&mut *holder)
        .await
        .unwrap();
    let late = "504 UnknowException";
    let answer = make(&admin, "k", "Label").await;
    assert_eq!(answer.summary(), late);
    assert_eq!(
        answer.json["error"]["message"],
        "The request took too long."
    );
    assert_eq!(admin.get("/organization").await.summary(), late);
    assert_eq!(app.nobody().get("/health/ready").await.summary(), "200");
    // An upload has its own time.
    let file = [("file", "a.gif", b"GIF89a".as_slice())];
    assert_eq!(admin.upload("/file", &[], &file).await.summary(), "201");

    holder.rollback().await.unwrap();
    let patient = admin.at(&TestApp::new(db).await);
    let list = patient.get("/organization").await;
    assert_eq!(list.json["meta"]["total"], 0);
    let answer = make(&patient, "k", "Label").await;
    assert_eq!(
        answer.summary(),
        "201",
        "its key was not used up: {answer:?}"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn of_two_requests_with_one_key_at_once_one_is_made(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[ReadOrganization, WriteOrganization]).await;
    let names = ["A", "B", "C", "D"];
    let asked = names.map(|name| make(&admin, "k", name));
    let answers = futures::future::join_all(asked).await;
    let mut summaries: Vec<_> = answers.iter().map(Answer::summary).collect();
    summaries.sort();
    let used = "409 ConflictIdempotencyKeyException";
    assert_eq!(summaries, ["201", used, used, used]);
    let created = answers.iter().position(|answer| answer.summary() == "201");
    let list = admin.get("/organization").await;
    assert_eq!(list.json["meta"]["total"], 1);
    assert_eq!(list.data()[0]["name"], names[created.expect("one")]);
    let refused = answers.iter().find(|answer| answer.summary() == used);
    let refused = &refused.expect("another").json["error"];
    assert_eq!(
        refused["message"],
        "This idempotency key was used for another request."
    );
    // Another call by the same person goes its own way, without a key twice.
    for _ in 0..2 {
        let body = json!({ "name": unique("Label"), "identifierNumber": "1" });
        let created = admin.post("/organization", body).await;
        assert_eq!(created.summary(), "201");
    }
    let large = format!("{{\"name\":\"{}\"}}", "x".repeat(1 << 20));
    let headers = [("idempotency-key", "large")];
    let refused = admin
        .body(
            "/organization",
            "application/json",
            large.as_bytes(),
            &headers,
        )
        .await;
    assert_eq!(refused.summary(), "413 BadRequestSchemaException");
}
