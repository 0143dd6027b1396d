//! A plugin that keeps failing rests; its neighbours do not. One that is full says so.

use std::time::Duration;

use comptoir_sandbox::{BreakerState, Call, CallError, Connector, Engine, EngineConfig, Retry};
use uuid::Uuid;

use crate::support::{
    CONNECTOR, OTHER_CONNECTOR, Upstream, ask, ask_by, connector, engine_config, load, noon,
};

async fn quick(faults: u32, pause: Duration) -> Engine {
    Engine::new(EngineConfig {
        breaker_faults: faults,
        breaker_pause: pause,
        queue: Duration::from_millis(100),
        ..engine_config()
    })
    .expect("an engine")
}

#[tokio::test]
async fn faults_in_a_row_open_it_and_a_good_probe_closes_it() {
    let upstream = Upstream::start().await;
    let engine = quick(2, Duration::from_millis(500)).await;
    let plugin = load(&engine, &upstream, "").await;
    let neighbour = load(&engine, &upstream, "").await;
    for _ in 0..2 {
        ask(&plugin, "/panic", &[]).await.expect_err("a crash");
    }
    assert_eq!(plugin.stats().breaker, BreakerState::Open);
    let error = ask(&plugin, "/hello", &[]).await.expect_err("it rests");
    let CallError::BreakerOpen { retry_at, rest } = &error else {
        panic!("{error:?}");
    };
    assert_eq!(*retry_at, noon() + *rest);
    assert_eq!(error.retry(), Retry::After(*rest));
    assert_eq!(ask(&neighbour, "/hello", &[]).await.expect("well"), "hello");

    let half_open = async {
        while plugin.stats().breaker != BreakerState::HalfOpen {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let in_time = tokio::time::timeout(Duration::from_secs(10), half_open).await;
    in_time.expect("the rest ends");
    assert_eq!(
        ask(&plugin, "/hello", &[]).await.expect("well again"),
        "hello"
    );
    assert_eq!(plugin.stats().breaker, BreakerState::Closed);
}

#[tokio::test]
async fn a_providers_refusals_do_not_open_it() {
    let upstream = Upstream::start().await;
    let plugin = load(&quick(1, Duration::from_secs(60)).await, &upstream, "").await;
    for _ in 0..3 {
        let error = ask(&plugin, "/refuse", &[]).await.expect_err("refused");
        assert_eq!(error.name(), "RateLimited");
        assert_eq!(error.retry(), Retry::After(Duration::from_secs(7)));
    }
    assert_eq!(plugin.stats().breaker, BreakerState::Closed);
}

#[tokio::test]
async fn a_full_plugin_is_busy_and_its_neighbour_is_not() {
    let upstream = Upstream::start().await;
    let engine = quick(5, Duration::from_secs(60)).await;
    let limits = "[plugins.hostile.limits]\nconcurrent_calls = 1\nwall_seconds = 3";
    let plugin = load(&engine, &upstream, limits).await;
    let neighbour = load(&engine, &upstream, "").await;
    let sleeping = {
        let plugin = plugin.clone();
        tokio::spawn(async move { ask(&plugin, "/sleep", &[]).await })
    };
    while ask(&plugin, "/hello", &[]).await.is_ok() {
        assert!(!sleeping.is_finished(), "the sleeper has its place");
    }
    let error = ask(&plugin, "/hello", &[]).await.expect_err("no place");
    assert!(matches!(error, CallError::Busy), "{error:?}");
    assert_eq!(ask(&neighbour, "/hello", &[]).await.expect("well"), "hello");
    sleeping
        .await
        .expect("no panic")
        .expect_err("the wall limit");
    assert_eq!(
        ask(&plugin, "/hello", &[]).await.expect("free again"),
        "hello"
    );
}

#[tokio::test]
async fn what_one_tenant_is_connected_to_shares_its_places() {
    let upstream = Upstream::start().await;
    let engine = quick(5, Duration::from_secs(60)).await;
    let limits = "[plugins.hostile.limits]\nconcurrent_calls = 8\nwall_seconds = 3";
    let plugin = load(&engine, &upstream, limits).await;
    let of = |store: u128| {
        Call::request(vec![Connector {
            owner: CONNECTOR,
            ..connector(Uuid::from_u128(store))
        }])
    };
    let sleeping: Vec<_> = (10..30)
        .map(|store| {
            let plugin = plugin.clone();
            tokio::spawn(async move { ask_by(&plugin, of(store), "/sleep", &[]).await })
        })
        .collect();
    while ask_by(&plugin, of(9), "/hello", &[]).await.is_ok() {
        assert!(
            !sleeping.iter().all(|call| call.is_finished()),
            "they have places"
        );
    }
    let other = Call::request(vec![connector(OTHER_CONNECTOR)]);
    let other = ask_by(&plugin, other, "/hello", &[]).await;
    assert_eq!(other.expect("a place"), "hello");
    let mut busy = 0;
    for call in sleeping {
        let error = call.await.expect("no panic").expect_err("none ends well");
        busy += usize::from(matches!(error, CallError::Busy));
    }
    assert_eq!(
        busy, 18,
        "two of eight places for all of a tenant's connections"
    );
}

#[tokio::test]
async fn one_connections_calls_and_faults_are_not_anothers() {
    let upstream = Upstream::start().await;
    let engine = quick(2, Duration::from_secs(60)).await;
    let limits = "[plugins.hostile.limits]\nconcurrent_calls = 8\nwall_seconds = 3";
    let plugin = load(&engine, &upstream, limits).await;
    let by = |id| Call::request(vec![connector(id)]);
    let sleeping: Vec<_> = (0..60)
        .map(|_| {
            let plugin = plugin.clone();
            tokio::spawn(async move { ask_by(&plugin, by(CONNECTOR), "/sleep", &[]).await })
        })
        .collect();
    while ask_by(&plugin, by(CONNECTOR), "/hello", &[]).await.is_ok() {
        assert!(
            !sleeping.iter().all(|call| call.is_finished()),
            "they have places"
        );
    }
    for _ in 0..3 {
        let other = ask_by(&plugin, by(OTHER_CONNECTOR), "/hello", &[]).await;
        assert_eq!(other.expect("a place"), "hello");
    }
    let mut ended = Vec::new();
    for call in sleeping {
        ended.push(call.await.expect("no panic").expect_err("none ends well"));
    }
    let refused = ended
        .iter()
        .filter(|error| matches!(error, CallError::Busy));
    assert_eq!(
        refused.count(),
        58,
        "two of eight places for one connection"
    );

    // Its time-outs, faults of the plugin's, have it rest; nobody else.
    let error = ask_by(&plugin, by(CONNECTOR), "/hello", &[]).await;
    assert!(
        matches!(error, Err(CallError::BreakerOpen { .. })),
        "{error:?}"
    );
    assert_eq!(
        plugin.stats().breaker,
        BreakerState::Open,
        "its operator sees it"
    );
    let other = ask_by(&plugin, by(OTHER_CONNECTOR), "/hello", &[]).await;
    assert_eq!(other.expect("well"), "hello");
}
