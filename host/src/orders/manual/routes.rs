//! Calls on orders that are made here.

use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use tokio::time::timeout;
use utoipa_axum::routes;

use super::carriers::{self, OrderCarriers};
use super::jobs::hand_over;
use super::model::{OrderInput, PushState};
use super::sql;
use crate::access::{Access, Permission, Role, Scope};
use crate::app::App;
use crate::http::error::{Conflict, Error, ErrorBody, Resource, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id};
use crate::http::routing::Routes;
use crate::jobs::JobRecord;
use crate::orders;
use crate::orders::ORDER;
use crate::orders::model::OrderDetail;
use crate::records::audit::Author;
use crate::records::live::{self, Signal};
use crate::records::visible::Visible;
use crate::stores::StoreName;

/// The order is at its provider already.
static HANDED_OVER: Conflict = Conflict::new(
    "OrderStatus",
    "Le prestataire a déjà cette commande.",
    "The provider has this order already.",
);

const WRITE: Access =
    Access::admin_or_customer(&[Permission::WriteOrder], &[Permission::WriteOrder]);

pub fn routes() -> Routes {
    Routes::new()
        .add(WRITE, routes!(create))
        .add(WRITE, routes!(push))
        .add(WRITE, routes!(carriers))
}

/// Makes an order of one of the caller's stores and hands it over to the store's fulfilment provider: a job, `manual.jobId`.
/// A store without one keeps the order. Customers order as they are charged: what is free or bought by the company is for
/// admins to say.
#[utoipa::path(post, path = "/order", tag = "orders", operation_id = "createOrder", params(KeyHeader),
    request_body = OrderInput,
    responses((status = 201, body = Data<OrderDetail>), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody, description = "NotFoundResourceException: the store")))]
async fn create(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(input): Body<OrderInput>,
) -> Result<Response> {
    input.check()?;
    if scope.actor.role != Role::Admin && (input.is_free || input.is_company_purchase) {
        return Err(Error::ForbiddenRole);
    }
    check_carrier(&app, &scope, &input).await?;
    once.run(&app, async |tx| {
        let id = sql::add(&mut *tx, &scope, &input, app.now()).await?;
        hand_over(&mut *tx, &Author::from(&scope), id, input.store_id).await?;
        live::notify(&mut *tx, &Signal::changed(&ORDER)).await?;
        Ok((
            StatusCode::CREATED,
            orders::shown(&app, tx, &scope, id).await?,
        ))
    })
    .await
}

/// How long whoever makes an order waits for what its provider offers.
const PATIENCE: Duration = Duration::from_secs(5);

/// Where the store's provider offers shipping services, one of them is chosen (specification, document 1, section 5). A provider
/// that does not answer now says so when it gets the order.
async fn check_carrier(app: &App, scope: &Scope, input: &OrderInput) -> Result<()> {
    let mut db = app.db.acquire().await?;
    Visible::<StoreName>::find(&mut db, scope, input.store_id).await?;
    drop(db);
    let offered = timeout(PATIENCE, carriers::of_store(app, input.store_id)).await;
    let offered = offered.map(Result::unwrap_or_default).unwrap_or_default();
    let offered = offered.carriers;
    let wanted = input.carrier_id.as_deref().unwrap_or_default();
    match wanted {
        _ if offered.is_empty() => Ok(()),
        "" => Err(Error::field("carrierId", "required")),
        _ if offered.iter().any(|carrier| carrier.id == wanted) => Ok(()),
        _ => Err(Error::field("carrierId", "option")),
    }
}

/// Hands an order over again that did not arrive at the provider, or that its store had no provider for: a job. The pending
/// one is given back when there is one. What an earlier try left at the provider is found, never sent twice.
#[utoipa::path(post, path = "/order/{id}/push", tag = "orders", operation_id = "pushOrder",
    params(("id" = Uuid, Path), KeyHeader),
    responses((status = 202, body = Data<JobRecord>), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody, description = "NotFoundResourceException: the order, or it was not made here; \
            NotFoundConnectorException: its store has no fulfilment provider"),
        (status = 409, body = ErrorBody, description = "ConflictOrderStatusException: the provider has it")))]
async fn push(scope: Scope, State(app): State<App>, once: Once, Id(id): Id) -> Result<Response> {
    once.run(&app, async |tx| {
        let found = sql::find_for_update(&mut *tx, &scope, id).await?;
        let (store, state) = found.ok_or(Error::missing("Order"))?;
        if state == PushState::Pushed {
            return Err(Error::Conflict(&HANDED_OVER));
        }
        let job = hand_over(&mut *tx, &Author::from(&scope), id, store).await?;
        let job = job.ok_or(Error::NotFound(Resource::Connector))?;
        live::notify(tx, &Signal::changed(&ORDER)).await?;
        Ok((StatusCode::ACCEPTED, job))
    })
    .await
}

/// The shipping services that a store's fulfilment provider offers for an order, asked of it now.
#[utoipa::path(get, path = "/store/{id}/carrier", tag = "orders", operation_id = "listStoreCarriers",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<OrderCarriers>), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 502, body = ErrorBody, description = "ConnectorException: the provider does not answer")))]
async fn carriers(
    scope: Scope,
    State(app): State<App>,
    Id(store): Id,
) -> Result<Data<OrderCarriers>> {
    let mut db = app.db.acquire().await?;
    Visible::<StoreName>::find(&mut db, &scope, store).await?;
    drop(db);
    Ok(Data {
        data: carriers::of_store(&app, store).await?,
    })
}
