//! Calls on tickets.

use axum::extract::State;
use axum::response::Response;
use comptoir_sandbox::Entity;
use serde::Deserialize;
use utoipa::IntoParams;

use super::Tickets;
use super::conversation::{self, Conversation};
use super::list::TICKETS;
use super::model::{Ticket, TicketDetail};
use super::sql;
use crate::access::{Access, Permission, Role, Scope};
use crate::app::App;
use crate::http::error::{ErrorBody, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id, Params};
use crate::http::routing::{Routes, routes};
use crate::providers::sync::{self, Synchronization, Synchronizing};
use crate::records::audit;
use crate::records::visible::Visible;

/// What reading tickets takes (decision 3).
pub const READ: Access = Access::OneOf(&[Permission::ReadOrder, Permission::ReadAudit]);

pub fn routes() -> Routes {
    Routes::new()
        .list(READ, "/ticket", &TICKETS)
        .add(READ, routes!(find))
        .add(READ, routes!(messages))
        .add(
            Access::admin(&[Permission::WriteOrder]),
            routes!(synchronize),
        )
}

/// One ticket, and what is to be charged of it.
#[utoipa::path(get, path = "/ticket/{id}", tag = "tickets", operation_id = "getTicket",
    params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = Data<TicketDetail>), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn find(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<TicketDetail>> {
    let mut db = app.db.acquire().await?;
    let ticket = Visible::<Ticket>::find(&mut db, &scope, id).await?;
    let history = match scope.actor.role {
        Role::Admin => audit::history(&mut db, ticket.reference()).await?,
        _ => Vec::new(),
    };
    let mut ticket = ticket.into_inner();
    app.plugins
        .disclose(&scope, Entity::Ticket, [&mut ticket.extra]);
    let due = ticket.due();
    Ok(Data {
        data: TicketDetail {
            due_messages: due.messages,
            due_amount: due.amount,
            ticket,
            history,
        },
    })
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct MessagesAsked {
    /// Of the page before: its `next`. Absent: the first page.
    cursor: Option<String>,
}

/// A page of the conversation, read from the desk now, oldest messages first. Customers read what the consumer can.
#[utoipa::path(get, path = "/ticket/{id}/message", tag = "tickets", operation_id = "listTicketMessages",
    params(("id" = uuid::Uuid, Path), MessagesAsked),
    responses((status = 200, body = Data<Conversation>), (status = 400, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 503, body = ErrorBody, description = "The desk does not answer")))]
async fn messages(
    scope: Scope,
    State(app): State<App>,
    Id(id): Id,
    Params(asked): Params<MessagesAsked>,
) -> Result<Data<Conversation>> {
    let mut db = app.db.acquire().await?;
    let ticket = Visible::<Ticket>::find(&mut db, &scope, id).await?;
    let connector = sql::connector_of(&mut db, &ticket).await?;
    // The desk may take its time.
    drop(db);
    let cursor = asked.cursor.as_deref();
    Ok(Data {
        data: conversation::read(&app, &scope, &ticket, connector, cursor).await?,
    })
}

/// Asks for a pull of new and changed tickets from the desks.
#[utoipa::path(post, path = "/ticket/synchronize", tag = "tickets", operation_id = "synchronizeTickets",
    params(KeyHeader), request_body = Synchronization,
    responses((status = 202, body = Data<Synchronizing>), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn synchronize(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(asked): Body<Synchronization>,
) -> Result<Response> {
    sync::answer::<Tickets>(&app, &scope, once, asked).await
}
