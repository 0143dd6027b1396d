//! Calls on orders that are made here.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use sqlx::PgConnection;
use uuid::Uuid;

use super::jobs::{hand_over, move_on};
use super::model::{OrderInput, PushState};
use super::pasted;
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
use crate::orders::OrderStatus;
use crate::orders::model::OrderDetail;
use crate::records::audit::Author;
use crate::records::live::{self, Signal};

/// The order is at its provider already.
pub static HANDED_OVER: Conflict = Conflict::new(
    "OrderStatus",
    "Le prestataire a déjà cette commande.",
    "The provider has this order already.",
);

/// A try is under way, or its end was never known.
static UNDER_WAY: Conflict = Conflict::new(
    "OrderStatus",
    "Le prestataire a peut-être déjà cette commande : renvoyez-la d’abord, elle ne partira qu’une fois.",
    "The provider may have this order already: send it again first, it will leave only once.",
);

/// It will not be shipped any more.
static CANCELLED: Conflict = Conflict::new(
    "OrderStatus",
    "Cette commande est annulée.",
    "This order is cancelled.",
);

pub const WRITE: Access =
    Access::admin_or_customer(&[Permission::WriteOrder], &[Permission::WriteOrder]);

pub fn routes() -> Routes {
    Routes::new()
        .add(WRITE, routes!(create))
        .merge(pasted::routes())
        .add(WRITE, routes!(push))
        .add(WRITE, routes!(cancel))
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
        let job = push_again(&mut *tx, &scope, id).await?;
        live::notify(tx, &Signal::changed(&ORDER)).await?;
        Ok((StatusCode::ACCEPTED, job))
    })
    .await
}

/// Has an order handed over that has not arrived.
///
/// # Errors
/// As those of [`push`].
pub async fn push_again(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<JobRecord> {
    let locked = sql::lock(&mut *db, scope, id).await?;
    check_unsent(locked.state, locked.status)?;
    let job = hand_over(db, &Author::from(scope), locked.id, locked.store).await?;
    job.ok_or(Error::NotFound(Resource::Connector))
}

/// Cancels an order that no provider has. Again changes nothing.
///
/// # Errors
/// As those of [`cancel`].
pub async fn cancel_unsent(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<()> {
    let locked = sql::lock(&mut *db, scope, id).await?;
    if locked.status != OrderStatus::Cancelled {
        check_open(locked.state, locked.status, locked.tries)?;
        let author = Author::from(scope);
        move_on(db, &author, locked.id, OrderStatus::Cancelled, "").await?;
    }
    Ok(())
}

/// Whether an order can still be handed over.
fn check_unsent(state: PushState, status: OrderStatus) -> Result<()> {
    match (state, status) {
        (PushState::Pushed, _) => Err(Error::Conflict(&HANDED_OVER)),
        (_, OrderStatus::Cancelled) => Err(Error::Conflict(&CANCELLED)),
        _ => Ok(()),
    }
}

/// Whether an order is here alone: what changes of it then changes everywhere.
///
/// # Errors
/// Conflict: its provider has it, or may have it, or it is cancelled.
pub fn check_open(state: PushState, status: OrderStatus, tries: i32) -> Result<()> {
    check_unsent(state, status)?;
    match tries {
        0 => Ok(()),
        _ => Err(Error::Conflict(&UNDER_WAY)),
    }
}

/// Cancels an order that was made here, before the provider has it: it is never handed over. Again changes nothing.
#[utoipa::path(post, path = "/order/{id}/cancel", tag = "orders", operation_id = "cancelOrder",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<OrderDetail>), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody, description = "NotFoundResourceException: the order, or it was not made here"),
        (status = 409, body = ErrorBody, description = "ConflictOrderStatusException: the provider has it, or may have it")))]
async fn cancel(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<OrderDetail>> {
    let changed = Signal::changed(&ORDER);
    let data = live::change(&app, &changed, async |tx| {
        cancel_unsent(&mut *tx, &scope, id).await?;
        orders::shown(&app, tx, &scope, id).await
    });
    Ok(Data { data: data.await? })
}
