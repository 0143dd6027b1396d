//! Every limit, hit by a guest that means it, while a well-behaved plugin on the same engine goes on.

use std::sync::Arc;
use std::time::{Duration, Instant};

use comptoir_sandbox::{CallError, LimitKind, Plugin, Retry};
use serde_json::{Value, json};

use crate::support::{FOREIGN_CONNECTOR, Upstream, ask, engine, load};

const TIGHT: &str =
    "cpu_seconds = 1\nmemory_mib = 16\nresponse_mib = 1\nrequests = 20\nresult_mib = 2";

/// No limit that ends a call here is longer than two seconds; the rest is for a machine with other work.
const BOUND: Duration = Duration::from_secs(25);

struct Stage {
    upstream: Upstream,
    hostile: Arc<Plugin>,
    good: Arc<Plugin>,
}

impl Stage {
    /// With a wall limit that nothing but waiting reaches.
    async fn set() -> Self {
        Self::with_wall(20).await
    }

    async fn with_wall(seconds: u32) -> Self {
        let upstream = Upstream::start().await;
        let engine = engine();
        let limits = format!("[plugins.hostile.limits]\n{TIGHT}\nwall_seconds = {seconds}");
        Self {
            hostile: load(&engine, &upstream, &limits).await,
            good: load(&engine, &upstream, "").await,
            upstream,
        }
    }

    /// Calls the hostile plugin. All runs on one thread: the good one is answered only if the other yields.
    async fn act(&self, path: &str, query: &[(&str, &str)]) -> Result<Value, CallError> {
        let began = Instant::now();
        let mut answered = 0;
        let meanwhile = async {
            loop {
                let good = ask(&self.good, "/hello", &[]).await;
                assert_eq!(good.expect("the good plugin answers"), "hello");
                answered += 1;
                // A call that waits for nothing would otherwise never let the hostile one run.
                tokio::task::yield_now().await;
            }
        };
        let result = tokio::select! {
            result = ask(&self.hostile, path, query) => result,
            () = meanwhile => unreachable!("it loops until the other ends"),
        };
        let took = began.elapsed();
        assert!(took < BOUND, "{path} took {took:?}");
        // What is over at once leaves no time for others.
        let expected = if took > Duration::from_secs(1) { 5 } else { 0 };
        assert!(answered >= expected, "{answered} good answers in {took:?}");
        let after = ask(&self.good, "/hello", &[]).await;
        assert_eq!(after.expect("the good plugin answers"), "hello");
        result
    }
}

#[tokio::test]
async fn an_endless_loop_ends_at_the_cpu_limit() {
    let stage = Stage::set().await;
    let error = stage.act("/loop", &[]).await.expect_err("a limit");
    assert!(
        matches!(error, CallError::Limit(LimitKind::Cpu, _)),
        "{error:?}"
    );
    assert_eq!(error.to_string(), "more than 1 s of computing");
    assert_eq!((error.name(), error.retry()), ("LimitCpu", Retry::Never));
    let stats = stage.hostile.stats();
    assert!((1.0..2.0).contains(&stats.cpu_seconds), "{stats:?}");
    assert_eq!(stats.failures["LimitCpu"], 1);
}

#[tokio::test]
async fn a_memory_bomb_ends_at_the_memory_limit() {
    let stage = Stage::set().await;
    let error = stage.act("/memory", &[]).await.expect_err("a limit");
    assert!(
        matches!(error, CallError::Limit(LimitKind::Memory, _)),
        "{error:?}"
    );
    let peak = stage.hostile.stats().peak_memory_bytes;
    assert!((8 << 20..=16 << 20).contains(&peak), "{peak}");
}

#[tokio::test]
async fn a_panic_is_told_in_the_plugins_words() {
    let stage = Stage::set().await;
    let error = stage.act("/panic", &[]).await.expect_err("a crash");
    assert!(matches!(error, CallError::Trapped(_)), "{error:?}");
    assert!(
        error.to_string().contains("this plugin is broken"),
        "{error}"
    );
    let last = stage.hostile.stats().last_error.expect("an error");
    assert_eq!((last.function, last.name), ("handle", "Trapped"));
}

#[tokio::test]
async fn endless_recursion_is_a_crash() {
    let stage = Stage::set().await;
    let error = stage.act("/overflow", &[]).await.expect_err("a crash");
    assert!(matches!(error, CallError::Trapped(_)), "{error:?}");
}

