//! Reports, through HTTP: the real plugin in the real sandbox, a real SFTP server as the receiver.

mod due;
mod sales;
mod withdrawn;

use phonographic_simulator::{Mode, Simulator, SimulatorConfig, Trouble};
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::aube;
use crate::access::Permission::{ReadAudit, WriteAudit};
use crate::charts::Hourly;
use crate::testing::{Client, TestApp, cursor};

/// One seller, whose sales go to the receiver every week in the portal's own layout.
const WEEKLY: &str = "shops = [{ code = \"PORTAL\", name = \"Portal\" }]
[[plugins.phonographic.configuration.reports]]
layout = \"generic\"
shop = \"PORTAL\"
channel = \"charts\"
cadence = \"weekly\"
since = \"2026-11-06\"
";

/// A portal with a store that sells a record, and a receiver.
struct World {
    app: TestApp,
    db: PgPool,
    admin: Client,
    store: Uuid,
    receiver: Simulator,
    _secret: tempfile::NamedTempFile,
}

impl World {
    async fn new(db: PgPool) -> Self {
        Self::with(db, WEEKLY).await
    }

    /// With another configuration of the plugin, and what follows it in `plugins.toml`.
    async fn with(db: PgPool, configuration: &str) -> Self {
        let receiver = Simulator::start(SimulatorConfig::default()).await.unwrap();
        let secret = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(secret.path(), "demo-password").unwrap();
        let grant = format!(
            "[plugins.phonographic.channels.charts]\nkind = \"sftp\"\nhost = \"127.0.0.1\"\nport = {}\nuser = \"charts\"\n\
             password = {{ file = {:?} }}\nhost_key = \"{}\"\n\
             [plugins.phonographic.configuration]\n{configuration}",
            receiver.address().port(),
            secret.path(),
            receiver.fingerprint(),
        );
        let app = TestApp::with_phonographic(db.clone(), &grant).await;
        let store = app.store(app.organization().await).await;
        let admin = app.admin(&[ReadAudit, WriteAudit]).await;
        let created = admin
            .post(&format!("/store/{store}/phonographic"), aube())
            .await;
        assert_eq!(created.summary(), "201");
        Self {
            app,
            db,
            admin,
            store,
            receiver,
            _secret: secret,
        }
    }

    /// An order of the record: two for 20.75 each unless told otherwise, in a state of that time.
    async fn order(&self, status: &str, at: &str) -> Uuid {
        let id = Uuid::now_v7();
        sqlx::query(
            "insert into orders (id, store_id, reference, status, as_of, currency, subtotal, tax, discount, shipping_price,
                total, item_count, country_code, submitted_at)
             values ($1, $2, 'R-1', $3, $4::timestamptz, 'EUR', 41.50, 8.30, 0, 0, 49.80, 2, 'FR',
                $4::timestamptz - interval '1 day')",
        )
        .bind(id)
        .bind(self.store)
        .bind(status)
        .bind(at)
        .execute(&self.db)
        .await
        .unwrap();
        sqlx::query(
            "insert into order_lines (id, order_id, position, sku, quantity, unit_price, unit_tax, discount)
             values ($1, $2, 0, 'AUBE-LP', 2, 20.75, 4.15, 0), ($3, $2, 1, 'T-SHIRT', 1, 10, 2, 0)",
        )
        .bind(Uuid::now_v7())
        .bind(id)
        .bind(Uuid::now_v7())
        .execute(&self.db)
        .await
        .unwrap();
        id
    }

    async fn set(&self, order: Uuid, assignment: &str) {
        sqlx::query(sqlx::AssertSqlSafe(format!(
            "update orders set {assignment} where id = $1"
        )))
        .bind(order)
        .execute(&self.db)
        .await
        .unwrap();
    }

    async fn run(&self, statement: &'static str) {
        sqlx::raw_sql(statement).execute(&self.db).await.unwrap();
    }

    /// Asks for a week's report and does what is due; the report afterwards.
    async fn report(&self, call: &str, start: &str, end: &str) -> Value {
        let body = json!({ "start": start, "end": end, "mode": "shipped" });
        self.ask(call, body).await
    }

    /// The same in other ways.
    async fn ask(&self, call: &str, body: Value) -> Value {
        let asked = self
            .admin
            .post(&format!("/phonographic/{call}-report"), body)
            .await;
        assert_eq!(asked.summary(), "202", "{:?}", asked.json);
        let id = asked.data()["report"]["id"].as_str().unwrap().to_owned();
        self.app.run_jobs().await;
        let report = self.admin.get(&format!("/phonographic/report/{id}")).await;
        report.data().clone()
    }

    async fn counted(&self, table: &'static str) -> i64 {
        let count = sqlx::AssertSqlSafe(format!("select count(*) from {table}"));
        sqlx::query_scalar(count).fetch_one(&self.db).await.unwrap()
    }
}

