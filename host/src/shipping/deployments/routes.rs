//! Calls on the rates at a store's shop.

use std::collections::BTreeSet;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use comptoir_sandbox::Call;
use serde::Deserialize;
use sqlx::PgConnection;
use utoipa::IntoParams;
use uuid::Uuid;

use super::diff::{blocked, counts, diff};
use super::jobs::Deploy;
use super::model::{
    ClearRates, Deployment, DeploymentKind, LiveZone, SetMarkets, SetRates, ShopRatesDiff, Zone,
};
use super::sql::{self, Asked};
use super::zones::zones;
use crate::access::Scope;
use crate::app::App;
use crate::http::error::{Error, ErrorBody, Issue, Resource, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id, Params, ids_of};
use crate::http::routing::{Routes, routes};
use crate::list::day_of;
use crate::plugins;
use crate::providers::connectors::{self, ConnectorRole};
use crate::providers::partner;
use crate::records::audit::{self, Author, Change, Entry};
use crate::records::live::{self, Signal};
use crate::records::visible::Visible;
use crate::shipping::CARRIER;
use crate::shipping::carriers::{READ, WRITE};
use crate::shipping::stores::{Reader, whole};
use crate::stores::{STORE, StoreName};
use crate::words::address;
use crate::words::language::Language;

/// Carriers that are named at once.
const MOST_CARRIERS: usize = 100;

pub fn routes() -> Routes {
    Routes::new()
        .add(READ, routes!(compare))
        .add(WRITE, routes!(set))
        .add(WRITE, routes!(clear))
        .add(WRITE, routes!(set_markets))
        .add(READ, routes!(list))
        .add(WRITE, routes!(again))
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct DiffQuery {
    store_id: Uuid,
    /// Whose rates the shop is to have, with commas between them.
    carrier_ids: String,
}

/// What setting a store's rates of these carriers would do at its shop, which is asked now: rates added, changed, removed, the
/// same as before, and those that are the shop's own. Prices are with the VAT of the destination.
#[utoipa::path(get, path = "/shipping/store/diff", tag = "shipping", operation_id = "compareShopRates", params(DiffQuery),
    responses((status = 200, body = Data<ShopRatesDiff>),
        (status = 404, body = ErrorBody, description = "NotFoundConnectorException: the store has no shop"),
        (status = 422, body = ErrorBody, description = "ConnectorException: its shop takes no rates"),
        (status = 502, body = ErrorBody, description = "ConnectorException: the shop does not answer")))]
async fn compare(
    scope: Scope,
    State(app): State<App>,
    Params(query): Params<DiffQuery>,
) -> Result<Data<ShopRatesDiff>> {
    let carriers = ids_of(&query.carrier_ids, "carrierIds", MOST_CARRIERS)?;
    let mut db = app.db.acquire().await?;
    let store = Visible::<StoreName>::find(&mut db, &scope, query.store_id).await?;
    let (connector, _) = shop_of(&mut db, store.id).await?;
    let wanted = wanted(&app, &mut db, &scope, &store, &carriers).await?;
    drop(db);
    let (connector, plugin) = partner(&app, connector).await?;
    let ask = || plugin.rates(Call::request(vec![connector.for_plugin()]));
    let live_zones = plugins::patiently(ask).await;
    let live_zones = live_zones.map_err(|error| plugins::call_error(plugin.id(), error))?;
    let live_zones: Vec<LiveZone> = live_zones.into_iter().map(LiveZone::from).collect();
    let zones = diff(&wanted, &live_zones);
    Ok(Data {
        data: ShopRatesDiff {
            shop: connector.store_name,
            counts: counts(&zones),
            blocked: blocked(&wanted, &live_zones),
            zones,
        },
    })
}

