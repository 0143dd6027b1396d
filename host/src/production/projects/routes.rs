//! Calls on projects.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use sqlx::PgConnection;
use uuid::Uuid;

use super::files;
use super::list::PROJECTS;
use super::model::{Project, ProjectDetail, ProjectFile, ProjectInput};
use super::sql;
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::files::Upload;
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id, Patch, Path};
use crate::http::routing::{Routes, routes};
use crate::production::check_organization;
use crate::production::states::{ProjectStatus, Stage};
use crate::records::edition::{Edition, EditionHeader};
use crate::records::life;
use crate::records::visible::Visible;

/// What reading them takes.
pub const READ: Access =
    Access::admin_or_factory(&[Permission::ReadProject], &[Permission::ReadProject]);
const WRITE: Access = Access::admin(&[Permission::WriteProject]);

type ProjectPatch = Patch<ProjectInput>;

pub fn routes() -> Routes {
    Routes::new()
        .list(READ, "/projects", &PROJECTS)
        .add(READ, routes!(find))
        .add(WRITE, routes!(create))
        .add(WRITE, routes!(change, delete))
        .add(WRITE, routes!(restore))
        .add(WRITE, routes!(attach))
        .add(WRITE, routes!(detach))
}

/// One project, with its files. A factory is not told whose it is.
#[utoipa::path(get, path = "/projects/{id}", tag = "production", operation_id = "getProject", params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<ProjectDetail>)))]
async fn find(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<ProjectDetail>> {
    let mut db = app.db.acquire().await?;
    Ok(Data {
        data: shown(&mut db, &scope, id).await?,
    })
}

/// A project as this caller is shown it.
async fn shown(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<ProjectDetail> {
    let project = Visible::<Project>::find(db, scope, id).await?;
    let files = files::of(db, &project).await?;
    let mut project = project.into_inner();
    project.prepare(scope);
    Ok(ProjectDetail { project, files })
}

/// Makes a project, which begins as a draft.
#[utoipa::path(post, path = "/projects", tag = "production", operation_id = "createProject", params(KeyHeader),
    request_body = ProjectInput, responses((status = 201, body = Data<ProjectDetail>)))]
async fn create(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(input): Body<ProjectInput>,
) -> Result<Response> {
    if input.status != ProjectStatus::Draft {
        return Err(Error::field("status", "option"));
    }
    once.run(&app, async |tx| {
        check_organization(tx, input.organization_id).await?;
        let project = sql::add(tx, &scope, &input, app.now()).await?;
        Ok((StatusCode::CREATED, shown(tx, &scope, project.id).await?))
    })
    .await
}

/// Changes a project: what describes it as long as it is a draft, where it stands as decision 9 lets it go.
#[utoipa::path(patch, path = "/projects/{id}", tag = "production", operation_id = "updateProject",
    params(("id" = Uuid, Path), EditionHeader), request_body = ProjectPatch, responses((status = 200, body = Data<ProjectDetail>)))]
async fn change(
    scope: Scope,
    State(app): State<App>,
    edition: Edition,
    Id(id): Id,
    patch: ProjectPatch,
) -> Result<Data<ProjectDetail>> {
    let mut tx = app.begin().await?;
    let before = life::open::<Project>(&mut tx, &scope, id, edition).await?;
    let was = before.input();
    let input = patch.onto(&was)?;
    was.status
        .check_move(input.status, input.reason.as_deref())?;
    if !was.describes_the_same(&input) {
        if ![was.status, input.status].contains(&ProjectStatus::Draft) {
            return Err(Error::Conflict(ProjectStatus::REFUSED));
        }
        if was.organization_id != input.organization_id {
            check_organization(&mut tx, input.organization_id).await?;
        }
    }
    sql::update(&mut tx, &before, &input).await?;
    life::saved(&mut tx, &scope, &before, app.now()).await?;
    let data = shown(&mut tx, &scope, id).await?;
    tx.commit().await?;
    Ok(Data { data })
}

/// Deletes a project with all that is in it, unless something of it is under way at a factory. It can be undone for an hour.
#[utoipa::path(delete, path = "/projects/{id}", tag = "production", operation_id = "deleteProject", params(("id" = Uuid, Path)),
    responses((status = 204, description = "Deleted"),
        (status = 409, body = ErrorBody, description = "ConflictProductionStatusException: something of it is under way")))]
async fn delete(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    life::delete::<Project>(&app, &scope, id).await
}

/// Undoes a deletion, within an hour.
#[utoipa::path(post, path = "/projects/{id}/restore", tag = "production", operation_id = "restoreProject",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<ProjectDetail>),
        (status = 409, body = ErrorBody, description = "ConflictProjectNameException: another has its name now")))]
async fn restore(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<ProjectDetail>> {
    life::restore::<Project>(&app, &scope, id).await?;
    find(scope, State(app), Id(id)).await
}

/// Attaches files to a project: the field `files`, once or several times, and `type`, which says what they are for. Download:
/// `POST /file/{id}/link`.
#[utoipa::path(post, path = "/projects/{id}/attachments", tag = "production", operation_id = "attachToProject",
    params(("id" = Uuid, Path)), request_body(content = files::AttachmentForm, content_type = "multipart/form-data"),
    responses((status = 201, body = Data<Vec<ProjectFile>>)))]
async fn attach(
    scope: Scope,
    State(app): State<App>,
    Id(id): Id,
    upload: Upload,
) -> Result<(StatusCode, Data<Vec<ProjectFile>>)> {
    files::attach(&app, &scope, id, upload).await
}

/// Removes a file of a project.
#[utoipa::path(delete, path = "/projects/{id}/attachments/{file}", tag = "production", operation_id = "detachFromProject",
    params(("id" = Uuid, Path), ("file" = Uuid, Path)), responses((status = 204, description = "Removed")))]
async fn detach(
    scope: Scope,
    State(app): State<App>,
    Path((id, file)): Path<(Uuid, Uuid)>,
) -> Result<StatusCode> {
    files::detach(&app, &scope, id, file).await
}
