//! Handing orders over, and taking them back.

use super::{read, state_of};
use crate::api::{self, LARGEST_PAGE};
use crate::listing;
use crate::wire;
use comptoir_plugin_sdk::commerce::{OrderState, Outcome, Pushed};
use comptoir_plugin_sdk::fulfilment::OrderDraft;
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::time::{self, Duration};
use comptoir_plugin_sdk::{Connector, Error, ErrorKind, Host, Result};
use serde::Serialize;

/// How far the provider's clock may be behind ours.
const SKEW: Duration = Duration::hours(1);

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NewParcel<'a> {
    first_name: &'a str,
    last_name: &'a str,
    organization_name: &'a str,
    email: &'a str,
    phone: &'a str,
    order_ref: &'a str,
    object_count: u32,
    address: NewAddress<'a>,
    items: Vec<NewItem<'a>>,
    comments: &'a str,
}

#[derive(Serialize)]
struct NewAddress<'a> {
    line1: &'a str,
    line2: &'a str,
    zip: &'a str,
    city: &'a str,
    country: &'a str,
}

#[derive(Serialize)]
struct NewItem<'a> {
    reference: &'a str,
    count: u32,
}

/// One outcome each; a draft that fails stops none.
pub fn push(
    host: &impl Host,
    connector: &Connector,
    drafts: &[OrderDraft],
) -> Result<Vec<Outcome>> {
    let outcomes = drafts.iter().map(|draft| {
        let pushed = push_one(host, connector, draft);
        pushed.map_or_else(Outcome::Failed, Outcome::Done)
    });
    Ok(outcomes.collect())
}

fn push_one(host: &impl Host, connector: &Connector, draft: &OrderDraft) -> Result<Pushed> {
    if draft.attempt > 1
        && let Some(id) = earlier_try(host, connector, draft)?
    {
        return Ok(pushed(id, true));
    }
    let address = &draft.shipping_address;
    let parcel = NewParcel {
        first_name: &address.first_name,
        last_name: &address.last_name,
        organization_name: &address.company,
        email: &address.email,
        phone: &address.phone,
        order_ref: &draft.key,
        object_count: draft
            .lines
            .iter()
            .fold(0, |sum, line| sum.saturating_add(line.quantity)),
        address: NewAddress {
            line1: &address.line1,
            line2: &address.line2,
            zip: &address.zip,
            city: &address.city,
            country: &address.country,
        },
        items: draft
            .lines
            .iter()
            .map(|line| NewItem {
                reference: &line.sku,
                count: line.quantity,
            })
            .collect(),
        comments: &draft.reference,
    };
    let created: wire::Parcel = host.fetch(api::post(connector, "/parcels", &parcel)?)?;
    Ok(pushed(created.id, false))
}

fn pushed(id: u64, existed: bool) -> Pushed {
    Pushed {
        id: id.to_string(),
        existed,
        url: String::new(),
    }
}

/// What an earlier try may have left: a parcel with our key. That Cubyn filters by it is assumed, so the list is read
/// back to when that try began, should it not.
fn earlier_try(host: &impl Host, connector: &Connector, draft: &OrderDraft) -> Result<Option<u64>> {
    let since = time::parse(&draft.first_tried_at)
        .ok_or_else(|| Error::internal(format!("first-tried-at: {:?}", draft.first_tried_at)))?
        - SKEW;
    let query = [
        ("filters[orderRef]", draft.key.as_str()),
        ("sort[id]", "DESC"),
    ];
    let mut offset = 0;
    loop {
        let page = listing::page(
            host,
            connector,
            "/parcels",
            &query,
            offset,
            LARGEST_PAGE,
            |parcel: wire::Parcel| Ok(parcel),
        )?;
        let ours = page
            .items
            .iter()
            .find(|parcel| parcel.order_ref == draft.key);
        if let Some(parcel) = ours {
            return Ok(Some(parcel.id));
        }
        let is_old = |parcel: &wire::Parcel| {
            time::parse(&parcel.created_at).is_some_and(|created| created < since)
        };
        match page.next {
            Some(next) if !page.items.last().is_some_and(is_old) => offset = next,
            _ => return Ok(None),
        }
    }
}

/// Asks for a parcel not to be shipped. Cubyn's word for “too late” is assumed to be 409 or 400; one that is cancelled
/// already stays so.
pub fn cancel(host: &impl Host, connector: &Connector, id: &str) -> Result<OrderState> {
    let asked = time::format_millis(host.now());
    let path = format!("{}/cancel", api::parcel(id)?);
    match host.fetch::<wire::Parcel>(api::put(connector, &path)) {
        Ok(parcel) => Ok(state_of(parcel, &asked)),
        Err(error) if matches!(error.kind, ErrorKind::Conflict | ErrorKind::Rejected) => {
            let parcel = read(host, connector, id)?;
            if parcel.status == "CANCELLED" {
                return Ok(state_of(parcel, &asked));
            }
            Err(Error {
                kind: ErrorKind::Conflict,
                ..error
            })
        }
        Err(error) => Err(error),
    }
}