const WEEK: [&str; 2] = ["2026-11-06", "2026-11-12"];
const NAME: &str = "SNEP_PORTAL_2026-11-06_2026-11-12.csv";

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_weeks_sales_are_reported_once_and_returns_once(db: PgPool) {
    let world = World::new(db).await;
    let [first, last] = WEEK;
    let sold = world.order("SHIPPED", "2026-11-10T12:00:00Z").await;
    // Counts from the moment it first left, whatever became of it.
    let delivered = world.order("HANDED_OVER", "2026-11-12T22:59:00Z").await;
    world
        .set(
            delivered,
            "status = 'DELIVERED', as_of = '2026-11-15T10:00:00Z'",
        )
        .await;
    // One minute later it is Friday in Paris.
    world.order("SHIPPED", "2026-11-12T23:01:00Z").await;
    world.order("PENDING", "2026-11-10T12:00:00Z").await;
    let seeding = world.order("SHIPPED", "2026-11-10T12:00:00Z").await;
    world.set(seeding, "source = 'seeding'").await;
    let cancelled = world.order("SHIPPED", "2026-11-10T12:00:00Z").await;
    world.set(cancelled, "status = 'CANCELLED'").await;
    let free = world.order("SHIPPED", "2026-11-10T12:00:00Z").await;
    world.set(free, "discount = 49.80, total = 0").await;

    let report = world.report("create", first, last).await;
    assert_eq!(report["state"], "BUILT", "{report}");
    let file = &report["files"][0];
    assert_eq!((&file["name"], &file["units"]), (&json!(NAME), &json!(4)));
    let path = format!(
        "/phonographic/report/{}/file/{NAME}",
        report["id"].as_str().unwrap()
    );
    let content = world.admin.get(&path).await;
    let content = content.json.as_str().unwrap();
    assert!(
        content.contains("3760000000017;Nora K;Aube;Label X;vinyl;FR;4;20.75;83.00;EUR"),
        "{content}"
    );

    // Asked for again, it is the same; the days beside it hold nothing of it.
    let again = world.report("create", first, last).await;
    assert_eq!(again["id"], report["id"]);
    let wider = world.report("create", "2026-11-06", "2026-11-13").await;
    assert_eq!(wider["files"][0]["units"], 2, "only Friday's");

    // Told again with new lines by its provider, it is still the same sale; then it comes back.
    world
        .run("update order_lines set id = gen_random_uuid()")
        .await;
    world
        .set(sold, "status = 'RETURNED', as_of = '2026-11-14T10:00:00Z'")
        .await;
    let later = world.report("create", "2026-11-14", "2026-11-14").await;
    assert_eq!(later["files"][0]["units"], -2, "{later}");
    let twice = world.report("create", "2026-11-14", "2026-11-15").await;
    assert_ne!(twice["files"][0]["units"], -2, "{twice}");
    assert_eq!(world.counted("phonographic_reported").await, 4);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_is_corrected_after_its_report_is_not_reported_again(db: PgPool) {
    let world = World::new(db).await;
    let [first, last] = WEEK;
    for _ in 0..3 {
        world.order("SHIPPED", "2026-11-10T12:00:00Z").await;
    }
    let report = world.report("create", first, last).await;
    assert_eq!(report["files"][0]["units"], 6, "{report}");
    // One of the two in a line of its own, and one more.
    world
        .run(
            "update order_lines set quantity = 1 where sku = 'AUBE-LP';
             insert into order_lines (id, order_id, position, sku, quantity, unit_price, unit_tax, discount)
                select gen_random_uuid(), order_id, n, sku, 1, 20.75, 4.15, 0
                from order_lines, generate_series(2, 3) n where sku = 'AUBE-LP'",
        )
        .await;
    let wider = world.report("create", "2026-11-05", "2026-11-12").await;
    assert_eq!(wider["files"][0]["units"], Value::Null, "{wider}");
    // What comes back is what was reported, not what there is now.
    world
        .run("update orders set status = 'RETURNED', as_of = '2026-11-14T10:00:00Z'")
        .await;
    let back = world.report("create", "2026-11-14", "2026-11-14").await;
    assert_eq!(back["files"][0]["units"], -6, "{back}");
    let twice = world.report("create", "2026-11-14", "2026-11-15").await;
    assert_eq!(twice["files"][0]["units"], Value::Null, "{twice}");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_is_sold_counts_by_its_order_and_is_stamped(db: PgPool) {
    let world = World::new(db).await;
    world.order("PENDING", "2026-11-08T12:00:00Z").await;
    let mut body = json!({ "start": "2026-11-06", "end": "2026-11-12", "mode": "sold", "storeId": world.store });
    let refused = world
        .admin
        .post("/phonographic/create-report", body.clone())
        .await;
    assert_eq!(refused.issues(), ["shippedAt required"]);
    body["shippedAt"] = json!("2026-11-12T08:30:00Z");
    let asked = world
        .admin
        .post("/phonographic/create-report", body.clone())
        .await;
    assert_eq!(asked.summary(), "202");
    world.app.run_jobs().await;
    let list = world.admin.get("/phonographic/report").await;
    let report = &list.data()[0];
    assert_eq!(report["state"], "BUILT", "{report}");
    assert_eq!(report["files"][0]["units"], 2);
    assert_eq!(report["basis"], "sold");

    for (field, value, issue) in [
        ("end", json!("2026-11-05"), "end dateOrder"),
        ("end", json!("2027-11-30"), "end dateSpan"),
        ("start", json!(null), "start required"),
        ("mode", json!("wished"), "mode option"),
        ("territory", json!("France"), "territory country"),
        ("timeZone", json!("Mars/Crater"), "timeZone timeZone"),
    ] {
        let mut wrong = body.clone();
        wrong[field] = value;
        let refused = world.admin.post("/phonographic/create-report", wrong).await;
        assert_eq!(refused.issues(), [issue]);
    }
    body["storeId"] = json!(Uuid::now_v7());
    let refused = world.admin.post("/phonographic/create-report", body).await;
    assert!(refused.summary().starts_with("404"));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_report_is_sent_and_replaced_on_demand_only(db: PgPool) {
    let world = World::new(db).await;
    world.order("SHIPPED", "2026-11-10T12:00:00Z").await;
    world.receiver.trouble(Trouble::times(Mode::Quota, 1_000));
    let report = world.report("send", WEEK[0], WEEK[1]).await;
    assert_eq!(report["state"], "FAILED", "{report}");
    assert!(report["error"].as_str().unwrap().len() > 10, "{report}");
    world.receiver.trouble(Trouble::of(Mode::None));

    let send = format!(
        "/phonographic/report/{}/send",
        report["id"].as_str().unwrap()
    );
    let state = async |replace: bool| {
        let asked = world.admin.post(&send, json!({ "replace": replace })).await;
        assert_eq!(asked.summary(), "202");
        world.app.run_jobs().await;
        let path = send.trim_end_matches("/send");
        world.admin.get(path).await.data().clone()
    };
    let sent = state(false).await;
    assert_eq!(sent["state"], "SENT", "{sent}");
    assert_eq!(
        sent["files"][0]["place"],
        format!("sftp://127.0.0.1/{NAME}")
    );
    assert_eq!(sent["error"], Value::Null);
    let again = state(false).await;
    assert_eq!(again["state"], "FAILED", "the receiver holds one: {again}");
    assert_eq!(state(true).await["state"], "SENT");
    assert_eq!(world.receiver.state().files.len(), 1);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_is_due_is_made_and_sent_once(db: PgPool) {
    let world = World::new(db).await;
    world.order("SHIPPED", "2026-11-10T12:00:00Z").await;
    for _ in 0..3 {
        Hourly::look(&world.app.app).await.unwrap();
        world.app.run_jobs().await;
    }
    let list = world.admin.get("/phonographic/report").await;
    assert_eq!(list.json["meta"]["total"], 1);
    assert_eq!(list.data()[0]["state"], "SENT", "{:?}", list.data()[0]);
    assert!(world.receiver.file(NAME).is_some());
}

/// Lets one write of the host fail, as if it died there.
const DIES: &str = "create function die() returns trigger language plpgsql as $$ begin raise 'the host dies'; end $$;";

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_host_that_dies_at_any_step_loses_and_repeats_nothing(db: PgPool) {
    let world = World::new(db).await;
    world.order("SHIPPED", "2026-11-10T12:00:00Z").await;
    world.run(DIES).await;
    // The last write of making it.
    world
        .run(
            "create trigger dies before update on phonographic_reports for each row
              when (new.state = 'BUILT') execute function die()",
        )
        .await;
    let report = world.report("send", WEEK[0], WEEK[1]).await;
    assert_eq!(
        (&report["state"], &report["files"]),
        (&json!("PENDING"), &json!([]))
    );
    assert_eq!(world.counted("phonographic_reported").await, 0);
    assert_eq!(world.counted("files").await, 0);

    // The receiver has it, and the host dies before it writes that down.
    world.run("drop trigger dies on phonographic_reports").await;
    world
        .run(
            "create trigger dies before update on phonographic_reports for each row
              when (new.state = 'SENT') execute function die()",
        )
        .await;
    let report = world.report("send", WEEK[0], WEEK[1]).await;
    assert_eq!(report["state"], "BUILT", "{report}");
    assert!(world.receiver.file(NAME).is_some());

    world.run("drop trigger dies on phonographic_reports").await;
    let report = world.report("send", WEEK[0], WEEK[1]).await;
    assert_eq!(report["state"], "SENT", "{report}");
    assert_eq!(world.receiver.state().files.len(), 1);
    assert_eq!(world.counted("phonographic_reported").await, 1);
    assert_eq!(world.counted("phonographic_report_files").await, 1);
}
