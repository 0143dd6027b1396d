//! Calls on gaps.

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use sqlx::PgConnection;
use utoipa::ToSchema;
use validator::Validate;

use super::jobs::FindGaps;
use super::list::GAPS;
use super::model::Gaps;
use super::sql;
use crate::access::Scope;
use crate::app::App;
use crate::finance::{PROVIDER_INVOICE, provider_invoices};
use crate::http::error::{Error, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data};
use crate::http::routing::{Routes, routes};
use crate::jobs::{self, JobRecord};
use crate::records::live::{self, Signal};

pub fn routes() -> Routes {
    let read = provider_invoices::READ;
    Routes::new()
        .list(read, "/fulfillment-invoice/gap", &GAPS)
        .add(read, routes!(sums))
        .add(read, routes!(find))
}

/// Tells screens that other gaps were found.
pub async fn announce(db: &mut PgConnection) -> Result<()> {
    live::notify(db, &Signal::changed(&PROVIDER_INVOICE)).await
}

/// How much is open, by provider and kind; nothing of a provider before its first invoice was read.
#[utoipa::path(get, path = "/fulfillment-invoice/gap/sum", tag = "finance", operation_id = "sumProviderGaps",
    responses((status = 200, body = Data<Vec<Gaps>>)))]
async fn sums(_: Scope, State(app): State<App>) -> Result<Data<Vec<Gaps>>> {
    Ok(Data {
        data: sql::sums(&app.db).await?,
    })
}

/// Whose gaps are looked for.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ProviderGapSearch)]
struct Input {
    /// A plugin's id.
    #[validate(length(min = 1, max = 64))]
    provider: String,
}

/// Looks for what a provider's invoices leave open, now: a job.
#[utoipa::path(post, path = "/fulfillment-invoice/gap/find", tag = "finance", operation_id = "findProviderGaps",
    params(KeyHeader), request_body = Input, responses((status = 202, body = Data<JobRecord>)))]
async fn find(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(Input { provider }): Body<Input>,
) -> Result<Response> {
    if !sql::providers(&app.db).await?.contains(&provider) {
        return Err(Error::field("provider", "option"));
    }
    jobs::accept(&app, &scope, once, &FindGaps { provider }).await
}
