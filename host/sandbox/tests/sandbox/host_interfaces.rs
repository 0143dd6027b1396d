//! Secrets, memory, logs, progress and time, as a guest sees them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use comptoir_sandbox::{Progress, RouteRequest};
use secrecy::SecretString;
use serde_json::{Value, json};

use crate::support::{CONNECTOR, OTHER_CONNECTOR, Upstream, ask, ask_by, call, engine, load};

#[tokio::test]
async fn hmac_uses_declared_secrets_only() {
    let upstream = Upstream::start().await;
    let plugin = load(&engine(), &upstream, "").await;
    let ours = CONNECTOR.to_string();
    let signed = ask(
        &plugin,
        "/hmac",
        &[("connector", &ours), ("name", "apiKey")],
    )
    .await;
    // printf message | openssl dgst -sha256 -hmac s3cret
    let expected = "94c20c8095287ef5f3ca448c355f7fbaf59b2d681e39c221606565ad4818edde";
    assert_eq!(signed.expect("an answer"), expected);
    let other = OTHER_CONNECTOR.to_string();
    for query in [
        [("connector", ours.as_str()), ("name", "hidden")],
        [("connector", ours.as_str()), ("name", "user")],
        [("connector", other.as_str()), ("name", "apiKey")],
    ] {
        let answer = ask(&plugin, "/hmac", &query).await.expect("an answer");
        assert_eq!(
            answer,
            json!({ "failure": "Failure::UnknownSecret" }),
            "{query:?}"
        );
    }
}

#[tokio::test]
async fn secrets_of_a_call_go_before_those_kept() {
    let upstream = Upstream::start().await;
    let plugin = load(&engine(), &upstream, "").await;
    let unsaved = BTreeMap::from([("apiKey".to_owned(), SecretString::from("unsaved"))]);
    let request = RouteRequest {
        path: "/fetch".to_owned(),
        query: vec![
            ("url".to_owned(), "http://up.test/ok".to_owned()),
            ("connector".to_owned(), OTHER_CONNECTOR.to_string()),
        ],
        ..RouteRequest::default()
    };
    plugin
        .handle(call().with_secrets(unsaved, CONNECTOR), request)
        .await
        .expect("an answer");
    let seen = upstream.seen();
    assert_eq!(seen[0].authorization.as_deref(), Some("Bearer unsaved"));
}

#[tokio::test]
async fn a_key_that_the_provider_repeats_does_not_reach_the_plugin() {
    let upstream = Upstream::start().await;
    let plugin = load(&engine(), &upstream, "").await;
    let key = "sk_live_0123456789";
    let secrets = BTreeMap::from([("apiKey".to_owned(), SecretString::from(key))]);
    let call = call().with_secrets(secrets, CONNECTOR);
    let (url, connector) = ("http://up.test/echo", CONNECTOR.to_string());
    let query = [("url", url), ("connector", &connector)];
    let answer = ask_by(&plugin, call, "/fetch", &query)
        .await
        .expect("an answer");
    let sent = upstream.seen()[0].authorization.clone();
    assert_eq!(sent, Some(format!("Bearer {key}")));
    let answer = answer.to_string();
    assert!(
        answer.contains("Bearer [redacted]") && !answer.contains(key),
        "{answer}"
    );
}

#[test]
fn a_key_is_told_in_no_later_answer_error_line_or_note_of_its_call() {
    let written = Arc::new(Mutex::new(Vec::new()));
    let subscriber = tracing_subscriber::fmt()
        .with_ansi(false)
        .with_writer(Writer(Arc::clone(&written)).into_make())
        .finish();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let (key, heard) = ("sk_live_0123456789", Arc::new(Mutex::new(Vec::new())));
    let hears = Arc::clone(&heard);
    let refusal = tracing::subscriber::with_default(subscriber, || {
        runtime.expect("a runtime").block_on(async {
            let upstream = Upstream::start().await;
            let plugin = load(&engine(), &upstream, "").await;
            let secrets = BTreeMap::from([("apiKey".to_owned(), SecretString::from(key))]);
            let call = call().with_secrets(secrets, CONNECTOR);
            let call = call.with_progress(move |progress| {
                hears.lock().expect("ours").push(progress.note);
            });
            let connector = CONNECTOR.to_string();
            let query = [
                ("url", "http://up.test/ok"),
                ("again", "http://up.test/last"),
                ("connector", &connector),
                ("value", key),
            ];
            ask_by(&plugin, call, "/repeat", &query).await
        })
    });
    let refusal = refusal.expect_err("a refusal").to_string();
    assert_eq!(refusal.matches("[redacted]").count(), 2, "{refusal}");
    let log = String::from_utf8(written.lock().expect("ours").clone()).expect("text");
    assert!(log.contains("again") && !log.contains(key), "{log}");
    assert!(!refusal.contains(key), "{refusal}");
    assert_eq!(*heard.lock().expect("ours"), ["[redacted]"]);
}

