//! Clients that ask, one request at a time each, and what they measured.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::ensure;

/// What was measured: of single requests, never of batches.
#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    pub requests: usize,
    pub requests_a_second: f64,
    pub p50_ms: f64,
    pub p95_ms: f64,
}

impl Figures {
    /// From the durations of all requests, and of the whole.
    pub fn of(mut durations: Vec<Duration>, whole: Duration) -> Self {
        durations.sort_unstable();
        let at = |percent: usize| {
            let index = (durations.len() * percent / 100).min(durations.len().saturating_sub(1));
            durations
                .get(index)
                .map_or(0.0, |duration| duration.as_secs_f64() * 1e3)
        };
        Self {
            requests: durations.len(),
            requests_a_second: durations.len() as f64 / whole.as_secs_f64(),
            p50_ms: at(50),
            p95_ms: at(95),
        }
    }
}

/// `clients` ask for the addresses in turn for `time`, each on a connection kept open, after a warm-up that is not
/// measured. Every answer must be 200.
pub async fn run(
    addresses: &[String],
    token: &str,
    clients: usize,
    time: Duration,
) -> anyhow::Result<Figures> {
    measure(addresses, token, clients, time / 5).await?;
    measure(addresses, token, clients, time).await
}

async fn measure(
    addresses: &[String],
    token: &str,
    clients: usize,
    time: Duration,
) -> anyhow::Result<Figures> {
    let turn = Arc::new(AtomicUsize::new(0));
    let addresses: Arc<[String]> = addresses.into();
    let started = Instant::now();
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..clients {
        let (turn, addresses, token) = (turn.clone(), addresses.clone(), token.to_owned());
        tasks.spawn(async move {
            let client = reqwest::Client::builder()
                .pool_max_idle_per_host(1)
                // What compressing costs depends on the client; here it would hide what the list does.
                .no_gzip()
                .build()?;
            let mut durations = Vec::new();
            while started.elapsed() < time {
                let address = &addresses[turn.fetch_add(1, Ordering::Relaxed) % addresses.len()];
                let asked = Instant::now();
                let answer = client.get(address).bearer_auth(&token).send().await?;
                let status = answer.status();
                answer.bytes().await?;
                durations.push(asked.elapsed());
                ensure!(status.is_success(), "{status} for {address}");
            }
            Ok(durations)
        });
    }
    let mut durations = Vec::new();
    while let Some(finished) = tasks.join_next().await {
        durations.append(&mut finished??);
    }
    Ok(Figures::of(durations, started.elapsed()))
}
