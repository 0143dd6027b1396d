//! The calls of the plugin's own screens. The list of connections comes from memory; what a shop itself has is asked
//! for one connection at a time, so that a shop that does not answer leaves the others alone.

use crate::markets;
use crate::memory::{self, Event, Pull};
use crate::rates::{self, Place};
use crate::settings::Settings;
use crate::webhooks;
use comptoir_plugin_sdk::routes::{Request, Response};
use comptoir_plugin_sdk::{Connector, Error, Host, ListQuery, Result};
use serde::Serialize;

/// The page sizes that the screens offer.
const SIZES: [usize; 3] = [20, 50, 100];

/// A connected shop, and what is remembered of it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Integration {
    connector: String,
    /// What stands before `.myshopify.com`.
    shop: String,
    admin_url: String,
    /// The last pull of each kind, as far as there was one.
    pulls: Vec<Pull>,
    /// The last events, the newest first.
    events: Vec<Event>,
}

/// `GET /integration?search=&page=&size=`: the caller's connections by shop.
pub fn list(host: &impl Host, request: &Request) -> Result<Response> {
    let query = ListQuery::of(request, &SIZES)?;
    let mut found = Vec::new();
    for connector in &request.connectors {
        let settings = Settings::of(connector)?;
        if query.finds(&[&settings.shop]) {
            found.push((settings, connector));
        }
    }
    found.sort_by(|a, b| (&a.0.shop, &a.1.id).cmp(&(&b.0.shop, &b.1.id)));
    let page = query
        .slice(&found)
        .iter()
        .map(|(settings, connector)| Integration {
            connector: connector.id.clone(),
            admin_url: settings.admin_url(""),
            shop: settings.shop.clone(),
            pulls: memory::pulls(host, connector),
            events: memory::events(host, connector),
        });
    Response::data(&page.collect::<Vec<_>>())?.with_meta(&query.meta(found.len()))
}

/// How many there are, beside a list that is always whole.
#[derive(Debug, Serialize)]
struct All {
    total: usize,
}

fn whole<T: Serialize>(rows: Vec<T>) -> Result<Response> {
    Response::data(&rows)?.with_meta(&All { total: rows.len() })
}

#[derive(Debug, Serialize)]
struct Webhook {
    topic: String,
    address: String,
}

/// `GET /integration/{connector}/webhook`: what the shop tells to whom, as the shop has it now.
pub fn webhooks(host: &impl Host, request: &Request, id: &str) -> Result<Response> {
    let known = webhooks::list(host, chosen(request, id)?)?.into_iter();
    whole(
        known
            .map(|known| Webhook {
                topic: known.topic,
                address: known.address,
            })
            .collect(),
    )
}

#[derive(Debug, Serialize)]
struct Market {
    name: String,
    /// The portal made it.
    ours: bool,
    active: bool,
    /// ISO 3166-1 alpha-2.
    countries: Vec<String>,
}

/// `GET /integration/{connector}/market`: where the shop sells.
pub fn markets(host: &impl Host, request: &Request, id: &str) -> Result<Response> {
    let markets = markets::list(host, chosen(request, id)?)?;
    let rows = markets.into_iter().map(|market| Market {
        ours: markets::is_ours(&market.name),
        name: market.name,
        active: market.active,
        countries: market.countries,
    });
    whole(rows.collect())
}

/// `GET /shipping-fee/{connector}`: the zones of the shop's default delivery profile.
pub fn zones(host: &impl Host, request: &Request, id: &str) -> Result<Response> {
    whole(rates::rows(host, chosen(request, id)?)?)
}

/// `GET /shipping-fee/{connector}/rate?zone=…&group=0&after=…`: the rates of the zone at that place.
pub fn rates(host: &impl Host, request: &Request, id: &str) -> Result<Response> {
    let connector = chosen(request, id)?;
    let of = |name: &str| {
        let mut query = request.query.iter();
        query
            .find(|(known, _)| known == name)
            .map(|(_, value)| value)
    };
    let group = of("group").map_or("0", String::as_str).parse();
    let place = Place {
        zone: of("zone").cloned().unwrap_or_default(),
        group: group.map_err(|_| Error::rejected("group: a number is expected"))?,
        after: of("after").filter(|after| !after.is_empty()).cloned(),
    };
    Response::data(&rates::shown(host, connector, &place)?)
}

/// One of the caller's connections.
fn chosen<'a>(request: &'a Request, id: &str) -> Result<&'a Connector> {
    let mut known = request.connectors.iter();
    known
        .find(|connector| connector.id == id)
        .ok_or_else(|| Error::not_found(format!("connector: {id:?} is not one of yours")))
}
