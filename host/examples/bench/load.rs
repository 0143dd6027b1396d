//! Clients that ask, one request at a time each, and what they measured.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::ensure;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::Value;
use url::Url;

/// What was measured: of single requests, never of batches.
#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    pub requests: usize,
    pub requests_a_second: f64,
    pub p50_ms: f64,
    pub p95_ms: f64,
    pub p99_ms: f64,
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
            p99_ms: at(99),
        }
    }
}

/// How many ask, and how long.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Load {
    /// Clients that ask at the same time.
    #[arg(long, default_value_t = 16)]
    pub clients: usize,
    /// Seconds for each figure.
    #[arg(long, default_value_t = 5)]
    pub seconds: u64,
}

impl Load {
    pub const fn time(self) -> Duration {
        Duration::from_secs(self.seconds)
    }

    /// What one client measures, and what all do at once.
    pub async fn measure(self, ask: Arc<Ask>) -> anyhow::Result<[Figures; 2]> {
        let alone = run(ask.clone(), 1, self.time()).await?;
        Ok([alone, run(ask, self.clients, self.time()).await?])
    }
}

/// The address of a list's page: `path` below the API, asked for with `cursor`.
pub fn page(origin: &Url, path: &str, cursor: &Value) -> String {
    let cursor = URL_SAFE_NO_PAD.encode(cursor.to_string());
    format!("{origin}api/{path}?cursor={cursor}")
}

/// One of many requests, by its number.
pub type Ask = dyn Fn(&reqwest::Client, usize) -> reqwest::RequestBuilder + Send + Sync;

/// Asks for these addresses in turn.
pub fn pages(addresses: &[String], token: &str) -> Arc<Ask> {
    let (addresses, token) = (addresses.to_vec(), token.to_owned());
    Arc::new(move |client, number| {
        let address = &addresses[number % addresses.len()];
        client.get(address).bearer_auth(&token)
    })
}

/// `clients` ask for `time`, each on a connection kept open, after a warm-up that is not measured. Every answer must be a
/// good one.
pub async fn run(ask: Arc<Ask>, clients: usize, time: Duration) -> anyhow::Result<Figures> {
    measure(ask.clone(), clients, time / 5).await?;
    measure(ask, clients, time).await
}

async fn measure(ask: Arc<Ask>, clients: usize, time: Duration) -> anyhow::Result<Figures> {
    let turn = Arc::new(AtomicUsize::new(0));
    let started = Instant::now();
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..clients {
        let (turn, ask) = (turn.clone(), ask.clone());
        tasks.spawn(async move {
            let client = reqwest::Client::builder()
                .pool_max_idle_per_host(1)
                // What compressing costs depends on the client; here it would hide what the host does.
                .no_gzip()
                .build()?;
            let mut durations = Vec::new();
            while started.elapsed() < time {
                let request = ask(&client, turn.fetch_add(1, Ordering::Relaxed));
                let asked = Instant::now();
                let answer = request.send().await?;
                let (status, address) = (answer.status(), answer.url().clone());
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
