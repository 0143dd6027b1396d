//! Work in steps, many wishes at once, and what the night leaves.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::*;
use crate::jobs::worker::{Job, JobResult};
use crate::jobs::{enqueue_all, set_step};
use crate::testing::Client;

/// Counts up to `last` in steps; the step `fails` never succeeds while the table of its failures says so.
#[derive(Debug, Serialize, Deserialize)]
struct Counted {
    name: String,
    last: u32,
    fails: Option<u32>,
}

impl Counted {
    fn new(name: &str, last: u32) -> Self {
        Self {
            name: name.into(),
            last,
            fails: None,
        }
    }
}

impl Job for Counted {
    const NAME: &'static str = "test.counted";
    const ATTEMPTS: i16 = 2;

    fn consumer(&self) -> String {
        "test".into()
    }

    fn identifier(&self) -> String {
        self.name.clone()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let mut done: Vec<u32> = context.checkpoint().await?.unwrap_or_default();
        let next = u32::try_from(done.len()).unwrap_or_default() + 1;
        if self.fails == Some(next) && is_broken(context).await? {
            return Err(JobError::Retry(anyhow::anyhow!("step {next} broke")));
        }
        done.push(next);
        context
            .progress(next.into(), Some(self.last.into()), None)
            .await?;
        let mut db = context.app.db.acquire().await?;
        let result = json!(done);
        match next < self.last {
            true => set_step(&mut db, context.id, &result, &result).await?,
            false => sql::set_result(&mut db, context.id, &result, &[]).await?,
        }
        Ok(())
    }
}

impl Registered for Counted {}

/// Whether the world is broken just now.
async fn is_broken(context: &JobContext) -> Result<bool, JobError> {
    let broken = "select exists (select from plugin_store where plugin = 'broken')";
    Ok(sqlx::query_scalar(broken)
        .fetch_one(&context.app.db)
        .await?)
}

struct Queue {
    app: TestApp,
    admin: Client,
}

impl Queue {
    /// Which takes one after the other.
    async fn new(db: PgPool) -> Self {
        let app = TestApp::with(db, |config| {
            config.plugins.clear();
            config.jobs.concurrency = 1;
        })
        .await;
        let admin = app.admin(&[Permission::SuperAdmin]).await;
        Self { app, admin }
    }

    async fn ask(&self, job: &Counted) -> Uuid {
        asked(&self.app, &Author::system("test"), job).await
    }

    /// Runs what is due, and what waits for another try as well, so often.
    async fn run(&self, times: u32) {
        for _ in 0..times {
            sqlx::query("update graphile_worker._private_jobs set run_at = now()")
                .execute(&self.app.app.db)
                .await
                .expect("the queue");
            super::super::worker::run_due_with::<Counted>(&self.app.app).await;
        }
    }

