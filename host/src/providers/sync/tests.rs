//! Pulls, whatever is pulled: what a plugin, a clock or two hosts at once can do to them.

use comptoir_sandbox::commerce::{Ticket, TicketPage, TicketStatus};
use futures::future::join;
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::*;
use crate::access::Permission::{ReadConnector, ReadOrder, ReadStore, SuperAdmin, WriteOrder};
use crate::orders::tests::New;
use crate::providers::connectors::{self, Connector, ConnectorRole, NewConnector};
use crate::records::audit::Author;
use crate::testing::{TestApp, noon};
use crate::tickets::Tickets;

const ADDRESS: &str = "[webhooks]\nsignature = { scheme = \"address\" }";

/// A connection of a new store.
async fn connect(app: &TestApp, role: ConnectorRole, plugin: &str, settings: Value) -> Connector {
    let store = app.store(app.organization().await).await;
    let new = NewConnector {
        store,
        role,
        plugin: plugin.into(),
        settings,
        secrets: Default::default(),
    };
    let mut db = app.app.db.acquire().await.unwrap();
    let author = Author::system("test");
    let id = crate::stores::connectors::connect_to(&mut db, &app.app.keys, &author, new);
    let id = id.await.unwrap();
    connectors::find(&mut *db, id).await.unwrap().unwrap()
}

async fn count(app: &TestApp, query: &'static str) -> i64 {
    let count = sqlx::query_scalar(query).fetch_one(&app.app.db);
    count.await.unwrap()
}

fn ticket(id: &str, as_of: &str) -> Ticket {
    Ticket {
        id: id.into(),
        subject: "Where is it?".into(),
        status: TicketStatus::Open,
        customer_name: String::new(),
        customer_email: String::new(),
        assignee: String::new(),
        tags: Vec::new(),
        channel: String::new(),
        url: String::new(),
        agent_messages: 0,
        messages: 1,
        created_at: "2026-11-10T09:00:00Z".into(),
        closed_at: None,
        as_of: as_of.into(),
        extra: Vec::new(),
    }
}

fn page(items: Vec<Ticket>, cursor: &str, more: bool) -> TicketPage {
    TicketPage {
        items,
        rejected: Vec::new(),
        cursor: cursor.into(),
        more,
    }
}

