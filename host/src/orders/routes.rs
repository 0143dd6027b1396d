//! Calls on orders.

use axum::extract::State;
use axum::response::Response;
use comptoir_sandbox::Entity;
use sqlx::PgConnection;
use uuid::Uuid;

use super::list::ORDERS;
use super::manual;
use super::model::{Order, OrderDetail, OrderMapping, OrderSummary, history_for_customers};
use super::sql;
use super::sync::Orders;
use crate::access::{Access, Permission, Role, Scope};
use crate::app::App;
use crate::http::error::{ErrorBody, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id};
use crate::http::routing::{Routes, routes};
use crate::orders::ORDER;
use crate::plugins::{self, PluginLink};
use crate::providers::connectors;
use crate::providers::sync::{self, Synchronization, Synchronizing};
use crate::records::live::{self, Signal};

/// What reading them takes.
pub const READ: Access = Access::permissions(&[Permission::ReadOrder]);

pub fn routes() -> Routes {
    Routes::new()
        .list(READ, "/order", &ORDERS)
        .add(READ, routes!(summary))
        .add(READ, routes!(find))
        .add(
            Access::admin(&[Permission::WriteOrder]),
            routes!(synchronize),
        )
        .add(Access::admin(&[Permission::WriteOrder]), routes!(map))
        .merge(manual::routes())
}

/// The orders that the caller may see, counted by status, and when they were last pulled from their providers.
#[utoipa::path(get, path = "/order/summary", tag = "orders", operation_id = "summarizeOrders",
    responses((status = 200, body = Data<OrderSummary>), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody)))]
async fn summary(scope: Scope, State(app): State<App>) -> Result<Data<OrderSummary>> {
    let mut db = app.db.acquire().await?;
    Ok(Data {
        data: sql::summary(&mut db, &scope).await?,
    })
}

/// One order with its lines, addresses and history. Customers read what became of it, not who did it.
#[utoipa::path(get, path = "/order/{id}", tag = "orders", operation_id = "getOrder",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<OrderDetail>), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn find(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<OrderDetail>> {
    let mut db = app.db.acquire().await?;
    Ok(Data {
        data: shown(&app, &mut db, &scope, id).await?,
    })
}

/// An order as this caller reads it.
pub async fn shown(
    app: &App,
    db: &mut PgConnection,
    scope: &Scope,
    id: Uuid,
) -> Result<OrderDetail> {
    let mut order = sql::find(db, scope, id).await?;
    if scope.actor.role != Role::Admin {
        order.history = history_for_customers(order.history);
        if let Some(manual) = &mut order.manual {
            manual.author.clear();
            if let Some(quote) = &mut manual.quote {
                quote.explanation = quote.explanation.clone().conceal();
            }
        }
    }
    app.plugins
        .disclose(scope, Entity::Order, [&mut order.order.extra]);
    order.links = links(app, db, scope, &order.order).await?;
    Ok(order)
}

/// Says whose an order is and why it was made. One that was made here stays its store's.
#[utoipa::path(put, path = "/order/{id}", tag = "orders", operation_id = "mapOrder", params(("id" = Uuid, Path)),
    request_body = OrderMapping,
    responses((status = 200, body = Data<OrderDetail>), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn map(
    scope: Scope,
    State(app): State<App>,
    Id(id): Id,
    Body(mapping): Body<OrderMapping>,
) -> Result<Data<OrderDetail>> {
    let changed = Signal::changed(&ORDER);
    let data = live::change(&app, &changed, async |tx| {
        sql::map(&mut *tx, &scope, id, mapping).await?;
        shown(&app, tx, &scope, id).await
    });
    Ok(Data { data: data.await? })
}

/// Where an order is seen at the provider that it came through, while its store is connected there.
async fn links(
    app: &App,
    db: &mut PgConnection,
    scope: &Scope,
    order: &Order,
) -> Result<Vec<PluginLink>> {
    let (Some(provider), Some(id)) = (&order.provider, &order.provider_id) else {
        return Ok(Vec::new());
    };
    let Some(ready) = app.plugins.ready(provider) else {
        return Ok(Vec::new());
    };
    let connections = connectors::of_store(db, order.store.id).await?;
    let connection = connections.iter().find(|one| one.kind == *provider);
    Ok(connection.map_or_else(Vec::new, |connection| {
        plugins::links_of(&ready, scope, Entity::Order, id, &connection.data)
    }))
}

/// Asks for a pull of new and changed orders from the providers.
#[utoipa::path(post, path = "/order/synchronize", tag = "orders", operation_id = "synchronizeOrders",
    params(KeyHeader), request_body = Synchronization,
    responses((status = 202, body = Data<Synchronizing>), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn synchronize(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(asked): Body<Synchronization>,
) -> Result<Response> {
    sync::answer::<Orders>(&app, &scope, once, asked).await
}
