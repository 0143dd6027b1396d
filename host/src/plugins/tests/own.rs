//! Calls that a hostile plugin answers itself, and what it keeps: nothing it says breaks an answer, a limit or another's
//! memory.

use std::sync::Arc;

use comptoir_sandbox::{Call, RouteRequest};
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::super::call_files::{CallFiles, Given};
use super::super::sql;
use crate::access::Permission::{ReadConnector, SuperAdmin, WriteConnector};
use crate::providers::connectors::ConnectorRole;
use crate::testing::{Answer, Client, TestApp};

/// A POST and a GET for each path of the guest that is asked for here.
fn manifest() -> String {
    let route = |method: &str, path: &str, permission: &str| {
        format!(
            "[[routes]]\nmethod = \"{method}\"\npath = \"{path}\"\npermission = \"{permission}\"\n"
        )
    };
    let mut text = "[webhooks]\nsignature = { scheme = \"address\" }\n".to_owned();
    for path in ["/hello", "/panic", "/remember", "/refuse"] {
        text += &route("GET", path, "READ_CONNECTOR");
    }
    text += &route("GET", "/moon", "READ_MOON");
    text += &route("POST", "/order", "WRITE_CONNECTOR");
    text
}

struct Guest {
    app: TestApp,
    admin: Client,
}

impl Guest {
    async fn new(db: PgPool) -> Self {
        let app = TestApp::with_guest(db, &manifest()).await;
        let admin = app.admin(&[SuperAdmin]).await;
        Self { app, admin }
    }

    /// Has the plugin answer with this text as its data.
    async fn says(&self, text: &str) -> Answer {
        let order = json!({ "op": "data", "text": text });
        self.admin.post("/hostile/order", order).await
    }

    async fn status(&self) -> Value {
        let status = self.admin.get("/plugins/status").await;
        status.data()["plugins"][0].clone()
    }
}