/// Sets a store's prices of these carriers at its shop, in place of those that were set before: a job. Rates that are the shop's
/// own stay as they are.
#[utoipa::path(post, path = "/shipping/store/set", tag = "shipping", operation_id = "setShopRates", params(KeyHeader),
    request_body = SetRates,
    responses((status = 202, body = Data<Deployment>),
        (status = 404, body = ErrorBody, description = "NotFoundConnectorException: the store has no shop"),
        (status = 409, body = ErrorBody, description = "ConflictDeploymentException: another one is under way")))]
async fn set(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(input): Body<SetRates>,
) -> Result<Response> {
    once.run(&app, async |tx| {
        let store = Visible::<StoreName>::find(&mut *tx, &scope, input.store_id).await?;
        let asked = Asked {
            store: store.id,
            kind: DeploymentKind::Set,
            zones: wanted(&app, &mut *tx, &scope, &store, &input.carrier_ids).await?,
            carriers: input.carrier_ids,
        };
        begin(&app, tx, &scope, asked).await
    })
    .await
}

/// Takes the rates that were set at a store's shop away: a job. The shop's own stay.
#[utoipa::path(post, path = "/shipping/store/clear", tag = "shipping", operation_id = "clearShopRates", params(KeyHeader),
    request_body = ClearRates,
    responses((status = 202, body = Data<Deployment>),
        (status = 404, body = ErrorBody, description = "NotFoundConnectorException: the store has no shop"),
        (status = 409, body = ErrorBody, description = "ConflictDeploymentException: another one is under way")))]
async fn clear(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(input): Body<ClearRates>,
) -> Result<Response> {
    once.run(&app, async |tx| {
        let store = Visible::<StoreName>::find(&mut *tx, &scope, input.store_id).await?;
        let asked = Asked {
            store: store.id,
            kind: DeploymentKind::Clear,
            carriers: Vec::new(),
            zones: Vec::new(),
        };
        begin(&app, tx, &scope, asked).await
    })
    .await
}

/// Lets a store's shop sell to these countries: a job. Markets that are the shop's own stay as they are.
#[utoipa::path(post, path = "/shipping/store/set/markets", tag = "shipping", operation_id = "setShopMarkets",
    params(KeyHeader), request_body = SetMarkets,
    responses((status = 202, body = Data<Deployment>),
        (status = 404, body = ErrorBody, description = "NotFoundConnectorException: the store has no shop"),
        (status = 409, body = ErrorBody, description = "ConflictDeploymentException: another one is under way")))]
async fn set_markets(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(input): Body<SetMarkets>,
) -> Result<Response> {
    let mut countries = input.countries;
    let wrong = countries
        .iter()
        .position(|code| address::country(code).is_err());
    if let Some(at) = wrong {
        return Err(Error::field(format!("countries[{at}]"), "country"));
    }
    countries.sort_unstable();
    countries.dedup();
    once.run(&app, async |tx| {
        let store = Visible::<StoreName>::find(&mut *tx, &scope, input.store_id).await?;
        let asked = Asked {
            store: store.id,
            kind: DeploymentKind::Markets,
            carriers: Vec::new(),
            zones: countries.into_iter().map(Zone::of_country).collect(),
        };
        begin(&app, tx, &scope, asked).await
    })
    .await
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct StoreQuery {
    store_id: Uuid,
}

/// The last twenty deployments of a store, the newest first.
#[utoipa::path(get, path = "/shipping/store/deployments", tag = "shipping", operation_id = "listDeployments",
    params(StoreQuery), responses((status = 200, body = Data<Vec<Deployment>>)))]
async fn list(
    scope: Scope,
    State(app): State<App>,
    Params(query): Params<StoreQuery>,
) -> Result<Data<Vec<Deployment>>> {
    let mut db = app.db.acquire().await?;
    let store = Visible::<StoreName>::find(&mut db, &scope, query.store_id).await?;
    Ok(Data {
        data: sql::list(&mut db, &scope, store.id).await?,
    })
}

