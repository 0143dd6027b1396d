//! Every query on the records of files.

use chrono::{DateTime, Utc};
use futures::{StreamExt, TryStreamExt};
use object_store::ObjectStore;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::model::{FileInfo, Stored};
use crate::access::Scope;
use crate::app::App;
use crate::http::error::Result;
use crate::records::{Kind, edition};

/// A file's record with what decides who may read it.
#[derive(Debug)]
pub struct Found {
    pub name: String,
    pub path: String,
    pub media_type: String,
    pub size: i64,
    pub sha256: Vec<u8>,
    pub entity: Option<String>,
    pub entity_id: Option<Uuid>,
    pub kind: String,
    pub created_by: Option<Uuid>,
}

/// Makes the record of a stored file; `record`: what it belongs to.
pub async fn add(
    db: &mut PgConnection,
    scope: &Scope,
    stored: Stored,
    record: Option<(&Kind, Uuid)>,
    kind: &str,
    now: DateTime<Utc>,
) -> Result<FileInfo> {
    let (entity, entity_id) = record.map(|(kind, id)| (kind.name, id)).unzip();
    let author = scope.actor.name.clone();
    let id = Uuid::now_v7();
    sqlx::query!(
        "insert into files (id, name, path, media_type, size, sha256, entity, entity_id, kind, created_by, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        id,
        stored.name,
        stored.path,
        stored.media_type,
        stored.size,
        stored.sha256,
        entity,
        entity_id,
        kind,
        scope.actor.id,
        now,
    )
    .execute(db)
    .await?;
    Ok(FileInfo {
        id,
        name: stored.name,
        path: stored.path,
        media_type: stored.media_type.to_owned(),
        size: stored.size,
        created_at: now,
        author: Some(author),
    })
}

/// Makes the records of stored files of a record, as many as there are by one statement.
pub async fn add_all(
    db: &mut PgConnection,
    scope: &Scope,
    stored: Vec<Stored>,
    (of, record): (&Kind, Uuid),
    kind: &str,
    now: DateTime<Utc>,
) -> Result<Vec<FileInfo>> {
    let ids: Vec<Uuid> = stored.iter().map(|_| Uuid::now_v7()).collect();
    let text = |of: fn(&Stored) -> &str| stored.iter().map(|file| of(file).to_owned()).collect();
    let (names, paths): (Vec<String>, Vec<String>) =
        (text(|file| &file.name), text(|file| &file.path));
    let media_types: Vec<String> = text(|file| file.media_type);
    let sizes: Vec<i64> = stored.iter().map(|file| file.size).collect();
    let hashes: Vec<Vec<u8>> = stored.iter().map(|file| file.sha256.clone()).collect();
    sqlx::query!(
        "insert into files (id, name, path, media_type, size, sha256, entity, entity_id, kind, created_by, created_at)
         select f.id, f.name, f.path, f.media_type, f.size, f.sha256, $7, $8, $9, $10, $11
         from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bytea[])
             f (id, name, path, media_type, size, sha256)",
        &ids,
        &names,
        &paths,
        &media_types,
        &sizes,
        &hashes,
        of.name,
        record,
        kind,
        scope.actor.id,
        now,
    )
    .execute(db)
    .await?;
    let files = ids.into_iter().zip(stored).map(|(id, file)| FileInfo {
        id,
        name: file.name,
        path: file.path,
        media_type: file.media_type.to_owned(),
        size: file.size,
        created_at: now,
        author: Some(scope.actor.name.clone()),
    });
    Ok(files.collect())
}

/// The bytes of all files that a user sent and that are still there.
pub async fn sent(db: impl PgExecutor<'_>, owner: Uuid) -> Result<i64> {
    let bytes = sqlx::query_scalar!(
        r#"select coalesce(sum(size), 0)::bigint as "bytes!" from files where created_by = $1"#,
        owner,
    );
    Ok(bytes.fetch_one(db).await?)
}

