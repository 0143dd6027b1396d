//! Every query on events.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::jobs::HandleEvent;
use super::model::{EventDetail, EventHeader, EventRow, EventState};
use crate::http::error::Result;
use crate::jobs::Job as _;
use crate::providers::connectors::StoreName;
use crate::providers::webhooks::EVENT;
use crate::records::audit::{self, Author, Change};

/// An event to be kept.
#[derive(Debug)]
pub struct NewEvent<'a> {
    pub id: Uuid,
    pub plugin: &'a str,
    pub connector: Uuid,
    pub topic: String,
    pub headers: Vec<EventHeader>,
    pub body: &'a [u8],
    pub dedupe_key: String,
    pub received_at: DateTime<Utc>,
}

/// An event that its plugin is asked about.
#[derive(Debug)]
pub struct Pending {
    pub connector_id: Uuid,
    pub topic: String,
    pub headers: Json<Vec<EventHeader>>,
    pub body: Vec<u8>,
    pub received_at: DateTime<Utc>,
}

/// Keeps an event. False: it is kept already.
pub async fn keep(db: &mut PgConnection, event: &NewEvent<'_>) -> Result<bool> {
    let kept = sqlx::query!(
        "insert into webhook_events (id, plugin, connector_id, topic, headers, body, dedupe_key, received_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict on constraint webhook_events_once do nothing",
        event.id,
        event.plugin,
        event.connector,
        event.topic,
        json!(event.headers),
        event.body,
        event.dedupe_key,
        event.received_at,
    )
    .execute(db)
    .await?;
    Ok(kept.rows_affected() == 1)
}

/// An event that waits; none when it does no longer.
pub async fn pending(db: impl PgExecutor<'_>, id: Uuid) -> Result<Option<Pending>> {
    Ok(sqlx::query_as!(
        Pending,
        r#"select connector_id, topic, headers as "headers: Json<Vec<EventHeader>>", body, received_at
        from webhook_events where id = $1 and state = 'PENDING'"#,
        id,
    )
    .fetch_optional(db)
    .await?)
}

/// A try has ended: what became of the event, and what the try said.
pub async fn tried(
    db: impl PgExecutor<'_>,
    id: Uuid,
    state: EventState,
    error: Option<&str>,
    now: DateTime<Utc>,
) -> Result<()> {
    let ended_at = (state != EventState::Pending).then_some(now);
    sqlx::query!(
        "update webhook_events set state = $2, error = $3, ended_at = $4, attempts = attempts + 1 where id = $1",
        id,
        state as EventState,
        error,
        ended_at,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The most events that are tried again at once.
const REPLAYED: i64 = 5_000;

/// Lets events be tried again, the oldest first: these, whatever became of them, or (none named) those that failed and
/// those that wait for a job that is over: a person ended it, or the host died before it wrote what became of the event.
/// Their ids and plugins.
pub async fn replay(
    db: &mut PgConnection,
    author: &Author,
    ids: Option<&[Uuid]>,
) -> Result<Vec<(Uuid, String)>> {
    let again = sqlx::query!(
        r#"with chosen as (
            select id, state from webhook_events w
            where case when $1::uuid[] is not null then id = any($1) when state = 'PENDING' then not exists (
                    select from jobs where name = $3 and identifier = w.id::text and status = 'PENDING')
                else state = 'FAILED' end
            order by received_at, id limit $2 for update)
        update webhook_events e set state = 'PENDING', attempts = 0, error = null, ended_at = null
        from chosen c where c.id = e.id returning e.id, e.plugin, c.state as "before!""#,
        ids,
        REPLAYED,
        HandleEvent::NAME,
    )
    .fetch_all(&mut *db)
    .await?;
    let entries: Vec<_> = again
        .iter()
        .map(|event| audit::Entry {
            kind: &EVENT,
            id: event.id,
            action: "replay",
            changes: vec![Change {
                field: "state".into(),
                before: event.before.clone().into(),
                after: "PENDING".into(),
            }],
        })
        .collect();
    audit::record(db, author, &entries).await?;
    Ok(again
        .into_iter()
        .map(|event| (event.id, event.plugin))
        .collect())
}

/// How much of a body is shown.
const SHOWN: i32 = 256 << 10;

/// One event.
pub async fn find(db: impl PgExecutor<'_>, id: Uuid) -> Result<Option<EventDetail>> {
    let row = sqlx::query!(
        r#"select e.id, e.plugin, c.store_id, s.name as store_name, e.topic, e.state as "state: EventState",
            e.received_at, e.attempts, e.error, e.ended_at, e.headers as "headers: Json<Vec<EventHeader>>",
            substring(e.body for $2) as "body!", octet_length(e.body) as "size!"
        from webhook_events e join connectors c on c.id = e.connector_id join stores s on s.id = c.store_id
        where e.id = $1"#,
        id,
        SHOWN,
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| EventDetail {
        event: EventRow {
            id: row.id,
            plugin: row.plugin,
            store: StoreName {
                id: row.store_id,
                name: row.store_name,
            },
            topic: row.topic,
            state: row.state,
            received_at: row.received_at,
            attempts: row.attempts,
            error: row.error,
            ended_at: row.ended_at,
        },
        headers: row.headers.0,
        body: String::from_utf8_lossy(&row.body).into_owned(),
        size: row.size,
    }))
}

/// Forgets at most `batch` events: a month after they came, those that failed after a quarter of a year. How many.
pub async fn forget(db: impl PgExecutor<'_>, now: DateTime<Utc>, batch: i64) -> Result<u64> {
    let forgotten = sqlx::query!(
        "delete from webhook_events where id = any(array(
            select id from webhook_events
            where received_at < $1 or (received_at < $2 and state in ('DONE', 'DROPPED')) limit $3))",
        now - TimeDelta::days(90),
        now - TimeDelta::days(30),
        batch,
    )
    .execute(db)
    .await?;
    Ok(forgotten.rows_affected())
}
