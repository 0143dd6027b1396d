//! The webhooks that a merchant sets up in the app: challenge, signature, and the bad manners of the network.

use crate::shared::Shared;
use crate::time;
use crate::wire::Order;
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use simulator_kit::control::{Done, Refusal, done};
use simulator_kit::signature;
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;
use ureq::Agent;

const CHALLENGE: &str = "c0ffee-2026";

/// Where a merchant's events go, and what was sent so far.
#[derive(Clone, Debug)]
pub struct Target {
    url: String,
    secret: String,
    /// The last status code sent of each order.
    sent: HashMap<String, String>,
}

/// What the merchant types into the app.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Connect {
    merchant: String,
    url: String,
    secret: String,
}

/// `POST /control/webhooks`: sends the challenge, and keeps the address when it was answered well.
pub async fn connect(State(shared): State<Shared>, Json(asked): Json<Connect>) -> Done {
    let target = Target {
        url: asked.url,
        secret: asked.secret,
        sent: HashMap::new(),
    };
    let body = json!({ "challenge": CHALLENGE });
    let event = Event::new("URL_VERIFICATION", &body, &target.secret);
    let (status, answer) = post(target.url.clone(), event).await?;
    let echoed = serde_json::from_str::<Value>(&answer).is_ok_and(|answer| answer == body);
    if status != 200 || !echoed {
        return done(Err(format!(
            "the challenge was answered {status}: {answer}"
        )));
    }
    shared.lock().targets.insert(asked.merchant, target);
    done(Ok(()))
}

/// What is to be sent, and how badly.
#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Send {
    merchant: String,
    /// Of the latest so many orders, those whose status was not told yet.
    orders: usize,
    /// Whether the stock is told too.
    inventories: bool,
    /// How often each event comes again.
    duplicates: usize,
    /// The newest first.
    reversed: bool,
    /// How far the provider's clock is ahead.
    skew_seconds: i64,
    wrong_signature: bool,
}

impl Default for Send {
    fn default() -> Self {
        Self {
            merchant: "MUSI".into(),
            orders: 50,
            inventories: false,
            duplicates: 0,
            reversed: false,
            skew_seconds: 0,
            wrong_signature: false,
        }
    }
}

/// How the events were answered.
#[derive(Debug, Default, Serialize)]
pub struct Sent {
    sent: usize,
    by_status: BTreeMap<u16, usize>,
}

/// `POST /control/webhooks/send`.
pub async fn send(
    State(shared): State<Shared>,
    Json(asked): Json<Send>,
) -> Result<Json<Sent>, Refusal> {
    let (url, mut events) = due(&shared, &asked)?;
    if asked.reversed {
        events.reverse();
    }
    let mut sent = Sent::default();
    for event in events {
        for _ in 0..=asked.duplicates {
            let (status, _) = post(url.clone(), event.clone()).await?;
            sent.sent += 1;
            *sent.by_status.entry(status).or_default() += 1;
        }
    }
    Ok(Json(sent))
}

/// The events that are due now, oldest first, and where they go.
fn due(shared: &Shared, asked: &Send) -> Result<(String, Vec<Event>), Refusal> {
    let update_time = time::text(shared.clock.now().calendar + asked.skew_seconds);
    let mut inner = shared.lock();
    let orders = inner.latest_orders(&asked.merchant, asked.orders);
    let rows = if asked.inventories {
        inner.stock_rows(&asked.merchant)
    } else {
        Vec::new()
    };
    let target = inner
        .targets
        .get_mut(&asked.merchant)
        .ok_or_else(|| Refusal(format!("{} has set up no webhook", asked.merchant)))?;
    let secret = if asked.wrong_signature {
        "not the secret"
    } else {
        &target.secret
    };
    let mut events = Vec::new();
    for order in orders {
        let code = order.status.clone().unwrap_or_default().code;
        if target.sent.get(&order.id) != Some(&code) {
            target.sent.insert(order.id.clone(), code);
            let body = json!({ "update_time": update_time, "order_status": status_of(&order) });
            events.push(Event::new("ORDER_STATUS_UPDATE", &body, secret));
        }
    }
    if !rows.is_empty() {
        let body = json!({ "update_time": update_time, "inventories": rows });
        events.push(Event::new("INVENTORY_UPDATE", &body, secret));
    }
    Ok((target.url.clone(), events))
}

fn status_of(order: &Order) -> Value {
    let status = order.status.clone().unwrap_or_default();
    json!({
        "id": order.id, "external_id": order.external_id, "code": status.code,
        "tracking_number": order.tracking_number, "tracking_url": order.tracking_url,
    })
}

/// One signed event.
#[derive(Clone, Debug)]
struct Event {
    kind: &'static str,
    body: String,
    signature: String,
}

impl Event {
    fn new(kind: &'static str, body: &Value, secret: &str) -> Self {
        let body = body.to_string();
        Self {
            kind,
            signature: signature(secret, body.as_bytes()),
            body,
        }
    }
}

/// Sends it; the answer's status and body.
async fn post(url: String, event: Event) -> Result<(u16, String), Refusal> {
    let sent = tokio::task::spawn_blocking(move || {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(10)));
        let agent: Agent = config.build().into();
        let mut answer = agent
            .post(&url)
            .header("content-type", "application/json")
            .header("x-bigblue-event-type", event.kind)
            .header("x-bigblue-hmac-sha256", &event.signature)
            .send(&event.body)?;
        let body = answer.body_mut().read_to_string()?;
        Ok::<_, ureq::Error>((answer.status().as_u16(), body))
    });
    let refused = |why: String| Refusal(format!("the event did not arrive: {why}"));
    sent.await
        .map_err(|error| refused(error.to_string()))?
        .map_err(|error| refused(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_the_documented_one() {
        assert_eq!(
            signature("bgbl_test_secret", br#"{"challenge":"c0ffee-2026"}"#),
            "PP3oIpdopQIMAMaA1a1gkiJOKyIzLDHaIG8DbleIMzY="
        );
    }
}
