//! Sends webhooks, one after the other, as their time comes.

use crate::shared::Shared;
use crate::world::{self, Delivery};
use simulator_kit::signature;
use std::time::Duration;
use tokio::task::JoinSet;

/// How often it looks for what is due.
const LOOK: Duration = Duration::from_millis(50);
/// A subscriber answers within five seconds.
const PATIENCE: Duration = Duration::from_secs(5);

/// Runs until the answer is dropped.
pub fn start(shared: Shared) -> JoinSet<()> {
    let mut sender = JoinSet::new();
    sender.spawn(async move {
        loop {
            tokio::time::sleep(LOOK).await;
            let due = shared.lock().due(shared.clock.now());
            for delivery in due {
                let (secret, domain) = {
                    let inner = shared.lock();
                    let seed = &inner.shops[delivery.shop].seed;
                    (
                        seed.client.1.clone(),
                        format!("{}.myshopify.com", seed.name),
                    )
                };
                let sent = delivery.clone();
                let sending = move || send(&sent, &secret, &domain);
                let arrived = tokio::task::spawn_blocking(sending).await.unwrap_or(false);
                let now = shared.clock.now();
                shared.lock().settle_delivery(delivery, arrived, now);
            }
        }
    });
    sender
}

/// Whether the subscriber took it: any 2xx in time.
fn send(delivery: &Delivery, secret: &str, domain: &str) -> bool {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .timeout_connect(Some(Duration::from_secs(1)))
        .timeout_global(Some(PATIENCE))
        .build()
        .into();
    agent
        .post(&delivery.uri)
        .header("content-type", "application/json")
        .header("x-shopify-topic", &delivery.topic)
        .header(
            "x-shopify-hmac-sha256",
            signature(secret, delivery.payload.as_bytes()),
        )
        .header("x-shopify-shop-domain", domain)
        .header("x-shopify-api-version", "2026-07")
        .header("x-shopify-webhook-id", &delivery.webhook_id)
        .header("x-shopify-event-id", &delivery.event_id)
        .header(
            "x-shopify-triggered-at",
            world::stamp(delivery.triggered_at),
        )
        .send(&delivery.payload)
        .is_ok()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_signature_is_the_one_that_openssl_computes() {
        let body = br##"{"id":5501234567890,"name":"#1042"}"##;
        assert_eq!(
            super::signature("shpss_test_secret", body),
            "zjpA8bDssDOf+eqBqX4ca9m6jAQybAaHxstWSe09n2E="
        );
    }
}
