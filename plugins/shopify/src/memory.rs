//! What is remembered of a connection: for the integration page its last pulls and events, and where a reading goes on.
//! Hints only: nothing depends on them, so a failure to keep one is logged and forgotten.

use comptoir_plugin_sdk::{Connector, Host, Level, time};
use serde::{Deserialize, Serialize};

/// How many events are remembered.
const EVENTS: usize = 10;

/// The kinds of pull.
pub const PULLS: [&str; 3] = ["orders", "products", "inventories"];

/// The last page of a pull, and how many it brought in all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Pull {
    /// `orders`, `products` or `inventories`.
    pub name: String,
    /// RFC 3339.
    pub at: String,
    /// Everything was read, not only what changed.
    pub whole: bool,
    pub items: usize,
    pub rejected: usize,
    /// It is complete.
    pub done: bool,
}

/// An event that was handled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    /// `orders/create`.
    pub topic: String,
    /// When the host received it, RFC 3339.
    pub at: String,
}

/// Remembers a page of a pull.
pub fn note_pull(
    host: &impl Host,
    connector: &Connector,
    name: &str,
    whole: bool,
    items: usize,
    rejected: usize,
    more: bool,
) {
    let key = format!("pull.{name}");
    let earlier: Pull = load(host, connector, &key)
        .filter(|pull: &Pull| !pull.done)
        .unwrap_or_default();
    let pull = Pull {
        name: name.into(),
        at: time::format(host.now()),
        whole,
        items: earlier.items + items,
        rejected: earlier.rejected + rejected,
        done: !more,
    };
    save(host, connector, &key, &pull);
}

/// The last pull of each kind.
pub fn pulls(host: &impl Host, connector: &Connector) -> Vec<Pull> {
    PULLS
        .iter()
        .filter_map(|name| load(host, connector, &format!("pull.{name}")))
        .collect()
}

/// Remembers an event.
pub fn note_event(host: &impl Host, connector: &Connector, topic: &str, at: &str) {
    let mut events = events(host, connector);
    events.insert(
        0,
        Event {
            topic: topic.into(),
            at: at.into(),
        },
    );
    events.truncate(EVENTS);
    save(host, connector, "events", &events);
}

/// The last events, the newest first.
pub fn events(host: &impl Host, connector: &Connector) -> Vec<Event> {
    load(host, connector, "events").unwrap_or_default()
}

/// What is remembered of a connection under a key.
pub fn load<T: for<'a> Deserialize<'a>>(
    host: &impl Host,
    connector: &Connector,
    key: &str,
) -> Option<T> {
    let bytes = host.store_get(Some(&connector.id), key).ok()??;
    serde_json::from_slice(&bytes).ok()
}

/// Remembers it.
pub fn save(host: &impl Host, connector: &Connector, key: &str, value: &impl Serialize) {
    let kept = serde_json::to_vec(value)
        .map_err(|error| error.to_string())
        .and_then(|bytes| {
            let kept = host.store_set(Some(&connector.id), key, &bytes);
            kept.map_err(|error| format!("{error:?}"))
        });
    if let Err(why) = kept {
        host.log(
            Level::Warn,
            "nothing remembered",
            &[("of", key), ("why", &why)],
        );
    }
}