/// The guest answers with the status 999, whatever it says.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_status_that_is_none_and_data_that_is_no_json_never_reach_the_caller(db: PgPool) {
    let guest = Guest::new(db).await;
    let odd = guest.says("{\"a\": [1]}").await;
    assert_eq!(odd.summary(), "502 ConnectorException", "{odd:?}");
    let message = odd.json["error"]["message"].as_str().expect("words");
    assert!(message.contains("999"), "{message}");
    for text in ["", "{", "{} {}", "\"x", "nothing"] {
        let broken = guest.says(text).await;
        assert_eq!(broken.summary(), "502 ConnectorException", "{text:?}");
    }
    let well = guest.admin.get("/hostile/hello").await;
    assert_eq!(
        (well.summary(), well.data()),
        ("200".into(), &json!("hello"))
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_plugin_is_asked_by_its_own_rules_and_never_before_its_caller_is_known(db: PgPool) {
    let guest = Guest::new(db).await;
    let app = &guest.app;
    let reader = app.admin(&[ReadConnector]).await;
    let writer = app.admin(&[WriteConnector]).await;
    let large = vec![b'x'; (1 << 20) + 1];
    assert_eq!(
        guest.admin.get("/hostile/moon").await.summary(),
        "403 ForbiddenRoleException",
        "a permission that nobody can hold"
    );
    for (client, method, path, expected) in [
        (&reader, "GET", "/hostile/hello", "200"),
        (
            &reader,
            "POST",
            "/hostile/order",
            "403 ForbiddenPermissionException",
        ),
        (
            &writer,
            "GET",
            "/hostile/hello",
            "403 ForbiddenPermissionException",
        ),
        (
            &reader,
            "GET",
            "/hostile/hello/",
            "404 NotFoundResourceException",
        ),
        (&reader, "GET", "/hostile/%68ello", "200"),
        (
            &reader,
            "GET",
            "/hostile/count",
            "404 NotFoundResourceException",
        ),
        (
            &reader,
            "DELETE",
            "/hostile/hello",
            "404 NotFoundResourceException",
        ),
        (
            &app.nobody(),
            "GET",
            "/hostile/hello",
            "401 UnauthorizedException",
        ),
        (
            &app.nobody(),
            "GET",
            "/hostile/nothing",
            "401 UnauthorizedException",
        ),
        (
            &app.nobody(),
            "GET",
            "/stranger/hello",
            "401 UnauthorizedException",
        ),
        (
            &reader,
            "GET",
            "/stranger/hello",
            "404 NotFoundResourceException",
        ),
    ] {
        let answer = client.send(method, path, None, &[]).await;
        assert_eq!(answer.summary(), expected, "{method} {path}");
    }
    let too_large = writer
        .body("/hostile/order", "text/plain", &large, &[])
        .await;
    assert_eq!(too_large.summary(), "413 BadRequestSchemaException");
    assert_eq!(
        guest.status().await["calls"],
        2,
        "the two that were answered"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_plugin_that_keeps_crashing_rests_and_its_operator_sees_why(db: PgPool) {
    let guest = Guest::new(db).await;
    assert_eq!(guest.status().await["breaker"], "closed");
    let mut answers = Vec::new();
    while answers.len() < 20 && guest.status().await["breaker"] == "closed" {
        answers.push(guest.admin.get("/hostile/panic").await.summary());
    }
    assert!((2..20).contains(&answers.len()), "{answers:?}");
    assert!(answers.iter().all(|one| one == "502 ConnectorException"));
    let resting = guest.admin.get("/hostile/hello").await;
    assert_eq!(resting.summary(), "503 ConnectorException");
    let message = resting.json["error"]["message"].as_str().expect("words");
    assert!(message.contains("rests until"), "{message}");
    let status = guest.status().await;
    assert_eq!(
        (&status["state"], &status["breaker"]),
        (&json!("ready"), &json!("open"))
    );
    assert!(
        status["lastError"]["message"]
            .as_str()
            .is_some_and(|text| text.contains("this plugin is broken")),
        "{status}"
    );
    let ready = guest.app.nobody().get("/health/ready").await;
    assert_eq!(ready.summary(), "200", "the portal works without");
    let outsider = guest.app.admin(&[ReadConnector]).await;
    assert_eq!(
        outsider.get("/plugins/hostile/activity").await.summary(),
        "403 ForbiddenPermissionException"
    );
    let unknown = guest.admin.get("/plugins/stranger/activity").await;
    assert_eq!(unknown.summary(), "404 NotFoundResourceException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_plugin_that_asks_for_patience_does_not_rest(db: PgPool) {
    let guest = Guest::new(db).await;
    // Called by us: who asks over HTTP is waited for.
    let ready = guest.app.app.plugins.ready("hostile").expect("a plugin");
    for _ in 0..12 {
        let request = RouteRequest {
            path: "/refuse".into(),
            ..RouteRequest::default()
        };
        let refused = ready
            .plugin
            .handle(Call::request(Vec::new()), request)
            .await;
        assert_eq!(refused.err().map(|error| error.name()), Some("RateLimited"));
    }
    assert_eq!(guest.admin.get("/hostile/hello").await.summary(), "200");
    let status = guest.status().await;
    assert_eq!(
        (&status["breaker"], &status["failures"], &status["calls"]),
        (&json!("closed"), &json!(12), &json!(13))
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_a_plugin_remembers_is_its_own_and_its_connections(db: PgPool) {
    let guest = Guest::new(db.clone()).await;
    let app = &guest.app;
    let store = app.store(app.organization().await).await;
    let one = app.hostile(store, ConnectorRole::Fulfillment, &[]).await;
    let two = app.hostile(store, ConnectorRole::Shop, &[]).await;
    let remember = async |of: Option<Uuid>, value: &str| {
        let of = of.map_or(String::new(), |id| format!("&connector={id}"));
        let path = format!("/hostile/remember?value={value}{of}");
        guest.admin.get(&path).await.data().clone()
    };
    // Each is told what was kept before: in a memory of its own.
    for (of, value, before) in [
        (None, "first", Value::Null),
        (Some(one), "of%20one", Value::Null),
        (Some(two), "of two", Value::Null),
        (None, "second", json!("first")),
        (Some(one), "x", json!("of one")),
    ] {
        let value = value.replace(' ', "%20");
        assert_eq!(remember(of, &value).await, before, "{value}");
    }
    // A connection that is not the caller's, or is none, is unknown to the plugin.
    for foreign in [Uuid::nil(), Uuid::now_v7()] {
        let answer = remember(Some(foreign), "x").await;
        let failure = answer["failure"].as_str().unwrap_or_default();
        assert!(failure.contains("UnknownConnector"), "{answer}");
    }
    sqlx::query("update plugin_store set plugin = 'other'")
        .execute(&db)
        .await
        .expect("another's memory");
    assert_eq!(remember(None, "third").await, Value::Null);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_memory_never_holds_more_than_its_quota_whoever_writes_at_once(db: PgPool) {
    let of = Uuid::now_v7();
    let set = async |plugin: &str, of: Uuid, key: &str, bytes: usize, quota: u64| {
        let mut tx = db.begin().await.expect("a transaction");
        let value = vec![7; bytes];
        let done = sql::store_set(&mut tx, plugin, of, key, &value, quota).await;
        tx.commit().await.expect("a commit");
        done.expect("a query")
    };
    // Keys count too.
    assert!(!set("acme", of, "key", 98, 100).await);
    assert!(set("acme", of, "key", 97, 100).await);
    assert!(
        set("acme", of, "key", 96, 100).await,
        "in place of what it held"
    );
    assert!(!set("acme", of, "k", 1, 100).await);
    assert!(
        set("acme", Uuid::nil(), "k", 99, 100).await,
        "a memory of its own"
    );
    assert!(set("other", of, "k", 99, 100).await);
    sql::store_delete(&db, "acme", of, "key")
        .await
        .expect("a query");
    let at_once = ["a", "b", "c", "d", "e"].map(|key| set("acme", of, key, 29, 100));
    let done = futures::future::join_all(at_once).await;
    assert_eq!(done.iter().filter(|done| **done).count(), 3, "{done:?}");
    let kept = sql::store_get(&db, "other", of, "k")
        .await
        .expect("a query");
    assert_eq!(kept.map(|value| value.len()), Some(99));
    let none = sql::store_get(&db, "acme", of, "key")
        .await
        .expect("a query");
    assert_eq!(none, None);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_call_reads_what_it_was_given_and_writes_beside_it_only(db: PgPool) {
    use comptoir_sandbox::Files;
    let tester = TestApp::new(db).await;
    let app = &tester.app;
    let folder = tempfile::tempdir().expect("a folder");
    let local = folder.path().join("in.csv");
    std::fs::write(&local, "0123456789").expect("a file");
    let stored = crate::files::put(app, "in.csv", "tasks/in.csv", &local);
    let stored = stored.await.expect("it is stored");
    let given = Given {
        name: "in.csv".into(),
        path: stored.path,
        size: stored.size,
    };
    let files = Arc::new(CallFiles::new(app, [given]).expect("a folder"));
    let read = async |name: &str, offset: u64, length: u32| {
        let read = files.read(name, offset, length).await.expect("a file");
        read.map(|bytes| String::from_utf8(bytes).expect("a text"))
    };
    for (offset, length, expected) in [
        (0, 4, "0123"),
        (8, 4, "89"),
        (10, 4, ""),
        (u64::MAX, u32::MAX, ""),
        (3, 0, ""),
        (0, u32::MAX, "0123456789"),
    ] {
        let part = read("in.csv", offset, length).await;
        assert_eq!(part.as_deref(), Some(expected), "{offset} {length}");
    }
    assert!(files.append("in.csv", b"x".to_vec()).await.is_err());
    assert_eq!(read("out.csv", 0, 9).await, None);
    assert_eq!(files.size("out.csv").await.expect("a size"), None);
    for part in ["été;", "hiver"] {
        let part = part.as_bytes().to_vec();
        files.append("../out.csv", part).await.expect("written");
    }
    files.append("b", Vec::new()).await.expect("written");
    assert_eq!(read("../out.csv", 6, 99).await.as_deref(), Some("hiver"));
    assert_eq!(read("../out.csv", 99, 9).await.as_deref(), Some(""));
    assert_eq!(files.size("../out.csv").await.expect("a size"), Some(11));
    assert!(
        !files.path("").join("../out.csv").exists(),
        "a name is no path"
    );

    let owner = tester.admin(&[]).await;
    let until = app.now() + chrono::TimeDelta::days(7);
    let kept = files.keep(app, owner.user.expect("a user"), until).await;
    let kept = kept.expect("they are kept");
    let listed: Vec<_> = kept.iter().map(|file| (&*file.name, file.size)).collect();
    assert_eq!(listed, [("../out.csv", 11), ("b", 0)]);
    let path = format!("/file/{}", kept[0].id);
    assert_eq!(owner.get(&path).await.data()["mediaType"], "text/csv");
    let stranger = tester.admin(&[SuperAdmin]).await;
    assert_eq!(stranger.get(&path).await.status.as_u16(), 404);
    // What the call never wrote is empty, and what it was given is not handed on under that name.
    let empty = files
        .store(app, "never", "tasks/never")
        .await
        .expect("stored");
    let written = files
        .store(app, "../out.csv", "tasks/made")
        .await
        .expect("stored");
    assert_eq!((empty.size, written.size), (0, 11));
    let content = app
        .files
        .read("tasks/made", 0..11)
        .await
        .expect("its content");
    assert_eq!(String::from_utf8_lossy(&content), "été;hiver");
}
