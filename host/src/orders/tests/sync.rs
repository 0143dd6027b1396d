//! Synchronisations: the real component in the real sandbox, the provider's simulator over HTTP, the real queue.

use bigblue_simulator::{Mode, SimClock, Simulator, SimulatorConfig, Trouble};
use comptoir_sandbox::commerce::{
    Order as Reported, OrderLine, OrderPage, OrderState, OrderStatus as Status, Tracking,
};
use comptoir_sandbox::types::{Address, Money, RejectedItem};
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::super::sync::{Orders, open_and_unseen, take_states};
use crate::access::Permission;
use crate::providers::connectors::{self, Connector};
use crate::providers::sync::{self, Glossary, Pull, Taken, take_page};
use crate::testing::{Client, TestApp, noon};

/// A provider, a host that speaks to it and an admin who may synchronise.
struct Fixture {
    simulator: Simulator,
    app: TestApp,
    admin: Client,
}

async fn admin(app: &TestApp) -> Client {
    use Permission::{ReadOrder, SuperAdmin, WriteOrder};
    app.admin(&[ReadOrder, WriteOrder, SuperAdmin]).await
}

impl Fixture {
    async fn new(db: PgPool, orders: usize) -> Self {
        let config = SimulatorConfig {
            port: 0,
            seed: 7,
            orders,
            rate_limit: None,
            clock: SimClock::fixed(noon().timestamp()),
        };
        let simulator = Simulator::start(config).await.expect("a simulator");
        let app = TestApp::with_bigblue(db, &simulator).await;
        let store = app.store(app.organization().await).await;
        app.bigblue(store, "MUSI").await;
        let admin = admin(&app).await;
        Self {
            simulator,
            app,
            admin,
        }
    }

    /// Asks for a pull and lets the queue do what is due; gives the job's record.
    async fn synchronize(&self) -> Value {
        let asked = self.admin.post("/order/synchronize", json!({})).await;
        assert_eq!(asked.summary(), "202");
        let job = asked.data()["jobs"][0]["id"]
            .as_str()
            .expect("a job")
            .to_owned();
        self.app.run_jobs().await;
        self.admin.get(&format!("/job/{job}")).await.data().clone()
    }

    /// What the provider holds for the store.
    fn remote_count(&self) -> i64 {
        self.simulator.state().orders.by_merchant["MUSI"] as i64
    }

    async fn count(&self, query: &str) -> i64 {
        sqlx::query_scalar(sqlx::AssertSqlSafe(query))
            .fetch_one(&self.app.app.db)
            .await
            .expect("a count")
    }

    /// Orders kept, however often; and how many different ones.
    async fn stored(&self) -> (i64, i64) {
        (
            self.count("select count(*) from orders").await,
            self.count("select count(distinct provider_id) from orders")
                .await,
        )
    }

