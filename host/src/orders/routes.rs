//! Calls on orders.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use comptoir_sandbox::Entity;
use sqlx::PgConnection;
use uuid::Uuid;

use super::corrections;
use super::hold;
use super::list::ORDERS;
use super::manual;
use super::model::{
    Order, OrderDetail, OrderMapping, OrderOptions, OrderSummary, history_for_customers,
};
use super::others;
use super::sql;
use super::sync::Orders;
use super::work::{Offer, OfferQuery, WorkInput, WorkOrders};
use crate::access::{Access, Permission, Role, Scope};
use crate::app::App;
use crate::http::error::{ErrorBody, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id, Params};
use crate::http::routing::{Routes, routes};
use crate::jobs::{self, JobRecord};
use crate::orders::ORDER;
use crate::plugins::{self, Ready};
use crate::products;
use crate::providers::connectors::{self, ConnectorBody};
use crate::providers::sync::{self, Synchronization, Synchronizing};
use crate::records::live::{self, Signal};
use crate::words::language::Language;

/// What reading them takes.
pub const READ: Access = Access::permissions(&[Permission::ReadOrder]);

pub fn routes() -> Routes {
    Routes::new()
        .list(READ, "/order", &ORDERS)
        .add(READ, routes!(summary))
        .add(READ, routes!(options))
        .add(READ, routes!(find))
        .add(READ, routes!(offer_work, work_through))
        .add(
            Access::admin(&[Permission::WriteOrder]),
            routes!(synchronize),
        )
        .add(Access::admin(&[Permission::WriteOrder]), routes!(map))
        .merge(others::routes())
        .merge(manual::routes())
        .merge(corrections::routes())
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

/// The carriers, countries and providers of the orders that the caller may see: what their list can be filtered by.
#[utoipa::path(get, path = "/order/options", tag = "orders", operation_id = "listOrderOptions",
    responses((status = 200, body = Data<OrderOptions>), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody)))]
async fn options(scope: Scope, State(app): State<App>) -> Result<Data<OrderOptions>> {
    let mut db = app.db.acquire().await?;
    Ok(Data {
        data: sql::options(&mut db, &scope).await?,
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
    hold::tell(&mut order.order, order.manual.as_ref());
    if scope.actor.role != Role::Admin {
        let own = sql::own_people(&mut *db, scope, &order.history).await?;
        let mut entries = order.history.iter();
        let creation = entries.find(|entry| entry.action == "create");
        let is_own = creation
            .and_then(|entry| entry.actor_id)
            .is_some_and(|maker| own.contains(&maker));
        order.history = history_for_customers(order.history, &own);
        if let Some(manual) = &mut order.manual {
            if !is_own {
                manual.author.clear();
            }
            if let Some(quote) = &mut manual.quote {
                quote.explanation = quote.explanation.clone().conceal();
            }
        }
    }
    app.plugins
        .disclose(scope, Entity::Order, [&mut order.order.extra]);
    for line in &mut order.lines {
        if let Some(variant) = &mut line.variant {
            variant.image = products::image(app, &variant.image, variant.image_id);
        }
    }
    let provider = provider(app, db, &order.order).await?;
    if let (Some((ready, connection)), Some(id)) = (&provider, &order.order.provider_id) {
        order.links = plugins::links_of(ready, scope, Entity::Order, id, &connection.data);
    }
    let corrects = provider.map(|(ready, _)| ready.plugin.manifest().corrects.clone());
    order.corrections = corrections::offered(&order, &corrects.unwrap_or_default());
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

/// The plugin that an order came through, while its store is connected there, and that connection.
async fn provider(
    app: &App,
    db: &mut PgConnection,
    order: &Order,
) -> Result<Option<(Arc<Ready>, ConnectorBody)>> {
    let Some(ready) = order
        .provider
        .as_deref()
        .and_then(|id| app.plugins.ready(id))
    else {
        return Ok(None);
    };
    let connections = connectors::of_store(db, order.store.id).await?;
    let mut connections = connections.into_iter();
    let connection = connections.find(|one| one.kind == ready.plugin.id());
    Ok(connection.map(|connection| (ready, connection)))
}

/// What can be done with many orders at once, of all that the caller may have done: with which of them it can succeed. What
/// succeeds with none is left out.
#[utoipa::path(get, path = "/order/work", tag = "orders", operation_id = "offerOrderWork", params(OfferQuery),
    responses((status = 200, body = Data<Vec<Offer>>), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody)))]
async fn offer_work(
    scope: Scope,
    State(app): State<App>,
    Params(query): Params<OfferQuery>,
) -> Result<Data<Vec<Offer>>> {
    Ok(Data {
        data: query.offers(&app, &scope).await?,
    })
}

/// Has something happen to many orders, each by itself: they are handed over again, cancelled before a provider has them, or a
/// plugin does one of its actions with each. At most a thousand. The answer is the job; its result says to how many it
/// happened and to which not, and why (`OrderWorkResult`).
#[utoipa::path(post, path = "/order/work", tag = "orders", operation_id = "workOrders", params(KeyHeader),
    request_body = WorkInput, responses((status = 202, body = Data<JobRecord>), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody, description = "No such action")))]
async fn work_through(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    language: Language,
    Body(input): Body<WorkInput>,
) -> Result<Response> {
    input.check(&app, &scope)?;
    let cursor = input.cursor.as_deref();
    let ids = ORDERS.work(&app.db, &scope, input.ids, cursor).await?;
    let job = WorkOrders {
        id: Uuid::now_v7(),
        user: scope.actor.id,
        within: scope.within,
        action: input.action,
        by: input.by,
        ids,
        language,
    };
    jobs::accept(&app, &scope, once, &job).await
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
