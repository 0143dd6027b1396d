//! The call that charges tickets.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::model::{TicketCharge, TicketsCharged};
use super::work;
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::http::error::Result;
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data};
use crate::http::routing::{Routes, routes};
use crate::list::Selection;
use crate::tickets::TICKETS;

/// Decision 3.
const CHARGE: Access = Access::admin(&[Permission::WriteFee]);

pub fn routes() -> Routes {
    Routes::new().add(CHARGE, routes!(charge))
}

/// Charges closed tickets for the answers that were not charged yet (F6), each once however often this is called; with `preview`
/// only says what would come. At most 10,000 tickets at once.
#[utoipa::path(post, path = "/ticket/charge", tag = "tickets", operation_id = "chargeTickets", params(KeyHeader),
    request_body = TicketCharge, responses((status = 200, body = Data<TicketsCharged>)))]
async fn charge(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(asked): Body<TicketCharge>,
) -> Result<Response> {
    // Of a list's cursor the list says what it means; of all tickets only those count that something is due of.
    let ids = match (asked.ids, asked.cursor) {
        (None, None) => None,
        (ids, cursor) => {
            let selection = Selection::new(ids, cursor.as_deref())?;
            Some(TICKETS.select(&app.db, &scope, &selection).await?)
        }
    };
    let ids = ids.as_deref();
    if asked.preview {
        let mut db = app.db.acquire().await?;
        let data = work::preview(&mut db, &scope, ids).await?;
        return Ok(Data { data }.into_response());
    }
    once.run(&app, async |tx| {
        let charged = work::charge(tx, &scope, ids, app.now()).await?;
        Ok((StatusCode::OK, charged))
    })
    .await
}
