//! Sends notifications, one after the other. What Cubyn's look like is assumed.

use std::time::Duration;
use tokio::sync::mpsc::{self, UnboundedSender};

/// The provider's patience (assumed).
const TIMEOUT: Duration = Duration::from_secs(5);

/// A notification on its way.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivery {
    /// Where to.
    pub url: String,
    /// JSON.
    pub body: String,
}

/// The way out.
#[derive(Clone, Debug)]
pub struct Hooks(UnboundedSender<Delivery>);

impl Hooks {
    /// Starts to send; ends when the last clone is dropped.
    pub fn start() -> Self {
        let (queue, mut waiting) = mpsc::unbounded_channel::<Delivery>();
        tokio::spawn(async move {
            while let Some(delivery) = waiting.recv().await {
                let url = delivery.url.clone();
                let sent = tokio::task::spawn_blocking(move || send(&delivery)).await;
                if !matches!(sent, Ok(Ok(()))) {
                    eprintln!("cubyn simulator: {url} took no notification");
                }
            }
        });
        Self(queue)
    }

    /// Sends it after what was handed over before.
    pub fn send(&self, delivery: Delivery) {
        // Fails only while the simulator ends, when nobody is to be told any more.
        let _ = self.0.send(delivery);
    }
}

fn send(delivery: &Delivery) -> Result<(), ureq::Error> {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .timeout_global(Some(TIMEOUT))
        .build()
        .into();
    let request = agent
        .post(&delivery.url)
        .header("content-type", "application/json");
    request.send(&delivery.body).map(drop)
}
