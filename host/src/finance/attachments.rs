//! Files attached to what finance keeps: at most a hundred a record, each told in its history.

use axum::http::StatusCode;
use serde_json::json;
use uuid::Uuid;

use crate::access::Scope;
use crate::app::App;
use crate::files::{self, FileInfo, Upload};
use crate::http::error::{Error, Resource, Result};
use crate::http::request::Data;
use crate::records::Kind;
use crate::records::audit::{Author, Change};
use crate::records::edition::Edition;
use crate::records::life::{self, Record};
use crate::records::visible::Visible;

/// What such files are called among those of their record.
const ATTACHMENT: &str = "attachment";
const MOST: usize = 100;

/// The files of a record, oldest first. `kind` says who reads them.
pub async fn list<R: Record<Key = Uuid>>(
    app: &App,
    scope: &Scope,
    kind: &'static Kind,
    id: Uuid,
) -> Result<Data<Vec<FileInfo>>> {
    let mut db = app.db.acquire().await?;
    let record = Visible::<R>::find(&mut db, scope, id).await?;
    let files = files::of_records(&mut *db, kind, &[record.id()], ATTACHMENT).await?;
    Ok(Data {
        data: files.into_iter().map(|of| of.file).collect(),
    })
}

/// Attaches the files of a form (its field `files`).
///
/// # Errors
/// [`Error::Invalid`]: there are none, or more than one record takes.
pub async fn attach<R: Record<Key = Uuid>>(
    app: &App,
    scope: &Scope,
    kind: &'static Kind,
    id: Uuid,
    mut upload: Upload,
) -> Result<(StatusCode, Data<Vec<FileInfo>>)> {
    // Nothing is received for what one does not see.
    Visible::<R>::find(&mut *app.db.acquire().await?, scope, id).await?;
    let form = upload
        .all(app, scope, "files", files::Kind::Document)
        .await?;
    if form.files.is_empty() {
        return Err(Error::field("files", "required"));
    }
    let mut tx = app.begin().await?;
    let record = life::open::<R>(&mut tx, scope, id, Edition::ANY).await?;
    let before = files::of_records(&mut *tx, kind, &[record.id()], ATTACHMENT).await?;
    if before.len() + form.files.len() > MOST {
        return Err(Error::field("files", "max"));
    }
    let mut data = Vec::new();
    for file in form.files {
        enter::<R>(&mut tx, scope, id, None, Some(&file.name)).await?;
        let of = Some((kind, record.id()));
        data.push(files::add(&mut tx, scope, file, of, ATTACHMENT, app.now()).await?);
    }
    tx.commit().await?;
    Ok((StatusCode::CREATED, Data { data }))
}

/// Removes a file of a record.
pub async fn detach<R: Record<Key = Uuid>>(
    app: &App,
    scope: &Scope,
    kind: &'static Kind,
    (id, file): (Uuid, Uuid),
) -> Result<StatusCode> {
    let mut tx = app.begin().await?;
    let record = life::open::<R>(&mut tx, scope, id, Edition::ANY).await?;
    let files = files::of_records(&mut *tx, kind, &[record.id()], ATTACHMENT).await?;
    let of = files.iter().find(|of| of.file.id == file);
    let of = of.ok_or(Error::NotFound(Resource::File))?;
    files::delete(&mut *tx, file, app.now()).await?;
    enter::<R>(&mut tx, scope, id, Some(&of.file.name), None).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Tells in a record's history that a file was attached to it or taken away.
async fn enter<R: Record>(
    db: &mut sqlx::PgConnection,
    scope: &Scope,
    id: Uuid,
    before: Option<&str>,
    after: Option<&str>,
) -> Result<()> {
    let change = Change {
        field: ATTACHMENT.into(),
        before: json!(before),
        after: json!(after),
    };
    life::enter::<R>(db, &Author::from(scope), id, "update", vec![change]).await
}
