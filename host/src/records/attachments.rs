//! Files attached to a record: at most a hundred of a kind, each told in its history. A kind of record says who reads them; it may
//! be another than the record's own where files are of another sort, or for other eyes.

use axum::http::StatusCode;
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::access::Scope;
use crate::app::App;
use crate::files::{self, FileInfo, Form, Stored, Upload};
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

/// The files of a record, oldest first.
pub async fn list<R: Record<Key = Uuid>>(
    app: &App,
    scope: &Scope,
    kind: &'static Kind,
    id: Uuid,
) -> Result<Data<Vec<FileInfo>>> {
    let mut db = app.db.acquire().await?;
    let record = Visible::<R>::find(&mut db, scope, id).await?;
    Ok(Data {
        data: of(&mut db, kind, &record).await?,
    })
}

/// The same of a record that was found.
pub async fn of<R: Record>(
    db: &mut PgConnection,
    kind: &'static Kind,
    record: &Visible<R>,
) -> Result<Vec<FileInfo>> {
    let files = files::of_records(db, kind, &[record.id()], ATTACHMENT).await?;
    Ok(files.into_iter().map(|of| of.file).collect())
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
    upload: Upload,
) -> Result<(StatusCode, Data<Vec<FileInfo>>)> {
    let form = receive::<R>(app, scope, id, upload).await?;
    let data = keep::<R>(app, scope, kind, id, form.files).await?;
    Ok((StatusCode::CREATED, Data { data }))
}

/// A form with files (its field `files`) for a record within reach.
///
/// # Errors
/// [`Error::Invalid`]: there are none.
pub async fn receive<R: Record<Key = Uuid>>(
    app: &App,
    scope: &Scope,
    id: Uuid,
    mut upload: Upload,
) -> Result<Form> {
    // Nothing is received for what one does not see.
    Visible::<R>::find(&mut *app.db.acquire().await?, scope, id).await?;
    let form = upload
        .all(app, scope, "files", files::Kind::Document)
        .await?;
    match form.files.is_empty() {
        true => Err(Error::field("files", "required")),
        false => Ok(form),
    }
}

/// Attaches files that were received.
///
/// # Errors
/// [`Error::Invalid`]: they are more than one record takes.
pub async fn keep<R: Record<Key = Uuid>>(
    app: &App,
    scope: &Scope,
    kind: &'static Kind,
    id: Uuid,
    received: Vec<Stored>,
) -> Result<Vec<FileInfo>> {
    let mut tx = app.begin().await?;
    let record = life::open::<R>(&mut tx, scope, id, Edition::ANY).await?;
    let before = files::of_records(&mut *tx, kind, &[record.id()], ATTACHMENT).await?;
    if before.len() + received.len() > MOST {
        return Err(Error::field("files", "max"));
    }
    let mut kept = Vec::new();
    for file in received {
        enter::<R>(&mut tx, scope, id, None, Some(&file.name)).await?;
        let of = Some((kind, record.id()));
        kept.push(files::add(&mut tx, scope, file, of, ATTACHMENT, app.now()).await?);
    }
    tx.commit().await?;
    Ok(kept)
}

/// Removes a file of a record, of one of these kinds.
pub async fn detach<R: Record<Key = Uuid>>(
    app: &App,
    scope: &Scope,
    kinds: &[&'static Kind],
    (id, file): (Uuid, Uuid),
) -> Result<StatusCode> {
    let mut tx = app.begin().await?;
    let record = life::open::<R>(&mut tx, scope, id, Edition::ANY).await?;
    for kind in kinds {
        let files = files::of_records(&mut *tx, kind, &[record.id()], ATTACHMENT).await?;
        let Some(of) = files.iter().find(|of| of.file.id == file) else {
            continue;
        };
        files::delete(&mut *tx, file, app.now()).await?;
        enter::<R>(&mut tx, scope, id, Some(&of.file.name), None).await?;
        tx.commit().await?;
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Error::NotFound(Resource::File))
}

/// Tells in a record's history that a file was attached to it or taken away.
async fn enter<R: Record>(
    db: &mut PgConnection,
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
