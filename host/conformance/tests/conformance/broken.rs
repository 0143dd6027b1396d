//! For each rule a plugin that breaks it, and one that breaks none.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::get;
use axum::{Json, Router};
use comptoir_conformance::{RULES, Report, Setup, Tape, Verdict, record, replay, test};
use comptoir_sandbox::{Manifest, PluginRole};
use serde_json::{Value, json};

use crate::support::{advancing, assert_passes, component, engine, setup};

const KEY: &str = "s3cret-key-of-the-test";
const ORDERS: usize = 5;

/// Orders that were pushed, by key.
type Pushed = Arc<Mutex<BTreeMap<String, Value>>>;

/// What a service may be like.
#[derive(Clone, Copy)]
struct Ways {
    /// What it calls an order's status.
    status: &'static str,
    /// Shows orders to nobody.
    is_closed: bool,
    /// Asks to wait at its first push.
    is_busy: bool,
}

const USUAL: Ways = Ways {
    status: "status",
    is_closed: false,
    is_busy: false,
};

#[derive(Clone)]
struct Service {
    pushed: Pushed,
    ways: Ways,
    is_busy: Arc<AtomicBool>,
}

/// A service with five orders, which takes more; its address.
async fn service(ways: Ways) -> String {
    let service = Service {
        pushed: Pushed::default(),
        is_busy: Arc::new(AtomicBool::new(ways.is_busy)),
        ways,
    };
    let router = Router::new()
        .route("/me", get(me))
        .route("/echo", get(echo))
        .route("/orders", get(orders).post(push))
        .with_state(service);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

fn let_in(headers: &HeaderMap) -> Result<(), StatusCode> {
    let key = headers
        .get("authorization")
        .and_then(|key| key.to_str().ok());
    let good = key == Some(&format!("Bearer {KEY}"));
    good.then_some(()).ok_or(StatusCode::UNAUTHORIZED)
}

async fn me(headers: HeaderMap) -> Result<Json<Value>, StatusCode> {
    let_in(&headers)?;
    Ok(Json(json!({ "name": "Shop 12" })))
}

async fn echo(headers: HeaderMap) -> Result<Json<Value>, StatusCode> {
    let_in(&headers)?;
    Ok(Json(
        json!({ "name": headers["authorization"].to_str().unwrap() }),
    ))
}

async fn orders(
    State(Service { pushed, ways, .. }): State<Service>,
    Query(query): Query<BTreeMap<String, usize>>,
    headers: HeaderMap,
) -> Result<Json<Value>, StatusCode> {
    let_in(&headers)?;
    if ways.is_closed {
        return Err(StatusCode::UNAUTHORIZED);
    }
    let order = |number: usize| {
        let status = ["new", "sent"][number % 2];
        json!({ "id": format!("A-{number}"), "reference": format!("#{number}"), "at": "2026-11-20T08:00:00Z",
                ways.status: status })
    };
    let mut all: Vec<Value> = (1..=ORDERS).map(order).collect();
    all.extend(pushed.lock().unwrap().values().cloned());
    let last = (query["after"] + query["limit"]).min(all.len());
    let page: Vec<&Value> = all[query["after"]..last].iter().collect();
    Ok(Json(
        json!({ "orders": page, "last": last, "more": last < all.len() }),
    ))
}

async fn push(
    State(Service {
        pushed, is_busy, ..
    }): State<Service>,
    headers: HeaderMap,
    Json(order): Json<Value>,
) -> Result<Json<Value>, StatusCode> {
    let_in(&headers)?;
    if is_busy.swap(false, Ordering::Relaxed) {
        return Err(StatusCode::TOO_MANY_REQUESTS);
    }
    if order["sku"] != "TEE-L" {
        return Err(StatusCode::UNPROCESSABLE_ENTITY);
    }
    let mut pushed = pushed.lock().unwrap();
    let key = order["key"].as_str().unwrap().to_owned();
    let existed = pushed.contains_key(&key);
    let id = format!("P-{}", pushed.len());
    let stored = pushed.entry(key).or_insert_with(|| {
        json!({ "id": id, "reference": order["reference"], "at": "2026-11-20T09:00:00Z", "status": "new" })
    });
    Ok(Json(json!({ "id": stored["id"], "existed": existed })))
}

fn guest() -> &'static Path {
    static BUILT: OnceLock<std::path::PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| component("faulty-guest"))
}

/// The guest with one fault beside its service.
async fn bench(fault: &str) -> Setup {
    bench_beside(USUAL, fault).await
}

