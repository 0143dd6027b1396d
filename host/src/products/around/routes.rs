//! Calls on what goes on around a product.

use axum::extract::State;
use chrono::TimeDelta;
use serde::Deserialize;
use utoipa::IntoParams;

use super::model::{Around, StockDay};
use super::sql;
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::http::error::Result;
use crate::http::request::{Data, Id, Params};
use crate::http::routing::{Routes, routes};
use crate::list::day_of;
use crate::products::model::Product;
use crate::products::routes::READ;
use crate::records::visible::Visible;

/// What reading inbound shipments takes.
const READ_INBOUND: Access =
    Access::admin_or_customer(&[Permission::ReadConnector], &[Permission::ReadOrder]);
/// How far back stock is told.
const DAYS: TimeDelta = TimeDelta::days(180);

pub fn routes() -> Routes {
    Routes::new()
        .add(READ, routes!(around))
        .add(READ, routes!(stock))
}

/// The bundles that hold a product, what of it is on its way to the warehouse, and where it sells.
#[utoipa::path(get, path = "/product/{id}/around", tag = "products", operation_id = "getProductSurroundings",
    params(("id" = uuid::Uuid, Path)), responses((status = 200, body = Data<Around>)))]
async fn around(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Around>> {
    let mut db = app.db.acquire().await?;
    let product = Visible::<Product>::find(&mut db, &scope, id).await?;
    let inbound = match READ_INBOUND.check(Some(&scope)) {
        Ok(_) => Some(sql::inbound(&mut db, &scope, &product).await?),
        Err(_) => None,
    };
    let data = Around {
        bundles: sql::bundles(&mut db, &product).await?,
        inbound,
        sales: sql::sales(&mut db, &scope, &product, day_of(app.now())).await?,
    };
    Ok(Data { data })
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Which {
    /// One of the product's variants. Default: the first.
    sku: Option<String>,
}

/// How the stock of one of a product's variants went in the last 180 days: the days on which it changed. None where nobody
/// tells it, or the product has no such variant.
#[utoipa::path(get, path = "/product/{id}/stock", tag = "products", operation_id = "getProductStock",
    params(("id" = uuid::Uuid, Path), Which), responses((status = 200, body = Data<Vec<StockDay>>)))]
async fn stock(
    scope: Scope,
    State(app): State<App>,
    Id(id): Id,
    Params(which): Params<Which>,
) -> Result<Data<Vec<StockDay>>> {
    let mut db = app.db.acquire().await?;
    let product = Visible::<Product>::find(&mut db, &scope, id).await?;
    let asked = |sku: &str| which.sku.as_deref().is_none_or(|asked| asked == sku);
    let mut variants = product.variants.iter();
    let data = match variants.find(|variant| asked(&variant.sku)) {
        Some(variant) => {
            sql::stock(&mut db, &product, &variant.sku, day_of(app.now()) - DAYS).await?
        }
        None => Vec::new(),
    };
    Ok(Data { data })
}
