//! Calls for quotes, and for the prices of a store.

use axum::extract::State;
use chrono::NaiveDate;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::model::{QuotedCarrier, Quotes, StoreShippingPrices};
use super::quotes::{self, Asked, Parcel, Reader};
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::http::error::{Error, Result};
use crate::http::request::{Data, Id, Params, Path, number};
use crate::http::routing::{Routes, routes};
use crate::list::day_of;
use crate::records::visible::Visible;
use crate::shipping::prices::HEAVIEST;
use crate::stores::StoreName;
use crate::words::address;
use crate::words::language::Language;

/// What a store pays is a store's to know.
const READ: Access = Access::permissions(&[Permission::ReadFee]);
/// Whoever makes an order chooses how it goes.
const ORDER: Access =
    Access::admin_or_customer(&[Permission::WriteOrder], &[Permission::WriteOrder]);

pub fn routes() -> Routes {
    Routes::new()
        .add(ORDER, routes!(available))
        .add(READ, routes!(quote))
        .add(READ, routes!(table))
        .add(READ, routes!(carriers))
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct ParcelQuery {
    store_id: Uuid,
    /// Where it goes: ISO 3166-1 alpha-2.
    country_code: String,
    /// Grams, where somebody weighed it.
    #[serde(default, deserialize_with = "number")]
    #[param(value_type = Option<i32>, minimum = 0, maximum = 10_000_000)]
    weight: Option<i32>,
    /// What is in it: variants of the store with their quantities, `id:2,id:1`.
    articles: Option<String>,
    /// By the tariffs of this day, as an order of then; absent: today.
    on: Option<NaiveDate>,
}

/// As many articles as an order has, and of each.
const MOST_ARTICLES: usize = 100;
const MOST_OF_ONE: u32 = 10_000;

impl ParcelQuery {
    fn parcel(self) -> Result<(Uuid, Parcel)> {
        if address::country(&self.country_code).is_err() {
            return Err(Error::field("countryCode", "country"));
        }
        let weight = self.weight.unwrap_or_default();
        if !(0..=HEAVIEST).contains(&weight) {
            let code = if weight < 0 { "min" } else { "max" };
            return Err(Error::field("weight", code));
        }
        let text = self.articles.unwrap_or_default();
        let parts = text.split(',').filter(|part| !part.is_empty());
        let article = |part: &str| {
            let (id, quantity) = part.split_once(':')?;
            let quantity: u32 = quantity.parse().ok()?;
            let fits = (1..=MOST_OF_ONE).contains(&quantity);
            Some((id.parse().ok()?, quantity)).filter(|_| fits)
        };
        let articles: Option<Vec<(Uuid, u32)>> = parts.map(article).collect();
        let articles = articles.ok_or(Error::field("articles", "format"))?;
        if articles.len() > MOST_ARTICLES {
            return Err(Error::field("articles", "max"));
        }
        let parcel = Parcel {
            country: self.country_code,
            articles,
            weight,
        };
        Ok((self.store_id, parcel))
    }
}

/// What a parcel of a store costs with each carrier of the providers that it ships with, and why some are not offered.
#[utoipa::path(get, path = "/shipping/available", tag = "shipping", operation_id = "listShippingOffers",
    params(ParcelQuery), responses((status = 200, body = Data<Quotes>)))]
async fn available(
    scope: Scope,
    State(app): State<App>,
    language: Language,
    Params(query): Params<ParcelQuery>,
) -> Result<Data<Quotes>> {
    of_provider(app, scope, language, Asked::Orderable, query).await
}

/// What a parcel of a store costs with each carrier of one provider.
#[utoipa::path(get, path = "/shipping/price/{id}", tag = "shipping", operation_id = "quoteShipping",
    params(("id" = String, Path, description = "A plugin's id"), ParcelQuery),
    responses((status = 200, body = Data<Quotes>)))]
async fn quote(
    scope: Scope,
    State(app): State<App>,
    language: Language,
    Path(provider): Path<String>,
    Params(query): Params<ParcelQuery>,
) -> Result<Data<Quotes>> {
    of_provider(app, scope, language, Asked::Provider(&provider), query).await
}

async fn of_provider(
    app: App,
    scope: Scope,
    language: Language,
    asked: Asked<'_>,
    query: ParcelQuery,
) -> Result<Data<Quotes>> {
    let day = query.on.unwrap_or_else(|| day_of(app.now()));
    let (store, parcel) = query.parcel()?;
    let mut db = app.db.acquire().await?;
    let store = Visible::<StoreName>::find(&mut db, &scope, store).await?;
    let reader = Reader {
        scope: &scope,
        language,
    };
    let data = quotes::quote(&mut db, reader, &store, asked, &parcel, day).await?;
    Ok(Data { data })
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct TableQuery {
    /// Of this carrier alone.
    carrier_id: Option<Uuid>,
}

/// All prices of a store as they are today, with and without VAT, exceptions laid over the grid. At most 40,000: with more, one
/// carrier at a time.
#[utoipa::path(get, path = "/store/{id}/shipping/prices", tag = "shipping", operation_id = "getStoreShippingPrices",
    params(("id" = Uuid, Path), TableQuery), responses((status = 200, body = Data<StoreShippingPrices>)))]
async fn table(
    scope: Scope,
    State(app): State<App>,
    language: Language,
    Id(id): Id,
    Params(query): Params<TableQuery>,
) -> Result<Data<StoreShippingPrices>> {
    let mut db = app.db.acquire().await?;
    let store = Visible::<StoreName>::find(&mut db, &scope, id).await?;
    let (reader, today) = (
        Reader {
            scope: &scope,
            language,
        },
        day_of(app.now()),
    );
    let data = quotes::whole(&mut db, reader, &store, query.carrier_id.as_slice(), today).await?;
    Ok(Data { data })
}

/// The carriers that a store is offered and that have prices today, by name: those whose prices can be asked for one at a time.
#[utoipa::path(get, path = "/store/{id}/shipping/carriers", tag = "shipping", operation_id = "listStoreCarriers",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<Vec<QuotedCarrier>>)))]
async fn carriers(
    scope: Scope,
    State(app): State<App>,
    language: Language,
    Id(id): Id,
) -> Result<Data<Vec<QuotedCarrier>>> {
    let mut db = app.db.acquire().await?;
    let store = Visible::<StoreName>::find(&mut db, &scope, id).await?;
    let data = quotes::carriers(&mut db, language, &store, day_of(app.now())).await?;
    Ok(Data { data })
}
