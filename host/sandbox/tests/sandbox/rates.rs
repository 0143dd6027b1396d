//! Rate limits, `Retry-After` and retries.

use std::sync::Arc;
use std::time::{Duration, Instant};

use comptoir_sandbox::{Call, CallError, Engine, EngineConfig, Plugin};
use serde_json::Value;
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::support::{
    CONNECTOR, OTHER_CONNECTOR, Upstream, ask, ask_by, connector, engine, engine_config, load,
};

const FOUR_A_SECOND: &str =
    "[plugins.hostile.rate_limits]\n\"http://up.test\" = { requests = 4, seconds = 1 }";

#[tokio::test]
async fn a_declared_rate_is_kept_by_waiting() {
    let upstream = Upstream::start().await;
    let plugin = load(&engine(), &upstream, FOUR_A_SECOND).await;
    let query = [("url", "http://up.test/ok"), ("n", "8")];
    let answers = ask(&plugin, "/all", &query).await.expect("answers");
    assert!(
        answers
            .as_array()
            .expect("a list")
            .iter()
            .all(|answer| answer["status"] == 200)
    );
    let times: Vec<_> = upstream.seen().into_iter().map(|seen| seen.at).collect();
    // Five requests never fit into one second, but for what the way to the server takes.
    for five in times.windows(5) {
        let span = five[4] - five[0];
        assert!(span > Duration::from_millis(900), "{span:?}");
    }
}

#[tokio::test]
async fn each_account_has_a_rate_of_its_own() {
    let upstream = Upstream::start().await;
    let slow =
        "[plugins.hostile.rate_limits]\n\"http://up.test\" = { requests = 1, seconds = 3600 }";
    let plugin = load(&engine(), &upstream, slow).await;
    let url = ("url", "http://up.test/ok");
    let connector = CONNECTOR.to_string();
    for query in [&[url][..], &[url, ("connector", &connector)]] {
        let answer = ask(&plugin, "/fetch", query).await.expect("an answer");
        assert_eq!(answer["status"], 200, "{answer}");
    }
    // The next turn is an hour away: told at once, as the provider would, and nothing is sent.
    let began = Instant::now();
    let answer = ask(&plugin, "/fetch", &[url]).await.expect("an answer");
    assert_eq!(answer["status"], 429);
    assert!(began.elapsed() < Duration::from_secs(5));
    assert_eq!(upstream.seen().len(), 2);
}

#[tokio::test]
async fn no_screen_waits_for_long_in_a_place_that_others_want() {
    let upstream = Upstream::start().await;
    let slow = "[plugins.hostile.rate_limits]\n\"http://up.test\" = { requests = 1, seconds = 15 }";
    let plugin = load(&engine(), &upstream, slow).await;
    let url = ("url", "http://up.test/ok");
    let answer = ask(&plugin, "/fetch", &[url]).await.expect("an answer");
    assert_eq!(answer["status"], 200);
    // There is time for it within the call; its caller comes again instead.
    let began = Instant::now();
    let answer = ask(&plugin, "/fetch", &[url]).await.expect("an answer");
    assert_eq!(answer["status"], 429);
    assert!(began.elapsed() < Duration::from_secs(8));
}

/// A plugin with one place, of which nobody waits for long.
async fn with_one_place(upstream: &Upstream, rate: &str, walls: &str) -> Arc<Plugin> {
    let engine = Engine::new(EngineConfig {
        queue: Duration::from_millis(100),
        ..engine_config()
    });
    let limits = format!("[plugins.hostile.limits]\nconcurrent_calls = 1\n{walls}");
    load(
        &engine.expect("an engine"),
        upstream,
        &format!("{rate}\n{limits}"),
    )
    .await
}

/// A job that asks the provider, `n` times at once.
fn begin(
    plugin: &Arc<Plugin>,
    path: &'static str,
    n: &'static str,
) -> JoinHandle<Result<Value, CallError>> {
    let plugin = Arc::clone(plugin);
    tokio::spawn(async move {
        let query = [
            ("url", "http://up.test/ok"),
            ("n", n),
            ("connector", &*CONNECTOR.to_string()),
        ];
        ask_by(&plugin, Call::job(connector(CONNECTOR)), path, &query).await
    })
}

