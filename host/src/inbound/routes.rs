//! Calls on inbound shipments, whoever's warehouse they go to. The specification (document 2, 7) has them below the first
//! provider that had any: that is their second name.

use axum::extract::State;
use axum::response::Response;
use comptoir_sandbox::Entity;

use super::InboundShipments;
use super::list::INBOUND_SHIPMENTS;
use super::model::InboundShipmentDetail;
use super::{bindings, sql};
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::http::error::{ErrorBody, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id};
use crate::http::routing::{Routes, routes};
use crate::providers::sync::{self, Synchronization, Synchronizing};

/// What reading inbound shipments takes.
pub const READ: Access =
    Access::admin_or_customer(&[Permission::ReadConnector], &[Permission::ReadOrder]);

pub fn routes() -> Routes {
    Routes::new()
        .list(READ, "/inbound-shipment", &INBOUND_SHIPMENTS)
        .add(READ, routes!(find))
        .add(
            Access::admin(&[Permission::WriteConnector]),
            routes!(synchronize),
        )
        .merge(bindings::routes())
        .also_below("/bigblue")
}

/// One inbound shipment with its units. Customers read their own ones.
#[utoipa::path(get, path = "/inbound-shipment/{id}", tag = "inbound", operation_id = "getInboundShipment",
    params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = Data<InboundShipmentDetail>), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn find(
    scope: Scope,
    State(app): State<App>,
    Id(id): Id,
) -> Result<Data<InboundShipmentDetail>> {
    let mut db = app.db.acquire().await?;
    let mut data = sql::find(&mut db, &scope, id).await?;
    app.plugins
        .disclose(&scope, Entity::InboundShipment, [&mut data.shipment.extra]);
    Ok(Data { data })
}

/// Asks for a pull of new and changed inbound shipments from the providers.
#[utoipa::path(post, path = "/inbound-shipment/synchronize", tag = "inbound",
    operation_id = "synchronizeInboundShipments", params(KeyHeader), request_body = Synchronization,
    responses((status = 202, body = Data<Synchronizing>), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn synchronize(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(asked): Body<Synchronization>,
) -> Result<Response> {
    sync::answer::<InboundShipments>(&app, &scope, once, asked).await
}
