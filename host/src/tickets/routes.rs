//! Calls on tickets.

use axum::extract::State;
use axum::response::Response;
use comptoir_sandbox::Entity;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::routes;

use super::conversation::{self, Conversation};
use super::list::TICKETS;
use super::model::{Ticket, TicketDetail};
use super::sql;
use crate::access::{Access, Permission, Role, Scope};
use crate::app::App;
use crate::http::error::{ErrorBody, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id, Params};
use crate::http::routing::Routes;
use crate::jobs::JobRecord;
use crate::list::exports::{self, CursorText, ExportRequest};
use crate::list::{Cursor, CursorParam, Page};
use crate::providers::sync::{self, Function, Synchronization, Synchronizing};
use crate::records::audit;
use crate::records::visible::Visible;
use crate::words::language::Language;

/// What reading tickets takes (decision 3).
pub const READ: Access = Access::OneOf(&[Permission::ReadOrder, Permission::ReadAudit]);

pub fn routes() -> Routes {
    Routes::new()
        .add(READ, routes!(list))
        .add(READ, routes!(find))
        .add(READ, routes!(messages))
        .add(READ, routes!(export))
        .add(
            Access::admin(&[Permission::WriteOrder]),
            routes!(synchronize),
        )
}

/// The tickets of the stores that the caller may see. Searches the desk's id, subject, customer and assignee. Sorts:
/// `openedAt` (default, descending), `closedAt`, `subject`, `agentMessages`. Filters: `status`, `storeId`, `toInvoice`
/// (`yes`: closed with agent messages that were not charged, `no`), `openedAt`, `closedAt` (days).
#[utoipa::path(get, path = "/ticket", tag = "tickets", operation_id = "listTickets",
    params(CursorParam),
    responses((status = 200, body = Page<Ticket>), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
async fn list(scope: Scope, State(app): State<App>, cursor: Cursor) -> Result<Page<Ticket>> {
    let mut page = TICKETS.page(&app.db, &scope, cursor).await?;
    let extras = page.data.iter_mut().map(|ticket| &mut ticket.extra);
    app.plugins.conceal(&scope, Entity::Ticket, extras);
    Ok(page)
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
        .conceal(&scope, Entity::Ticket, [&mut ticket.extra]);
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

/// Exports the tickets that the caller may see as a CSV file: a job, whose end a mail announces.
#[utoipa::path(post, path = "/ticket/export", tag = "tickets", operation_id = "exportTickets",
    params(CursorParam, KeyHeader), request_body = ExportRequest,
    responses((status = 202, body = Data<JobRecord>), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody)))]
async fn export(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    language: Language,
    cursor: Option<CursorText>,
    Body(mut request): Body<ExportRequest>,
) -> Result<Response> {
    request.take_cursor(cursor);
    exports::request(&app, &scope, once, "tickets", request, language).await
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
    sync::answer(&app, &scope, once, Function::Tickets, asked).await
}