async fn bench_beside(ways: Ways, fault: &str) -> Setup {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("guest");
    let mut manifest = Manifest::read(&folder.join("plugin.toml")).unwrap();
    manifest.component = guest().to_owned();
    let mut setup = setup(manifest, json!({ "fault": fault }), &[("key", KEY)]);
    setup.grant.configuration = json!({ "fault": fault });
    setup.limit = 2;
    setup.writes = true;
    setup.pause = advancing(|_| {});
    let base = format!("https://api.faulty.example={}", service(ways).await);
    setup.send_elsewhere(&base).unwrap();
    setup
}

async fn judged(setup: Setup) -> Report {
    test(&engine(), setup, None).await.unwrap()
}

fn assert_fails(report: &Report, rule: &str, words: &str) {
    let Some(Verdict::Failed { problems }) = report.verdict(rule) else {
        panic!("{rule} does not fail:\n{}", report.table());
    };
    assert!(
        problems.iter().any(|problem| problem.contains(words)),
        "{problems:?}"
    );
    assert!(!report.passes());
    assert!(
        report
            .table()
            .contains(&format!("docs/conformance/{rule}.md"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_good_plugin_keeps_every_rule() {
    let report = judged(bench("").await).await;
    assert_passes(&report, &[]);
    let not_asked = |rule| matches!(report.verdict(rule), Some(Verdict::NotAsked { .. }));
    let silent: Vec<&str> = RULES
        .iter()
        .map(|rule| rule.id)
        .filter(|rule| not_asked(rule))
        .collect();
    // It has neither words nor screens.
    assert_eq!(silent, ["C03", "C04"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_fault_is_caught_by_its_rule() {
    for (fault, rule, words) in [
        ("says-no", "C05", "Rejected"),
        ("says-yes", "C06", "to wrong secrets it answers yes"),
        ("circles", "C07", "comes a second time"),
        (
            "too-many",
            "C08",
            "the page has 5 items, at most 2 were asked for",
        ),
        ("unstable-ids", "C09", "in the first pull only"),
        ("drifts", "C10", "reference"),
        ("ever-new", "C11", "A-99 is new"),
        ("invents-money", "C12", "EURO"),
        ("yesterday", "C13", "yesterday"),
        ("rambles", "C14", "90000 bytes"),
        ("guesses", "C15", "Pending"),
        ("flattens", "C16", "404 is NotFound"),
        ("panics", "C17", "Trapped"),
        ("elsewhere", "C19", "elsewhere.example is not asked for"),
        ("all-or-nothing", "C20", "one poisoned item ends all"),
        ("doubles", "C21", "the second time"),
        ("event-forgets", "C22", "status_message"),
        ("event-panics", "C23", "Trapped"),
        ("unfinished", "C24", "not yet written"),
        ("hoards", "C25", "LimitMemory"),
        ("report-forgets", "C26", "contents"),
        (
            "plan-overlaps",
            "C28",
            "does not come after the one before it",
        ),
        ("route-lies", "C27", "data/0/id"),
        ("route-says-more", "C27", "a meta that is not described"),
        (
            "route-improvises",
            "C27",
            "422, and refused.422 is not there",
        ),
    ] {
        assert_fails(&judged(bench(fault).await).await, rule, words);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pulls_that_are_all_refused_pass_nothing() {
    let closed = Ways {
        is_closed: true,
        ..USUAL
    };
    let report = judged(bench_beside(closed, "").await).await;
    for rule in ["C07", "C08"] {
        assert_fails(
            &report,
            rule,
            "fulfilment.orders: no page came: Unauthorized",
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_status_is_found_under_other_names() {
    for status in ["phase", "orderState"] {
        let ways = Ways { status, ..USUAL };
        let report = judged(bench_beside(ways, "").await).await;
        let kept = report.verdict("C15");
        let all = matches!(kept, Some(Verdict::Passed { note }) if note == "2 items");
        assert!(all, "{status}: {kept:?}");
        let report = judged(bench_beside(ways, "guesses").await).await;
        assert_fails(&report, "C15", "Pending");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_push_that_is_asked_to_wait_is_made_again() {
    let busy = Ways {
        is_busy: true,
        ..USUAL
    };
    assert_passes(&judged(bench_beside(busy, "").await).await, &[]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_is_not_in_order_is_told() {
    let mut setup = bench("").await;
    setup.manifest.roles.insert(PluginRole::Shop);
    let report = judged(setup).await;
    assert_fails(&report, "C01", "`shop`");
    assert!(matches!(
        report.verdict("C05"),
        Some(Verdict::NotJudged { .. })
    ));

    let mut setup = bench("").await;
    setup.manifest.settings["properties"]["fault"]["x-labels"] = json!({ "en": "Fault" });
    assert_fails(&judged(setup).await, "C02", "no x-labels.fr");

    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("locales")).unwrap();
    fs::write(
        folder.path().join("locales/en.json"),
        r#"{"nav":{"a":"A","b":"B"}}"#,
    )
    .unwrap();
    fs::write(
        folder.path().join("locales/fr.json"),
        r#"{"nav":{"a":"A"}}"#,
    )
    .unwrap();
    let mut setup = bench("").await;
    setup.manifest.folder = folder.path().to_owned();
    setup.manifest.screens = vec![
        serde_json::from_value(json!({
            "area": "admin", "path": "a", "permission": "READ_CONNECTOR", "group": "integrations", "label": "nav.a",
        }))
        .unwrap(),
    ];
    let report = judged(setup).await;
    assert_fails(&report, "C03", "locales/fr.json: no text nav.b");
    assert_fails(&report, "C04", "without [web]");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tape_holds_no_secret_and_plays_without_a_network() {
    let engine = engine();
    let mut setup = bench("").await;
    let tape = record(&engine, setup.clone()).await.unwrap();
    let text = tape.text().unwrap();
    assert!(
        text.contains("Shop 12") && text.contains("/orders?after=2"),
        "{text}"
    );
    assert!(
        !text.contains(KEY) && !text.to_lowercase().contains("bearer"),
        "{text}"
    );
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), &text).unwrap();
    let tape = Tape::read(file.path()).unwrap();

    setup.grant.base_urls.clear();
    setup.secrets.clear();
    let differences = replay(&engine, setup.clone(), &tape).await.unwrap();
    assert_eq!(differences, Vec::<String>::new());
    let report = test(&engine, setup.clone(), Some(&tape)).await.unwrap();
    assert_passes(&report, &[]);

    // What a route is said to answer counts then too.
    let mut other = setup.clone();
    let order = other.manifest.schemas.get_mut("Order").unwrap();
    order["required"] = json!(["total"]);
    let differences = replay(&engine, other, &tape).await.unwrap();
    assert!(
        differences[0].contains("GET /order: data/0: \"total\" is a required property"),
        "{differences:?}"
    );

    let altered = text.replacen("Shop 12", "Shop 13", 1);
    let differences = replay(&engine, setup.clone(), &Tape::parse(&altered).unwrap())
        .await
        .unwrap();
    assert_eq!(
        differences,
        ["check: ok: \"Shop 12\" then, \"Shop 13\" now"]
    );

    // Without one exchange its request is not on the tape, and nothing can be said of the rest.
    let shorter: Vec<&str> = text
        .lines()
        .filter(|line| !line.contains("/orders?after=4&limit=2\""))
        .collect();
    let shorter = Tape::parse(&shorter.join("\n")).unwrap();
    let differences = replay(&engine, setup.clone(), &shorter).await.unwrap();
    let missed = "not on the tape: GET https://api.faulty.example/orders?after=4&limit=2; the nearest there is GET \
                  https://api.faulty.example/orders?after=";
    assert!(differences[0].starts_with(missed), "{differences:?}");
    let report = test(&engine, setup, Some(&shorter)).await.unwrap();
    let verdict = report.verdict("C07");
    assert!(
        matches!(verdict, Some(Verdict::NotJudged { why }) if why.contains("not on the tape")),
        "{verdict:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_that_the_provider_repeats_reaches_neither_plugin_nor_tape() {
    let report = judged(bench("leaks").await).await;
    let passed = report.verdict("C18");
    assert!(matches!(passed, Some(Verdict::Passed { .. })), "{passed:?}");
    assert!(report.table().contains("Bearer [redacted]"));
    let tape = record(&engine(), bench("leaks").await).await.unwrap();
    let text = tape.text().unwrap();
    assert!(text.contains("[redacted]") && !text.contains(KEY));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_that_does_not_answer_makes_no_tape() {
    let mut setup = bench("").await;
    let gone = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = gone.local_addr().unwrap();
    drop(gone);
    let base = format!("https://api.faulty.example=http://{address}");
    setup.send_elsewhere(&base).unwrap();
    let error = record(&engine(), setup).await.unwrap_err().to_string();
    let asked = "api.faulty.example does not answer GET https://api.faulty.example/me: ";
    assert!(error.starts_with(asked), "{error}");
    assert!(error.ends_with(": nothing was written"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tape_of_another_plugin_is_refused() {
    let engine = engine();
    let tape = record(&engine, bench("").await).await.unwrap();
    let mut setup = bench("").await;
    setup.manifest.id = "other".to_owned();
    let error = replay(&engine, setup, &tape).await.unwrap_err().to_string();
    assert!(error.contains("the tape is of faulty"), "{error}");
    let error = Tape::parse("{\"tape\":2}").unwrap_err().to_string();
    assert!(error.contains("version 2"), "{error}");
}
