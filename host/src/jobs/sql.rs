//! Every query on the records of jobs.

use std::collections::HashMap;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::types::Json;
use sqlx::{AssertSqlSafe, PgConnection, PgExecutor};
use uuid::Uuid;

use super::list::ROWS;
use super::model::{JobFile, JobRecord, JobStatus, Progress};
use super::reason::Reason;
use super::table::Registered;
use super::worker::Job;
use crate::http::error::Result;
use crate::records::audit::Author;
use crate::records::live::{self, Signal};

/// One job by its id.
pub async fn find(db: impl PgExecutor<'_>, id: Uuid) -> Result<Option<JobRecord>> {
    Ok(sqlx::query_as!(
        JobRecord,
        r#"select id as "id!", name as "name!", consumer as "consumer!", identifier as "identifier!", subject,
            status as "status!: JobStatus", attempts as "attempts!", created_at as "created_at!", started_at,
            updated_at as "updated_at!", duration, progress as "progress: Json<Progress>", error, error_fr, requested_by,
            result, files as "files!: Json<Vec<JobFile>>"
        from job_rows where id = $1"#,
        id,
    )
    .fetch_optional(db)
    .await?)
}

/// The newest twenty jobs of a user's that run and tell how far they are.
pub async fn running(db: impl PgExecutor<'_>, user: Uuid) -> Result<Vec<JobRecord>> {
    let find = format!(
        "{ROWS} where requested_by = $1 and status = 'PENDING' and progress is not null order by created_at desc limit 20"
    );
    let find = sqlx::query_as(AssertSqlSafe(find)).bind(user);
    Ok(find.fetch_all(db).await?)
}

/// How many jobs of this name a user waits for.
pub async fn pending(db: &mut PgConnection, user: Uuid, name: &str) -> Result<i64> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from jobs where requested_by = $1 and status = 'PENDING' and name = $2"#,
        user,
        name,
    );
    Ok(count.fetch_one(db).await?)
}

/// How far pending jobs of these names are, all that are on one thing together, by what they are on.
pub async fn progress(
    db: impl PgExecutor<'_>,
    names: &[String],
    identifiers: &[String],
) -> Result<HashMap<String, Progress>> {
    let rows = sqlx::query!(
        r#"select identifier, coalesce(sum(progress_done), 0)::bigint as "done!",
            case when count(*) = count(progress_total) then sum(progress_total)::bigint end as total
         from jobs where status = 'PENDING' and name = any($1) and identifier = any($2) group by identifier"#,
        names,
        identifiers,
    )
    .fetch_all(db)
    .await?;
    let progress = rows.into_iter().map(|row| {
        let (done, total) = (row.done, row.total);
        let note = None;
        (row.identifier, Progress { done, total, note })
    });
    Ok(progress.collect())
}

/// Asks for a job in the caller's transaction. One of a name and identifier is pending at a time: when there is one
/// already, it is given back and nothing is added; if it waits for another try, that is now.
pub async fn enqueue<J: Registered>(
    db: &mut PgConnection,
    author: &Author,
    job: &J,
) -> Result<JobRecord> {
    ask(db, author, &Wish::of(job)?).await
}

/// Asks for many jobs of one kind at once, as [`enqueue`] does for one.
pub async fn enqueue_all<J: Registered>(
    db: &mut PgConnection,
    author: &Author,
    jobs: &[J],
) -> Result<()> {
    let ids: Vec<Uuid> = jobs.iter().map(|_| Uuid::now_v7()).collect();
    let consumers: Vec<String> = jobs.iter().map(Job::consumer).collect();
    let identifiers: Vec<String> = jobs.iter().map(Job::identifier).collect();
    let payloads = jobs.iter().map(serde_json::to_value);
    let payloads: Vec<Value> = payloads
        .collect::<Result<_, _>>()
        .map_err(anyhow::Error::from)?;
    let added = sqlx::query_scalar!(
        "insert into jobs (id, name, consumer, identifier, payload, max_attempts, requested_by)
         select id, $1, consumer, identifier, payload, $2, $3
         from unnest($4::uuid[], $5::text[], $6::text[], $7::jsonb[]) as t (id, consumer, identifier, payload)
         on conflict (name, identifier) where status = 'PENDING' do nothing returning id",
        J::NAME,
        J::ATTEMPTS,
        author.id,
        &ids,
        &consumers,
        &identifiers,
        &payloads,
    )
    .fetch_all(&mut *db)
    .await?;
    queue(db, &added, J::ATTEMPTS, Duration::ZERO).await?;
    if added.len() < jobs.len() {
        let pending = sqlx::query_scalar!(
            "select id from jobs where name = $1 and identifier = any($2) and status = 'PENDING' and id <> all($3)",
            J::NAME,
            &identifiers,
            &added,
        )
        .fetch_all(&mut *db)
        .await?;
        hasten(db, &pending, J::ATTEMPTS).await?;
    }
    for id in added {
        notify(db, id).await?;
    }
    Ok(())
}

