//! The calls of the plugin's own screens. Each is about one connection, so that a shop that does not answer leaves the
//! others alone.

use crate::account::Seen;
use crate::markets;
use crate::memory::{self, Event, Pull};
use crate::rates::{self, ZoneRow};
use crate::settings::Settings;
use crate::webhooks;
use comptoir_plugin_sdk::routes::{Request, Response};
use comptoir_plugin_sdk::{Connector, Error, Host, Result};
use serde::Serialize;

/// A connected shop as it is now, and what is remembered of it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Integration {
    shop: String,
    name: String,
    currency: String,
    admin_url: String,
    /// What the app is not allowed and should be.
    missing_scopes: Vec<&'static str>,
    webhooks: Vec<Webhook>,
    markets: Vec<Market>,
    pulls: Vec<Pull>,
    events: Vec<Event>,
}

#[derive(Debug, Serialize)]
struct Webhook {
    topic: String,
    address: String,
}

#[derive(Debug, Serialize)]
struct Market {
    name: String,
    active: bool,
    /// ISO 3166-1 alpha-2.
    countries: Vec<String>,
}

/// `GET /integration?connector=`.
pub fn integration(host: &impl Host, request: &Request) -> Result<Response> {
    let connector = chosen(request)?;
    let settings = Settings::of(connector)?;
    let seen = Seen::load(host, connector)?;
    let webhooks = webhooks::list(host, connector)?.into_iter();
    let markets = markets::list(host, connector)?.into_iter();
    Response::data(&Integration {
        admin_url: settings.admin_url(""),
        shop: settings.shop,
        missing_scopes: seen.missing(),
        name: seen.shop.name,
        currency: seen.shop.currency_code,
        webhooks: webhooks
            .map(|known| Webhook {
                topic: known.topic,
                address: known.address,
            })
            .collect(),
        markets: markets
            .map(|market| Market {
                name: market.name,
                active: market.active,
                countries: market.countries,
            })
            .collect(),
        pulls: memory::pulls(host, connector),
        events: memory::events(host, connector),
    })
}

/// `GET /shipping-fee?connector=`: the zones of the shop's default delivery profile.
pub fn shipping_fee(host: &impl Host, request: &Request) -> Result<Response> {
    let connector = chosen(request)?;
    let zones = rates::all(host, connector)?.into_iter();
    Response::data(&zones.map(rates::Held::row).collect::<Vec<ZoneRow>>())
}

/// The caller's connection that `connector` names.
fn chosen(request: &Request) -> Result<&Connector> {
    let id = request.query_value("connector").unwrap_or_default();
    let mut known = request.connectors.iter();
    known
        .find(|connector| connector.id == id)
        .ok_or_else(|| Error::not_found(format!("connector: {id:?} is not one of yours")))
}
