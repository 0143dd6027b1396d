//! Calls on mappings.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::model::{
    Binding, InboundBindingChange, InboundBindingPreview, InboundBindingTrial, NewInboundBinding,
    normal,
};
use super::sql;
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::http::error::{ErrorBody, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id};
use crate::http::routing::{Routes, routes};
use crate::inbound::InboundShipment;
use crate::inbound::sql as shipments;
use crate::records::edition::{Edition, EditionHeader};
use crate::records::life;
use crate::records::visible::Visible;

pub const READ: Access = Access::admin(&[Permission::ReadConnector]);
const WRITE: Access = Access::admin(&[Permission::WriteConnector]);

pub fn routes() -> Routes {
    Routes::new()
        .add(READ, routes!(list))
        .add(WRITE, routes!(create))
        .add(READ, routes!(preview))
        .add(READ, routes!(find))
        .add(WRITE, routes!(replace, delete))
        .add(WRITE, routes!(restore))
}

/// The mappings of a shipment, older ones first.
#[utoipa::path(get, path = "/inbound-shipment/{id}/binding", tag = "inbound",
    operation_id = "listInboundBindings", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = Data<Vec<Binding>>), (status = 404, body = ErrorBody)))]
async fn list(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Vec<Binding>>> {
    let mut db = app.db.acquire().await?;
    let shipment = Visible::<InboundShipment>::find(&mut db, &scope, id).await?;
    Ok(Data {
        data: sql::of_shipment(&mut db, &shipment).await?,
    })
}

/// Makes a mapping: the shipment's units whose SKU begins as the expression says belong to the organization.
#[utoipa::path(post, path = "/inbound-shipment/binding", tag = "inbound",
    operation_id = "createInboundBinding", params(KeyHeader), request_body = NewInboundBinding,
    responses((status = 201, body = Data<Binding>), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
async fn create(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(new): Body<NewInboundBinding>,
) -> Result<Response> {
    once.run(&app, async |tx| {
        let shipment = shipments::lock(tx, &scope, new.shipment_id).await?;
        let (organization, expression) = (new.organization_id, normal(&new.expression));
        let created = sql::add(tx, &scope, &shipment, organization, &expression).await?;
        Ok((StatusCode::CREATED, created))
    })
    .await
}

/// What a mapping would match, and which others match some of the same. Nothing is saved.
#[utoipa::path(post, path = "/inbound-shipment/binding/preview", tag = "inbound",
    operation_id = "previewInboundBinding", request_body = InboundBindingTrial,
    responses((status = 200, body = Data<InboundBindingPreview>), (status = 400, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
async fn preview(
    scope: Scope,
    State(app): State<App>,
    Body(trial): Body<InboundBindingTrial>,
) -> Result<Data<InboundBindingPreview>> {
    let mut db = app.db.acquire().await?;
    let shipment = Visible::<InboundShipment>::find(&mut db, &scope, trial.shipment_id).await?;
    let units = shipments::units(&mut db, &shipment).await?;
    let others = sql::of_shipment(&mut db, &shipment).await?;
    Ok(Data {
        data: trial.preview(units, others),
    })
}

/// One mapping.
#[utoipa::path(get, path = "/inbound-shipment/binding/{id}", tag = "inbound",
    operation_id = "getInboundBinding", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = Data<Binding>), (status = 404, body = ErrorBody)))]
async fn find(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Binding>> {
    let mut db = app.db.acquire().await?;
    Ok(Data {
        data: Visible::<Binding>::find(&mut db, &scope, id)
            .await?
            .into_inner(),
    })
}

/// Changes a mapping.
#[utoipa::path(put, path = "/inbound-shipment/binding/{id}", tag = "inbound",
    operation_id = "replaceInboundBinding", params(("id" = uuid::Uuid, Path), EditionHeader),
    request_body = InboundBindingChange,
    responses((status = 200, body = Data<Binding>), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody)))]
async fn replace(
    scope: Scope,
    State(app): State<App>,
    edition: Edition,
    Id(id): Id,
    Body(change): Body<InboundBindingChange>,
) -> Result<Data<Binding>> {
    let mut tx = app.begin().await?;
    let before = life::open::<Binding>(&mut tx, &scope, id, edition).await?;
    let expression = normal(&change.expression);
    sql::update(&mut tx, id, change.organization_id, &expression).await?;
    let data = life::saved(&mut tx, &scope, &before, app.now()).await?;
    tx.commit().await?;
    Ok(Data { data })
}

/// Deletes a mapping: its units belong to the next one that matches, or to the store. It can be undone for an hour.
#[utoipa::path(delete, path = "/inbound-shipment/binding/{id}", tag = "inbound",
    operation_id = "deleteInboundBinding", params(("id" = uuid::Uuid, Path)),
    responses((status = 204, description = "Deleted"), (status = 404, body = ErrorBody)))]
async fn delete(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    life::delete::<Binding>(&app, &scope, id).await
}

/// Undoes the deletion of a mapping, within an hour.
#[utoipa::path(post, path = "/inbound-shipment/binding/{id}/restore", tag = "inbound",
    operation_id = "restoreInboundBinding", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = Data<Binding>), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
async fn restore(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Binding>> {
    life::restore(&app, &scope, id).await
}