/// The bytes of a user's files that belong to no record yet. Until the transaction ends nobody else counts them.
pub async fn unattached(db: &mut PgConnection, owner: Uuid) -> Result<i64> {
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended($1, 0))",
        format!("uploads {owner}"),
    )
    .execute(&mut *db)
    .await?;
    let bytes = sqlx::query_scalar!(
        r#"select coalesce(sum(size), 0)::bigint as "bytes!" from files
           where created_by = $1 and entity is null and kind in ('upload', 'task') and deleted_at is null"#,
        owner,
    );
    Ok(bytes.fetch_one(db).await?)
}

/// Makes the record of a file that the system wrote for a record.
pub async fn add_to(
    db: impl PgExecutor<'_>,
    (of, record): (&Kind, Uuid),
    stored: &Stored,
    kind: &str,
    now: DateTime<Utc>,
) -> Result<Uuid> {
    let id = Uuid::now_v7();
    sqlx::query!(
        "insert into files (id, name, path, media_type, size, sha256, entity, entity_id, kind, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        id,
        stored.name,
        stored.path,
        stored.media_type,
        stored.size,
        stored.sha256,
        of.name,
        record,
        kind,
        now,
    )
    .execute(db)
    .await?;
    Ok(id)
}

/// Makes the record of a file that the system wrote for somebody, until `expires_at`.
pub async fn add_for(
    db: impl PgExecutor<'_>,
    owner: Uuid,
    stored: &Stored,
    kind: &str,
    expires_at: DateTime<Utc>,
) -> Result<Uuid> {
    let id = Uuid::now_v7();
    sqlx::query!(
        "insert into files (id, name, path, media_type, size, sha256, kind, created_by, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        id,
        stored.name,
        stored.path,
        stored.media_type,
        stored.size,
        stored.sha256,
        kind,
        owner,
        expires_at,
    )
    .execute(db)
    .await?;
    Ok(id)
}

/// A record's newest file of a kind.
pub async fn latest(
    db: impl PgExecutor<'_>,
    of: &Kind,
    id: Uuid,
    kind: &str,
) -> Result<Option<FileInfo>> {
    Ok(sqlx::query_as!(
        FileInfo,
        "select f.id, f.name, f.path, f.media_type, f.size, f.created_at, u.display_name as \"author?\"
         from files f left join users u on u.id = f.created_by
         where f.entity = $1 and f.entity_id = $2 and f.kind = $3 and f.deleted_at is null
         order by f.created_at desc, f.id desc limit 1",
        of.name,
        id,
        kind,
    )
    .fetch_optional(db)
    .await?)
}

/// A file and the record it belongs to.
#[derive(Debug)]
pub struct OfRecord {
    pub record: Uuid,
    pub file: FileInfo,
}

/// The files of several records, a hundred each at most, oldest first.
pub async fn of_records(
    db: impl PgExecutor<'_>,
    of: &Kind,
    ids: &[Uuid],
    kind: &str,
) -> Result<Vec<OfRecord>> {
    let rows = sqlx::query!(
        r#"select r.id as "record!", f.id, f.name, f.path, f.media_type, f.size, f.created_at,
            u.display_name as "author?"
         from unnest($2::uuid[]) r (id) cross join lateral (
             select * from files where entity = $1 and entity_id = r.id and kind = $3 and deleted_at is null
             order by created_at, id limit 100) f
         left join users u on u.id = f.created_by order by f.created_at, f.id"#,
        of.name,
        ids,
        kind,
    )
    .fetch_all(db)
    .await?;
    let files = rows.into_iter().map(|row| OfRecord {
        record: row.record,
        file: FileInfo {
            id: row.id,
            name: row.name,
            path: row.path,
            media_type: row.media_type,
            size: row.size,
            created_at: row.created_at,
            author: row.author,
        },
    });
    Ok(files.collect())
}

/// Attaches to a record a picture that the caller uploaded and that belongs to nothing yet. False: they have no such file.
pub async fn attach(
    db: impl PgExecutor<'_>,
    scope: &Scope,
    id: Uuid,
    (of, record): (&Kind, Uuid),
) -> Result<bool> {
    let attached = sqlx::query!(
        "update files set entity = $3, entity_id = $4, kind = 'attachment'
         where id = $1 and created_by = $2 and entity is null and kind = 'upload' and deleted_at is null
            and media_type like 'image/%'",
        id,
        scope.actor.id,
        of.name,
        record,
    )
    .execute(db)
    .await?;
    Ok(attached.rows_affected() == 1)
}

