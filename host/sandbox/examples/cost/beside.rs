//! A well-behaved plugin's calls, alone and beside hostile ones at full load on the same engine.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use comptoir_sandbox::{Call, Connector, Engine, EngineConfig, Plugin, RouteRequest};
use serde_json::{Value, json};
use uuid::Uuid;

const ROUNDS: usize = 5;
const CALLS: u32 = 2_000;
const PAGES: u32 = 400;

/// What the hostile calls do, each without a pause, again and again.
const ORDERS: [&str; 8] = [
    r#"{"op":"loop"}"#,
    r#"{"op":"memory","piece":1048576}"#,
    r#"{"op":"recurse"}"#,
    r#"{"op":"crash","bytes":100000}"#,
    r#"{"op":"endless","call":"log"}"#,
    r#"{"op":"endless","call":"store"}"#,
    r#"{"op":"print","bytes":10000,"times":1000}"#,
    r#"{"op":"data","bytes":5000000}"#,
];

/// 99th percentiles, medians over rounds that take turns.
pub async fn figures(component: &Path, port: u16) -> anyhow::Result<Value> {
    // Without the circuit breaker, which would soon give the hostile ones a rest.
    let engine = Engine::new(EngineConfig {
        breaker_faults: u32::MAX,
        ..EngineConfig::default()
    })?;
    let good = crate::load(&engine, component, port).await?;
    let hostile = crate::load(&engine, component, port).await?;
    let [mut alone, mut beside] = [const { Vec::new() }; 2];
    for _ in 0..ROUNDS {
        alone.push(tails(&good).await?);
        let load: Vec<_> = ORDERS
            .iter()
            .map(|order| tokio::spawn(misbehave(Arc::clone(&hostile), order)))
            .collect();
        // Until all of them run.
        tokio::time::sleep(Duration::from_millis(300)).await;
        beside.push(tails(&good).await?);
        for task in load {
            task.abort();
        }
    }
    let [alone, beside] = [medians(alone), medians(beside)];
    Ok(json!({
        "call_p99_alone_us": alone.0,
        "call_p99_beside_us": beside.0,
        "page_250_p99_alone_us": alone.1,
        "page_250_p99_beside_us": beside.1,
        "hostile_calls": hostile.stats().calls,
    }))
}

async fn misbehave(plugin: Arc<Plugin>, order: &str) {
    loop {
        let request = RouteRequest {
            body: Some(order.as_bytes().to_vec()),
            ..RouteRequest::default()
        };
        // How it ends is the tests' to assert.
        let _ = plugin.handle(Call::request(Vec::new()), request).await;
        tokio::task::yield_now().await;
    }
}

/// The 99th percentiles of a small call and of a page of 250 orders, in microseconds.
async fn tails(plugin: &Arc<Plugin>) -> anyhow::Result<(f64, f64)> {
    let connector = || Connector {
        id: Uuid::nil(),
        owner: Uuid::nil(),
        settings: json!({ "url": "http://up.test/orders" }),
    };
    let call = p99(CALLS, async || {
        plugin.check(Call::request(vec![connector()])).await?;
        Ok(())
    });
    let call = call.await?;
    let page = p99(PAGES, async || {
        plugin.orders(Call::job(connector()), None, 500).await?;
        Ok(())
    });
    Ok((call, page.await?))
}

async fn p99(
    rounds: u32,
    mut round: impl AsyncFnMut() -> anyhow::Result<()>,
) -> anyhow::Result<f64> {
    let mut took = Vec::new();
    for _ in 0..rounds {
        let began = Instant::now();
        round().await?;
        took.push(began.elapsed());
    }
    took.sort();
    Ok(crate::micros(took[took.len() * 99 / 100]))
}

fn medians(figures: Vec<(f64, f64)>) -> (f64, f64) {
    let median = |mut all: Vec<f64>| {
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    };
    let (calls, pages) = figures.into_iter().unzip();
    (median(calls), median(pages))
}
