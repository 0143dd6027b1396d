//! Calls on what goes on around a product.

use axum::extract::State;
use chrono::TimeDelta;
use serde::Deserialize;
use sqlx::PgConnection;
use utoipa::IntoParams;
use uuid::Uuid;

use super::model::{Around, Arrival, StockDay};
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
    let skus = sql::skus_of(&product);
    let data = Around {
        bundles: sql::bundles(&mut db, &product).await?,
        inbound: arrivals(&mut db, &scope, (product.store.id, &skus)).await?,
        sales: sql::sales(&mut db, &scope, &product, day_of(app.now())).await?,
    };
    Ok(Data { data })
}

/// What of these SKUs is on its way for a store that the caller sees, what comes first first, two hundred lines at most; none for
/// those who may not read shipments.
pub async fn arrivals(
    db: &mut PgConnection,
    scope: &Scope,
    of: (Uuid, &[String]),
) -> Result<Option<Vec<Arrival>>> {
    match READ_INBOUND.check(Some(scope)) {
        Ok(_) => Ok(Some(sql::inbound(db, scope, of).await?)),
        Err(_) => Ok(None),
    }
}

/// How the stock of these SKUs of a store went in the last 180 days, each SKU's in the order of time.
pub async fn stock_days(
    app: &App,
    db: &mut PgConnection,
    of: (Uuid, &[String]),
) -> Result<Vec<(String, StockDay)>> {
    sql::stock(db, of, day_of(app.now()) - DAYS).await
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
            let sku = [variant.sku.clone()];
            stock_days(&app, &mut db, (product.store.id, &sku)).await?
        }
        None => Vec::new(),
    };
    let data = data.into_iter().map(|(_, day)| day).collect();
    Ok(Data { data })
}