    /// Provider and host together; the admin signs in anew.
    async fn advance(&mut self, days: u32) {
        self.simulator.clock().advance(days * 86_400);
        let by = std::time::Duration::from_secs(u64::from(days) * 86_400);
        self.app.app.clock.advance(by);
        self.admin = admin(&self.app).await;
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_pull_brings_every_order_once_and_again_nothing(db: PgPool) {
    let fixture = Fixture::new(db, 1_500).await;
    let job = fixture.synchronize().await;
    assert_eq!(
        (&job["status"], &job["error"], &job["consumer"]),
        (&json!("COMPLETED"), &Value::Null, &json!("bigblue"))
    );
    let remote = fixture.remote_count();
    assert!(remote > 500, "more than a page");
    assert_eq!(fixture.stored().await, (remote, remote));
    assert!(job["progress"]["done"].as_i64() >= Some(remote), "{job}");

    // Each is found by the SKUs of its lines.
    let unfound = "select count(*) from order_lines l join orders o on o.id = l.order_id
        where position(search_text(l.sku) in o.search) = 0";
    assert_eq!(fixture.count(unfound).await, 0);

    let entries = "select count(*) from audit_entries where entity = 'order'";
    let (before, lines) = (
        fixture.count(entries).await,
        "select count(*) from order_lines",
    );
    let lines_before = fixture.count(lines).await;
    let again = fixture.synchronize().await;
    assert_eq!(again["status"], "COMPLETED");
    assert_ne!(again["id"], job["id"]);
    assert_eq!(fixture.stored().await, (remote, remote));
    assert_eq!(
        (fixture.count(entries).await, fixture.count(lines).await),
        (before, lines_before)
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn orders_move_with_time_even_those_no_longer_listed(db: PgPool) {
    let mut fixture = Fixture::new(db, 600).await;
    fixture.synchronize().await;
    let open =
        "select count(*) from orders where status not in ('DELIVERED', 'RETURNED', 'CANCELLED')";
    assert!(fixture.count(open).await > 10, "some can still move");
    fixture.simulator.add_orders(12);
    // Longer than the window that the provider's list is asked for again.
    fixture.advance(90).await;
    let job = fixture.synchronize().await;
    assert_eq!(job["status"], "COMPLETED", "{job}");
    let remote = fixture.remote_count();
    assert_eq!(fixture.stored().await, (remote, remote));
    let asked = fixture.simulator.state().requests.by_method;
    assert!(
        asked.get("GetOrder") > Some(&0),
        "some are asked for by id: {asked:?}"
    );
    let moved = "select count(*) from audit_entries where entity = 'order' and action = 'update'";
    assert!(fixture.count(moved).await > 0);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn trouble_at_the_provider_costs_time_and_no_order(db: PgPool) {
    let fixture = Fixture::new(db, 1_500).await;
    for mode in [Mode::Errors500, Mode::Garbage, Mode::HalfPage, Mode::Drop] {
        fixture.simulator.trouble(Trouble::times(mode, 100));
        let job = fixture.synchronize().await;
        assert_eq!(
            (&job["status"], job["error"].is_string()),
            (&json!("PENDING"), true),
            "{mode:?}: it waits for its next try, and says why: {job}"
        );
    }
    fixture.simulator.trouble(Trouble::of(Mode::None));
    // Asked again, it does not wait any longer.
    let job = fixture.synchronize().await;
    assert_eq!(job["status"], "COMPLETED", "{job}");
    let remote = fixture.remote_count();
    assert_eq!(fixture.stored().await, (remote, remote));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_provider_that_asks_for_a_pause_gets_it(db: PgPool) {
    let fixture = Fixture::new(db, 50).await;
    fixture.simulator.trouble(Trouble::of(Mode::Rate429));
    let job = fixture.synchronize().await;
    assert_eq!(job["status"], "PENDING");
    // The pauses that the queue makes by itself begin with e seconds; the provider asked for one.
    let waits = "select count(*) from graphile_worker._private_jobs
        where run_at between now() - interval '10 seconds' and now() + interval '1.1 seconds'";
    assert_eq!(fixture.count(waits).await, 1);
    let tries = "select max_attempts::bigint from graphile_worker._private_jobs where attempts < max_attempts";
    assert_eq!(
        fixture.count(tries).await,
        8,
        "waiting as reported is no failure"
    );
    sqlx::query("update jobs set created_at = created_at - interval '1 day'")
        .execute(&fixture.app.app.db)
        .await
        .expect("a write");
    fixture.synchronize().await;
    assert_eq!(fixture.count(tries).await, 7, "but not for ever");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_bad_order_is_set_aside_until_it_comes_whole(db: PgPool) {
    let fixture = Fixture::new(db, 300).await;
    fixture.simulator.trouble(Trouble::times(Mode::BadOrder, 1));
    let job = fixture.synchronize().await;
    assert_eq!(job["status"], "COMPLETED");
    let remote = fixture.remote_count();
    assert_eq!(fixture.stored().await, (remote - 1, remote - 1));
    let reason: String = sqlx::query_scalar("select reason from items_set_aside")
        .fetch_one(&fixture.app.app.db)
        .await
        .expect("one that says why");
    assert!(reason.contains("is not a"), "{reason}");
    // As if the pull had not happened: the whole window is listed again, by a provider that is well.
    sqlx::query("update connector_cursors set cursor = null")
        .execute(&fixture.app.app.db)
        .await
        .expect("a write");
    fixture.synchronize().await;
    assert_eq!(fixture.stored().await, (remote, remote));
    assert_eq!(
        fixture.count("select count(*) from items_set_aside").await,
        0
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_wrong_key_is_given_up_at_once_and_says_so(db: PgPool) {
    let fixture = Fixture::new(db, 20).await;
    sqlx::query("update connectors set settings = '{\"id\": \"MUSI\"}', secrets = null")
        .execute(&fixture.app.app.db)
        .await
        .expect("a write");
    let job = fixture.synchronize().await;
    assert_eq!(job["status"], "FAILED", "{job}");
    assert!(
        job["error"].is_string() && job["duration"].is_i64(),
        "{job}"
    );
    assert_eq!(fixture.stored().await, (0, 0));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn one_pull_of_a_connection_at_a_time(db: PgPool) {
    let fixture = Fixture::new(db, 20).await;
    let ask = async || {
        let asked = fixture.admin.post("/order/synchronize", json!({})).await;
        asked.data()["jobs"][0]["id"].clone()
    };
    let first = ask().await;
    assert_eq!(first, ask().await, "the pending one is given back");
    fixture.app.run_jobs().await;
    assert_ne!(first, ask().await);
}

// What the provider may tell at any moment, straight to what keeps it.

fn money(minor: i64) -> Money {
    Money {
        minor,
        currency: "EUR".into(),
    }
}

fn reported(id: &str, status: Status, as_of: &str) -> Reported {
    let address = Address {
        company: String::new(),
        first_name: "Zoé".into(),
        last_name: "Martin".into(),
        line1: "1 rue de la Paix".into(),
        line2: String::new(),
        zip: "75002".into(),
        city: "Paris".into(),
        state: String::new(),
        country: "FR".into(),
        phone: String::new(),
        email: "zoe@example.test".into(),
    };
    Reported {
        state: OrderState {
            id: id.into(),
            status,
            status_message: String::new(),
            tracking: Some(Tracking {
                carrier: "colissimo".into(),
                number: "6A1".into(),
                url: "javascript:alert(1)".into(),
            }),
            as_of: as_of.into(),
        },
        reference: format!("R-{id}"),
        source: String::new(),
        submitted_at: "2026-11-18T08:00:00Z".into(),
        language: "fr".into(),
        currency: "EUR".into(),
        lines: vec![OrderLine {
            sku: "MUSI-1".into(),
            quantity: 2,
            unit_price: money(1000),
            unit_tax: money(200),
            discount: money(0),
        }],
        shipping_method: "home".into(),
        shipping_price: money(500),
        shipping_tax: money(100),
        additional_tax: money(0),
        additional_discount: money(0),
        total: money(3000),
        shipping_address: address,
        billing_address: None,
        extra: Vec::new(),
    }
}

struct Pulled {
    app: TestApp,
    connector: Connector,
}

impl Pulled {
    async fn new(db: PgPool) -> Self {
        let app = TestApp::new(db).await;
        let store = app.store(app.organization().await).await;
        let id = app.bigblue(store, "MUSI").await;
        let connector = connectors::find(&app.app.db, id)
            .await
            .expect("a query")
            .expect("a connector");
        Self { app, connector }
    }

    /// A page of these from the present cursor on.
    async fn take(&self, items: Vec<Reported>, rejected: Vec<RejectedItem>) -> Taken {
        let mut tx = self.app.app.begin().await.expect("a transaction");
        let cursor = sync::cursor(&mut *tx, self.connector.id, Orders::FUNCTION)
            .await
            .expect("a query");
        let page = OrderPage {
            items,
            rejected,
            cursor: Uuid::now_v7().to_string(),
            more: false,
            total: None,
        };
        let taken = take_page::<Orders>(
            &mut tx,
            &self.connector,
            Glossary::default(),
            cursor.as_deref(),
            page,
            noon(),
        )
        .await
        .expect("it is written")
        .expect("from where the last one ended");
        tx.commit().await.expect("a commit");
        taken
    }

    async fn statuses(&self) -> Vec<String> {
        sqlx::query_scalar("select status from orders order by provider_id")
            .fetch_all(&self.app.app.db)
            .await
            .expect("orders")
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_older_state_never_replaces_a_newer_one(db: PgPool) {
    let pulled = Pulled::new(db).await;
    let (early, late) = ("2026-11-18T09:00:00Z", "2026-11-18T10:00:00Z");
    pulled
        .take(vec![reported("A", Status::Shipped, late)], vec![])
        .await;
    let taken = pulled
        .take(vec![reported("A", Status::Pending, early)], vec![])
        .await;
    assert_eq!(
        (taken, pulled.statuses().await),
        (Taken::default(), vec!["SHIPPED".to_owned()])
    );
    // Told again later, unchanged: what came in between is older now.
    pulled
        .take(
            vec![reported("A", Status::Shipped, "2026-11-18T12:00:00Z")],
            vec![],
        )
        .await;
    pulled
        .take(
            vec![reported("A", Status::Delivered, "2026-11-18T11:00:00Z")],
            vec![],
        )
        .await;
    assert_eq!(pulled.statuses().await, ["SHIPPED"]);
    let changed = pulled
        .take(
            vec![reported("A", Status::Delivered, "2026-11-18T13:00:00Z")],
            vec![],
        )
        .await;
    assert_eq!(
        (changed.changed, pulled.statuses().await),
        (1, vec!["DELIVERED".to_owned()])
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_cannot_be_kept_is_set_aside_with_its_reason(db: PgPool) {
    let pulled = Pulled::new(db).await;
    let now = "2026-11-18T09:00:00Z";
    let bad = |id: &str, spoil: fn(&mut Reported)| {
        let mut order = reported(id, Status::Created, now);
        spoil(&mut order);
        order
    };
    let items = vec![
        reported("good", Status::Other("PAUSED\0".into()), now),
        bad("currency", |order| order.currency = "euro".into()),
        bad("mixed", |order| order.total.currency = "USD".into()),
        bad("huge", |order| order.lines[0].unit_price = money(i64::MAX)),
        bad("when", |order| order.submitted_at = "yesterday".into()),
        bad("nameless", |order| order.reference.clear()),
        bad("sku", |order| order.lines[0].sku = "x".repeat(300)),
    ];
    let rejected = vec![RejectedItem {
        id: "raw\0".into(),
        reason: "no json".into(),
        raw: "{".into(),
    }];
    let taken = pulled.take(items, rejected).await;
    assert_eq!((taken.added, taken.set_aside), (1, 7));
    let reasons: Vec<(String, String)> = sqlx::query_as(
        "select provider_id, coalesce(nullif(field, ''), reason) from items_set_aside order by 1",
    )
    .fetch_all(&pulled.app.app.db)
    .await
    .expect("those set aside");
    let expected = [
        ("currency", "currency"),
        ("huge", "lines.unitPrice"),
        ("mixed", "total"),
        ("nameless", "reference"),
        ("raw", "no json"),
        ("sku", "lines.sku"),
        ("when", "submittedAt"),
    ];
    assert_eq!(
        reasons,
        expected.map(|(id, reason)| (id.to_owned(), reason.to_owned()))
    );
    let (status, words, url): (String, String, String) =
        sqlx::query_as("select status, provider_status, tracking_url from orders")
            .fetch_one(&pulled.app.app.db)
            .await
            .expect("the good one");
    assert_eq!(
        (status.as_str(), words.as_str(), url.as_str()),
        ("CODE_UNSPECIFIED", "PAUSED", "")
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_page_that_somebody_else_took_is_left(db: PgPool) {
    let pulled = Pulled::new(db).await;
    pulled.take(vec![], vec![]).await;
    let mut tx = pulled.app.app.begin().await.expect("a transaction");
    let page = OrderPage {
        items: vec![reported("A", Status::Created, "2026-11-18T09:00:00Z")],
        rejected: vec![],
        cursor: "next".into(),
        more: false,
        total: None,
    };
    // Asked for from the beginning, while the cursor has moved on.
    let taken = take_page::<Orders>(
        &mut tx,
        &pulled.connector,
        Glossary::default(),
        None,
        page,
        noon(),
    )
    .await
    .expect("no error");
    assert_eq!(taken, None);
    assert!(pulled.statuses().await.is_empty());
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_a_pull_did_not_bring_is_asked_for_by_id(db: PgPool) {
    let pulled = Pulled::new(db).await;
    let orders = [
        ("closed", Status::Delivered),
        ("gone", Status::Pending),
        ("moves", Status::Pending),
        ("older", Status::Pending),
    ];
    let reported_at = "2026-11-18T10:00:00Z";
    let items = orders.map(|(id, status)| reported(id, status, reported_at));
    pulled.take(items.into(), vec![]).await;
    let later = noon() + chrono::TimeDelta::hours(1);
    let unseen = async |limit| {
        open_and_unseen(&pulled.app.app.db, pulled.connector.id, later, limit)
            .await
            .expect("a query")
    };
    let asked = unseen(100).await;
    assert_eq!(asked, ["gone", "moves", "older"]);
    assert_eq!(unseen(1).await, ["gone"]);

    let state = |id: &str, as_of: &str| reported(id, Status::Shipped, as_of).state;
    let states = vec![
        state("moves", "2026-11-18T12:30:00Z"),
        state("older", "2026-11-18T09:00:00Z"),
        state("never asked for", "2026-11-18T12:30:00Z"),
    ];
    let mut tx = pulled.app.app.begin().await.expect("a transaction");
    let taken = take_states(&mut tx, &pulled.connector, &[], &asked, states, later)
        .await
        .expect("it is written");
    tx.commit().await.expect("a commit");
    assert_eq!(taken.changed, 1);
    assert_eq!(
        pulled.statuses().await,
        ["DELIVERED", "PENDING", "SHIPPED", "PENDING"]
    );
    assert!(
        unseen(100).await.is_empty(),
        "each is asked for once a pull"
    );

    // A list that says again what it said before the move is news.
    let back = reported("moves", Status::Pending, "2026-11-18T13:00:00Z");
    assert_eq!(pulled.take(vec![back], vec![]).await.changed, 1);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_night_repairs_what_was_missed(db: PgPool) {
    let mut fixture = Fixture::new(db.clone(), 60).await;
    fixture.synchronize().await;
    let remote = fixture.remote_count();
    assert_eq!(fixture.stored().await, (remote, remote));
    let reconcile = async |fixture: &Fixture| -> Value {
        let mut schedules = fixture.app.app.plugins.schedules();
        schedules.retain(|each| each.options.id.as_deref() == Some("bigblue.reconcile"));
        sqlx::query("select graphile_worker.add_job($1, $2::json)")
            .bind(schedules[0].task_identifier())
            .bind(schedules[0].payload())
            .execute(&fixture.app.app.db)
            .await
            .expect("a job");
        fixture.app.run_jobs().await;
        let result = "select result from jobs where name = 'orders.reconcile' order by created_at desc limit 1";
        sqlx::query_scalar(result)
            .fetch_one(&fixture.app.app.db)
            .await
            .expect("a result")
    };
    let whole = reconcile(&fixture).await;
    assert_eq!(
        (
            &whole["since"],
            &whole["listed"],
            &whole["missing"],
            &whole["different"]
        ),
        (&Value::Null, &json!(remote), &json!(0), &json!(0)),
        "{whole}"
    );

    // Two orders are lost here, a third was changed behind the provider's back.
    for change in [
        "delete from orders where id in (select id from orders order by reference limit 2)",
        "update orders set digest = 'x', as_of = as_of - interval '1 hour', tracking_number = 'WRONG'
         where id = (select id from orders order by reference limit 1)",
        "delete from pull_checkpoints",
    ] {
        sqlx::query(change).execute(&db).await.unwrap();
    }
    let repaired = reconcile(&fixture).await;
    assert_eq!(
        (&repaired["missing"], &repaired["different"]),
        (&json!(2), &json!(1)),
        "{repaired}"
    );
    assert_eq!(fixture.stored().await, (remote, remote));
    assert_eq!(
        fixture
            .count("select count(*) from orders where tracking_number = 'WRONG'")
            .await,
        0
    );

    // The next night goes on from where this one ended, not over everything.
    fixture.advance(1).await;
    let next = reconcile(&fixture).await;
    assert_eq!(next["since"], json!(noon().date_naive()), "{next}");
    assert!(next["listed"].as_i64() < Some(remote), "{next}");
}
