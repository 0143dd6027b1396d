//! Many jobs of one beside one of another.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use sqlx::{Connection, PgConnection};

use super::*;
use crate::jobs::worker::{Job, JobResult, worker_with};

/// Says that it has begun, and ends once the gate is open.
#[derive(Debug, Serialize, Deserialize)]
struct Gated {
    name: String,
    plugin: String,
}

/// Whoever shuts the gate holds this lock alone.
const GATE: i64 = 4_711;

impl Job for Gated {
    const NAME: &'static str = "test.gated";

    fn consumer(&self) -> String {
        self.plugin.clone()
    }

    fn identifier(&self) -> String {
        self.name.clone()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        // Connections of its own: those of the pool are the worker's.
        let options = context.app.db.connect_options();
        let mut own = PgConnection::connect_with(&options).await?;
        sqlx::query("insert into plugin_store (plugin, connector_id, key, value) values ('begun', $1, $2, '')")
            .bind(Uuid::nil())
            .bind(&self.name)
            .execute(&mut own)
            .await?;
        sqlx::query("select pg_advisory_lock_shared($1)")
            .bind(GATE)
            .execute(&mut own)
            .await?;
        Ok(own.close().await?)
    }
}

impl Registered for Gated {}

async fn until(app: &TestApp, what: &str, query: &'static str) -> Vec<String> {
    let mut pause = tokio::time::interval(Duration::from_millis(10));
    let found = async {
        loop {
            pause.tick().await;
            let found: Vec<String> = sqlx::query_scalar(query)
                .fetch_all(&app.app.db)
                .await
                .expect("names");
            if found.iter().any(|name| name == what) {
                return found;
            }
        }
    };
    let found = tokio::time::timeout(Duration::from_secs(30), found).await;
    found.unwrap_or_else(|_| panic!("{what} has to wait for others"))
}

const BEGUN: &str = "select key from plugin_store where plugin = 'begun'";

/// Of many jobs of one the first two run, and another's beside them; the rest follow.
async fn others_have_their_turn(app: &TestApp, many: impl Fn(&str) -> (Author, Gated)) {
    assert_eq!(app.app.config.jobs.concurrency, 4);
    let options = app.app.db.connect_options();
    let mut gate = PgConnection::connect_with(&options)
        .await
        .expect("a connection");
    sqlx::query("select pg_advisory_lock($1)")
        .bind(GATE)
        .execute(&mut gate)
        .await
        .expect("a gate");
    for name in ["1", "2", "3", "4", "5", "6"] {
        let (author, job) = many(name);
        asked(app, &author, &job).await;
    }
    let other = Gated {
        name: "another".into(),
        plugin: "exports".into(),
    };
    asked(app, &Author::system("test"), &other).await;
    let worker = worker_with::<Gated>(&app.app).await;
    let scenario = async {
        let mut begun = until(app, "another", BEGUN).await;
        begun.sort();
        assert!(begun.len() <= 3, "two of the many at most: {begun:?}");
        gate.close().await.expect("an open gate");
        let left = "select case when count(*) = 0 then 'none' else 'some' end from jobs where status <> 'COMPLETED'";
        until(app, "none", left).await;
    };
    tokio::select! {
        ended = worker.run() => panic!("the worker ended: {ended:?}"),
        () = scenario => {}
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn who_asks_for_much_leaves_places_to_others(db: PgPool) {
    let user = Author {
        id: Some(Uuid::now_v7()),
        ..Author::system("Zoe")
    };
    let app = TestApp::new(db).await;
    others_have_their_turn(&app, |name| {
        let job = Gated {
            name: name.into(),
            plugin: "exports".into(),
        };
        (user.clone(), job)
    })
    .await;
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_plugin_with_much_to_do_leaves_places_to_others(db: PgPool) {
    let app = TestApp::with_plugins(db).await;
    others_have_their_turn(&app, |name| {
        let job = Gated {
            name: name.into(),
            plugin: "bigblue".into(),
        };
        (Author::system("test"), job)
    })
    .await;
}