/// Keeps what a step of a job brought, and where the next one goes on: a host that takes the job up later begins there.
/// The tries are counted anew.
pub async fn set_step(
    db: &mut PgConnection,
    id: Uuid,
    result: &Value,
    checkpoint: &Value,
) -> Result<()> {
    sqlx::query!(
        "update jobs set result = $2, checkpoint = $3, attempts = 0, error = null, error_fr = null, updated_at = now() where id = $1",
        id,
        result,
        checkpoint,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The last step has ended: the job does.
pub async fn end_steps(db: &mut PgConnection, id: Uuid) -> Result<()> {
    sqlx::query!("update jobs set checkpoint = null where id = $1", id)
        .execute(db)
        .await?;
    Ok(())
}

/// Where the last finished step of a job left off; none before the first has ended, and once all have.
pub async fn checkpoint(db: impl PgExecutor<'_>, id: Uuid) -> Result<Option<Value>> {
    Ok(
        sqlx::query_scalar!("select checkpoint from jobs where id = $1", id)
            .fetch_one(db)
            .await?,
    )
}

/// Whether a job that ran well has another step to do.
pub async fn has_next_step(db: &mut PgConnection, id: Uuid) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        r#"select checkpoint is not null as "next!" from jobs where id = $1"#,
        id,
    )
    .fetch_one(db)
    .await?)
}

/// Keeps what a job brought. It stands in its record once the job has ended.
pub async fn set_result(
    db: &mut PgConnection,
    id: Uuid,
    result: &Value,
    files: &[JobFile],
) -> Result<()> {
    sqlx::query!(
        "update jobs set result = $2, files = $3, checkpoint = null, updated_at = now() where id = $1",
        id,
        result,
        serde_json::to_value(files).map_err(anyhow::Error::from)?,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Asks again for a job that has ended, as it was asked for then; one that ended in the middle goes on where its last
/// finished step left off. `None`: there is no such job.
pub async fn again(db: &mut PgConnection, author: &Author, id: Uuid) -> Result<Option<JobRecord>> {
    let asked = sqlx::query_as!(
        Wish,
        "select name, consumer, identifier, payload, max_attempts, checkpoint from jobs where id = $1",
        id,
    )
    .fetch_optional(&mut *db)
    .await?;
    match asked {
        Some(asked) => ask(db, author, &asked).await.map(Some),
        None => Ok(None),
    }
}

/// A wish for a job: what is asked for now or, kept with something else, when that has come about.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Wish {
    name: String,
    consumer: String,
    identifier: String,
    payload: Value,
    max_attempts: i16,
    /// Where an earlier job of the same work left off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    checkpoint: Option<Value>,
}

impl Wish {
    /// # Errors
    /// The job is not to be written as JSON.
    pub fn of<J: Registered>(job: &J) -> Result<Self> {
        Ok(Self {
            name: J::NAME.to_owned(),
            consumer: job.consumer(),
            identifier: job.identifier(),
            payload: serde_json::to_value(job).map_err(anyhow::Error::from)?,
            max_attempts: J::ATTEMPTS,
            checkpoint: None,
        })
    }
}

/// Asks for a job that was wished for, as [`enqueue`] does.
pub async fn ask(db: &mut PgConnection, author: &Author, asked: &Wish) -> Result<JobRecord> {
    let id = loop {
        let added = sqlx::query_scalar!(
            "insert into jobs (id, name, consumer, identifier, payload, max_attempts, requested_by, checkpoint)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (name, identifier) where status = 'PENDING' do nothing returning id",
            Uuid::now_v7(),
            asked.name,
            asked.consumer,
            asked.identifier,
            asked.payload,
            asked.max_attempts,
            author.id,
            asked.checkpoint,
        )
        .fetch_optional(&mut *db)
        .await?;
        if let Some(id) = added {
            queue(db, &[id], asked.max_attempts, Duration::ZERO).await?;
            break id;
        }
        let pending = sqlx::query_scalar!(
            "select id from jobs where name = $1 and identifier = $2 and status = 'PENDING'",
            asked.name,
            asked.identifier,
        )
        .fetch_optional(&mut *db)
        .await?;
        // One that ended in between is no longer in the way.
        if let Some(id) = pending {
            hasten(db, &[id], asked.max_attempts).await?;
            break id;
        }
    };
    notify(db, id).await?;
    let record = find(&mut *db, id).await?;
    Ok(record.ok_or_else(|| anyhow::anyhow!("a job's record vanished"))?)
}

/// Puts jobs into the queue; one of the same record that stands there is replaced. That a name and identifier have one
/// pending record is all that keeps two from running at once: the queue's own named queues would have each claim of a
/// job lock every queue there is, and leave nothing to whoever claims at the same time. The queue's schema is not part
/// of our migrations: its queries are not checked at compile time.
async fn queue(
    db: &mut PgConnection,
    records: &[Uuid],
    attempts: i16,
    delay: Duration,
) -> Result<()> {
    sqlx::query(
        "select graphile_worker.add_job(name, json_build_object('record', id, 'job', payload),
            max_attempts => $2, job_key => id::text, run_at => now() + $3 * interval '1 second')
         from jobs where id = any($1)",
    )
    .bind(records)
    .bind(i32::from(attempts))
    .bind(delay.as_secs_f64())
    .execute(db)
    .await?;
    Ok(())
}

