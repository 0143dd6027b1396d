//! What a provider sends to those who want to know.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::mpsc::{self, UnboundedSender};

/// How long a receiver may take (assumed of all providers).
const PATIENCE: Duration = Duration::from_secs(5);

/// A webhook on its way.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivery {
    /// Where to.
    pub url: String,
    /// Beside the content type.
    pub headers: BTreeMap<String, String>,
    /// JSON.
    pub body: String,
}

/// The way out for webhooks, one after the other; clones are the same one.
#[derive(Clone, Debug)]
pub struct Hooks {
    queue: UnboundedSender<Delivery>,
    sent: Arc<AtomicU64>,
    failed: Arc<AtomicU64>,
}

impl Hooks {
    /// Starts to send; ends when the last clone is dropped. `name` stands before what goes wrong. Needs a running Tokio.
    pub fn start(name: &'static str) -> Self {
        let (queue, mut waiting) = mpsc::unbounded_channel::<Delivery>();
        let (sent, failed) = (Arc::<AtomicU64>::default(), Arc::<AtomicU64>::default());
        let counts = (Arc::clone(&sent), Arc::clone(&failed));
        tokio::spawn(async move {
            while let Some(delivery) = waiting.recv().await {
                let url = delivery.url.clone();
                let arrived = tokio::task::spawn_blocking(move || send(&delivery));
                if let Ok(Ok(())) = arrived.await {
                    counts.0.fetch_add(1, Ordering::Relaxed);
                } else {
                    counts.1.fetch_add(1, Ordering::Relaxed);
                    eprintln!("{name} simulator: {url} took no webhook");
                }
            }
        });
        Self {
            queue,
            sent,
            failed,
        }
    }

    /// Sends it after what was handed over before.
    pub fn send(&self, delivery: Delivery) {
        // Fails only while the simulator ends, when nobody is to be told any more.
        let _ = self.queue.send(delivery);
    }

    /// How many arrived, and how many did not.
    pub fn counts(&self) -> (u64, u64) {
        (
            self.sent.load(Ordering::Relaxed),
            self.failed.load(Ordering::Relaxed),
        )
    }
}

fn send(delivery: &Delivery) -> Result<(), ureq::Error> {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .timeout_global(Some(PATIENCE))
        .build()
        .into();
    let mut request = agent
        .post(&delivery.url)
        .header("content-type", "application/json");
    for (name, value) in &delivery.headers {
        request = request.header(name, value);
    }
    request.send(&delivery.body).map(drop)
}

/// Base64 of the body's HMAC-SHA256 under the receiver's secret.
pub fn signature(secret: &str, body: &[u8]) -> String {
    // HMAC takes keys of any length.
    let mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes());
    mac.map_or_else(
        |_| String::new(),
        |mut mac| {
            mac.update(body);
            STANDARD.encode(mac.finalize().into_bytes())
        },
    )
}