async fn greets(plugin: &Arc<Plugin>, connection: Uuid) -> bool {
    let call = Call::request(vec![connector(connection)]);
    match ask_by(plugin, call, "/hello", &[]).await {
        Ok(answer) => answer == "hello",
        Err(CallError::Busy) => false,
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test]
async fn while_jobs_wait_for_their_turn_others_have_their_places() {
    let slow = "[plugins.hostile.rate_limits]\n\"http://up.test\" = { requests = 1, seconds = 3 }";
    for (rate, path, n) in [(slow, "/fetch", "1"), (FOUR_A_SECOND, "/all", "12")] {
        let upstream = Upstream::start().await;
        let plugin = with_one_place(&upstream, rate, "").await;
        let first = begin(&plugin, path, n).await;
        first.expect("no panic").expect("the first turns");
        let waiting = begin(&plugin, path, n);
        // Whose job it is has nothing of its wait: their place is taken.
        while greets(&plugin, CONNECTOR).await {
            assert!(!waiting.is_finished(), "it has a place");
        }
        while !greets(&plugin, OTHER_CONNECTOR).await {
            assert!(!waiting.is_finished(), "others wait until it ends");
        }
        assert!(!waiting.is_finished(), "it was to wait");
        let answer = waiting.await.expect("no panic").expect("an answer");
        let answers = match answer {
            Value::Array(answers) => answers,
            answer => vec![answer],
        };
        assert!(
            answers.iter().all(|answer| answer["status"] == 200),
            "{answers:?}"
        );
        for connection in [CONNECTOR, OTHER_CONNECTOR, CONNECTOR] {
            assert!(greets(&plugin, connection).await, "its place is free again");
        }
    }
}

#[tokio::test]
async fn who_finds_no_place_after_their_turn_came_was_not_too_slow() {
    let upstream = Upstream::start().await;
    let slow = "[plugins.hostile.rate_limits]\n\"http://up.test\" = { requests = 1, seconds = 2 }";
    let walls = "job_wall_seconds = 4\nwall_seconds = 60";
    let plugin = with_one_place(&upstream, slow, walls).await;
    let first = begin(&plugin, "/fetch", "1").await;
    first.expect("no panic").expect("the first turn");
    let waiting = begin(&plugin, "/fetch", "1");
    while greets(&plugin, CONNECTOR).await {
        assert!(!waiting.is_finished(), "it has a place");
    }
    let other = Arc::clone(&plugin);
    let sleeping = tokio::spawn(async move {
        loop {
            let call = Call::request(vec![connector(OTHER_CONNECTOR)]);
            match ask_by(&other, call, "/sleep", &[]).await {
                // Until the other one waits.
                Err(CallError::Busy) => {}
                ended => panic!("{ended:?}"),
            }
        }
    });
    let error = waiting.await.expect("no panic").expect_err("no place");
    assert!(matches!(error, CallError::Busy), "{error:?}");
    assert_eq!(upstream.seen().len(), 1, "its turn came to nothing");
    sleeping.abort();
}

async fn get(path: &str, method: &str) -> (Value, Upstream) {
    let upstream = Upstream::start().await;
    let plugin = load(&engine(), &upstream, "").await;
    let url = format!("http://up.test/{path}");
    let answer = ask(&plugin, method, &[("url", &url)])
        .await
        .expect("an answer");
    (answer, upstream)
}

#[tokio::test]
async fn what_is_safe_to_repeat_is_repeated() {
    let (answer, upstream) = get("fail-twice", "/fetch").await;
    assert_eq!(answer["status"], 200);
    assert_eq!(upstream.seen().len(), 3);
}

#[tokio::test]
async fn what_is_not_safe_to_repeat_is_sent_once() {
    let (answer, upstream) = get("fail-twice", "/post").await;
    assert_eq!(answer["status"], 502);
    assert_eq!(upstream.seen().len(), 1);
}

#[tokio::test]
async fn retry_after_is_waited_for_when_it_is_short() {
    let (answer, upstream) = get("busy-once", "/fetch").await;
    assert_eq!(answer["status"], 200);
    let seen = upstream.seen();
    assert_eq!(seen.len(), 2);
    assert!(seen[1].at - seen[0].at >= Duration::from_secs(1));
}

#[tokio::test]
async fn retry_after_keeps_later_requests_back_too() {
    let upstream = Upstream::start().await;
    let plugin = load(&engine(), &upstream, "").await;
    for path in ["busy-for-ever", "ok"] {
        let url = format!("http://up.test/{path}");
        let answer = ask(&plugin, "/fetch", &[("url", &url)])
            .await
            .expect("an answer");
        assert_eq!(answer["status"], 429, "{path}");
    }
    assert_eq!(upstream.seen().len(), 1, "the second never left");
    let other = ask(&plugin, "/fetch", &[("url", "http://other.test/ok")]).await;
    assert_eq!(
        other.expect("an answer")["status"],
        200,
        "another host is not concerned"
    );
}
