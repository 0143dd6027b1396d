//! Calls on what a store agreed on, and on the VAT of destinations.

use std::collections::BTreeMap;

use axum::extract::State;
use comptoir_sandbox::PluginRole;
use rust_decimal::Decimal;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::routes;
use uuid::Uuid;
use validator::{Validate, ValidationError};

use super::model::{DestinationVat, ShippingProvider, ShippingSettings};
use super::sql;
use crate::access::Scope;
use crate::app::App;
use crate::http::error::{Error, Result};
use crate::http::request::{Body, Data, Id};
use crate::http::routing::Routes;
use crate::records::audit::{self, Author, Entry};
use crate::records::edition::Edition;
use crate::records::life;
use crate::records::visible::Visible;
use crate::shipping::VAT;
use crate::shipping::carriers::{READ, WRITE};
use crate::stores::{Store, StoreName};

pub fn routes() -> Routes {
    Routes::new()
        .add(READ, routes!(find))
        .add(WRITE, routes!(replace))
        .add(READ, routes!(vat))
        .add(WRITE, routes!(replace_vat))
}

/// What a store agreed on about its parcels. Providers that it is connected to are among them, enabled unless it says otherwise.
#[utoipa::path(get, path = "/store/{id}/shipping/settings", tag = "shipping", operation_id = "getShippingSettings",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<ShippingSettings>)))]
async fn find(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<ShippingSettings>> {
    let mut db = app.db.acquire().await?;
    let store = Visible::<StoreName>::find(&mut db, &scope, id).await?;
    Ok(Data {
        data: sql::settings(&mut db, &store).await?,
    })
}

/// Changes what a store agreed on. Quotes of before stay as they were told.
#[utoipa::path(put, path = "/store/{id}/shipping/settings", tag = "shipping", operation_id = "replaceShippingSettings",
    params(("id" = Uuid, Path)), request_body = ShippingSettings,
    responses((status = 200, body = Data<ShippingSettings>)))]
async fn replace(
    scope: Scope,
    State(app): State<App>,
    Id(id): Id,
    Body(input): Body<ShippingSettings>,
) -> Result<Data<ShippingSettings>> {
    let mut tx = app.begin().await?;
    let store = life::open::<Store>(&mut tx, &scope, id, Edition::ANY).await?;
    let named = Visible::<StoreName>::find(&mut tx, &scope, id).await?;
    let before = sql::settings(&mut tx, &named).await?;
    // What the store has of a plugin that was taken out stays with it.
    let is_known = |provider: &ShippingProvider| {
        app.plugins.plays(&provider.id, PluginRole::Fulfilment)
            || before.providers.contains(provider)
    };
    let unknown = input
        .providers
        .iter()
        .position(|provider| !is_known(provider));
    if let Some(at) = unknown {
        return Err(Error::field(format!("providers[{at}].id"), "option"));
    }
    sql::keep_settings(&mut tx, id, &input).await?;
    let data = sql::settings(&mut tx, &named).await?;
    let changes = audit::changes(Some(&before), Some(&data));
    life::note::<Store>(&mut tx, &scope, &store, "update", changes, app.now()).await?;
    tx.commit().await?;
    Ok(Data { data })
}

/// The VAT that consumers pay on shipping, by country. One that is not listed has France's.
#[utoipa::path(get, path = "/shipping/vat", tag = "shipping", operation_id = "listDestinationVat",
    responses((status = 200, body = Data<Vec<DestinationVat>>)))]
async fn vat(_: Scope, State(app): State<App>) -> Result<Data<Vec<DestinationVat>>> {
    let mut db = app.db.acquire().await?;
    Ok(Data {
        data: sql::vat(&mut db).await?,
    })
}

/// All rates that differ from France's, and hers.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct VatTable {
    #[validate(nested, length(max = 300), custom(function = "once_a_country"))]
    rates: Vec<DestinationVat>,
}

fn once_a_country(rates: &[DestinationVat]) -> std::result::Result<(), ValidationError> {
    let mut codes: Vec<&str> = rates
        .iter()
        .map(|rate| rate.country_code.as_str())
        .collect();
    codes.sort_unstable();
    match codes.windows(2).any(|pair| pair[0] == pair[1]) {
        true => Err(ValidationError::new("unique")),
        false => Ok(()),
    }
}

/// As histories compare it.
fn by_country(rates: &[DestinationVat]) -> BTreeMap<String, Decimal> {
    let rates = rates.iter();
    rates
        .map(|rate| (rate.country_code.clone(), rate.percent))
        .collect()
}

/// Replaces the table of rates.
#[utoipa::path(put, path = "/shipping/vat", tag = "shipping", operation_id = "replaceDestinationVat",
    request_body = VatTable, responses((status = 200, body = Data<Vec<DestinationVat>>)))]
async fn replace_vat(
    scope: Scope,
    State(app): State<App>,
    Body(input): Body<VatTable>,
) -> Result<Data<Vec<DestinationVat>>> {
    let mut tx = app.begin().await?;
    sql::hold_vat(&mut tx).await?;
    let before = by_country(&sql::vat(&mut tx).await?);
    sql::keep_vat(&mut tx, &input.rates).await?;
    let data = sql::vat(&mut tx).await?;
    let entry = Entry {
        kind: &VAT,
        id: Uuid::nil(),
        action: "update",
        changes: audit::changes(Some(&before), Some(&by_country(&data))),
    };
    audit::record(&mut tx, &Author::from(&scope), &[entry]).await?;
    tx.commit().await?;
    Ok(Data { data })
}
