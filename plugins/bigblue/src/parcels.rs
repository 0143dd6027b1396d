//! The parcels of an order, and how orders can be sent.

use crate::api::{self, ByOrder};
use crate::wire;
use comptoir_plugin_sdk::commerce::Tracking;
use comptoir_plugin_sdk::fulfilment::{Carrier, Parcel, ParcelEvent};
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::{Connector, Host, Result, time};

/// The parcels with what happened to them, oldest first. An event without a readable time is left out.
pub fn of(host: &impl Host, connector: &Connector, order_id: &str) -> Result<Vec<Parcel>> {
    let request = api::read(connector, "ListTrackings", &ByOrder { order_id })?;
    let answer: wire::Trackings = host.fetch(request)?;
    Ok(answer.trackings.into_iter().map(parcel).collect())
}

fn parcel(tracking: wire::Tracking) -> Parcel {
    let mut events: Vec<ParcelEvent> = tracking
        .events
        .into_iter()
        .filter_map(|event| {
            Some(ParcelEvent {
                at: time::format(time::parse(&event.time)?),
                code: event.code,
                message: event.message,
                location: event.location,
            })
        })
        .collect();
    events.sort_by(|one, other| one.at.cmp(&other.at));
    Parcel {
        tracking: Tracking {
            carrier: tracking.carrier_service,
            number: tracking.tracking_number,
            url: tracking.tracking_url,
        },
        events,
    }
}

/// The provider has no call for them: an order's `shipping_method` is matched to rules in the merchant app, and these
/// are the words that every merchant's rules know.
pub fn carriers() -> Vec<Carrier> {
    [("standard", "Standard"), ("pickup", "Pick-up point")]
        .map(|(id, name)| Carrier {
            id: id.into(),
            name: name.into(),
        })
        .into()
}
