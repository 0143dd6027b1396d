//! The calls on jobs.

use axum::extract::{Path, State};
use utoipa_axum::routes;
use uuid::Uuid;

use super::model::JobRecord;
use super::sql;
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::error::{Error, ErrorBody, Result};
use crate::request::Data;
use crate::routing::Routes;

pub fn routes() -> Routes {
    Routes::new()
        .add(Access::admin(&[Permission::SuperAdmin]), routes!(list))
        .add(Access::SignedIn, routes!(find))
}

/// The latest hundred jobs, newest first.
#[utoipa::path(get, path = "/job", tag = "jobs", operation_id = "listJobs",
    responses((status = 200, body = Data<Vec<JobRecord>>), (status = 403, body = ErrorBody)))]
async fn list(State(app): State<App>) -> Result<Data<Vec<JobRecord>>> {
    Ok(Data {
        data: sql::latest(&app.db).await?,
    })
}

/// One job: for its requester, and for super admins.
#[utoipa::path(get, path = "/job/{id}", tag = "jobs", operation_id = "getJob", params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<JobRecord>), (status = 404, body = ErrorBody)))]
async fn find(
    State(app): State<App>,
    scope: Scope,
    Path(id): Path<Uuid>,
) -> Result<Data<JobRecord>> {
    Ok(Data {
        data: find_visible(&app, &scope, id)
            .await?
            .ok_or(Error::missing("Job"))?,
    })
}

/// A job, if it is there and this caller may see it.
pub async fn find_visible(app: &App, scope: &Scope, id: Uuid) -> Result<Option<JobRecord>> {
    Ok(sql::find(&app.db, id)
        .await?
        .filter(|job| visible(scope, job)))
}

/// Whether this caller may see a job.
fn visible(scope: &Scope, job: &JobRecord) -> bool {
    scope.actor.may(Permission::SuperAdmin) || job.requested_by == Some(scope.actor.id)
}
