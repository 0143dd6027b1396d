//! Sends events to those who asked for them, one after the other.

use crate::world::Delivery;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::mpsc::{self, UnboundedSender};

/// The provider's patience (assumed).
const TIMEOUT: Duration = Duration::from_secs(5);

/// The way out for events.
#[derive(Clone, Debug)]
pub struct Hooks {
    queue: UnboundedSender<Delivery>,
    sent: Arc<AtomicU64>,
    failed: Arc<AtomicU64>,
}

impl Hooks {
    /// Starts to send; ends when the last clone is dropped.
    pub fn start() -> Self {
        let (queue, mut waiting) = mpsc::unbounded_channel::<Delivery>();
        let hooks = Self {
            queue,
            sent: Arc::default(),
            failed: Arc::default(),
        };
        let (sent, failed) = (hooks.sent.clone(), hooks.failed.clone());
        tokio::spawn(async move {
            while let Some(delivery) = waiting.recv().await {
                let arrived = tokio::task::spawn_blocking(move || send(&delivery));
                match arrived.await {
                    Ok(Ok(())) => sent.fetch_add(1, Ordering::Relaxed),
                    _ => failed.fetch_add(1, Ordering::Relaxed),
                };
            }
        });
        hooks
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
        .timeout_global(Some(TIMEOUT))
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
