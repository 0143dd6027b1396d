//! Webhooks: subscribing to what the portal follows, and what an event says.

use crate::api;
use crate::memory;
use crate::orders;
use crate::products;
use crate::pull::PageInfo;
use crate::settings::Settings;
use comptoir_plugin_sdk::commerce::Changes;
use comptoir_plugin_sdk::webhooks::{Event, Subscription};
use comptoir_plugin_sdk::{Connector, Error, ErrorKind, Host, Level, Result};
use serde::Deserialize;
use serde_json::json;

/// What is subscribed to: the shop's name for it, and that in a delivery's header.
const TOPICS: [(&str, &str); 14] = [
    ("ORDERS_CREATE", "orders/create"),
    ("ORDERS_UPDATED", "orders/updated"),
    ("ORDERS_CANCELLED", "orders/cancelled"),
    ("ORDERS_PAID", "orders/paid"),
    ("ORDERS_FULFILLED", "orders/fulfilled"),
    ("ORDERS_EDITED", "orders/edited"),
    ("REFUNDS_CREATE", "refunds/create"),
    ("FULFILLMENTS_CREATE", "fulfillments/create"),
    ("FULFILLMENTS_UPDATE", "fulfillments/update"),
    ("PRODUCTS_CREATE", "products/create"),
    ("PRODUCTS_UPDATE", "products/update"),
    ("PRODUCTS_DELETE", "products/delete"),
    ("INVENTORY_LEVELS_UPDATE", "inventory_levels/update"),
    ("APP_UNINSTALLED", "app/uninstalled"),
];

#[derive(Debug, Deserialize)]
struct Wire {
    id: String,
    topic: String,
    uri: String,
}

impl Wire {
    fn subscription(self) -> Subscription {
        let topic = TOPICS.iter().find(|(name, _)| *name == self.topic);
        let topic = topic
            .map_or(self.topic.as_str(), |(_, header)| header)
            .to_owned();
        Subscription {
            id: self.id,
            topic,
            address: self.uri,
        }
    }
}

fn all(host: &impl Host, connector: &Connector) -> Result<Vec<Wire>> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Data {
        webhook_subscriptions: Page,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Page {
        nodes: Vec<Wire>,
        page_info: PageInfo,
    }
    let query =
        "query Subscriptions($after: String) { webhookSubscriptions(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor } nodes { id topic uri } } }";
    let (mut found, mut after) = (Vec::new(), None);
    loop {
        let data: Data = api::get(host, connector, query, json!({ "after": after }))?;
        let page = data.webhook_subscriptions;
        found.extend(page.nodes);
        after = page
            .page_info
            .end_cursor
            .filter(|_| page.page_info.has_next_page);
        if after.is_none() {
            return Ok(found);
        }
    }
}

/// The app's subscriptions, whoever made them.
pub fn list(host: &impl Host, connector: &Connector) -> Result<Vec<Subscription>> {
    Ok(all(host, connector)?
        .into_iter()
        .map(Wire::subscription)
        .collect())
}

/// Subscribes to what is missing.
pub fn register(
    host: &impl Host,
    connector: &Connector,
    address: &str,
) -> Result<Vec<Subscription>> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Created {
        webhook_subscription: Wire,
    }
    let query = "mutation Subscribe($topic: WebhookSubscriptionTopic!, $uri: String!) {
        result: webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri, format: JSON }) {
        webhookSubscription { id topic uri } userErrors { field message } } }";
    let mut ours = all(host, connector)?;
    ours.retain(|known| known.uri == address);
    for (topic, _) in TOPICS {
        if ours.iter().any(|known| known.topic == topic) {
            continue;
        }
        let outcome = api::try_change::<Created>(
            host,
            connector,
            query,
            json!({"topic": topic, "uri": address}),
        )?;
        match outcome {
            Ok(created) => ours.push(created.webhook_subscription),
            // Somebody else's try arrived meanwhile.
            Err(error) if error.message.contains("already been taken") => {}
            Err(error) => return Err(error.into_error()),
        }
    }
    Ok(ours.into_iter().map(Wire::subscription).collect())
}

/// Ends the subscriptions to addresses that begin with `address`.
pub fn purge(host: &impl Host, connector: &Connector, address: &str) -> Result<u32> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Deleted {
        #[serde(rename = "deletedWebhookSubscriptionId")]
        _id: Option<String>,
    }
    let query = "mutation Unsubscribe($id: ID!) { result: webhookSubscriptionDelete(id: $id) {
        deletedWebhookSubscriptionId userErrors { field message code } } }";
    let mut ended = 0;
    for known in all(host, connector)? {
        if !known.uri.starts_with(address) {
            continue;
        }
        match api::change::<Deleted>(host, connector, query, json!({ "id": known.id })) {
            Ok(_) => ended += 1,
            Err(error) if error.kind == ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(ended)
}

/// What one event means. An order comes with its event; what an event tells only in part is asked for.
pub fn handle(host: &impl Host, connector: &Connector, event: &Event) -> Result<Changes> {
    #[derive(Deserialize)]
    struct Deleted {
        id: u64,
    }
    let settings = Settings::of(connector)?;
    let unreadable = |why: String| Error::rejected(format!("{}: {why}", event.topic));
    let mut changes = Changes::default();
    match event.topic.as_str() {
        "orders/create" | "orders/updated" | "orders/cancelled" | "orders/paid"
        | "orders/fulfilled" => {
            changes
                .orders
                .push(orders::of_payload(&event.body, &settings).map_err(unreadable)?);
        }
        "orders/edited" | "refunds/create" | "fulfillments/create" | "fulfillments/update" => {
            changes.pull.push("orders".into());
        }
        "products/create" | "products/update" => changes.pull.push("products".into()),
        "products/delete" => {
            let deleted: Deleted = serde_json::from_slice(&event.body)
                .map_err(|error| unreadable(error.to_string()))?;
            // The signature is that of the body alone: another event's, whose product is there, may come under this topic.
            match products::is_there(host, connector, deleted.id)? {
                true => changes.pull.push("products".into()),
                false => changes.products_gone.push(deleted.id.to_string()),
            }
        }
        "inventory_levels/update" => changes.pull.push("inventories".into()),
        "app/uninstalled" => host.log(
            Level::Warn,
            "the app was uninstalled",
            &[("shop", &settings.shop)],
        ),
        other => {
            return Err(Error::rejected(format!(
                "{other}: not a topic that was subscribed to"
            )));
        }
    }
    memory::note_event(host, connector, &event.topic, &event.received_at);
    Ok(changes)
}