/// Somebody asks again for jobs that are pending: those that wait for their next try are tried now. Those that the queue
/// has given up stand there again: what became of their last try was not written any more, as the host or its database
/// went away just then; they would be pending for ever, and in the way of whoever asks for them.
async fn hasten(db: &mut PgConnection, pending: &[Uuid], attempts: i16) -> Result<()> {
    sqlx::query(
        "select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
         from graphile_worker._private_jobs
         where key = any(select id::text from unnest($1::uuid[]) as t (id)) and run_at > now()",
    )
    .bind(pending)
    .execute(&mut *db)
    .await?;
    let lost: Vec<Uuid> = sqlx::query_scalar(
        "select id from unnest($1::uuid[]) as t (id) where not exists (
            select from graphile_worker._private_jobs q
            where q.key = t.id::text and (q.locked_at is not null or q.attempts < q.max_attempts))",
    )
    .bind(pending)
    .fetch_all(&mut *db)
    .await?;
    queue(db, &lost, attempts, Duration::ZERO).await
}

/// Tells every host's live streams that a job changed.
async fn notify(db: &mut PgConnection, id: Uuid) -> Result<()> {
    let requested_by = sqlx::query_scalar!("select requested_by from jobs where id = $1", id);
    let requested_by = requested_by.fetch_optional(&mut *db).await?.flatten();
    live::notify(db, &Signal::Job { id, requested_by }).await
}

/// Whose a job is: who asked for it, and who does it. `None`: it is forgotten.
pub async fn holders(db: &mut PgConnection, id: Uuid) -> Result<Option<(Option<Uuid>, String)>> {
    let row = sqlx::query!("select requested_by, consumer from jobs where id = $1", id);
    let row = row.fetch_optional(db).await?;
    Ok(row.map(|row| (row.requested_by, row.consumer)))
}

/// How many pending jobs of this user or plugin were asked for before this one.
pub async fn before(
    db: &mut PgConnection,
    id: Uuid,
    user: Option<Uuid>,
    plugin: Option<&str>,
) -> Result<i64> {
    Ok(sqlx::query_scalar!(
        r#"select count(*) as "before!" from jobs
           where status = 'PENDING' and id < $1 and (requested_by = $2 or consumer = $3)"#,
        id,
        user,
        plugin,
    )
    .fetch_one(db)
    .await?)
}

/// The job looks for a place again once `delay` has passed.
pub async fn stand_back(
    db: &mut PgConnection,
    id: Uuid,
    attempts: i16,
    delay: Duration,
) -> Result<()> {
    queue(db, &[id], attempts, delay).await
}

/// The job starts, again or for the first time. False: it has ended already, and its work is not done twice.
///
/// Each that starts calls for the next one that is due. The library's worker takes one job for each call that it hears,
/// and one a second besides: without this a backlog, as after an outage, would go at that pace.
pub async fn start(db: &mut PgConnection, id: Uuid) -> Result<bool> {
    let started = sqlx::query!(
        "update jobs set started_at = coalesce(started_at, now()), attempts = attempts + 1, updated_at = now()
         where id = $1 and status = 'PENDING'",
        id,
    )
    .execute(&mut *db)
    .await?;
    notify(db, id).await?;
    sqlx::query(
        "select pg_notify('jobs:insert', '{}') where exists (select from graphile_worker._private_jobs
            where is_available and run_at <= now())",
    )
    .execute(db)
    .await?;
    Ok(started.rows_affected() == 1)
}

