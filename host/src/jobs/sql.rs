//! Every query on the records of jobs.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::model::{JobRecord, JobStatus, Progress};
use super::worker::Job;
use crate::audit::Author;
use crate::error::Result;

macro_rules! record {
    ($row:expr) => {{
        let row = $row;
        JobRecord {
            id: row.id,
            name: row.name,
            consumer: row.consumer,
            identifier: row.identifier,
            status: row.status,
            created_at: row.created_at,
            started_at: row.started_at,
            updated_at: row.updated_at,
            duration: row
                .started_at
                .zip(row.finished_at)
                .map(|(start, end)| (end - start).num_milliseconds()),
            progress: row.progress_done.map(|done| Progress {
                done,
                total: row.progress_total,
                note: row.progress_note,
            }),
            error: row.error,
            requested_by: row.requested_by,
        }
    }};
}

/// One job by its id.
pub async fn find(db: impl PgExecutor<'_>, id: Uuid) -> Result<Option<JobRecord>> {
    let row = sqlx::query!(
        r#"select id, name, consumer, identifier, status as "status: JobStatus", progress_done, progress_total,
            progress_note, error, requested_by, created_at, started_at, finished_at, updated_at
        from jobs where id = $1"#,
        id,
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| record!(row)))
}

/// The latest jobs, newest first.
pub async fn latest(db: impl PgExecutor<'_>) -> Result<Vec<JobRecord>> {
    let rows = sqlx::query!(
        r#"select id, name, consumer, identifier, status as "status: JobStatus", progress_done, progress_total,
            progress_note, error, requested_by, created_at, started_at, finished_at, updated_at
        from jobs order by created_at desc, id desc limit 100"#,
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| record!(row)).collect())
}

/// Asks for a job in the caller's transaction. One of a name and identifier is pending at a time: when there is one
/// already, it is given back and nothing is added; if it waits for another try, that is now.
pub async fn enqueue<J: Job>(db: &mut PgConnection, author: &Author, job: &J) -> Result<JobRecord> {
    let id = Uuid::now_v7();
    let (consumer, identifier) = (job.consumer(), job.identifier());
    let added = sqlx::query_scalar!(
        "insert into jobs (id, name, consumer, identifier, requested_by) values ($1, $2, $3, $4, $5)
         on conflict (name, identifier) where status = 'PENDING' do nothing returning id",
        id,
        J::NAME,
        consumer,
        identifier,
        author.id,
    )
    .fetch_optional(&mut *db)
    .await?;
    let id = match added {
        Some(id) => {
            queue(db, id, job, J::ATTEMPTS, Duration::ZERO).await?;
            id
        }
        None => {
            let id = sqlx::query_scalar!(
                "select id from jobs where name = $1 and identifier = $2 and status = 'PENDING'",
                J::NAME,
                identifier,
            )
            .fetch_one(&mut *db)
            .await?;
            hasten(db, id).await?;
            id
        }
    };
    notify(db, id).await?;
    let record = find(&mut *db, id).await?;
    Ok(record.ok_or_else(|| anyhow::anyhow!("a job's record vanished"))?)
}

/// Puts a job into the queue; one of the same record that stands there is replaced. The queue's own schema is not part of
/// our migrations: its queries are not checked at compile time.
async fn queue<J: Job>(
    db: &mut PgConnection,
    record: Uuid,
    job: &J,
    attempts: i16,
    delay: Duration,
) -> Result<()> {
    sqlx::query(
        "select graphile_worker.add_job($1, $2::json, queue_name => $3, max_attempts => $4, job_key => $5,
            run_at => now() + $6 * interval '1 second')",
    )
    .bind(J::NAME)
    .bind(serde_json::json!({ "record": record, "job": job }))
    .bind(format!("{}:{}", J::NAME, job.identifier()))
    .bind(i32::from(attempts))
    .bind(record.to_string())
    .bind(delay.as_secs_f64())
    .execute(db)
    .await?;
    Ok(())
}

/// Somebody asks again for a job that waits for its next try: the try is now.
async fn hasten(db: &mut PgConnection, record: Uuid) -> Result<()> {
    sqlx::query(
        "select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
         from graphile_worker._private_jobs where key = $1 and run_at > now()",
    )
    .bind(record.to_string())
    .execute(db)
    .await?;
    Ok(())
}

/// Tells every host's live streams that a job changed.
async fn notify(db: &mut PgConnection, id: Uuid) -> Result<()> {
    crate::live::notify(db, &crate::live::Signal::Job(id)).await
}

/// The job starts, again or for the first time. False: it has ended already, and its work is not done twice.
pub async fn start(db: &mut PgConnection, id: Uuid) -> Result<bool> {
    let started = sqlx::query!(
        "update jobs set started_at = coalesce(started_at, now()), attempts = attempts + 1, updated_at = now()
         where id = $1 and status = 'PENDING'",
        id,
    )
    .execute(&mut *db)
    .await?;
    notify(db, id).await?;
    Ok(started.rows_affected() == 1)
}

/// How far it is, for those who watch.
pub async fn report(db: &mut PgConnection, id: Uuid, progress: &Progress) -> Result<()> {
    sqlx::query!(
        "update jobs set progress_done = $2, progress_total = $3, progress_note = $4, updated_at = now() where id = $1",
        id,
        progress.done,
        progress.total,
        progress.note,
    )
    .execute(&mut *db)
    .await?;
    notify(db, id).await
}

/// The job ended, well (no error) or not.
pub async fn finish(db: &mut PgConnection, id: Uuid, error: Option<&str>) -> Result<()> {
    let status = if error.is_some() {
        "FAILED"
    } else {
        "COMPLETED"
    };
    sqlx::query!(
        "update jobs set status = $2, error = $3, finished_at = now(), updated_at = now() where id = $1",
        id,
        status,
        error,
    )
    .execute(&mut *db)
    .await?;
    notify(db, id).await
}

/// The job failed and will be tried again, not before `delay` has passed.
pub async fn postpone<J: Job>(
    db: &mut PgConnection,
    id: Uuid,
    job: &J,
    attempts: i16,
    delay: Duration,
    error: &str,
) -> Result<()> {
    queue(db, id, job, attempts, delay).await?;
    stumble(db, id, error).await
}

/// The job failed and will be tried again.
pub async fn stumble(db: &mut PgConnection, id: Uuid, error: &str) -> Result<()> {
    sqlx::query!(
        "update jobs set error = $2, updated_at = now() where id = $1",
        id,
        error
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
