//! Calls on orders that are made here.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::jobs::hand_over;
use super::model::{OrderInput, PushState};
use super::sql;
use crate::access::{Access, Permission, Role, Scope};
use crate::app::App;
use crate::http::error::{Conflict, Error, ErrorBody, Resource, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id};
use crate::http::routing::{Routes, routes};
use crate::jobs::JobRecord;
use crate::orders;
use crate::orders::ORDER;
use crate::orders::model::OrderDetail;
use crate::records::audit::Author;
use crate::records::live::{self, Signal};

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
}

/// Makes an order of one of the caller's stores and hands it over to the store's fulfilment provider: a job, `manual.jobId`.
/// A store without one keeps the order. What its way costs is worked out here again: a price that moved since the caller saw it
/// is refused (`moved`). Customers order as they are charged: what is free or bought by the company is for
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
