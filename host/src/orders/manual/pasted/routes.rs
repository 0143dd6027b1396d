//! The call that takes pasted orders.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;

use super::super::routes::WRITE;
use super::jobs::PasteOrders;
use super::model::{Checked, PasteInput};
use super::sql;
use crate::access::{Role, Scope};
use crate::app::App;
use crate::http::error::{Error, ErrorBody, Issue, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Params, number};
use crate::http::routing::{Routes, routes};
use crate::jobs::{self, JobRecord};
use crate::shipping::Reader;
use crate::words::language::Language;

pub fn routes() -> Routes {
    Routes::new().add(WRITE, routes!(paste))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct Asked {
    /// `true`: the rows are only looked at.
    #[serde(default, deserialize_with = "number")]
    preview: Option<bool>,
}

/// Makes an order of each row of a spreadsheet, 500 at most, and hands it over to the store's fulfilment provider, by the cheapest
/// carrier that takes it. With `preview` only says what would come, and what is wrong by line and column; else nothing may be wrong,
/// and the answer is the job that makes them. Its result says of which rows no order came, and why (`PastedOrdersResult`).
#[utoipa::path(post, path = "/order/paste", tag = "orders", operation_id = "pasteOrders", params(Asked, KeyHeader),
    request_body = PasteInput,
    responses((status = 200, body = Data<Checked>, description = "What would come"),
        (status = 202, body = Data<JobRecord>), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody, description = "NotFoundResourceException: the store")))]
async fn paste(
    scope: Scope,
    State(app): State<App>,
    language: Language,
    once: Once,
    Params(asked): Params<Asked>,
    Body(input): Body<PasteInput>,
) -> Result<Response> {
    if scope.actor.role != Role::Admin && input.is_free {
        return Err(Error::ForbiddenRole);
    }
    let reader = Reader {
        scope: &scope,
        language,
    };
    let mut db = app.db.acquire().await?;
    let data = sql::check(&mut db, reader, &input, app.now()).await?;
    drop(db);
    if asked.preview == Some(true) {
        return Ok(Data { data }.into_response());
    }
    if !data.faults.is_empty() {
        let at = |line: u32| input.rows.iter().position(|row| row.line == line);
        let issues = data.faults.into_iter().map(|fault| Issue {
            message: fault.message,
            ..Issue::new(
                format!(
                    "rows[{}].{}",
                    at(fault.line).unwrap_or_default(),
                    fault.column.map_or("line", |column| column.as_str())
                ),
                fault.code,
            )
        });
        return Err(Error::Invalid(issues.collect()));
    }
    let job = PasteOrders {
        id: input.id,
        user: scope.actor.id,
        within: scope.within,
        store: input.store_id,
        is_free: input.is_free,
        rows: input.rows,
        language,
    };
    jobs::accept(&app, &scope, once, &job).await
}