/// Takes a page that was asked for from a cursor, and commits what came of it.
async fn take(
    app: &TestApp,
    connector: &Connector,
    from: Option<&str>,
    page: TicketPage,
) -> Option<Taken> {
    let mut tx = app.app.begin().await.unwrap();
    let taken = take_page::<Tickets>(
        &mut tx,
        connector,
        Glossary::default(),
        from,
        page,
        app.app.now(),
    );
    let taken = taken.await.unwrap();
    tx.commit().await.unwrap();
    taken
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_plugin_whose_pages_lead_nowhere_is_stopped_and_what_it_told_is_kept(db: PgPool) {
    let app = TestApp::with_guest(db.clone(), ADDRESS).await;
    // Each page holds three orders in which nothing can be true, and leads to itself.
    let settings = json!({ "op": "page", "items": 3, "cursor": 5, "text": "PAGED" });
    let connector = connect(&app, ConnectorRole::Fulfillment, "hostile", settings).await;
    let admin = app.admin(&[ReadOrder, WriteOrder, SuperAdmin]).await;
    for _ in 0..2 {
        let asked = admin.post("/order/synchronize", json!({})).await;
        let job = asked.data()["jobs"][0]["id"].as_str().unwrap().to_owned();
        app.run_jobs().await;
        let job = admin.get(&format!("/job/{job}")).await.data().clone();
        assert_eq!(job["status"], "FAILED", "{job}");
        let error = job["error"].as_str().unwrap();
        assert!(error.contains("for ever"), "{error}");
        // It says that there are as many as can be counted: that is no total.
        assert_eq!(job["progress"]["total"], Value::Null, "{job}");
    }
    let mut tx = app.app.begin().await.unwrap();
    let which = Which::Connector(connector.id);
    reconcile(&app.app, &mut tx, &Author::system("test"), which)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    app.run_jobs().await;
    let nightly: (String, Option<String>) =
        sqlx::query_as("select status, error from jobs where name = 'orders.reconcile'")
            .fetch_one(&db)
            .await
            .unwrap();
    assert_eq!(nightly.0, "FAILED");
    assert!(nightly.1.unwrap().contains("for ever"));
    let aside: Vec<String> = sqlx::query_scalar("select provider_id from items_set_aside")
        .fetch_all(&db)
        .await
        .unwrap();
    assert_eq!(aside, ["PAGED"], "told to the staff, once");
    assert_eq!(count(&app, "select count(*) from orders").await, 0);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_plugin_that_answers_for_no_order_by_id_synchronises_the_others(db: PgPool) {
    let app = TestApp::with_guest(db.clone(), ADDRESS).await;
    let settings = json!({ "op": "page", "items": 0, "cursor": 5, "last": 1 });
    let connector = connect(&app, ConnectorRole::Fulfillment, "hostile", settings).await;
    New::of(connector.store_id, "1042").insert(&db).await;
    // It is open, and the pull does not bring it.
    sqlx::query("update orders set connector_id = $1, seen_at = '2026-01-01'")
        .bind(connector.id)
        .execute(&db)
        .await
        .unwrap();
    let admin = app.admin(&[ReadOrder, WriteOrder, SuperAdmin]).await;
    let asked = admin.post("/order/synchronize", json!({})).await;
    let job = asked.data()["jobs"][0]["id"].as_str().unwrap().to_owned();
    app.run_jobs().await;
    let job = admin.get(&format!("/job/{job}")).await.data().clone();
    assert_eq!(job["status"], "COMPLETED", "{job}");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_page_is_taken_once_and_the_last_one_completes_the_pull(db: PgPool) {
    let app = TestApp::new(db).await;
    let connector = connect(&app, ConnectorRole::Support, "gorgias", json!({})).await;
    let admin = app.admin(&[ReadStore, ReadConnector]).await;
    let path = format!("/store/{}/connector", connector.store_id);
    let completed = async || admin.get(&path).await.data()[0]["synchronizedAt"].clone();
    let now = "2026-11-18T09:00:00Z";
    let first = || page(vec![ticket("1", now), ticket("2", now)], "one", true);
    // Two hosts asked for the same page.
    let both = join(
        take(&app, &connector, None, first()),
        take(&app, &connector, None, first()),
    );
    let (one, other) = both.await;
    let taken = one.xor(other).expect("one of them took it");
    assert_eq!((taken.added, taken.changed), (2, 0));
    assert_eq!(completed().await, Value::Null);

    let last = || page(vec![ticket("2", now), ticket("3", now)], "two", false);
    assert!(take(&app, &connector, None, last()).await.is_none());
    let taken = take(&app, &connector, Some("one"), last()).await.unwrap();
    assert_eq!((taken.added, taken.changed), (1, 0), "a page may repeat");
    assert_eq!(completed().await, "2026-11-18T12:00:00Z");
    app.app.clock.advance(std::time::Duration::from_secs(60));
    // A plugin may also say that there is nothing new where it was.
    let none = page(Vec::new(), "two", false);
    let taken = take(&app, &connector, Some("two"), none).await;
    assert_eq!(taken, Some(Taken::default()));
    assert_eq!(completed().await, "2026-11-18T12:01:00Z");
    assert_eq!(count(&app, "select count(*) from tickets").await, 3);
    let entries = "select count(*) from audit_entries where entity = 'ticket'";
    assert_eq!(count(&app, entries).await, 3);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_comes_once_a_connection_ended_is_not_kept(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let connector = connect(&app, ConnectorRole::Support, "gorgias", json!({})).await;
    let now = "2026-11-18T09:00:00Z";
    take(
        &app,
        &connector,
        None,
        page(vec![ticket("1", now)], "one", true),
    )
    .await;
    let ended = sqlx::query("update connectors set disconnected_at = now()").execute(&db);
    ended.await.unwrap();

    let later = || {
        page(
            vec![ticket("1", "2026-11-18T10:00:00Z"), ticket("2", now)],
            "two",
            false,
        )
    };
    assert_eq!(take(&app, &connector, Some("one"), later()).await, None);
    let mut tx = app.app.begin().await.unwrap();
    let reported = take_reported::<Tickets>(
        &mut tx,
        &connector,
        Glossary::default(),
        later(),
        app.app.now(),
    );
    assert_eq!(reported.await.unwrap(), None);
    // Nor does somebody without a desk tell of tickets.
    let shop = connect(&app, ConnectorRole::Shop, "shopify", json!({})).await;
    let reported =
        take_reported::<Tickets>(&mut tx, &shop, Glossary::default(), later(), app.app.now());
    assert_eq!(reported.await.unwrap(), None);
    tx.commit().await.unwrap();
    let kept: Vec<(String, bool)> =
        sqlx::query_as("select provider_id, as_of = '2026-11-18T09:00:00Z' from tickets")
            .fetch_all(&db)
            .await
            .unwrap();
    assert_eq!(kept, [("1".to_owned(), true)]);
    let place = cursor(&db, connector.id, Tickets::FUNCTION).await.unwrap();
    assert_eq!(place.as_deref(), Some("one"));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_is_set_aside_is_told_once_as_it_is_now_until_it_comes_whole(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let connector = connect(&app, ConnectorRole::Support, "gorgias", json!({})).await;
    let reasons = async || -> Vec<(String, String)> {
        let reasons = "select provider_id, coalesce(nullif(field, ''), reason) from items_set_aside order by 1";
        sqlx::query_as(reasons).fetch_all(&db).await.unwrap()
    };
    let now = "2026-11-18T09:00:00Z";
    let mut bad = page(vec![ticket("1", "soon"), ticket("2", now)], "one", true);
    let rejected = comptoir_sandbox::types::RejectedItem {
        id: "3\0".into(),
        reason: "it is no ticket".into(),
        raw: "\0{".repeat(80_000),
    };
    bad.rejected = vec![rejected.clone(), rejected];
    let taken = take(&app, &connector, None, bad).await.unwrap();
    assert_eq!((taken.added, taken.set_aside), (1, 3));
    let aside = reasons().await;
    assert_eq!(aside.len(), 2);
    assert_eq!(aside[0].1, "asOf");
    assert_eq!(aside[1], ("3".to_owned(), "it is no ticket".to_owned()));
    let longest = "select max(length(raw))::bigint from items_set_aside";
    assert_eq!(count(&app, longest).await, 64 << 10);

    let mut worse = ticket("1", now);
    worse.created_at = "then".into();
    let worse = page(vec![worse], "two", true);
    take(&app, &connector, Some("one"), worse).await.unwrap();
    let aside = reasons().await;
    assert_eq!((aside.len(), &*aside[0].1), (2, "createdAt"));
    let well = page(vec![ticket("1", now), ticket("3", now)], "three", false);
    let taken = take(&app, &connector, Some("two"), well).await.unwrap();
    assert_eq!((taken.added, taken.set_aside), (2, 0));
    assert_eq!(reasons().await, []);
    // What another connection set aside is its own.
    let other = connect(&app, ConnectorRole::Support, "gorgias", json!({})).await;
    take(
        &app,
        &other,
        None,
        page(vec![ticket("1", "soon")], "one", false),
    )
    .await;
    take(
        &app,
        &connector,
        Some("three"),
        page(vec![ticket("1", now)], "four", false),
    )
    .await;
    assert_eq!(reasons().await.len(), 1);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_pull_is_asked_of_connections_in_use_alone(db: PgPool) {
    let app = TestApp::with_guest(db.clone(), ADDRESS).await;
    let connect = async |role| connect(&app, role, "hostile", json!({})).await;
    let warehouse = connect(ConnectorRole::Fulfillment).await;
    let archived = connect(ConnectorRole::Fulfillment).await;
    let ended = connect(ConnectorRole::Fulfillment).await;
    // Its plugin is no desk.
    let desk = connect(ConnectorRole::Support).await;
    for (update, id) in [
        (
            "update stores set archived_at = now() where id = $1",
            archived.store_id,
        ),
        (
            "update connectors set disconnected_at = now() where id = $1",
            ended.id,
        ),
    ] {
        sqlx::query(update).bind(id).execute(&db).await.unwrap();
    }
    let admin = app.admin(&[WriteOrder]).await;
    let ask = async |body: Value| admin.post("/order/synchronize", body).await;
    for id in [archived.id, ended.id, desk.id, Uuid::nil()] {
        let refused = ask(json!({ "connectorId": id })).await;
        assert_eq!(refused.summary(), "404 NotFoundConnectorException");
    }
    for (body, issue) in [
        (json!({ "connectorId": "1" }), "connectorId type"),
        (json!({ "connector": warehouse.id }), "connector unknown"),
    ] {
        assert_eq!(ask(body).await.issues(), [issue]);
    }
    assert_eq!(count(&app, "select count(*) from jobs").await, 0);
    // Whoever asks, and however often: it is one pull.
    let all = ask(json!({})).await;
    let one = ask(json!({ "connectorId": warehouse.id })).await;
    let (both, at_once) = join(ask(json!({})), ask(json!({}))).await;
    for answer in [&all, &one, &both, &at_once] {
        assert_eq!(answer.summary(), "202");
        let jobs = answer.data()["jobs"].as_array().unwrap();
        assert_eq!(jobs.len(), 1);
        assert_eq!(
            (&jobs[0]["id"], &jobs[0]["identifier"]),
            (&all.data()["jobs"][0]["id"], &json!(warehouse.id))
        );
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_comparison_begins_a_week_back_or_at_the_first_day_that_is_known(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let connector = connect(&app, ConnectorRole::Support, "gorgias", json!({})).await;
    let id = connector.id;
    let today = noon().date_naive();
    let day = |back: i64| today - chrono::TimeDelta::days(back);
    let begins = async |back: i64| {
        let found = sql::checkpoint(&db, id, "tickets", day(back)).await;
        found.unwrap().map(|(_, cursor)| cursor)
    };
    assert_eq!(begins(7).await, None, "over everything");
    let mut tx = app.app.begin().await.unwrap();
    // The host slept for some nights.
    for back in [20, 10, 8, 4, 3] {
        let days = (day(back), day(back + 7));
        let place = format!("{back} days ago");
        sql::keep_checkpoint(&mut tx, id, "tickets", days, &place)
            .await
            .unwrap();
    }
    tx.commit().await.unwrap();
    for (back, place) in [(10, "10"), (9, "8"), (7, "4"), (3, "3")] {
        assert_eq!(begins(back).await, Some(format!("{place} days ago")));
    }
    assert_eq!(begins(2).await, None);
    assert_eq!(
        begins(30).await.as_deref(),
        Some("10 days ago"),
        "a week was kept"
    );
    // A second time on a day, it stands where it came to last; one under way is none of these.
    let mut tx = app.app.begin().await.unwrap();
    for (name, place) in [("tickets", "again"), ("tickets.reconcile", "half way")] {
        sql::keep_checkpoint(&mut tx, id, name, (day(3), day(10)), place)
            .await
            .unwrap();
    }
    tx.commit().await.unwrap();
    assert_eq!(begins(3).await.as_deref(), Some("again"));
    let underway = async || sql::underway(&db, id, "tickets.reconcile").await.unwrap();
    assert_eq!(underway().await.as_deref(), Some("half way"));
    let mut tx = app.app.begin().await.unwrap();
    sql::end_underway(&mut tx, id, "tickets.reconcile")
        .await
        .unwrap();
    tx.commit().await.unwrap();
    assert_eq!(underway().await, None);
    assert_eq!(begins(3).await.as_deref(), Some("again"));
}
