//! The calls on jobs.

use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use uuid::Uuid;

use super::list::JOBS;
use super::model::JobRecord;
use super::sql;
use super::table::Registered;
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Data, Id};
use crate::http::routing::{Routes, routes};
use crate::records::audit::Author;

pub fn routes() -> Routes {
    Routes::new()
        .list(Access::admin(&[Permission::SuperAdmin]), "/job", &JOBS)
        .add(Access::SignedIn, routes!(running))
        .add(Access::SignedIn, routes!(find))
        .add(Access::admin(&[Permission::SuperAdmin]), routes!(retry))
        .add(Access::admin(&[Permission::SuperAdmin]), routes!(cancel))
}

/// The caller's own jobs that run and tell how far they are, the newest twenty: what somebody began in one browser is
/// followed in any other.
#[utoipa::path(get, path = "/job/running", tag = "jobs", operation_id = "listRunningJobs",
    responses((status = 200, body = Data<Vec<JobRecord>>)))]
async fn running(State(app): State<App>, scope: Scope) -> Result<Data<Vec<JobRecord>>> {
    Ok(Data {
        data: sql::running(&app.db, scope.actor.id).await?,
    })
}

/// One job: for its requester, and for super admins.
#[utoipa::path(get, path = "/job/{id}", tag = "jobs", operation_id = "getJob", params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<JobRecord>), (status = 404, body = ErrorBody)))]
async fn find(State(app): State<App>, scope: Scope, Id(id): Id) -> Result<Data<JobRecord>> {
    Ok(Data {
        data: find_visible(&app, &scope, id)
            .await?
            .ok_or(Error::missing("Job"))?,
    })
}

/// Asks again for a job that failed, as it was asked for then. The answer is the new job, or the pending one of the same
/// work.
#[utoipa::path(post, path = "/job/{id}/retry", tag = "jobs", operation_id = "retryJob", params(("id" = Uuid, Path), KeyHeader),
    responses((status = 202, body = Data<JobRecord>), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn retry(scope: Scope, State(app): State<App>, once: Once, Id(id): Id) -> Result<Response> {
    once.run(&app, async |tx| {
        let job = sql::again(tx, &Author::from(&scope), id).await?;
        Ok((StatusCode::ACCEPTED, job.ok_or(Error::missing("Job"))?))
    })
    .await
}

/// Ends a pending job: one that waits at once, one that runs at its next step. A job that has ended stays as it is.
#[utoipa::path(delete, path = "/job/{id}", tag = "jobs", operation_id = "cancelJob", params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<JobRecord>), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn cancel(State(app): State<App>, Id(id): Id) -> Result<Data<JobRecord>> {
    let mut tx = app.begin().await?;
    let canceled = match sql::cancel(&mut tx, id).await? {
        Some(job) => Some(job),
        None => sql::find(&mut *tx, id).await?,
    };
    tx.commit().await?;
    Ok(Data {
        data: canceled.ok_or(Error::missing("Job"))?,
    })
}

/// Jobs of one kind that a user may have waiting or running.
const MOST_PENDING: i64 = 20;

/// When it is worth another try.
const LATER: Duration = Duration::from_secs(30);

/// Asks for a job on the caller's behalf: the answer of a call that begins one. The same key asks for it once.
///
/// # Errors
/// As [`Once::run`]; [`Error::TooManyRequests`]: twenty like it are still to be done for them.
pub async fn accept<J: Registered>(
    app: &App,
    scope: &Scope,
    once: Once,
    job: &J,
) -> Result<Response> {
    once.run(app, async |tx| {
        // What they ask of the queue at once is as many as they may have under way: few more than this, never many.
        if sql::pending(tx, scope.actor.id, J::NAME).await? >= MOST_PENDING {
            return Err(Error::TooManyRequests { retry_after: LATER });
        }
        let job = sql::enqueue(tx, &Author::from(scope), job).await?;
        Ok((StatusCode::ACCEPTED, job))
    })
    .await
}

/// A job, if it is there and this caller may see it.
pub async fn find_visible(app: &App, scope: &Scope, id: Uuid) -> Result<Option<JobRecord>> {
    Ok(sql::find(&app.db, id)
        .await?
        .filter(|job| shows(scope, job.requested_by)))
}

/// Whether this caller may see a job that this user asked for.
pub fn shows(scope: &Scope, requested_by: Option<Uuid>) -> bool {
    scope.actor.may(Permission::SuperAdmin) || requested_by == Some(scope.actor.id)
}
