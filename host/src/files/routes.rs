//! Calls on files: those that belong to no record yet, and links for downloads.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;
use uuid::Uuid;

use super::model::{FileForm, FileInfo};
use super::{Kind, Upload, download, sql};
use crate::access::{Access, Scope};
use crate::app::App;
use crate::http::error::{Error, ErrorBody, Resource, Result};
use crate::http::request::{Data, Id, Path, answer};
use crate::http::routing::{Routes, routes};
use crate::program::keys::Keys;
use crate::records;

/// A download begins within this time.
pub const LINK_LIFETIME: TimeDelta = TimeDelta::minutes(1);

pub fn routes() -> Routes {
    Routes::new()
        .add(Access::SignedIn, routes!(upload))
        .add(Access::SignedIn, routes!(find))
        .add(Access::SignedIn, routes!(link))
        .add(Access::Public, routes!(fetch))
}

/// Whether the caller's files that belong to no record leave room for so many bytes more.
///
/// # Errors
/// [`Error::Invalid`] (`quota`): they do not.
pub async fn check_room(app: &App, db: &mut PgConnection, scope: &Scope, bytes: i64) -> Result<()> {
    let most = i64::from(app.config.limits.unattached_mib) << 20;
    let taken = sql::unattached(db, scope.actor.id).await?;
    match taken + bytes > most {
        true => Err(Error::field("file", "quota")),
        false => Ok(()),
    }
}

/// Uploads a file that is to be attached to a record. Nobody else sees it, and it goes after a day if it is not attached.
/// One user has so many of them under way, and so much that waits to be attached.
#[utoipa::path(post, path = "/file", tag = "files", operation_id = "uploadFile",
    request_body(content = FileForm, content_type = "multipart/form-data"),
    responses((status = 201, body = Data<FileInfo>), (status = 400, body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 429, body = ErrorBody)))]
async fn upload(scope: Scope, State(app): State<App>, mut upload: Upload) -> Result<Response> {
    check_room(&app, &mut *app.db.acquire().await?, &scope, 1).await?;
    let stored = upload.one(&app, &scope, "file", Kind::Document).await?;
    let mut tx = app.begin().await?;
    // Others that came meanwhile count.
    if let Err(error) = check_room(&app, &mut tx, &scope, stored.size).await {
        app.files.remove(&stored.path).await?;
        return Err(error);
    }
    let file = super::add(&mut tx, &scope, stored, None, "upload", app.now()).await?;
    tx.commit().await?;
    Ok(answer(StatusCode::CREATED, file))
}

/// A file one may download.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Download {
    name: String,
    media_type: String,
    /// Bytes.
    size: i64,
}

/// What a file is, for whoever may read it.
#[utoipa::path(get, path = "/file/{id}", tag = "files", operation_id = "getFile", params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<Download>), (status = 404, body = ErrorBody)))]
async fn find(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Download>> {
    let file = readable(&app, &scope, id).await?;
    Ok(Data {
        data: Download {
            name: file.name,
            media_type: file.media_type,
            size: file.size,
        },
    })
}

/// An address that gives a file to whoever asks, for some time: a browser's download carries no access token.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Link {
    url: String,
    expires_at: DateTime<Utc>,
}

impl Link {
    /// To a file. The caller has seen to it that they may read it.
    pub fn to(app: &App, id: Uuid, lifetime: TimeDelta) -> Self {
        Self {
            url: link_to(app, id, lifetime),
            expires_at: app.now() + lifetime,
        }
    }
}

/// A link to download a file by within a minute, for whoever may read it.
#[utoipa::path(post, path = "/file/{id}/link", tag = "files", operation_id = "linkFile", params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<Link>), (status = 404, body = ErrorBody)))]
async fn link(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Link>> {
    readable(&app, &scope, id).await?;
    Ok(Data {
        data: Link::to(&app, id, LINK_LIFETIME),
    })
}

/// An address that gives a file to whoever asks, for some time. The caller has seen to it that they may read it.
pub fn link_to(app: &App, id: Uuid, lifetime: TimeDelta) -> String {
    let expires_at = app.now() + lifetime;
    format!("/api/download/{}", token(&app.keys, id, expires_at))
}

/// A file, by a link that has not expired. Parts of it are given for a `Range`.
#[utoipa::path(get, path = "/download/{token}", tag = "files", operation_id = "downloadFile",
    params(("token" = String, Path)),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>), (status = 206, description = "A part"),
        (status = 404, body = ErrorBody)))]
async fn fetch(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Result<Response> {
    let id = file_of(&app.keys, &token, app.now()).ok_or(Error::NotFound(Resource::File))?;
    download(&app, id, &headers).await
}

/// The file, if this caller may read it: their own upload or export, or a file of a record that they see.
async fn readable(app: &App, scope: &Scope, id: Uuid) -> Result<sql::Found> {
    let missing = Error::NotFound(Resource::File);
    let file = sql::find(&app.db, id, app.now()).await?.ok_or(missing)?;
    match (&file.entity, file.entity_id) {
        (Some(entity), Some(record)) if matches!(file.kind.as_str(), "attachment" | "message") => {
            let mut db = app.db.acquire().await?;
            records::check_named(app.register, &mut db, scope, entity, record).await?;
        }
        // Others have calls of their own.
        (Some(_), _) => return Err(Error::NotFound(Resource::File)),
        (None, _) if file.created_by == Some(scope.actor.id) => {}
        (None, _) => return Err(Error::NotFound(Resource::File)),
    }
    Ok(file)
}

/// `<file>.<expiry>.<signature>`
fn token(keys: &Keys, id: Uuid, expires_at: DateTime<Utc>) -> String {
    let claim = format!("{}.{}", id.simple(), expires_at.timestamp());
    let signature = keys.sign(&format!("file {claim}"));
    format!("{claim}.{signature}")
}

fn file_of(keys: &Keys, token: &str, now: DateTime<Utc>) -> Option<Uuid> {
    let (claim, signature) = token.rsplit_once('.')?;
    if !keys.verify(&format!("file {claim}"), signature) {
        return None;
    }
    let (id, expires_at) = claim.split_once('.')?;
    let expires_at: i64 = expires_at.parse().ok()?;
    (expires_at > now.timestamp())
        .then(|| Uuid::try_parse(id).ok())
        .flatten()
}
