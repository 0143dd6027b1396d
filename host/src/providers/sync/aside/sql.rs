//! Every query on set-aside items.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::SET_ASIDE;
use super::model::{Aside, AsideDetail, AsideRow, AsideState, FaultCode};
use crate::http::error::Result;
use crate::providers::connectors::StoreName;
use crate::records::audit::{self, Author, Change, Entry};
use crate::records::live::{self, Signal};

/// The most items that are kept of one connection: beyond, those that were seen longest ago go.
const MOST: i64 = 1_000;
/// An item that came no more for so long is forgotten.
const KEPT: TimeDelta = TimeDelta::days(90);

/// Whether items of a connection could not be taken, and are not ignored.
pub async fn any_aside(db: impl PgExecutor<'_>, connector: Uuid, function: &str) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        r#"select exists (select from items_set_aside
            where connector_id = $1 and function = $2 and ignored_at is null) as "any!""#,
        connector,
        function,
    )
    .fetch_one(db)
    .await?)
}

/// Keeps what could not be taken, and forgets those of the items that came whole now. What is ignored stays so unless
/// something else is told of it. Whoever looks at them hears of it.
pub async fn set_aside(
    db: &mut PgConnection,
    connector: Uuid,
    function: &str,
    aside: &[Aside],
    items: &[String],
    now: DateTime<Utc>,
) -> Result<()> {
    let stays = |id: &str| aside.iter().any(|each| each.provider_id == id);
    let whole: Vec<String> = items.iter().filter(|id| !stays(id)).cloned().collect();
    let gone = sqlx::query!(
        "delete from items_set_aside where connector_id = $1 and function = $2 and provider_id = any($3)",
        connector,
        function,
        &whole,
    )
    .execute(&mut *db)
    .await?;
    if aside.is_empty() && gone.rows_affected() == 0 {
        return Ok(());
    }
    sqlx::query!(
        "insert into items_set_aside as a (id, connector_id, function, provider_id, code, field, reason, raw, whole, digest,
            first_seen_at, last_seen_at)
         select distinct on (provider_id) id, $1::uuid, $2, provider_id, code, field, reason, raw, whole, digest, $4, $4
         from jsonb_to_recordset($3) as r (id uuid, provider_id text, code text, field text, reason text, raw text,
            whole boolean, digest bytea)
         on conflict (connector_id, function, provider_id) do update set code = excluded.code, field = excluded.field,
            reason = excluded.reason, raw = excluded.raw, whole = excluded.whole, digest = excluded.digest,
            last_seen_at = excluded.last_seen_at, seen = a.seen + 1,
            ignored_at = case when a.digest = excluded.digest then a.ignored_at end",
        connector,
        function,
        json!(aside),
        now,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "delete from items_set_aside where id in (
            select id from items_set_aside where connector_id = $1 order by last_seen_at desc, id desc offset $2)",
        connector,
        MOST,
    )
    .execute(&mut *db)
    .await?;
    live::notify(db, &Signal::changed(&SET_ASIDE)).await
}

/// How many items of a function are set aside and not ignored.
pub async fn count_aside(db: impl PgExecutor<'_>, function: &str) -> Result<i64> {
    Ok(sqlx::query_scalar!(
        r#"select count(*) as "count!" from set_aside_rows where function = $1 and state = 'OPEN'"#,
        function,
    )
    .fetch_one(db)
    .await?)
}

/// One item.
pub async fn find(db: impl PgExecutor<'_>, id: Uuid) -> Result<Option<AsideDetail>> {
    let row = sqlx::query!(
        r#"select a.id as "id!", a.function as "kind!", a.plugin as "plugin!", a.connector_id as "connector_id!",
            a.store_id as "store_id!", s.name as store_name, a.provider_id as "provider_id!",
            a.state as "state!: AsideState", a.code as "code!: FaultCode", a.field as "field!", a.reason as "detail!",
            a.first_seen_at as "first_seen_at!", a.last_seen_at as "last_seen_at!", a.seen as "seen!", i.raw, i.whole
        from set_aside_rows a join stores s on s.id = a.store_id join items_set_aside i on i.id = a.id where a.id = $1"#,
        id,
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| AsideDetail {
        item: AsideRow {
            id: row.id,
            kind: row.kind,
            plugin: row.plugin,
            connector_id: row.connector_id,
            store: StoreName {
                id: row.store_id,
                name: row.store_name,
            },
            provider_id: row.provider_id,
            state: row.state,
            code: row.code,
            field: row.field,
            detail: row.detail,
            first_seen_at: row.first_seen_at,
            last_seen_at: row.last_seen_at,
            seen: row.seen,
        },
        raw: Some(row.raw),
        can_be_taken: row.whole,
    }))
}

