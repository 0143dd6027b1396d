//! Where requests go, and with what.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use comptoir_sandbox::Plugin;
use serde_json::{Value, json};

use crate::support::{
    CONNECTOR, Names, OTHER_CONNECTOR, Upstream, ask, engine, grant, load, load_with,
};

async fn fetch(plugin: &Arc<Plugin>, query: &[(&str, &str)]) -> Value {
    ask(plugin, "/fetch", query).await.expect("an answer")
}

fn denial(answer: &Value) -> &str {
    answer["denied"]
        .as_str()
        .unwrap_or_else(|| panic!("not denied: {answer}"))
}

#[tokio::test]
async fn a_connectors_secret_is_added_and_only_where_it_is_bound() {
    let upstream = Upstream::start().await;
    let plugin = load(&engine(), &upstream, "").await;
    let connector = CONNECTOR.to_string();
    for url in [
        "http://up.test/ok",
        "http://other.test/ok",
        "http://up.test/to/other.test",
    ] {
        let answer = fetch(&plugin, &[("url", url), ("connector", &connector)]).await;
        assert_eq!(answer["status"], 200, "{answer}");
    }
    fetch(&plugin, &[("url", "http://up.test/ok")]).await;
    let seen: Vec<_> = upstream
        .seen()
        .into_iter()
        .map(|seen| (seen.path, seen.authorization))
        .collect();
    let bearer = || Some("Bearer s3cret".to_owned());
    let expected = [
        ("/ok".to_owned(), bearer()),
        ("/ok".to_owned(), None),
        ("/to/other.test".to_owned(), bearer()),
        ("/ok".to_owned(), None),
        ("/ok".to_owned(), None),
    ];
    assert_eq!(seen, expected);
    let names = [
        format!("up.test:{}", upstream.port),
        format!("other.test:{}", upstream.port),
    ];
    assert_eq!(
        [&upstream.seen()[0].host, &upstream.seen()[1].host],
        [&names[0], &names[1]]
    );
}

#[tokio::test]
async fn credentials_of_the_plugins_own_making_are_refused() {
    let upstream = Upstream::start().await;
    let plugin = load(&engine(), &upstream, "").await;
    let url = ("url", "http://up.test/ok");
    for header in ["Authorization:Bearer mine", "Proxy-Authorization:x"] {
        let answer = fetch(&plugin, &[url, ("header", header)]).await;
        assert!(denial(&answer).contains("is the host's"), "{answer}");
    }
    let missing = fetch(&plugin, &[url, ("connector", &OTHER_CONNECTOR.to_string())]).await;
    assert_eq!(denial(&missing), "the connector holds no secret `apiKey`");
    assert_eq!(upstream.seen().len(), 0);
    fetch(&plugin, &[url, ("header", "Host:elsewhere.test")]).await;
    assert_eq!(
        upstream.seen()[0].host,
        format!("up.test:{}", upstream.port)
    );
}

#[tokio::test]
async fn a_redirect_is_checked_like_a_first_request() {
    let upstream = Upstream::start().await;
    let plugin = load(&engine(), &upstream, "").await;
    for (place, reason) in [
        (
            "ungranted.test",
            "add \"http://ungranted.test\" to hosts below [plugins.hostile]",
        ),
        (
            "evil.test",
            "needs a [[hosts]] with base = \"http://evil.test\"",
        ),
        ("rebind.test", "a private address: add \"rebind.test:"),
        ("10.0.0.1", "a private address: add \"10.0.0.1:80\""),
    ] {
        let url = format!("http://up.test/to/{place}");
        let answer = fetch(&plugin, &[("url", &url)]).await;
        assert!(denial(&answer).contains(reason), "{place}: {answer}");
    }
    assert!(
        upstream
            .seen()
            .iter()
            .all(|seen| seen.path.starts_with("/to/"))
    );
    assert_eq!(plugin.stats().denials, 4);
}

#[tokio::test]
async fn redirects_end_and_keep_the_method_where_they_must() {
    let upstream = Upstream::start().await;
    let plugin = load(&engine(), &upstream, "").await;
    let answer = fetch(&plugin, &[("url", "http://up.test/same/loop")]).await;
    assert_eq!(answer, json!({ "connection": "more than 5 redirects" }));
    assert_eq!(upstream.seen().len(), 6);
    for (path, method) in [("same/ok", "POST"), ("to/up.test", "GET")] {
        let url = format!("http://up.test/{path}");
        let answer = ask(&plugin, "/post", &[("url", &url)])
            .await
            .expect("an answer");
        assert_eq!(answer["status"], 200, "{answer}");
        let last = upstream.seen().pop().expect("a request");
        assert_eq!((last.path.as_str(), last.method.as_str()), ("/ok", method));
    }
}

#[tokio::test]
async fn private_addresses_are_refused_however_they_are_reached() {
    let upstream = Upstream::start().await;
    let plugin = load(&engine(), &upstream, "").await;
    let port = upstream.port;
    let by_name = fetch(&plugin, &[("url", "http://rebind.test/ok")]).await;
    let text = format!(
        "rebind.test is 127.0.0.1, a private address: add \"rebind.test:{port}\" to private below [plugins.hostile] in plugins.toml"
    );
    assert_eq!(denial(&by_name), text);
    let literal = fetch(&plugin, &[("url", "http://10.0.0.1/")]).await;
    assert!(denial(&literal).contains("a private address"), "{literal}");
    // One public address beside a private one does not help; port 80 of it is not among the private grants.
    let mixed = fetch(&plugin, &[("url", "http://mixed.test/")]).await;
    assert!(denial(&mixed).contains("mixed.test is 10.0.0.1"), "{mixed}");
    assert_eq!(upstream.seen().len(), 0);
}

#[tokio::test]
async fn the_checked_address_is_the_one_connected_to() {
    let upstream = Upstream::start().await;
    let names = Arc::new(Names::default());
    let plugin = load_with(&engine(), grant(&upstream, ""), Arc::clone(&names)).await;
    // `up.test` exists in no DNS: reaching the server proves that our resolver's answer was used, the only one asked
    // for, and again for no request that a kept connection carries.
    for _ in 0..3 {
        assert_eq!(
            fetch(&plugin, &[("url", "http://up.test/ok")]).await["status"],
            200
        );
    }
    assert_eq!(names.asked.load(Ordering::Relaxed), 1);
    let nowhere = fetch(&plugin, &[("url", "http://up.test.nowhere/ok")]).await;
    assert!(denial(&nowhere).contains("is not asked for"), "{nowhere}");
    assert_eq!(
        names.asked.load(Ordering::Relaxed),
        1,
        "what is not asked for is not resolved"
    );
}

#[tokio::test]
async fn requests_at_once_are_answered_in_order_within_the_limits() {
    let upstream = Upstream::start().await;
    let limits = "[plugins.hostile.limits]\nrequests = 10";
    let plugin = load(&engine(), &upstream, limits).await;
    let query = [("url", "http://up.test/ok"), ("n", "12")];
    let answers = ask(&plugin, "/all", &query).await.expect("answers");
    let answers = answers.as_array().expect("a list");
    assert_eq!(answers.len(), 12);
    assert!(answers[..10].iter().all(|answer| answer["status"] == 200));
    assert!(
        answers[10..]
            .iter()
            .all(|answer| answer["limit"].is_string())
    );
}
