//! Events that come twice, at once, late or in the wrong order, and what a person does about them.

use futures::future::join;

use super::*;

/// The order, as its provider has it on a day of November.
fn order_on(day: u32) -> String {
    ORDER.replace("2026-11-20", &format!("2026-11-{day:02}"))
}

fn shipped_on(day: u32) -> String {
    let at = format!("2026-11-{day:02}T10:00:00Z");
    json!({ "do": "ship", "id": "ORDER1", "at": at }).to_string()
}

/// The status of the only order, and its history's actions, oldest first.
async fn order(app: &TestApp) -> (String, Vec<String>) {
    let db = &app.app.db;
    let status = sqlx::query_scalar("select status from orders").fetch_one(db);
    let history = "select action from audit_entries where entity = 'order' order by at, id";
    let history = sqlx::query_scalar(history).fetch_all(db);
    (status.await.unwrap(), history.await.unwrap())
}

async fn replay(app: &TestApp, body: Value) -> Answer {
    let admin = app.admin(&[Permission::SuperAdmin]).await;
    admin.post("/plugins/events/replay", body).await
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn events_in_any_order_and_again_leave_what_was_true_last(db: PgPool) {
    let app = TestApp::with_guest(db.clone(), SIGNED).await;
    let connector = connected(&app).await;
    let provider = Provider {
        app: &app,
        connector,
    };
    for (topic, id, body) in [
        ("orders", "1", order_on(10)),
        // Its state at an earlier time, and the order as it was then.
        ("state", "2", shipped_on(9)),
        ("orders", "3", order_on(8)),
        // Told again without a change.
        ("orders", "4", order_on(10)),
    ] {
        provider.send(topic, id, &body).await;
        app.run_jobs().await;
        let (status, history) = order(&app).await;
        let expected = ("PENDING", vec!["create".to_owned()]);
        assert_eq!((status.as_str(), history), expected, "{id}");
    }
    provider.send("state", "5", &shipped_on(11)).await;
    app.run_jobs().await;
    let last = order(&app).await;
    assert_eq!(last.0, "SHIPPED");

    // Somebody has all of them tried again, whatever became of them.
    let all: Vec<Uuid> =
        sqlx::query_scalar("select id from webhook_events order by topic, id desc")
            .fetch_all(&db)
            .await
            .unwrap();
    assert_eq!(all.len(), 5);
    let again = replay(&app, json!({ "ids": all })).await;
    assert_eq!(again.data()["replayed"], 5);
    app.run_jobs().await;
    assert_eq!(order(&app).await, last);
    let states = states(&app).await;
    assert!(
        states
            .iter()
            .all(|event| (event.1.as_str(), event.2) == ("DONE", 1)),
        "{states:?}"
    );
    let entries: i64 = sqlx::query_scalar(
        "select count(*) from audit_entries where entity = 'webhook_event' and action = 'replay'",
    )
    .fetch_one(&db)
    .await
    .unwrap();
    assert_eq!(entries, 5, "it is told who did that");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_event_is_kept_once_however_it_comes_again(db: PgPool) {
    let app = TestApp::with_guest(db.clone(), SIGNED).await;
    let connector = connected(&app).await;
    let provider = Provider {
        app: &app,
        connector,
    };
    let doubles = |(one, other): (Answer, Answer)| {
        let mut doubles = [one, other].map(|answer| {
            assert_eq!(answer.summary(), "200");
            answer.data()["double"].as_bool().unwrap()
        });
        doubles.sort_unstable();
        doubles
    };
    // Two at once.
    let sent = join(
        provider.send("orders", "1", ORDER),
        provider.send("orders", "1", ORDER),
    )
    .await;
    assert_eq!(doubles(sent), [false, true]);
    // Its id again with another body: what came first counts.
    let sent = join(
        provider.send("orders", "1", &order_on(11)),
        provider.send("other", "1", "{}"),
    )
    .await;
    assert_eq!(doubles(sent), [true, true]);
    // An id that none could be is no id: then it is known by its body.
    let long = "9".repeat(201);
    let sent = join(
        provider.send("orders", &long, &order_on(12)),
        provider.send("orders", "", &order_on(12)),
    )
    .await;
    assert_eq!(doubles(sent), [false, true]);
    let sent = join(
        provider.send("orders", &"9".repeat(200), &order_on(12)),
        provider.send("orders", "", &order_on(13)),
    )
    .await;
    assert_eq!(doubles(sent), [false, false]);
    // To another connection it is another event.
    let theirs = Provider {
        app: &app,
        connector: connected(&app).await,
    };
    let answer = theirs.send("orders", "1", ORDER).await;
    assert_eq!(answer.data()["double"], false);
    let jobs: i64 = sqlx::query_scalar("select count(*) from jobs")
        .fetch_one(&db)
        .await
        .unwrap();
    assert_eq!(jobs, 5, "one each");
    app.run_jobs().await;
    let states = states(&app).await;
    assert!(
        states.len() == 5 && states.iter().all(|event| event.1 == "DONE"),
        "{states:?}"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn two_people_who_try_an_event_again_have_it_tried_once(db: PgPool) {
    let app = TestApp::with_guest(db.clone(), SIGNED).await;
    let connector = connected(&app).await;
    let provider = Provider {
        app: &app,
        connector,
    };
    provider
        .send("fail-once", "1", r#"{"do":"fail-once"}"#)
        .await;
    provider.send("reject", "2", r#"{"do":"reject"}"#).await;
    app.run_jobs().await;
    let (one, other) = join(replay(&app, json!({})), replay(&app, json!({}))).await;
    for answer in [&one, &other] {
        assert_eq!(answer.summary(), "202");
    }
    assert!(one.data()["replayed"] == 1 || other.data()["replayed"] == 1);
    app.run_jobs().await;
    let expected = [state("fail-once", "DONE", 1), state("reject", "DROPPED", 1)];
    assert_eq!(states(&app).await, expected);
    assert_eq!(replay(&app, json!({})).await.data()["replayed"], 0);

    // What cannot be named, and who may not.
    for (body, issue) in [
        (json!({ "ids": [] }), "ids required"),
        (json!({ "ids": vec![Uuid::nil(); 101] }), "ids max"),
        (json!({ "ids": ["1"] }), "ids[0] type"),
        (json!({ "state": "FAILED" }), "state unknown"),
    ] {
        assert_eq!(replay(&app, body).await.issues(), [issue]);
    }
    let unknown = replay(&app, json!({ "ids": [Uuid::nil()] })).await;
    assert_eq!(unknown.data()["replayed"], 0);
    let clerk = app
        .admin(&[Permission::ReadConnector, Permission::WriteConnector])
        .await;
    for refused in [
        clerk.post("/plugins/events/replay", json!({})).await,
        clerk.get("/plugins/events").await,
    ] {
        assert_eq!(refused.summary(), "403 ForbiddenPermissionException");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_event_is_shown_without_what_opens_doors_and_not_endlessly(db: PgPool) {
    let app = TestApp::with_guest(db.clone(), SIGNED).await;
    let connector = connected(&app).await;
    let provider = Provider {
        app: &app,
        connector,
    };
    // Cut within a letter; some of it is no text at all.
    let body = format!("{}é{}", "x".repeat((256 << 10) - 1), "y".repeat(1_000));
    let (mac, now) = (sign("s3cret", &body), noon().timestamp().to_string());
    let topic = "t".repeat(300);
    let headers = [
        ("X-Mac", mac.as_str()),
        ("x-sent-at", &now),
        ("x-topic", &topic),
        ("Authorization", "Bearer stolen"),
        ("Proxy-Authorization", "Basic stolen"),
        ("Cookie", "session=stolen"),
        ("x-shop", "aurore"),
    ];
    assert_eq!(provider.send_as(&body, &headers).await.summary(), "200");
    let admin = app.admin(&[Permission::SuperAdmin]).await;
    let list = admin.get("/plugins/events").await;
    assert_eq!(list.data()[0]["topic"], "t".repeat(200));
    let path = format!("/plugins/events/{}", list.data()[0]["id"].as_str().unwrap());
    let event = admin.get(&path).await;
    let shown = event.data()["body"].as_str().unwrap();
    assert_eq!(
        shown.trim_end_matches('\u{fffd}'),
        "x".repeat((256 << 10) - 1)
    );
    assert_eq!(event.data()["size"], body.len());
    let headers = event.data()["headers"].as_array().unwrap();
    let value = |name: &str| headers.iter().find(|header| header["name"] == name);
    assert_eq!(value("x-shop").unwrap()["value"], "aurore");
    for secret in ["x-mac", "authorization", "proxy-authorization", "cookie"] {
        assert_eq!(value(secret), None, "{secret}");
    }
    assert!(!event.json.to_string().contains("stolen"));
    let kept: String = sqlx::query_scalar("select headers::text from webhook_events")
        .fetch_one(&db)
        .await
        .unwrap();
    assert!(!kept.contains("stolen"), "nor does it lie in the database");
    let missing = admin.get(&format!("/plugins/events/{}", Uuid::nil())).await;
    assert_eq!(missing.summary(), "404 NotFoundResourceException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_was_done_is_forgotten_after_a_month_and_what_failed_after_three(db: PgPool) {
    let app = TestApp::with_guest(db.clone(), SIGNED).await;
    let connector = connected(&app).await;
    for (topic, days) in [("young", 30), ("month", 31), ("quarter", 90), ("old", 91)] {
        for state in ["PENDING", "DONE", "FAILED", "DROPPED"] {
            sqlx::query(
                "insert into webhook_events (id, plugin, connector_id, topic, headers, body, dedupe_key, received_at, state)
                 values (gen_random_uuid(), 'hostile', $1, $2, '[]', '', $2 || $3, $4, $3)",
            )
            .bind(connector)
            .bind(topic)
            .bind(state)
            .bind(noon() - chrono::TimeDelta::days(days))
            .execute(&db)
            .await
            .unwrap();
        }
    }
    let sweep = async |batch| super::super::sql::forget(&db, noon(), batch).await.unwrap();
    assert_eq!(sweep(3).await, 3, "some at a time");
    assert_eq!((sweep(100).await, sweep(100).await), (5, 0));
    let left: Vec<(String, String)> =
        sqlx::query_as("select topic, state from webhook_events order by topic, state")
            .fetch_all(&db)
            .await
            .unwrap();
    let expected = [
        ("month", "FAILED"),
        ("month", "PENDING"),
        ("quarter", "FAILED"),
        ("quarter", "PENDING"),
        ("young", "DONE"),
        ("young", "DROPPED"),
        ("young", "FAILED"),
        ("young", "PENDING"),
    ];
    assert_eq!(
        left,
        expected.map(|(topic, state)| (topic.to_owned(), state.to_owned()))
    );
    let listed = app.admin(&[Permission::SuperAdmin]).await;
    let failed = crate::testing::cursor(json!({
        "filters": [{ "field": "state", "values": ["FAILED"] }, { "field": "plugin", "values": ["hostile"] }],
        "search": "MONTH",
    }));
    let list = listed
        .get(&format!("/plugins/events?cursor={failed}"))
        .await;
    assert_eq!(list.json["meta"]["total"], 1, "{}", list.json);
}
