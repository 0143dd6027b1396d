//! A job's tries: how often, how late, who may end it, and what people are told meanwhile.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::*;
use crate::jobs::worker::{Job, JobResult};
use crate::testing::{Client, cursor};

/// Does as it is told, by the name of what it does.
#[derive(Debug, Serialize, Deserialize)]
struct Scripted {
    what: String,
}

impl Job for Scripted {
    const NAME: &'static str = "test.scripted";
    const ATTEMPTS: i16 = 3;

    fn consumer(&self) -> String {
        "test".into()
    }

    fn identifier(&self) -> String {
        self.what.clone()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        match self.what.as_str() {
            "give up" => Err(JobError::GiveUp("no such shop".into())),
            "break" => {
                let broken = sqlx::query("insert into users (id) values (null)");
                let broken = broken.execute(&context.app.db).await;
                // As a domain's own functions give it on.
                Ok(broken.map(drop).map_err(crate::http::error::Error::from)?)
            }
            "retry" => Err(JobError::Retry(anyhow::anyhow!("a connection was reset"))),
            "wait" => Err(JobError::RetryAfter(
                Duration::from_secs(600),
                anyhow::anyhow!("a busy hour"),
            )),
            _ => {
                context.progress(1, Some(4), Some("orders".into())).await?;
                let mut db = context.app.db.acquire().await?;
                sql::set_result(&mut db, context.id, &json!({ "done": 4 }), &[]).await?;
                Ok(())
            }
        }
    }
}

impl Registered for Scripted {}

/// The queue, and who may see all of it.
struct Queue {
    app: TestApp,
    admin: Client,
}

impl Queue {
    async fn new(db: PgPool) -> Self {
        let app = TestApp::new(db).await;
        let admin = app.admin(&[Permission::SuperAdmin]).await;
        Self { app, admin }
    }

    async fn ask(&self, what: &str) -> Uuid {
        let job = Scripted { what: what.into() };
        asked(&self.app, &Author::system("test"), &job).await
    }

    async fn run(&self) {
        super::super::worker::run_due_with::<Scripted>(&self.app.app).await;
    }

    async fn job(&self, id: Uuid) -> Value {
        self.admin.get(&format!("/job/{id}")).await.data().clone()
    }

    /// When the queue takes it up next, from now on; none: it does not stand there.
    async fn pause(&self, id: Uuid) -> Option<f64> {
        let pause = "select extract(epoch from run_at - now())::float8 from graphile_worker._private_jobs where key = $1";
        sqlx::query_scalar(pause)
            .bind(id.to_string())
            .fetch_optional(&self.app.app.db)
            .await
            .expect("the queue")
    }

