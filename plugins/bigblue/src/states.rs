//! The present state of single orders.

use crate::api::{self, ById, ByOrder};
use crate::orders::status_of;
use crate::wire::{OrderAnswer, Trackings};
use comptoir_plugin_sdk::commerce::{OrderState, Tracking};
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::{Connector, Error, ErrorKind, Host, Level, Result, time};

const MOST: usize = 100;

/// The states of at most 100 orders, unknown ids left out. Where the order itself names a parcel but not where to
/// follow it, its trackings are asked for too: at most twice as many requests as ids.
pub fn of(host: &impl Host, connector: &Connector, ids: &[String]) -> Result<Vec<OrderState>> {
    if ids.len() > MOST {
        return Err(Error::rejected(format!(
            "ids: {} are more than {MOST}",
            ids.len()
        )));
    }
    let as_of = time::format_millis(host.now());
    let requests = ids
        .iter()
        .map(|id| api::read(connector, "GetOrder", &ById { id }))
        .collect::<Result<_>>()?;
    let mut states = Vec::with_capacity(ids.len());
    for answer in host.answer_all(requests) {
        let order = match answer {
            Ok(answer) => answer.json::<OrderAnswer>()?.order,
            Err(error) if error.kind == ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        };
        let (status, status_message) = status_of(order.status);
        let tracking =
            crate::orders::tracking_of(String::new(), order.tracking_number, order.tracking_url);
        states.push(OrderState {
            id: order.id,
            status,
            status_message,
            tracking,
            as_of: as_of.clone(),
        });
    }
    follow_parcels(host, connector, &mut states)?;
    Ok(states)
}

/// Fills in the trackings that lack an address. One that cannot be had now is no reason to lose the states.
fn follow_parcels(
    host: &impl Host,
    connector: &Connector,
    states: &mut [OrderState],
) -> Result<()> {
    let mut without: Vec<(&str, &mut Tracking)> = states
        .iter_mut()
        .filter_map(|state| Some((state.id.as_str(), state.tracking.as_mut()?)))
        .filter(|(_, tracking)| tracking.url.is_empty())
        .collect();
    let requests = without
        .iter()
        .map(|(order_id, _)| api::read(connector, "ListTrackings", &ByOrder { order_id }));
    let answers = host.answer_all(requests.collect::<Result<_>>()?);
    for ((id, tracking), answer) in without.iter_mut().zip(answers) {
        match answer.and_then(|answer| answer.json::<Trackings>()) {
            Ok(found) => {
                let same = found
                    .trackings
                    .into_iter()
                    .find(|known| known.tracking_number == tracking.number);
                if let Some(known) = same {
                    tracking.carrier = known.carrier_service;
                    tracking.url = known.tracking_url;
                }
            }
            Err(error) => host.log(
                Level::Warn,
                "no trackings",
                &[("order", id), ("why", &error.message)],
            ),
        }
    }
    Ok(())
}