    async fn job(&self, id: Uuid) -> Value {
        self.admin.get(&format!("/job/{id}")).await.data().clone()
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn between_two_steps_of_a_job_others_have_their_turn(db: PgPool) {
    let queue = Queue::new(db.clone()).await;
    let long = queue.ask(&Counted::new("long", 4)).await;
    queue.ask(&Counted::new("short", 1)).await;
    queue.ask(&Counted::new("middle", 2)).await;
    queue.run(1).await;
    let ended: Vec<String> = sqlx::query_scalar("select identifier from jobs order by finished_at")
        .fetch_all(&db)
        .await
        .expect("jobs");
    assert_eq!(ended, ["short", "middle", "long"]);
    let job = queue.job(long).await;
    assert_eq!(
        (&job["status"], &job["result"], &job["attempts"]),
        (&json!("COMPLETED"), &json!([1, 2, 3, 4]), &json!(1))
    );
    assert_eq!(
        job["progress"],
        json!({ "done": 4, "total": 4, "note": null })
    );
    let checkpoint: Option<Value> = sqlx::query_scalar("select checkpoint from jobs where id = $1")
        .bind(long)
        .fetch_one(&db)
        .await
        .expect("a job");
    assert_eq!(checkpoint, None, "asked for again, it begins anew");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn each_step_has_all_tries_and_a_job_that_failed_goes_on_from_its_last_good_one(db: PgPool) {
    let queue = Queue::new(db.clone()).await;
    sqlx::query(
        "insert into plugin_store (plugin, connector_id, key, value) values ('broken', $1, '', '')",
    )
    .bind(Uuid::nil())
    .execute(&db)
    .await
    .expect("a broken world");
    let job = Counted {
        fails: Some(3),
        ..Counted::new("fragile", 3)
    };
    let id = queue.ask(&job).await;
    queue.run(1).await;
    let waits = queue.job(id).await;
    assert_eq!(
        (&waits["status"], &waits["attempts"], &waits["error"]),
        (&json!("PENDING"), &json!(1), &json!("step 3 broke"))
    );
    assert_eq!(
        waits["result"],
        json!([1, 2]),
        "what is done is told already"
    );
    queue.run(2).await;
    let failed = queue.job(id).await;
    assert_eq!(
        (&failed["status"], &failed["attempts"], &failed["result"]),
        (&json!("FAILED"), &json!(2), &json!([1, 2]))
    );

    sqlx::query("delete from plugin_store")
        .execute(&db)
        .await
        .expect("a mended world");
    let again = queue
        .admin
        .post(&format!("/job/{id}/retry"), json!({}))
        .await;
    assert_ne!(again.id(), id);
    assert_eq!(again.data()["attempts"], 0);
    queue.run(1).await;
    let done = queue.job(again.id()).await;
    assert_eq!(
        (&done["status"], &done["result"], &done["error"]),
        (&json!("COMPLETED"), &json!([1, 2, 3]), &Value::Null)
    );
    assert_eq!(done["attempts"], 1, "no step was done twice");
    assert_eq!(queue.job(id).await, failed, "what failed stays as it was");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn many_are_asked_for_at_once_and_what_is_pending_already_only_sooner(db: PgPool) {
    let queue = Queue::new(db.clone()).await;
    let first = queue.ask(&Counted::new("b", 1)).await;
    sqlx::query("update graphile_worker._private_jobs set run_at = now() + interval '1 hour'")
        .execute(&db)
        .await
        .expect("the queue");
    let author = Author {
        id: queue.admin.user,
        ..Author::system("test")
    };
    let jobs = ["a", "b", "c", "a"].map(|name| Counted::new(name, 1));
    let mut tx = queue.app.app.begin().await.expect("a transaction");
    enqueue_all(&mut tx, &author, &jobs).await.expect("records");
    enqueue_all::<Counted>(&mut tx, &author, &[])
        .await
        .expect("nothing");
    tx.commit().await.expect("a commit");
    let rows: Vec<(String, bool)> =
        sqlx::query_as("select identifier, requested_by is not null from jobs order by identifier")
            .fetch_all(&db)
            .await
            .expect("jobs");
    let requested: Vec<_> = rows.iter().map(|(name, asked)| (&**name, *asked)).collect();
    assert_eq!(requested, [("a", true), ("b", false), ("c", true)]);
    super::super::worker::run_due_with::<Counted>(&queue.app.app).await;
    let pending = "select count(*) from jobs where status <> 'COMPLETED' or attempts <> 1";
    let pending: i64 = sqlx::query_scalar(pending)
        .fetch_one(&db)
        .await
        .expect("a count");
    assert_eq!(pending, 0, "the one that waited too");
    assert_eq!(queue.job(first).await["status"], "COMPLETED");

    // Whoever asks and then fails leaves none of them.
    let mut tx = queue.app.app.begin().await.expect("a transaction");
    enqueue_all(&mut tx, &author, &jobs).await.expect("records");
    tx.rollback().await.expect("an end");
    let left: i64 = sqlx::query_scalar("select count(*) from graphile_worker._private_jobs")
        .fetch_one(&db)
        .await
        .expect("a count");
    assert_eq!(left, 0);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn one_night_forgets_all_that_is_old_however_much_and_nothing_that_is_pending(db: PgPool) {
    let queue = Queue::new(db.clone()).await;
    let quarter = noon() - chrono::TimeDelta::days(90);
    sqlx::query(
        "insert into jobs (id, name, consumer, identifier, status, created_at)
         select gen_random_uuid(), 'x', 'x', n::text, 'COMPLETED', $1 - n * interval '1 minute' from generate_series(1, 5003) n
         union all select gen_random_uuid(), 'x', 'x', 'kept', 'FAILED', $1 + interval '1 minute'
         union all select gen_random_uuid(), 'x', 'x', 'waits', 'PENDING', $1 - interval '1 year'",
    )
    .bind(quarter)
    .execute(&db)
    .await
    .expect("jobs");
    let left = async || {
        let left = "select identifier from jobs where name = 'x' order by identifier";
        let left = sqlx::query_scalar(left).fetch_all(&db);
        let left: Vec<String> = left.await.expect("jobs");
        left
    };
    assert_eq!(sql::forget(&db, noon(), 10).await.expect("a batch"), 10);
    assert_eq!(left().await.len(), 4_995);
    asked(&queue.app, &Author::system("test"), &Housekeeping {}).await;
    run_due(&queue.app.app).await;
    assert_eq!(left().await, ["kept", "waits"]);
    queue.app.app.clock.advance(Duration::from_secs(120));
    assert_eq!(
        sql::forget(&db, queue.app.app.now(), 10)
            .await
            .expect("a batch"),
        1
    );
    assert_eq!(left().await, ["waits"]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_jobs_end_is_asked_for_once_and_what_has_ended_stays_so(db: PgPool) {
    let queue = Queue::new(db.clone()).await;
    let id = queue.ask(&Counted::new("one", 3)).await;
    let path = format!("/job/{id}");
    // A host has it in hand as its end is wished; it comes to know at its next start.
    sqlx::query("update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a host'")
        .execute(&db)
        .await
        .expect("a lock");
    assert_eq!(queue.admin.delete(&path).await.data()["status"], "PENDING");
    assert_eq!(queue.admin.delete(&path).await.data()["status"], "PENDING");
    sqlx::query("update graphile_worker._private_jobs set locked_at = null, locked_by = null")
        .execute(&db)
        .await
        .expect("a lock less");
    queue.run(1).await;
    let ended = queue.job(id).await;
    assert_eq!(
        (&ended["status"], &ended["error"], &ended["result"]),
        (&json!("FAILED"), &json!("canceled"), &Value::Null)
    );
    let done = queue.ask(&Counted::new("two", 1)).await;
    queue.run(1).await;
    let path = format!("/job/{done}");
    let late = queue.admin.delete(&path).await;
    assert_eq!(
        (&late.data()["status"], &late.data()["error"]),
        (&json!("COMPLETED"), &Value::Null)
    );
    assert_eq!(
        queue
            .admin
            .delete(&format!("/job/{}", Uuid::nil()))
            .await
            .status
            .as_u16(),
        404
    );
    // A double click asks for one more, and its key is that one's.
    let headers = [("idempotency-key", "k")];
    let retry = format!("{path}/retry");
    let first = queue.admin.send("POST", &retry, None, &headers).await;
    queue.run(1).await;
    let again = queue.admin.send("POST", &retry, None, &headers).await;
    assert_eq!(again.id(), first.id());
    let count: i64 = sqlx::query_scalar("select count(*) from jobs where identifier = 'two'")
        .fetch_one(&db)
        .await
        .expect("a count");
    assert_eq!(count, 2);
}

/// Left in the queue by a host of another release.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_another_release_asked_for_says_so_and_is_in_nobodys_way_for_ever(db: PgPool) {
    let queue = Queue::new(db.clone()).await;
    let id = queue.ask(&Counted::new("old", 1)).await;
    for (table, payload) in [
        (
            "graphile_worker._private_jobs",
            "json_build_object('record', key, 'job', '7'::json)",
        ),
        ("jobs", "'7'"),
    ] {
        let change = format!("update {table} set payload = {payload}");
        let changed = sqlx::query(sqlx::AssertSqlSafe(change)).execute(&db).await;
        changed.expect("another's words");
    }
    queue.run(1).await;
    let waits = queue.job(id).await;
    let error = waits["error"].as_str().unwrap_or_default();
    assert!(error.starts_with("this release cannot read"), "{waits}");
    assert_eq!(
        waits["status"], "PENDING",
        "a host of that release may take it up"
    );
    queue.run(2).await;
    let failed = queue.job(id).await;
    assert_eq!(
        (&failed["status"], &failed["attempts"]),
        (&json!("FAILED"), &json!(2))
    );
    let again = queue.ask(&Counted::new("old", 1)).await;
    assert_ne!(again, id);
    queue.run(1).await;
    assert_eq!(queue.job(again).await["status"], "COMPLETED");
}