#[tokio::test]
async fn a_huge_result_is_not_taken() {
    let stage = Stage::set().await;
    let error = stage.act("/result", &[]).await.expect_err("a limit");
    assert!(
        matches!(error, CallError::Limit(LimitKind::Result, _)),
        "{error:?}"
    );
}

#[tokio::test]
async fn a_sleeper_ends_at_the_wall_limit() {
    let stage = Stage::with_wall(2).await;
    let error = stage.act("/sleep", &[]).await.expect_err("a limit");
    assert!(matches!(error, CallError::Timeout(_)), "{error:?}");
    assert_eq!(error.retry(), Retry::Soon);
}

#[tokio::test]
async fn a_slow_provider_is_told_to_the_plugin_in_time() {
    let stage = Stage::with_wall(2).await;
    let answer = stage.act("/fetch", &[("url", "http://up.test/slow")]).await;
    assert_eq!(answer.expect("an answer"), json!({ "timeout": true }));
}

#[tokio::test]
async fn a_request_flood_ends_at_the_request_limit() {
    let stage = Stage::set().await;
    let answer = stage.act("/flood", &[("url", "http://up.test/ok")]).await;
    let answer = answer.expect("an answer");
    assert_eq!(answer["answered"], 20);
    assert_eq!(
        answer["last"],
        json!({ "limit": "this call may send 20 requests" })
    );
    assert_eq!(stage.upstream.seen().len(), 20);
    assert_eq!(stage.hostile.stats().requests, 20);
    assert_eq!(stage.hostile.stats().denials, 180);
}

#[tokio::test]
async fn a_flood_of_headers_is_denied() {
    let stage = Stage::set().await;
    let answer = stage.act("/headers", &[("url", "http://up.test/ok")]).await;
    let denied = json!({ "denied": "a request may have 100 headers" });
    assert_eq!(answer.expect("an answer"), denied);
}

#[tokio::test]
async fn a_denial_repeats_little_of_the_plugins_words_on_one_line() {
    let stage = Stage::set().await;
    let url = format!("forged\nline {}", "x".repeat(10_000));
    let answer = stage
        .act("/fetch", &[("url", &url)])
        .await
        .expect("an answer");
    let text = answer["denied"].as_str().expect("a denial");
    assert!(text.starts_with("`forged line xxx"), "{text}");
    assert_eq!(text.chars().count(), 500);
}

#[tokio::test]
async fn endless_and_packed_answers_end_at_the_response_limit() {
    let stage = Stage::set().await;
    for path in ["endless", "bomb"] {
        let url = format!("http://up.test/{path}");
        let answer = stage.act("/fetch", &[("url", &url)]).await;
        let answer = answer.expect("an answer");
        assert_eq!(
            answer,
            json!({ "limit": "an answer may hold 1 MiB" }),
            "{path}"
        );
    }
}

#[tokio::test]
async fn a_store_ends_at_its_quota() {
    let stage = Stage::set().await;
    let answer = stage.act("/store", &[]).await.expect("an answer");
    assert_eq!(
        answer["written"], 15,
        "64 KiB each, and the keys, into 1 MiB"
    );
    assert_eq!(answer["failure"], "Failure::Quota(1048576)");
}

#[tokio::test]
async fn a_foreign_connector_is_nobodys() {
    let stage = Stage::set().await;
    let foreign = FOREIGN_CONNECTOR.to_string();
    let query = [
        ("connector", foreign.as_str()),
        ("url", "http://up.test/ok"),
        ("name", "apiKey"),
    ];
    let fetched = stage.act("/fetch", &query).await.expect("an answer");
    let text = format!("this call was not given the connector `{foreign}`");
    assert_eq!(fetched, json!({ "denied": text }));
    for path in ["/hmac", "/store"] {
        let answer = stage.act(path, &query).await.expect("an answer");
        assert_eq!(answer["failure"], "Failure::UnknownConnector", "{path}");
    }
    assert_eq!(stage.upstream.seen().len(), 0);
    assert!(stage.hostile.stats().denials >= 3);
}

#[tokio::test]
async fn wasi_shows_nothing_of_the_machine() {
    let stage = Stage::set().await;
    let seen = stage.act("/wasi", &[]).await.expect("an answer");
    let nothing = json!({
        "variables": 0, "arguments": 0, "folder": false, "file": false, "written": false,
        "tcp": "permission denied", "udp": false, "name": false,
    });
    assert_eq!(seen, nothing);
}

#[tokio::test]
async fn no_call_finds_what_another_left() {
    let stage = Stage::set().await;
    for _ in 0..2 {
        assert_eq!(stage.act("/count", &[]).await.expect("an answer"), 1);
    }
}
