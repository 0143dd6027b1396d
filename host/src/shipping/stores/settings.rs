//! Calls on what a store agreed on, and on the VAT of destinations.

use std::collections::BTreeMap;

use axum::extract::State;
use comptoir_sandbox::PluginRole;
use rust_decimal::Decimal;
use uuid::Uuid;

use super::model::{
    DestinationVat, ShippingProvider, ShippingSettings, StoreShippingSettings, VatTable,
    VatTableInput,
};
use super::sql;
use crate::access::Scope;
use crate::app::App;
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::request::{Body, Data, Id};
use crate::http::routing::{Routes, routes};
use crate::records::audit::{self, Author, Entry};
use crate::records::edition::{Edition, EditionHeader};
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
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<StoreShippingSettings>)))]
async fn find(
    scope: Scope,
    State(app): State<App>,
    Id(id): Id,
) -> Result<Data<StoreShippingSettings>> {
    let mut db = app.db.acquire().await?;
    // The version first: a change right after it is newer than what is told here, so that the next one on it is refused.
    let updated_at = Visible::<Store>::find(&mut db, &scope, id)
        .await?
        .updated_at;
    let store = Visible::<StoreName>::find(&mut db, &scope, id).await?;
    Ok(Data {
        data: StoreShippingSettings::new(sql::terms(&mut db, &store).await?.settings, updated_at),
    })
}

/// Changes what a store agreed on. Quotes of before stay as they were told.
#[utoipa::path(put, path = "/store/{id}/shipping/settings", tag = "shipping", operation_id = "replaceShippingSettings",
    params(("id" = Uuid, Path), EditionHeader), request_body = ShippingSettings,
    responses((status = 200, body = Data<StoreShippingSettings>), (status = 400, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
async fn replace(
    scope: Scope,
    State(app): State<App>,
    edition: Edition,
    Id(id): Id,
    Body(input): Body<ShippingSettings>,
) -> Result<Data<StoreShippingSettings>> {
    let mut tx = app.begin().await?;
    let store = life::open::<Store>(&mut tx, &scope, id, edition).await?;
    let named = Visible::<StoreName>::find(&mut tx, &scope, id).await?;
    let before = sql::terms(&mut tx, &named).await?.settings;
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
    let settings = sql::terms(&mut tx, &named).await?.settings;
    let changes = audit::changes(Some(&before), Some(&settings));
    let version =
        life::note::<Store>(&mut tx, &scope, &store, "update", changes, app.now()).await?;
    tx.commit().await?;
    Ok(Data {
        data: StoreShippingSettings::new(settings, version.unwrap_or(store.updated_at)),
    })
}

/// The VAT that consumers pay on shipping, by country. One that is not listed has France's.
#[utoipa::path(get, path = "/shipping/vat", tag = "shipping", operation_id = "listDestinationVat",
    responses((status = 200, body = Data<VatTable>)))]
async fn vat(_: Scope, State(app): State<App>) -> Result<Data<VatTable>> {
    let mut db = app.db.acquire().await?;
    // The version first, for the same reason.
    let updated_at = sql::vat_version(&mut db).await?;
    let rates = sql::vat(&mut db).await?;
    Ok(Data {
        data: VatTable { rates, updated_at },
    })
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
    params(EditionHeader), request_body = VatTableInput,
    responses((status = 200, body = Data<VatTable>), (status = 400, body = ErrorBody), (status = 409, body = ErrorBody)))]
async fn replace_vat(
    scope: Scope,
    State(app): State<App>,
    edition: Edition,
    Body(input): Body<VatTableInput>,
) -> Result<Data<VatTable>> {
    let mut tx = app.begin().await?;
    let mut updated_at = sql::lock_vat(&mut tx).await?;
    edition
        .check(&mut tx, &VAT, Uuid::nil(), updated_at)
        .await?;
    let before = by_country(&sql::vat(&mut tx).await?);
    sql::keep_vat(&mut tx, &input.rates).await?;
    let rates = sql::vat(&mut tx).await?;
    let changes = audit::changes(Some(&before), Some(&by_country(&rates)));
    if !changes.is_empty() {
        updated_at = sql::touch_vat(&mut tx, app.now()).await?;
        let entry = Entry {
            kind: &VAT,
            id: Uuid::nil(),
            action: "update",
            changes,
        };
        audit::record(&mut tx, &Author::from(&scope), &[entry]).await?;
    }
    tx.commit().await?;
    Ok(Data {
        data: VatTable { rates, updated_at },
    })
}
