//! Events through HTTP, to a real component in the sandbox and into the host's rows.

mod replay;

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;
use sqlx::PgPool;
use uuid::Uuid;

use crate::access::Permission;
use crate::providers::connectors::{self, ConnectorRole};
use crate::testing::{Answer, TestApp, noon};

const SIGNED: &str = r#"
[settings]
type = "object"
properties = { secret = { type = "string", writeOnly = true } }
[webhooks]
signature = { scheme = "hmac-sha256", header = "X-Mac", encoding = "base64", secret = "secret" }
topic = "x-topic"
id = "x-id"
sent_at = "x-sent-at"
max_age_seconds = 300
challenge = { header = "x-topic", value = "URL_VERIFICATION" }
"#;

const UNSIGNED: &str = "[webhooks]\nsignature = { scheme = \"address\" }";

fn sign(key: &str, body: &str) -> String {
    let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(key.as_bytes()).expect("a key");
    mac.update(body.as_bytes());
    STANDARD.encode(mac.finalize().into_bytes())
}

/// A provider that knows a connection and its secret.
struct Provider<'a> {
    app: &'a TestApp,
    connector: Uuid,
}

impl Provider<'_> {
    async fn send(&self, topic: &str, id: &str, body: &str) -> Answer {
        let mac = sign("s3cret", body);
        let now = noon().timestamp().to_string();
        self.send_as(
            body,
            &[
                ("x-mac", &mac),
                ("x-topic", topic),
                ("x-id", id),
                ("x-sent-at", &now),
            ],
        )
        .await
    }

    async fn send_as(&self, body: &str, headers: &[(&str, &str)]) -> Answer {
        let path = format!("/webhooks/hostile/{}", self.connector);
        let nobody = self.app.nobody();
        nobody
            .body(&path, "application/json", body.as_bytes(), headers)
            .await
    }
}

async fn connected(app: &TestApp) -> Uuid {
    let store = app.store(app.organization().await).await;
    app.hostile(store, ConnectorRole::Fulfillment, &[("secret", "s3cret")])
        .await
}

async fn states(app: &TestApp) -> Vec<(String, String, i32)> {
    sqlx::query_as("select topic, state, attempts from webhook_events order by received_at, id")
        .fetch_all(&app.app.db)
        .await
        .expect("events")
}

fn state(topic: &str, state: &str, attempts: i32) -> (String, String, i32) {
    (topic.to_owned(), state.to_owned(), attempts)
}

