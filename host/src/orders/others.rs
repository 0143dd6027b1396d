//! What else the customer of an order ordered.

use axum::extract::State;
use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;
use uuid::Uuid;

use super::model::{OrderDetail, OrderStatus};
use super::routes::READ;
use crate::access::Scope;
use crate::app::App;
use crate::http::error::{ErrorBody, Result};
use crate::http::request::{Data, Id};
use crate::http::routing::{Routes, routes};
use crate::records::visible::Visible;
use crate::stores::StoreName;

/// As many as are told.
const MOST: usize = 5;

/// The other orders of an order's customer, the newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OtherOrders {
    /// Five at most.
    pub orders: Vec<OtherOrder>,
    /// There are older ones.
    pub has_more: bool,
}

/// Another order of the same customer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OtherOrder {
    pub id: Uuid,
    pub reference: String,
    pub status: OrderStatus,
    pub provider_status: String,
    pub store: StoreName,
    /// Pieces over all lines.
    pub item_count: i32,
    pub total: Decimal,
    /// ISO 4217.
    pub currency: String,
    pub submitted_at: DateTime<Utc>,
}

pub fn routes() -> Routes {
    Routes::new().add(READ, routes!(others))
}

/// The other orders of an order's customer, known by their e-mail address, in the stores that the caller may see.
#[utoipa::path(get, path = "/order/{id}/others", tag = "orders", operation_id = "listOtherOrders",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<OtherOrders>), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn others(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<OtherOrders>> {
    let mut db = app.db.acquire().await?;
    let order = Visible::<OrderDetail>::find(&mut db, &scope, id).await?;
    let mut orders = find(&mut db, &scope, &order).await?;
    let has_more = orders.len() > MOST;
    orders.truncate(MOST);
    Ok(Data {
        data: OtherOrders { orders, has_more },
    })
}

/// One more than is told. None where the customer's address is not known.
async fn find(
    db: &mut PgConnection,
    scope: &Scope,
    order: &Visible<OrderDetail>,
) -> Result<Vec<OtherOrder>> {
    let rows = sqlx::query!(
        r#"select o.id, o.reference, o.status as "status: OrderStatus", o.provider_status, o.store_id,
            s.name as store_name, o.item_count, o.total, o.currency, o.submitted_at
           from orders o join stores s on s.id = o.store_id
           where lower(o.contact->>'email') = lower($1) and o.contact->>'email' <> '' and o.id <> $2
               and in_scope(o.store_id, $3)
           order by o.submitted_at desc, o.id desc limit $4"#,
        order.contact.email,
        order.id(),
        scope.stores(),
        MOST as i64 + 1,
    )
    .fetch_all(db)
    .await?;
    let others = rows.into_iter().map(|row| OtherOrder {
        id: row.id,
        reference: row.reference,
        status: row.status,
        provider_status: row.provider_status,
        store: StoreName {
            id: row.store_id,
            name: row.store_name,
        },
        item_count: row.item_count,
        total: row.total,
        currency: row.currency,
        submitted_at: row.submitted_at,
    });
    Ok(others.collect())
}
