//! The queue and its records.

mod shares;
mod steps;
mod tries;

use futures::future::BoxFuture;
use serde_json::json;
use sqlx::PgPool;
use uuid::Uuid;

use super::housekeeping::Housekeeping;
use super::model::{JobStatus, Progress};
use super::table::Registered;
use super::worker::{JobContext, JobError};
use super::{enqueue, run_due, sql};
use crate::access::Permission;
use crate::orders::Orders;
use crate::providers::sync::Synchronize;
use crate::records::audit::Author;
use crate::testing::{Client, TestApp, noon};
use crate::testing::{Rows, Tenant};

/// A job of nobody's.
pub fn rows(tenant: &Tenant) -> BoxFuture<'_, Rows> {
    Box::pin(async move {
        let job = tenant
            .insert("insert into jobs (id, name, consumer, identifier) values ($1, 'x', 'x', $2::uuid::text)")
            .await;
        vec![("/job/{id}", job)]
    })
}

fn pull() -> Synchronize<Orders> {
    Synchronize::of(Uuid::now_v7(), "bigblue")
}

/// Asked for and committed.
async fn asked(app: &TestApp, author: &Author, job: &impl Registered) -> Uuid {
    let mut tx = app.app.begin().await.expect("a transaction");
    let record = enqueue(&mut tx, author, job).await.expect("a record");
    tx.commit().await.expect("a commit");
    record.id
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_asked_for_a_job_and_failed_leaves_none(db: PgPool) {
    let app = TestApp::new(db).await;
    let mut tx = app.app.begin().await.expect("a transaction");
    enqueue(&mut tx, &Author::system("test"), &pull())
        .await
        .expect("a record");
    drop(tx);
    let left: i64 = sqlx::query_scalar(
        "select (select count(*) from jobs) + (select count(*) from graphile_worker._private_jobs)",
    )
    .fetch_one(&app.app.db)
    .await
    .expect("a count");
    assert_eq!(left, 0);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn two_hosts_share_the_work_and_do_each_once(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let other = TestApp::new(db).await;
    let author = Author::system("test");
    let mut jobs = Vec::new();
    for _ in 0..20 {
        jobs.push(asked(&app, &author, &pull()).await);
    }
    tokio::join!(run_due(&app.app), run_due(&other.app));
    for id in jobs {
        let record = sql::find(&app.app.db, id)
            .await
            .expect("a query")
            .expect("a record");
        // There is no such connection.
        assert_eq!(record.status, JobStatus::Failed);
        assert_eq!(record.error.as_deref(), Some("the connection was ended"));
        assert!(record.duration.is_some());
    }
    let tries: i64 = sqlx::query_scalar("select sum(attempts) from jobs")
        .fetch_one(&app.app.db)
        .await
        .expect("a sum");
    assert_eq!(tries, 20);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_record_is_for_who_asked_and_for_super_admins(db: PgPool) {
    let app = TestApp::new(db).await;
    let asker = app.admin(&[Permission::WriteOrder]).await;
    let author = Author {
        id: asker.user,
        ..Author::system("test")
    };
    let job = asked(&app, &author, &pull()).await;
    let path = format!("/job/{job}");
    assert_eq!(asker.get(&path).await.data()["name"], "orders.synchronize");
    let other = app.admin(&[Permission::WriteOrder]).await;
    assert_eq!(
        other.get(&path).await.summary(),
        "404 NotFoundResourceException"
    );
    let all = app.admin(&[Permission::SuperAdmin]).await;
    assert_eq!(all.get(&path).await.summary(), "200");
    assert_eq!(all.get("/job").await.data()[0]["id"], json!(job));

    // Its asker follows it anywhere once it tells how far it is.
    let running = async |who: &Client| who.get("/job/running").await.data()[0]["id"].clone();
    assert_eq!(running(&asker).await, json!(null), "it waits");
    let progress = Progress {
        done: 3,
        total: Some(10),
        note: None,
    };
    let mut db = app.app.db.acquire().await.expect("a connection");
    sql::report(&mut db, job, &progress)
        .await
        .expect("it is noted");
    assert_eq!(running(&asker).await, json!(job));
    assert_eq!(running(&all).await, json!(null), "it is another's");
    run_due(&app.app).await;
    assert_eq!(running(&asker).await, json!(null), "it has ended");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_night_forgets_what_has_served_its_time(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[]).await;
    let (old, recent) = (noon() - chrono::TimeDelta::days(100), noon());
    for (identifier, at) in [("old", old), ("recent", recent)] {
        sqlx::query(
            "with job as (insert into jobs (id, name, consumer, identifier, status, created_at)
                values (gen_random_uuid(), 'x', 'x', $1, 'COMPLETED', $2))
             insert into idempotency_keys (user_id, key, request_hash, created_at) values ($3, $1, '', $2)",
        )
        .bind(identifier)
        .bind(at)
        .bind(admin.user)
        .execute(&app.app.db)
        .await
        .expect("rows");
    }
    asked(&app, &Author::system("test"), &Housekeeping {}).await;
    run_due(&app.app).await;
    let left: Vec<String> = sqlx::query_scalar(
        "select identifier from jobs where name = 'x' union all select key from idempotency_keys",
    )
    .fetch_all(&app.app.db)
    .await
    .expect("what is left");
    assert_eq!(left, ["recent", "recent"]);
    assert_eq!(
        admin.get("/user/current").await.summary(),
        "200",
        "still signed in"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_failed_job_can_be_asked_for_again_and_a_waiting_one_ended(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[Permission::SuperAdmin]).await;
    let failed = asked(&app, &Author::system("test"), &pull()).await;
    run_due(&app.app).await;
    let again = admin.post(&format!("/job/{failed}/retry"), json!({})).await;
    let waiting = again.data()["id"].as_str().expect("a new job").to_owned();
    assert_ne!(waiting, failed.to_string());
    assert_eq!(again.data()["status"], "PENDING");
    // Asked once more while it waits: it is that one.
    let twice = admin.post(&format!("/job/{failed}/retry"), json!({})).await;
    assert_eq!(twice.data()["id"], json!(waiting));

    let ended = admin.delete(&format!("/job/{waiting}")).await;
    assert_eq!(
        (&ended.data()["status"], &ended.data()["error"]),
        (&json!("FAILED"), &json!("canceled"))
    );
    assert_eq!(ended.data()["errorFr"], "annulée");
    run_due(&app.app).await;
    let path = format!("/job/{waiting}");
    assert_eq!(
        admin.get(&path).await.data()["attempts"],
        0,
        "it never began"
    );
    assert_eq!(admin.delete(&path).await.data()["error"], "canceled");
    let unknown = format!("/job/{}/retry", Uuid::nil());
    assert_eq!(
        admin.post(&unknown, json!({})).await.summary(),
        "404 NotFoundResourceException"
    );
}

/// Reports once; what somebody does meanwhile is done by the test before it runs.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_running_job_ends_at_its_next_report(db: PgPool) {
    let app = TestApp::new(db).await;
    let job = asked(&app, &Author::system("test"), &pull()).await;
    let mut tx = app.app.begin().await.expect("a transaction");
    // As the queue marks what a host works on.
    sqlx::query("update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a host'")
        .execute(&mut *tx)
        .await
        .expect("a lock");
    let record = sql::cancel(&mut tx, job)
        .await
        .expect("a query")
        .expect("a record");
    assert_eq!(record.status, JobStatus::Pending, "it still runs");
    tx.commit().await.expect("a commit");
    let context = JobContext {
        app: app.app.clone(),
        id: job,
        left: 0,
    };
    let progress = context.progress(1, None, None).await;
    assert!(matches!(progress, Err(JobError::GiveUp(reason)) if reason.english == "canceled"));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_job_that_the_queue_gave_up_unwritten_begins_again_when_asked_for(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let job = asked(&app, &Author::system("test"), &Housekeeping {}).await;
    // As its database leaves it that went away while the end of the last try was written.
    sqlx::query("update graphile_worker._private_jobs set attempts = max_attempts")
        .execute(&db)
        .await
        .expect("the queue");
    run_due(&app.app).await;
    let status = async || {
        let status = sqlx::query_scalar("select status from jobs where id = $1").bind(job);
        let status: String = status.fetch_one(&db).await.expect("a record");
        status
    };
    assert_eq!(status().await, "PENDING");
    assert_eq!(
        asked(&app, &Author::system("test"), &Housekeeping {}).await,
        job
    );
    run_due(&app.app).await;
    assert_eq!(status().await, "COMPLETED");
}
