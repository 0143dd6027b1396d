//! Parcels: Cubyn's word for orders.
//!
//! Cubyn lists parcels newest first and tells nothing of what changed since a moment. So a pull lists everything made
//! since some day: the first one since the connection's `since`, each later one since 45 days before the last pull began,
//! which brings the moves of all parcels young enough to move. Older ones that still wait are asked for one by one.

mod convert;
mod push;

pub use convert::{order_of, state_of};
pub use push::{cancel, push};

use crate::api;
use crate::listing;
use crate::settings::Settings;
use crate::wire;
use comptoir_plugin_sdk::commerce::{OrderPage, OrderState};
use comptoir_plugin_sdk::fulfilment::Parcel;
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::time::{self, Duration, Timestamp};
use comptoir_plugin_sdk::{Connector, Error, ErrorKind, Host, Result};
use serde::{Deserialize, Serialize};

/// How long after it was made a parcel's status is still looked for by listing.
const STILL_MOVING: Duration = Duration::days(45);
/// Ids that one call may ask for.
const MOST_IDS: usize = 100;

/// Where a pull goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Place {
    /// Lists back to here; none: to the first parcel ever.
    since: Option<Timestamp>,
    /// When the pull began; none while the last one is complete.
    begun: Option<Timestamp>,
    offset: u64,
}

impl Cursor for Place {
    const VERSION: u32 = 1;
}

/// One page of orders.
pub fn pull(
    host: &impl Host,
    connector: &Connector,
    cursor: Option<&str>,
    limit: u32,
) -> Result<OrderPage> {
    let settings = Settings::of(connector)?;
    let now = host.now();
    let place = match cursor {
        Some(cursor) => Place::decode(cursor)?,
        None => Place {
            since: settings.since.map(time::midnight),
            begun: None,
            offset: 0,
        },
    };
    let begun = place.begun.unwrap_or(now);
    let asked = time::format_millis(now);
    let sort = [("sort[id]", "DESC")];
    let page = listing::page(
        host,
        connector,
        "/parcels",
        &sort,
        place.offset,
        limit,
        |parcel: wire::Parcel| order_of(parcel, &asked),
    )?;
    // Newest first: the first one that is too old ends the pull.
    let mut items = page.items;
    let is_old = |submitted: &str| {
        let submitted = time::parse(submitted);
        place
            .since
            .is_some_and(|since| submitted.is_some_and(|at| at < since))
    };
    let all = items.len();
    items.retain(|order| !is_old(&order.submitted_at));
    let next = page.next.filter(|_| items.len() == all);
    let place_after = match next {
        Some(offset) => Place {
            begun: Some(begun),
            offset,
            ..place.clone()
        },
        None => Place {
            since: Some(begun - STILL_MOVING),
            begun: None,
            offset: 0,
        },
    };
    Ok(OrderPage {
        items,
        rejected: page.rejected,
        cursor: place_after.encode()?,
        more: next.is_some(),
        total: page.total.filter(|_| place.since.is_none()),
    })
}

/// The states of at most 100 parcels, unknown ids left out.
pub fn states(host: &impl Host, connector: &Connector, ids: &[String]) -> Result<Vec<OrderState>> {
    if ids.len() > MOST_IDS {
        let message = format!("ids: {} are more than {MOST_IDS}", ids.len());
        return Err(Error::rejected(message));
    }
    let asked = time::format_millis(host.now());
    let paths = ids.iter().filter_map(|id| api::parcel(id).ok());
    let requests = paths.map(|path| api::get(connector, &path, &[])).collect();
    let mut states = Vec::with_capacity(ids.len());
    for answer in host.answer_all(requests) {
        match answer {
            Ok(answer) => states.push(state_of(answer.json()?, &asked)),
            Err(error) if error.kind == ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(states)
}

/// One parcel as it is now.
pub fn read(host: &impl Host, connector: &Connector, id: &str) -> Result<wire::Parcel> {
    host.fetch(api::get(connector, &api::parcel(id)?, &[]))
}

/// An order is one parcel. Cubyn tells no events of it.
pub fn trackings(host: &impl Host, connector: &Connector, order: &str) -> Result<Vec<Parcel>> {
    let asked = time::format_millis(host.now());
    let state = state_of(read(host, connector, order)?, &asked);
    let parcel = state.tracking.map(|tracking| Parcel {
        tracking,
        events: Vec::new(),
    });
    Ok(parcel.into_iter().collect())
}