/// How far it is, for those who watch. False: somebody wishes that it ends.
pub async fn report(db: &mut PgConnection, id: Uuid, progress: &Progress) -> Result<bool> {
    let goes_on = sqlx::query_scalar!(
        r#"update jobs set progress_done = $2, progress_total = $3, progress_note = $4, updated_at = now()
        where id = $1 returning cancel_requested_at is null as "goes_on!""#,
        id,
        progress.done,
        progress.total,
        progress.note,
    )
    .fetch_one(&mut *db)
    .await?;
    notify(db, id).await?;
    Ok(goes_on)
}

/// The job ended, well (no error) or not.
pub async fn finish(db: &mut PgConnection, id: Uuid, failed: Option<&Reason>) -> Result<()> {
    let status = if failed.is_some() {
        "FAILED"
    } else {
        "COMPLETED"
    };
    sqlx::query!(
        "update jobs set status = $2, error = $3, error_fr = $4, finished_at = now(), updated_at = now() where id = $1",
        id,
        status,
        failed.map(|reason| &*reason.english),
        failed.and_then(|reason| reason.french.as_deref()),
    )
    .execute(&mut *db)
    .await?;
    notify(db, id).await
}

/// A step of the job is done: the next one stands behind what else is due by now.
pub async fn requeue(db: &mut PgConnection, id: Uuid, attempts: i16) -> Result<()> {
    queue(db, &[id], attempts, Duration::ZERO).await?;
    notify(db, id).await
}

/// The job failed and will be tried again, not before `delay` has passed.
pub async fn postpone(
    db: &mut PgConnection,
    id: Uuid,
    attempts: i16,
    delay: Duration,
    reason: &Reason,
) -> Result<()> {
    queue(db, &[id], attempts, delay).await?;
    record_failure(db, id, reason).await
}

/// The job failed and will be tried again.
pub async fn record_failure(db: &mut PgConnection, id: Uuid, reason: &Reason) -> Result<()> {
    sqlx::query!(
        "update jobs set error = $2, error_fr = $3, updated_at = now() where id = $1",
        id,
        reason.english,
        reason.french,
    )
    .execute(&mut *db)
    .await?;
    notify(db, id).await
}

/// Forgets at most `batch` records of jobs that ended a quarter of a year ago or earlier; tells how many.
pub async fn forget(db: impl PgExecutor<'_>, now: DateTime<Utc>, batch: i64) -> Result<u64> {
    let forgotten = sqlx::query!(
        "delete from jobs where ctid = any(array(
            select ctid from jobs where created_at < $1 and status <> 'PENDING' limit $2))",
        now - TimeDelta::days(90),
        batch,
    )
    .execute(db)
    .await?;
    Ok(forgotten.rows_affected())
}

/// Ends a pending job: at once if it waits in the queue, at its next report if it runs. `None`: it has ended already.
pub async fn cancel(db: &mut PgConnection, id: Uuid) -> Result<Option<JobRecord>> {
    let pending = sqlx::query!(
        "update jobs set cancel_requested_at = now(), updated_at = now() where id = $1 and status = 'PENDING'",
        id,
    )
    .execute(&mut *db)
    .await?;
    if pending.rows_affected() == 0 {
        return Ok(None);
    }
    let waiting = sqlx::query(
        "delete from graphile_worker._private_jobs where key = $1 and locked_at is null",
    )
    .bind(id.to_string())
    .execute(&mut *db)
    .await?;
    if waiting.rows_affected() > 0 {
        finish(db, id, Some(&canceled())).await?;
    } else {
        notify(db, id).await?;
    }
    find(db, id).await
}

/// Whether somebody wishes that the job ends.
pub async fn is_unwanted(db: &mut PgConnection, id: Uuid) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        r#"select cancel_requested_at is not null as "unwanted!" from jobs where id = $1"#,
        id,
    )
    .fetch_one(db)
    .await?)
}

/// Whether the job was asked for less than that long ago.
pub async fn is_younger(db: &mut PgConnection, id: Uuid, age: Duration) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        r#"select created_at > now() - $2 * interval '1 second' as "younger!" from jobs where id = $1"#,
        id,
        age.as_secs_f64(),
    )
    .fetch_one(db)
    .await?)
}

/// The error of a job that somebody ended.
pub fn canceled() -> Reason {
    Reason::new("annulée", "canceled")
}