    async fn hurry(&self) {
        sqlx::query("update graphile_worker._private_jobs set run_at = now()")
            .execute(&self.app.app.db)
            .await
            .expect("the queue");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_fault_of_ours_is_told_without_its_tables(db: PgPool) {
    let queue = Queue::new(db).await;
    let id = queue.ask("break").await;
    queue.run().await;
    let job = queue.job(id).await;
    assert_eq!(job["status"], "PENDING", "it is tried again");
    assert_eq!(job["error"], "a fault of the portal; its log says more");
    assert_eq!(
        job["errorFr"],
        "une erreur du portail ; son journal en dit plus"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_job_that_fails_is_tried_as_often_as_it_says_with_growing_pauses(db: PgPool) {
    let queue = Queue::new(db).await;
    let id = queue.ask("retry").await;
    let mut pauses = Vec::new();
    for attempt in 1..=2 {
        queue.run().await;
        let job = queue.job(id).await;
        assert_eq!(
            (&job["status"], &job["attempts"]),
            (&json!("PENDING"), &json!(attempt))
        );
        assert_eq!(job["error"], "a connection was reset", "why it waits");
        assert_eq!(job["duration"], Value::Null);
        pauses.push(queue.pause(id).await.expect("it waits"));
        queue.hurry().await;
    }
    assert!(pauses[0] > 0.0 && pauses[1] > pauses[0], "{pauses:?}");
    queue.run().await;
    let job = queue.job(id).await;
    assert_eq!(
        (&job["status"], &job["attempts"]),
        (&json!("FAILED"), &json!(3))
    );
    assert!(job["duration"].is_i64());
    queue.hurry().await;
    queue.run().await;
    assert_eq!(queue.job(id).await["attempts"], 3, "it is over");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_cannot_succeed_is_not_tried_again(db: PgPool) {
    let queue = Queue::new(db).await;
    let id = queue.ask("give up").await;
    queue.run().await;
    queue.hurry().await;
    queue.run().await;
    let job = queue.job(id).await;
    assert_eq!(
        (&job["status"], &job["attempts"], &job["error"]),
        (&json!("FAILED"), &json!(1), &json!("no such shop"))
    );
    assert_eq!(queue.pause(id).await, None);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_pause_that_was_asked_for_costs_no_try_on_the_first_day(db: PgPool) {
    let queue = Queue::new(db.clone()).await;
    let id = queue.ask("wait").await;
    for attempt in 1..=5 {
        queue.run().await;
        let job = queue.job(id).await;
        assert_eq!(
            (&job["status"], &job["attempts"]),
            (&json!("PENDING"), &json!(attempt)),
            "more than its three tries"
        );
        let pause = queue.pause(id).await.expect("it waits");
        assert!((590.0..=600.0).contains(&pause), "{pause}");
        queue.hurry().await;
    }
    sqlx::query("update jobs set created_at = now() - interval '25 hours'")
        .execute(&db)
        .await
        .expect("a day passes");
    for _ in 0..3 {
        queue.run().await;
        queue.hurry().await;
    }
    let job = queue.job(id).await;
    assert_eq!(
        (&job["status"], &job["error"]),
        (&json!("FAILED"), &json!("a busy hour"))
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn one_of_a_kind_is_pending_at_a_time_and_another_may_follow(db: PgPool) {
    let queue = Queue::new(db).await;
    let first = queue.ask("retry").await;
    assert_eq!(queue.ask("retry").await, first);
    let other = queue.ask("well").await;
    assert_ne!(other, first, "of another thing");
    queue.run().await;
    assert!(queue.pause(first).await.is_some_and(|pause| pause > 0.0));
    // Asked for again while it waits for its next try: that is now.
    assert_eq!(queue.ask("retry").await, first);
    assert!(queue.pause(first).await.is_some_and(|pause| pause <= 0.0));
    assert_eq!(queue.job(other).await["status"], "COMPLETED");
    assert_ne!(queue.ask("well").await, other, "that one is done");
    let askers = (0..5).map(|_| queue.ask("at once"));
    let ids = futures::future::join_all(askers).await;
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_a_job_brought_and_how_far_it_was_stands_in_its_record(db: PgPool) {
    let queue = Queue::new(db).await;
    let id = queue.ask("well").await;
    let waits = queue.job(id).await;
    assert_eq!(
        (&waits["startedAt"], &waits["progress"], &waits["result"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    queue.run().await;
    let job = queue.job(id).await;
    assert_eq!(
        job["progress"],
        json!({ "done": 1, "total": 4, "note": "orders" })
    );
    assert_eq!(job["result"], json!({ "done": 4 }));
    let times = ["createdAt", "startedAt", "updatedAt"].map(|field| {
        job[field]
            .as_str()
            .expect("a time")
            .parse::<DateTime<Utc>>()
    });
    assert!(times.is_sorted_by(|a, b| a.as_ref().unwrap() <= b.as_ref().unwrap()));
    // A result is for who opens the job, not for lists.
    let list = queue.admin.get("/job").await;
    assert_eq!(list.data()[0]["result"], Value::Null);
    let failed = cursor(json!({ "filters": [{ "field": "status", "values": ["FAILED"] }] }));
    let failed = queue.admin.get(&format!("/job?cursor={failed}")).await;
    assert_eq!(failed.json["meta"]["total"], 0);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_job_that_waits_for_its_next_try_can_be_ended(db: PgPool) {
    let queue = Queue::new(db).await;
    let id = queue.ask("retry").await;
    queue.run().await;
    let outsider = queue.app.admin(&[Permission::WriteOrder]).await;
    let path = format!("/job/{id}");
    assert!(outsider.delete(&path).await.summary().starts_with("403"));
    let retry = outsider.post(&format!("{path}/retry"), json!({})).await;
    assert!(retry.summary().starts_with("403"));
    let ended = queue.admin.delete(&path).await;
    assert_eq!(
        (&ended.data()["status"], &ended.data()["error"]),
        (&json!("FAILED"), &json!("canceled"))
    );
    queue.hurry().await;
    queue.run().await;
    assert_eq!(queue.job(id).await["attempts"], 1);
    // It has ended: another is a new one, with tries of its own.
    let again = queue.ask("retry").await;
    assert_ne!(again, id);
    assert_eq!(queue.job(again).await["attempts"], 0);
}