/// A file that is still there.
pub async fn find(db: impl PgExecutor<'_>, id: Uuid, now: DateTime<Utc>) -> Result<Option<Found>> {
    Ok(sqlx::query_as!(
        Found,
        "select name, path, media_type, size, sha256, entity, entity_id, kind, created_by from files
         where id = $1 and deleted_at is null and (expires_at is null or expires_at > $2)",
        id,
        now,
    )
    .fetch_optional(db)
    .await?)
}

/// Deletes a file. Its content goes when the deletion can no longer be undone.
pub async fn delete(db: impl PgExecutor<'_>, id: Uuid, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!("update files set deleted_at = $2 where id = $1", id, now)
        .execute(db)
        .await?;
    Ok(())
}

/// Takes back the deletion of a record's file of a kind that was deleted last, unless it is too late or another has taken
/// its place. `None`: there is none to take back.
pub async fn restore_latest(
    db: &mut PgConnection,
    (of, id): (&Kind, Uuid),
    kind: &str,
    now: DateTime<Utc>,
) -> Result<Option<FileInfo>> {
    if latest(&mut *db, of, id, kind).await?.is_some() {
        return Ok(None);
    }
    let deleted = sqlx::query!(
        r#"select id, deleted_at as "deleted_at!" from files
           where entity = $1 and entity_id = $2 and kind = $3 and deleted_at is not null
           order by deleted_at desc, id desc limit 1 for update"#,
        of.name,
        id,
        kind,
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(deleted) = deleted else {
        return Ok(None);
    };
    edition::restorable(deleted.deleted_at, now)?;
    sqlx::query!(
        "update files set deleted_at = null where id = $1",
        deleted.id
    )
    .execute(&mut *db)
    .await?;
    latest(db, of, id, kind).await
}

/// Removes at most `batch` files that were deleted or expired, or that belong to nobody a day after their upload: the
/// content first, so that no content is left without a record. Tells how many.
pub async fn sweep(app: &App, batch: i64) -> Result<u64> {
    let now = app.now();
    let gone = sqlx::query!(
        "select id, path from files
         where (entity is null and expires_at is null and created_at < $1) or deleted_at < $1 or expires_at < $2
         limit $3",
        now - edition::KEPT,
        now,
        batch,
    )
    .fetch_all(&app.db)
    .await?;
    for file in &gone {
        app.files.remove(&file.path).await?;
    }
    let ids: Vec<Uuid> = gone.iter().map(|file| file.id).collect();
    sqlx::query!("delete from files where id = any($1)", &ids)
        .execute(&app.db)
        .await?;
    Ok(gone.len() as u64)
}

/// Which of these paths have a record.
async fn known_paths(db: impl PgExecutor<'_>, paths: &[String]) -> Result<Vec<String>> {
    Ok(
        sqlx::query_scalar!("select path from files where path = any($1)", paths)
            .fetch_all(db)
            .await?,
    )
}

/// Contents without a record, looked at together.
const CHUNK: usize = 500;

/// Removes contents that have no record a day after they were written: their host died before it made one. Tells how
/// many.
pub async fn sweep_orphans(app: &App) -> Result<u64> {
    let until = app.now() - edition::KEPT;
    let objects = app.files.objects().list(None);
    let mut chunks = objects.try_chunks(CHUNK);
    let mut gone = 0;
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(anyhow::Error::from)?;
        let old = chunk
            .into_iter()
            .filter(|object| object.last_modified < until);
        let paths: Vec<String> = old.map(|object| object.location.to_string()).collect();
        let known = known_paths(&app.db, &paths).await?;
        for path in paths.iter().filter(|path| !known.contains(path)) {
            app.files.remove(path).await?;
            gone += 1;
        }
    }
    Ok(gone)
}