/// Of which connection and function an item is.
#[derive(Debug)]
pub struct Place {
    pub id: Uuid,
    pub connector: Uuid,
    pub plugin: String,
    pub function: String,
}

/// Those of these items that are there, by connection and function; ignored ones are no longer. Their history says who
/// wants them again.
pub async fn want_again(
    db: &mut PgConnection,
    author: &Author,
    ids: &[Uuid],
) -> Result<Vec<Place>> {
    say(&mut *db, author, ids, "retry", None).await?;
    Ok(sqlx::query_as!(
        Place,
        r#"select id as "id!", connector_id as "connector!", plugin as "plugin!", function as "function!"
        from set_aside_rows where id = any($1) order by connector_id, function, id"#,
        ids,
    )
    .fetch_all(db)
    .await?)
}

/// Ignores these items (`ignored_at`: since when), or takes that back; tells which of them changed.
pub async fn ignore(
    db: &mut PgConnection,
    author: &Author,
    ids: &[Uuid],
    ignored_at: Option<DateTime<Utc>>,
) -> Result<Vec<Uuid>> {
    let action = match ignored_at {
        Some(_) => "ignore",
        None => "restore",
    };
    say(db, author, ids, action, ignored_at).await
}

/// Writes down what is said of items, and in their history whose state that changes: those are told.
async fn say(
    db: &mut PgConnection,
    author: &Author,
    ids: &[Uuid],
    action: &str,
    ignored_at: Option<DateTime<Utc>>,
) -> Result<Vec<Uuid>> {
    let changed = sqlx::query_scalar!(
        "update items_set_aside set ignored_at = $2
         where id = any($1) and (ignored_at is null) <> ($2::timestamptz is null) returning id",
        ids,
        ignored_at,
    )
    .fetch_all(&mut *db)
    .await?;
    let state = |is_ignored| match is_ignored {
        true => AsideState::Ignored,
        false => AsideState::Open,
    };
    let affected: &[Uuid] = if action == "retry" { ids } else { &changed };
    let entries: Vec<Entry<'_>> = affected
        .iter()
        .map(|id| Entry {
            kind: &SET_ASIDE,
            id: *id,
            action,
            changes: match changed.contains(id) {
                true => vec![Change {
                    field: "state".into(),
                    before: json!(state(ignored_at.is_none())),
                    after: json!(state(ignored_at.is_some())),
                }],
                false => Vec::new(),
            },
        })
        .collect();
    audit::record(&mut *db, author, &entries).await?;
    if !changed.is_empty() {
        live::notify(db, &Signal::changed(&SET_ASIDE)).await?;
    }
    Ok(changed)
}

/// What is kept of these items of a connection's function, as far as they are there.
#[derive(Debug)]
pub struct Kept {
    pub raw: String,
    pub whole: bool,
}

pub async fn kept(
    db: impl PgExecutor<'_>,
    connector: Uuid,
    function: &str,
    ids: &[Uuid],
) -> Result<Vec<Kept>> {
    Ok(sqlx::query_as!(
        Kept,
        "select raw, whole from items_set_aside where connector_id = $1 and function = $2 and id = any($3) order by id",
        connector,
        function,
        ids,
    )
    .fetch_all(db)
    .await?)
}

/// Forgets at most `batch` items that came no more for long. How many.
pub async fn forget(db: impl PgExecutor<'_>, now: DateTime<Utc>, batch: i64) -> Result<u64> {
    let forgotten = sqlx::query!(
        "delete from items_set_aside where id in (select id from items_set_aside where last_seen_at < $1 limit $2)",
        now - KEPT,
        batch,
    )
    .execute(db)
    .await?;
    Ok(forgotten.rows_affected())
}