const ORDER: &str = r##"[{ "id": "ORDER1", "name": "#1", "currency": "EUR", "total": 3280,
    "submitted_at": "2026-11-20T09:00:00Z", "city": "Paris",
    "lines": [{ "sku": "MUSI-000042-0001", "quantity": 1, "price": 2490 }] }]"##;

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn whoever_withholds_the_end_of_their_events_is_in_their_own_way_only(db: PgPool) {
    let app = TestApp::with_guest(db.clone(), SIGNED).await;
    let connector = connected(&app).await;
    let (provider, other) = (
        Provider {
            app: &app,
            connector,
        },
        Provider {
            app: &app,
            connector: connected(&app).await,
        },
    );
    let (begun, mut begins) = tokio::sync::mpsc::unbounded_channel();
    let router = crate::http::server::router(app.app.clone());
    let withheld: Vec<_> = (0..app.app.config.limits.webhooks_at_once)
        .map(|_| {
            let begun = begun.clone();
            let never = futures::stream::once(async move {
                begun.send(()).expect("somebody waits");
                std::future::pending::<Result<Vec<u8>, std::io::Error>>().await
            });
            let request = axum::http::Request::post(format!("/api/webhooks/hostile/{connector}"));
            let request = request.body(axum::body::Body::from_stream(never));
            let request = request.expect("a request");
            tokio::spawn(tower::ServiceExt::oneshot(router.clone(), request))
        })
        .collect();
    for _ in &withheld {
        begins.recv().await.expect("it is being received");
    }
    let refused = provider.send("orders", "1", ORDER).await;
    assert_eq!(refused.summary(), "429 TooManyRequestsException");
    assert_eq!(other.send("orders", "1", ORDER).await.summary(), "200");
    for sender in withheld {
        sender.abort();
        let _ = sender.await;
    }
    assert_eq!(provider.send("orders", "1", ORDER).await.summary(), "200");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_event_becomes_rows_once(db: PgPool) {
    let app = TestApp::with_guest(db.clone(), SIGNED).await;
    let connector = connected(&app).await;
    let provider = Provider {
        app: &app,
        connector,
    };
    let first = provider.send("orders", "1", ORDER).await;
    assert_eq!(
        (first.summary().as_str(), &first.data()["double"]),
        ("200", &json!(false))
    );
    let again = provider.send("orders", "1", ORDER).await;
    assert_eq!(
        (again.summary().as_str(), &again.data()["double"]),
        ("200", &json!(true))
    );
    app.run_jobs().await;
    // Later than what was told, and not so far ahead that nobody believes it.
    let at = "2026-11-25T00:00:00Z";
    let ship = json!({ "do": "ship", "id": "ORDER1", "at": at }).to_string();
    provider.send("state", "2", &ship).await;
    app.run_jobs().await;
    let orders: Vec<(String, String)> = sqlx::query_as("select provider_id, status from orders")
        .fetch_all(&db)
        .await
        .unwrap();
    assert_eq!(orders, [("ORDER1".to_owned(), "SHIPPED".to_owned())]);
    assert_eq!(
        states(&app).await,
        [state("orders", "DONE", 1), state("state", "DONE", 1)]
    );
    let pulls = "select count(*) from jobs where name = 'orders.synchronize'";
    let pulled: i64 = sqlx::query_scalar(pulls).fetch_one(&db).await.unwrap();
    assert_eq!(pulled, 0, "the state of a known order needs none");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_an_event_only_hints_at_is_pulled(db: PgPool) {
    let app = TestApp::with_guest(db.clone(), SIGNED).await;
    let connector = connected(&app).await;
    let provider = Provider {
        app: &app,
        connector,
    };
    let unknown = json!({ "do": "ship", "id": "NEVER-SEEN", "at": "2026-11-20T09:00:00Z" });
    for body in [json!({ "do": "pull" }), unknown] {
        provider
            .send("no-such-word", &body.to_string(), &body.to_string())
            .await;
        sqlx::query("delete from jobs").execute(&db).await.unwrap();
        let event: Uuid =
            sqlx::query_scalar("select id from webhook_events where state = 'PENDING'")
                .fetch_one(&db)
                .await
                .unwrap();
        let admin = app.admin(&[Permission::SuperAdmin]).await;
        // Its job is gone, as after a host that died in the last try: a person asks for it again.
        let replay = admin
            .post("/plugins/events/replay", json!({ "ids": [event] }))
            .await;
        assert_eq!(replay.data()["replayed"], 1);
        app.run_jobs().await;
        let pulled: Vec<String> =
            sqlx::query_scalar("select identifier from jobs where name = 'orders.synchronize'")
                .fetch_all(&db)
                .await
                .unwrap();
        assert_eq!(pulled, [connector.to_string()]);
        sqlx::query("delete from webhook_events")
            .execute(&db)
            .await
            .unwrap();
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn who_cannot_prove_themselves_leaves_nothing(db: PgPool) {
    let app = TestApp::with_guest(db.clone(), SIGNED).await;
    let connector = connected(&app).await;
    let provider = Provider {
        app: &app,
        connector,
    };
    let (good, other) = (sign("s3cret", "{}"), sign("another", "{}"));
    let (now, old) = (
        noon().timestamp().to_string(),
        (noon().timestamp() - 301).to_string(),
    );
    for headers in [
        &[("x-sent-at", now.as_str())][..],
        &[("x-mac", &other), ("x-sent-at", &now)],
        &[("x-mac", "?"), ("x-sent-at", &now)],
        &[("x-mac", &good), ("x-sent-at", &old)],
        &[("x-mac", &good)],
    ] {
        let answer = provider.send_as("{}", headers).await;
        assert_eq!(
            answer.summary(),
            "403 ForbiddenResourceException",
            "{headers:?}"
        );
    }
    let nobody = app.nobody();
    for path in [
        format!("/webhooks/hostile/{}", Uuid::nil()),
        format!("/webhooks/bigblue/{connector}"),
        "/webhooks/hostile/x".to_owned(),
        format!("/webhooks/hostile/{connector}/token"),
    ] {
        let answer = nobody.body(&path, "application/json", b"{}", &[]).await;
        assert_eq!(answer.summary(), "404 NotFoundConnectorException", "{path}");
    }
    let huge = vec![b' '; (10 << 20) + 1];
    let path = format!("/webhooks/hostile/{connector}");
    let answer = nobody.body(&path, "application/json", &huge, &[]).await;
    assert_eq!(answer.status, 413);
    assert_eq!(states(&app).await, []);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_challenge_is_answered_with_itself(db: PgPool) {
    let app = TestApp::with_guest(db, SIGNED).await;
    let connector = connected(&app).await;
    let provider = Provider {
        app: &app,
        connector,
    };
    let body = json!({ "challenge": "42" }).to_string();
    let answer = provider.send("URL_VERIFICATION", "1", &body).await;
    assert_eq!(answer.json, json!({ "challenge": "42" }));
    let unsigned = provider
        .send_as(&body, &[("x-topic", "URL_VERIFICATION")])
        .await;
    assert_eq!(unsigned.status, 403);
    assert_eq!(states(&app).await, []);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_failed_waits_for_a_person(db: PgPool) {
    let app = TestApp::with_guest(db, SIGNED).await;
    let connector = connected(&app).await;
    let provider = Provider {
        app: &app,
        connector,
    };
    for act in ["fail-once", "reject", "wait"] {
        provider
            .send(act, act, &json!({ "do": act }).to_string())
            .await;
        app.run_jobs().await;
    }
    let expected = [
        state("fail-once", "FAILED", 1),
        state("reject", "DROPPED", 1),
        state("wait", "PENDING", 1),
    ];
    assert_eq!(states(&app).await, expected);

    let admin = app.admin(&[Permission::SuperAdmin]).await;
    let list = admin.get("/plugins/events").await;
    let rows = list.data().as_array().unwrap();
    let of = |topic: &str| rows.iter().find(|row| row["topic"] == topic).unwrap();
    assert_eq!(
        (rows.len(), &of("fail-once")["plugin"]),
        (3, &json!("hostile"))
    );
    let path = format!(
        "/plugins/events/{}",
        of("fail-once")["id"].as_str().unwrap()
    );
    let event = admin.get(&path).await;
    assert_eq!(event.data()["body"], r#"{"do":"fail-once"}"#);
    let headers = event.data()["headers"].to_string();
    assert!(
        headers.contains("x-id") && !headers.contains("x-mac"),
        "{headers}"
    );

    let replay = admin.post("/plugins/events/replay", json!({})).await;
    assert_eq!(
        (replay.summary().as_str(), &replay.data()["replayed"]),
        ("202", &json!(1))
    );
    app.run_jobs().await;
    assert_eq!(states(&app).await[0], state("fail-once", "DONE", 1));
    let none = admin
        .post("/plugins/events/replay", json!({ "ids": [] }))
        .await;
    assert_eq!(none.issues(), ["ids required"]);
    let other = app.admin(&[Permission::ReadConnector]).await;
    assert_eq!(other.get(&path).await.status, 403);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_event_whose_job_was_ended_is_tried_again_with_those_that_failed(db: PgPool) {
    let app = TestApp::with_guest(db.clone(), SIGNED).await;
    let connector = connected(&app).await;
    let provider = Provider {
        app: &app,
        connector,
    };
    let admin = app.admin(&[Permission::SuperAdmin]).await;
    provider.send("orders", "1", ORDER).await;
    let job: Uuid = sqlx::query_scalar("select id from jobs")
        .fetch_one(&db)
        .await
        .unwrap();
    let replay = async || admin.post("/plugins/events/replay", json!({})).await;
    assert_eq!(replay().await.data()["replayed"], 0, "it has its job");
    assert_eq!(admin.delete(&format!("/job/{job}")).await.status, 200);
    app.run_jobs().await;
    assert_eq!(states(&app).await, [state("orders", "PENDING", 0)]);
    assert_eq!(replay().await.data()["replayed"], 1);
    app.run_jobs().await;
    assert_eq!(states(&app).await, [state("orders", "DONE", 1)]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_replaced_secret_is_accepted_for_another_hour(db: PgPool) {
    let app = TestApp::with_guest(db.clone(), SIGNED).await;
    let connector = connected(&app).await;
    let store: Uuid = sqlx::query_scalar("select store_id from connectors")
        .fetch_one(&db)
        .await
        .unwrap();
    let provider = Provider {
        app: &app,
        connector,
    };
    // Each has just signed in.
    let rights = [Permission::ReadStore, Permission::WriteConnector];
    let put = async |path: &str, data: Value| {
        let admin = app.admin(&rights).await;
        admin.put(path, json!({ "data": data })).await
    };
    let path = format!("/store/{store}/connector/{connector}/secret");
    let save = async |data: Value| put(&path, data).await;
    let accepted = async |secret: &str| {
        let now = app.app.now().timestamp().to_string();
        let mac = sign(secret, ORDER);
        let headers = [("x-mac", mac.as_str()), ("x-id", "1"), ("x-sent-at", &now)];
        provider.send_as(ORDER, &headers).await.status == 200
    };
    for (data, issue) in [
        (json!({ "other": "x" }), "data.other unknown"),
        (json!({ "secret": 1 }), "data.secret type"),
        (json!({ "secret": "x".repeat(256) }), "data.secret max"),
    ] {
        assert_eq!(save(data).await.issues(), [issue]);
    }
    assert_eq!(save(json!({ "secret": "second" })).await.status, 204);
    for secret in ["s3cret", "second"] {
        assert!(accepted(secret).await, "{secret}");
    }
    app.app.clock.advance(Duration::from_secs(1_800));
    assert_eq!(save(json!({ "secret": "third" })).await.status, 204);
    assert_eq!(save(json!({})).await.status, 204, "nothing is named");
    for secret in ["s3cret", "second", "third"] {
        assert!(accepted(secret).await, "{secret}");
    }
    app.app.clock.advance(Duration::from_secs(1_801));
    assert!(!accepted("s3cret").await, "an hour has passed");
    assert!(accepted("second").await && accepted("third").await);
    connectors::secrets::forget_secrets(&db, app.app.now(), 100)
        .await
        .unwrap();
    assert!(accepted("second").await, "what counts is kept");
    app.app.clock.advance(Duration::from_secs(1_800));
    assert!(!accepted("second").await && accepted("third").await);
    let forgotten = connectors::secrets::forget_secrets(&db, app.app.now(), 100).await;
    assert_eq!(forgotten.unwrap(), 1);
    assert!(accepted("third").await);
    let elsewhere = format!("/store/{}/connector/{connector}/secret", Uuid::nil());
    assert_eq!(put(&elsewhere, json!({})).await.status, 404);
    let entries: i64 =
        sqlx::query_scalar("select count(*) from audit_entries where action = 'secret'")
            .fetch_one(&db)
            .await
            .unwrap();
    assert_eq!(entries, 3);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_ended_connection_drops_what_waits(db: PgPool) {
    let app = TestApp::with_guest(db.clone(), SIGNED).await;
    let connector = connected(&app).await;
    let provider = Provider {
        app: &app,
        connector,
    };
    provider.send("orders", "1", ORDER).await;
    sqlx::query("update connectors set disconnected_at = now()")
        .execute(&db)
        .await
        .unwrap();
    app.run_jobs().await;
    assert_eq!(states(&app).await, [state("orders", "DROPPED", 1)]);
    assert_eq!(provider.send("orders", "2", ORDER).await.status, 404);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_address_that_nobody_can_guess_is_registered_and_purged(db: PgPool) {
    let app = TestApp::with_guest(db, UNSIGNED).await;
    let store = app.store(app.organization().await).await;
    let connector = app.hostile(store, ConnectorRole::Shop, &[]).await;
    let admin = app
        .admin(&[
            Permission::ReadStore,
            Permission::WriteConnector,
            Permission::SuperAdmin,
        ])
        .await;
    let ask = async |kind: &str| -> Value {
        let asked = admin
            .post("/store/webhooks/enqueue", json!({ "type": kind }))
            .await;
        let job = asked.data()["jobs"][0]["id"]
            .as_str()
            .expect("a job")
            .to_owned();
        app.run_jobs().await;
        let job = admin.get(&format!("/job/{job}")).await;
        assert_eq!(job.data()["status"], "COMPLETED", "{job:?}");
        job.data()["result"].clone()
    };
    assert_eq!(
        ask("PURGE").await,
        json!({ "ended": 0 }),
        "there is none yet"
    );
    assert_eq!(ask("REGISTER").await, json!({ "topics": ["orders"] }));
    assert_eq!(ask("REGISTER").await, json!({ "topics": ["orders"] }));
    assert_eq!(ask("PURGE").await, json!({ "ended": 1 }));

    let address: Vec<u8> =
        sqlx::query_scalar("select value from plugin_store where key = 'address'")
            .fetch_one(&app.app.db)
            .await
            .expect("the plugin was entries its address");
    let address = String::from_utf8(address).expect("text");
    let path = address
        .strip_prefix("http://comptoir.test/api")
        .expect("our origin");
    let nobody = app.nobody();
    assert_eq!(
        nobody.body(path, "text/plain", b"{}", &[]).await.status,
        200
    );
    let bare = format!("/webhooks/hostile/{connector}");
    for wrong in [
        bare.clone(),
        format!("{bare}/guess"),
        path[..path.len() - 1].to_owned(),
    ] {
        let answer = nobody.body(&wrong, "text/plain", b"{}", &[]).await;
        assert_eq!(
            answer.summary(),
            "403 ForbiddenResourceException",
            "{wrong}"
        );
    }
    // Without an id of its own an event is known by its body.
    assert_eq!(
        nobody.body(path, "text/plain", b"{}", &[]).await.data()["double"],
        true
    );
}