/// Sets at the shop what a deployment had set, whatever the prices are by now: a job, and a deployment of its own.
#[utoipa::path(post, path = "/shipping/store/deployments/{id}/again", tag = "shipping", operation_id = "repeatDeployment",
    params(("id" = Uuid, Path), KeyHeader),
    responses((status = 202, body = Data<Deployment>),
        (status = 404, body = ErrorBody, description = "NotFoundConnectorException: the store has no shop"),
        (status = 409, body = ErrorBody, description = "ConflictDeploymentException: another one is under way")))]
async fn again(scope: Scope, State(app): State<App>, once: Once, Id(id): Id) -> Result<Response> {
    once.run(&app, async |tx| {
        let asked = sql::asked(&mut *tx, &scope, id).await?;
        let mut asked = asked.ok_or(Error::missing("Deployment"))?;
        asked.zones.iter_mut().for_each(|zone| zone.done = false);
        begin(&app, tx, &scope, asked).await
    })
    .await
}

/// The connection to a store's shop, and its plugin.
async fn shop_of(db: &mut PgConnection, store: Uuid) -> Result<(Uuid, String)> {
    let found = connectors::of_stores(db, &[store], ConnectorRole::Shop).await?;
    let found = found.into_iter().next();
    found.ok_or(Error::NotFound(Resource::Connector))
}

/// What a store's shop is to have: today's prices of these carriers.
///
/// # Errors
/// [`Error::Invalid`]: a carrier that the store is not offered, that has no price, or that is named twice.
async fn wanted(
    app: &App,
    db: &mut PgConnection,
    scope: &Scope,
    store: &Visible<StoreName>,
    carriers: &[Uuid],
) -> Result<Vec<Zone>> {
    if carriers.is_empty() {
        return Err(Error::field("carrierIds", "required"));
    }
    if carriers.iter().collect::<BTreeSet<_>>().len() < carriers.len() {
        return Err(Error::field("carrierIds", "unique"));
    }
    let reader = Reader {
        scope,
        // What consumers read.
        language: Language::Fr,
    };
    let table = whole(&mut *db, reader, store, carriers, day_of(app.now())).await?;
    let is_priced = |id: &Uuid| table.carriers.iter().any(|known| known.carrier.id == *id);
    let unpriced = |id: &Uuid| !is_priced(id);
    Error::refuse(Issue::of_items(
        "carrierIds[]",
        "option",
        carriers,
        unpriced,
    ))?;
    let codes = sql::codes(db, carriers).await?;
    Ok(zones(&table.carriers, &codes))
}

/// Keeps what is to be set and asks for the job that does.
async fn begin(
    app: &App,
    db: &mut PgConnection,
    scope: &Scope,
    asked: Asked,
) -> Result<(StatusCode, Deployment)> {
    let (connector, plugin) = shop_of(&mut *db, asked.store).await?;
    let author = Author::from(scope);
    let deploy = Deploy {
        deployment: Uuid::now_v7(),
        connector,
        plugin,
    };
    let job = crate::jobs::enqueue(&mut *db, &author, &deploy).await?;
    let ids = (deploy.deployment, job.id);
    sql::add(&mut *db, ids, &author.name, &asked, app.now()).await?;
    let (field, zones) = match asked.kind {
        DeploymentKind::Markets => ("shopMarkets", names(&asked.zones)),
        DeploymentKind::Set | DeploymentKind::Clear => ("shopRates", names(&asked.zones)),
    };
    let change = Change {
        field: field.to_owned(),
        before: serde_json::Value::Null,
        after: zones.into(),
    };
    let entry = Entry {
        kind: &STORE,
        id: asked.store,
        action: "update",
        changes: vec![change],
    };
    audit::record(&mut *db, &author, &[entry]).await?;
    live::notify(&mut *db, &Signal::changed(&CARRIER)).await?;
    let shown = sql::list(db, scope, asked.store).await?;
    let shown = shown.into_iter().find(|known| known.id == ids.0);
    let shown = shown.ok_or(Error::missing("Deployment"))?;
    Ok((StatusCode::ACCEPTED, shown))
}

fn names(zones: &[Zone]) -> Vec<String> {
    zones.iter().map(|zone| zone.name.clone()).collect()
}