#[tokio::test]
async fn memory_is_apart_for_each_connector() {
    let upstream = Upstream::start().await;
    let plugin = load(&engine(), &upstream, "").await;
    let (one, other) = (CONNECTOR.to_string(), OTHER_CONNECTOR.to_string());
    let remember = async |connector: Option<&str>, value: &str| {
        let mut query = vec![("value", value)];
        query.extend(connector.map(|connector| ("connector", connector)));
        ask(&plugin, "/remember", &query).await.expect("an answer")
    };
    assert_eq!(remember(Some(&one), "a").await, Value::Null);
    assert_eq!(remember(Some(&other), "b").await, Value::Null);
    assert_eq!(remember(None, "c").await, Value::Null);
    assert_eq!(remember(Some(&one), "").await, "a");
    assert_eq!(remember(Some(&other), "").await, "b");
    assert_eq!(remember(None, "").await, "c");
}

#[tokio::test]
async fn progress_is_thinned_and_its_last_word_kept() {
    let upstream = Upstream::start().await;
    let plugin = load(&engine(), &upstream, "").await;
    let heard: Arc<Mutex<Vec<Progress>>> = Arc::default();
    let hears = Arc::clone(&heard);
    let call = call().with_progress(move |progress| hears.lock().expect("ours").push(progress));
    let request = RouteRequest {
        path: "/progress".to_owned(),
        ..RouteRequest::default()
    };
    plugin.handle(call, request).await.expect("an answer");
    let heard = heard.lock().expect("ours");
    assert!(heard.len() < 100, "{} reports of 1000", heard.len());
    assert_eq!(heard[0].done, 1);
    let last = heard.last().expect("one");
    assert_eq!((last.done, last.total), (1000, Some(1000)));
}

#[tokio::test]
async fn time_is_the_embedders() {
    let upstream = Upstream::start().await;
    let plugin = load(&engine(), &upstream, "").await;
    let now = ask(&plugin, "/clock", &[]).await.expect("an answer");
    assert_eq!(now, "2026-11-20T12:00:00.000Z");
}

/// What is in the log after a plugin of this grant flooded it, so many times.
fn flooded(grant: &str, times: usize) -> String {
    let written = Arc::new(Mutex::new(Vec::new()));
    let subscriber = tracing_subscriber::fmt()
        .with_ansi(false)
        .with_writer(Writer(Arc::clone(&written)).into_make())
        .finish();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    tracing::subscriber::with_default(subscriber, || {
        runtime.expect("a runtime").block_on(async {
            let upstream = Upstream::start().await;
            let plugin = load(&engine(), &upstream, grant).await;
            for _ in 0..times {
                ask(&plugin, "/log", &[]).await.expect("an answer");
            }
        });
    });
    String::from_utf8(written.lock().expect("ours").clone()).expect("text")
}

fn lines(text: &str) -> usize {
    let floods = text.lines().filter(|line| line.contains("flood flood"));
    floods.count()
}

#[test]
fn a_log_flood_of_many_calls_ends_at_the_limit_of_a_minute() {
    let text = flooded("[plugins.hostile.limits]\nlog_kib_per_minute = 96", 5);
    assert!((96..=100).contains(&lines(&text)), "{}", lines(&text));
}

#[tokio::test]
async fn a_flood_of_the_memory_ends_at_the_limit_of_a_minute() {
    let upstream = Upstream::start().await;
    let limits = "[plugins.hostile.limits]\nstore_kib_per_minute = 8";
    let plugin = load(&engine(), &upstream, limits).await;
    ask(&plugin, "/remember", &[("value", "a")])
        .await
        .expect("an answer");
    let refused = ask(&plugin, "/remember", &[("value", "b")]).await;
    let refused = refused.expect("the guest says so");
    assert_eq!(refused["failure"], "Failure::Unavailable");
}

#[test]
fn a_log_flood_ends_at_the_log_limit() {
    let text = flooded("", 1);
    assert_eq!(lines(&text), 64, "1021 bytes each into 64 KiB");
    assert!(
        text.contains("log limit reached, lines dropped lines=936"),
        "{text}"
    );
    let line = text
        .lines()
        .find(|line| line.contains("flood flood"))
        .expect("a line");
    assert!(
        line.contains("plugin=\"hostile\"") && line.contains("version=1.2.3"),
        "{line}"
    );
}

/// Where the subscriber of one test writes.
#[derive(Clone)]
struct Writer(Arc<Mutex<Vec<u8>>>);

impl Writer {
    fn into_make(self) -> impl Fn() -> Writer {
        move || self.clone()
    }
}

impl std::io::Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("ours").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
