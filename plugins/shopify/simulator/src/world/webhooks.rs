//! Subscriptions, and what subscribers are told.

use super::{Shop, stamp, user_error};
use rand::RngExt;
use serde_json::{Value, json};

/// Failures in a row after which a subscription is taken away.
pub const MOST_FAILURES: usize = 8;

/// A change that subscribers have to hear of.
#[derive(Clone, Debug)]
pub struct Event {
    /// `ORDERS_CREATE`.
    pub topic: &'static str,
    /// JSON.
    pub payload: String,
}

/// An event on its way to one subscriber.
#[derive(Clone, Debug)]
pub struct Delivery {
    pub shop: usize,
    /// The subscription's id and address.
    pub subscription: String,
    pub uri: String,
    /// As the header has it: `orders/create`.
    pub topic: String,
    pub payload: String,
    /// Of this delivery: the same for each try and each double.
    pub webhook_id: String,
    pub event_id: String,
    /// Seconds since 1970.
    pub triggered_at: i64,
    /// When it is tried next, and how often it failed.
    pub due: i64,
    pub failures: usize,
}

impl Delivery {
    /// After a failure: when it is tried again. Eight tries within four hours, each wait longer than the last.
    pub fn postpone(&mut self, now: i64) {
        const WAITS: [i64; MOST_FAILURES] = [10, 30, 90, 300, 900, 1_800, 3_600, 7_200];
        self.due = now + WAITS[self.failures.min(MOST_FAILURES - 1)];
        self.failures += 1;
    }
}

impl Shop {
    /// Notes that something happened.
    pub(super) fn tell(&mut self, topic: &'static str, payload: Value) {
        self.events.push(Event {
            topic,
            payload: payload.to_string(),
        });
    }

    /// The events since the last time, for each subscription to them. With `reorder` the last one goes first.
    pub fn deliveries(&mut self, shop: usize, now: i64, reorder: bool) -> Vec<Delivery> {
        let mut events = std::mem::take(&mut self.events);
        if reorder {
            events.reverse();
        }
        let mut deliveries = Vec::new();
        for event in events {
            let event_id = self.uuid();
            let subscriptions = self.subscriptions.clone();
            for known in subscriptions
                .iter()
                .filter(|known| known["topic"] == event.topic)
            {
                let text = |field: &str| known[field].as_str().unwrap_or_default().to_owned();
                deliveries.push(Delivery {
                    shop,
                    subscription: text("id"),
                    uri: text("uri"),
                    topic: header_form(event.topic),
                    payload: event.payload.clone(),
                    webhook_id: self.uuid(),
                    event_id: event_id.clone(),
                    triggered_at: now,
                    due: now,
                    failures: 0,
                });
            }
        }
        deliveries
    }

    fn uuid(&mut self) -> String {
        let bits: u128 = self.rng.random();
        let hex = format!("{bits:032x}");
        let parts = [
            &hex[..8],
            &hex[8..12],
            &hex[12..16],
            &hex[16..20],
            &hex[20..],
        ];
        parts.join("-")
    }

    /// `webhookSubscriptionCreate`.
    pub(super) fn subscribe(&mut self, arguments: &Value, now: i64) -> Value {
        let (topic, input) = (&arguments["topic"], &arguments["webhookSubscription"]);
        let uri = input["uri"].as_str().unwrap_or_default();
        // A shop takes HTTPS only; a portal on this machine has none.
        let taken = ["https://", "http://127.0.0.1:", "http://localhost:"];
        if !taken.iter().any(|start| uri.starts_with(start)) {
            let message = "Address is invalid";
            return user_error(message, "INVALID", &["webhookSubscription", "uri"]);
        }
        let taken = |known: &Value| known["topic"] == *topic && known["uri"] == uri;
        if self.subscriptions.iter().any(taken) {
            let message = "Address for this topic has already been taken";
            return user_error(message, "TAKEN", &["webhookSubscription", "uri"]);
        }
        let subscription = json!({
            "id": self.new_id("WebhookSubscription"), "topic": topic, "uri": uri, "format": "JSON",
            "createdAt": stamp(now), "updatedAt": stamp(now),
        });
        self.subscriptions.push(subscription.clone());
        json!({"webhookSubscription": subscription, "userErrors": []})
    }

    /// `webhookSubscriptionDelete`.
    pub fn unsubscribe(&mut self, id: &str) -> Value {
        let before = self.subscriptions.len();
        self.subscriptions.retain(|known| known["id"] != id);
        if self.subscriptions.len() == before {
            return user_error("Webhook subscription does not exist", "NOT_FOUND", &["id"]);
        }
        json!({"deletedWebhookSubscriptionId": id, "userErrors": []})
    }
}

/// `ORDERS_CREATE` is `orders/create`, `INVENTORY_LEVELS_UPDATE` is `inventory_levels/update`.
fn header_form(topic: &str) -> String {
    let topic = topic.to_lowercase();
    match topic.rsplit_once('_') {
        Some((subject, verb)) => format!("{subject}/{verb}"),
        None => topic,
    }
}
