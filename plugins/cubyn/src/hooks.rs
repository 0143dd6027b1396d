//! Notifications, whose form is assumed: hints to read a parcel again.

use crate::parcels;
use comptoir_plugin_sdk::commerce::Changes;
use comptoir_plugin_sdk::webhooks::Event;
use comptoir_plugin_sdk::{Connector, Error, ErrorKind, Host, Result, time};
use serde::Deserialize;

/// Anybody who knows the address can send one: nothing of it is believed but that a parcel is worth a look.
pub fn handle(host: &impl Host, connector: &Connector, event: &Event) -> Result<Changes> {
    #[derive(Deserialize)]
    struct Hint {
        data: Data,
    }
    #[derive(Deserialize)]
    struct Data {
        id: u64,
    }
    let hint: Hint = serde_json::from_slice(&event.body)
        .map_err(|error| Error::rejected(format!("the event names no parcel: {error}")))?;
    let mut changes = Changes::default();
    let asked = time::format_millis(host.now());
    match parcels::read(host, connector, &hint.data.id.to_string()) {
        Ok(parcel) => match parcels::order_of(parcel, &asked) {
            Ok(order) => changes.orders.push(order),
            // The pull sets it aside, where people see it.
            Err(_) => changes.pull.push("orders".into()),
        },
        // Another merchant's, or nobody's.
        Err(error) if error.kind == ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    Ok(changes)
}
