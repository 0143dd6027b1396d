//! Reports for the charts: built from what was sold, handed over by SFTP or by mail, never the same unit twice.

mod receivers;

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::{Datelike, Days, NaiveDate, Weekday};
use comptoir::program::clock::Clock;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use crate::chaos;
use crate::host::{Host, Installation, Session, by_key, count, settled, text};
use receivers::{Folder, Mailbox, Receiver};

/// The records of the store: SKU and barcode.
const RECORDS: [(&str, &str); 2] = [("AUBE-LP", "3760000000017"), ("ZONE-CD", "3760000000024")];
const WEEKS: u64 = 6;

/// A portal with a store that sells records, and a receiver.
struct World<R> {
    receiver: R,
    installation: Installation,
    host: Host,
    session: Session,
    db: PgPool,
}

impl<R: Receiver> World<R> {
    /// `orders`: how many there are in each of the last weeks.
    async fn new(rng: &mut StdRng, orders: usize) -> Self {
        let receiver = R::start().await;
        let installation = Installation::new(&[]).grant("phonographic", grant(&receiver));
        let installation = receiver.reached_from(installation);
        let host = installation.start().await;
        let session = installation.sign_in(&host).await;
        let organization = json!({ "name": "Aurore", "identifierNumber": "90112233300015" });
        let organization = text(&session.post("/organization", &organization).await, "id");
        let store =
            json!({ "name": "Aurore", "organizations": [{ "organizationId": organization }] });
        let store = text(&session.post("/store", &store).await, "id");
        for (sku, barcode) in RECORDS {
            let format = if sku.ends_with("LP") { "vinyl" } else { "cd" };
            let record = json!({
                "name": sku, "sku": sku, "barcode": barcode, "format": format, "artist": "Nora K", "title": sku,
                "label": "Label X",
            });
            session
                .post(&format!("/store/{store}/phonographic"), &record)
                .await;
        }
        let db = installation.database().await;
        let store: Uuid = store.parse().expect("an id");
        for week in 0..WEEKS {
            for _ in 0..orders {
                sell(&db, store, week, rng).await;
            }
        }
        Self {
            receiver,
            installation,
            host,
            session,
            db,
        }
    }

    /// Asks for the report of a week, counted back from the last one that ended, to be handed over.
    async fn send(&self, week: u64) {
        let asked =
            json!({ "start": friday(week), "end": friday(week) + Days::new(6), "mode": "shipped" });
        let sent = self.session.call(
            reqwest::Method::POST,
            "/phonographic/send-report",
            Some(&asked),
        );
        // It may not answer in the middle of trouble: then somebody asks again later.
        drop(sent.await);
    }

    /// Kills the host and starts it again.
    async fn kill(self) -> Self {
        self.host.kill().await;
        let host = self.installation.start().await;
        Self { host, ..self }
    }

    /// The newest week first.
    async fn reports(&self) -> Vec<Value> {
        let reports = "select first_day::text as key, id, state, error from phonographic_reports";
        by_key(&self.db, reports)
            .await
            .into_values()
            .rev()
            .collect()
    }

    /// Units that were sold, by the last Friday's weeks.
    async fn sold(&self) -> BTreeMap<String, i64> {
        let mut sold = BTreeMap::new();
        for week in 0..WEEKS {
            let units = format!(
                "select coalesce(sum(quantity), 0)::bigint from order_lines l join orders o on o.id = l.order_id
                 where sku <> 'T-SHIRT' and (shipped_at at time zone 'Europe/Paris')::date
                    between '{0}'::date and '{0}'::date + 6",
                friday(week)
            );
            sold.insert(name(week), count(&self.db, &units).await);
        }
        sold
    }

    /// The receiver has every unit that was sold, once.
    async fn is_reported(&self) {
        assert_eq!(self.receiver.received(), self.sold().await);
        let reported = "select coalesce(sum(units), 0)::bigint from phonographic_reported";
        let all: i64 = self.sold().await.values().sum();
        assert_eq!(count(&self.db, reported).await, all);
        // All weeks at once hold nothing more.
        let asked = json!({ "start": friday(WEEKS - 1), "end": friday(0) + Days::new(6), "mode": "shipped" });
        let whole = self
            .session
            .post("/phonographic/create-report", &asked)
            .await;
        settled(&self.db).await;
        let path = format!("/phonographic/report/{}", text(&whole["report"], "id"));
        let whole = self.session.get(&path).await;
        assert_eq!(whole["state"], "EMPTY", "{whole}");
    }

    async fn stop(self) {
        self.db.close().await;
        self.host.stop().await;
    }
}

/// The portal's own layout every week over the receiver's channel `charts`.
fn grant(receiver: &impl Receiver) -> toml::Table {
    let mut grant = toml::toml! {
        enabled = true
        [configuration]
        shops = [{ code = "PORTAL", name = "Portal" }]
        [[configuration.reports]]
        layout = "generic"
        shop = "PORTAL"
        channel = "charts"
        cadence = "weekly"
    };
    grant.insert("channels".into(), receiver.channels().into());
    grant
}

/// The first day of a chart week that has ended, counted back.
fn friday(week: u64) -> NaiveDate {
    let today = Clock::system().now().date_naive() - Days::new(1);
    let into = today.weekday().days_since(Weekday::Fri);
    today - Days::new(u64::from(into) + 7 * (week + 1))
}

fn name(week: u64) -> String {
    let first = friday(week);
    format!("SNEP_PORTAL_{first}_{}.csv", first + Days::new(6))
}

/// An order of the week, shipped at some hour of it.
async fn sell(db: &PgPool, store: Uuid, week: u64, rng: &mut StdRng) {
    let id = Uuid::now_v7();
    let at = friday(week)
        .and_hms_opt(12, 0, 0)
        .expect("an hour")
        .and_utc();
    let at = at + chrono::TimeDelta::hours(rng.random_range(0..150));
    sqlx::query(
        "insert into orders (id, store_id, reference, status, as_of, currency, subtotal, tax, discount, shipping_price,
            total, item_count, country_code, submitted_at)
         values ($1, $2, 'R', 'SHIPPED', $3, 'EUR', 20, 4, 0, 0, 24, 1, 'FR', $3::timestamptz - interval '1 day')",
    )
    .bind(id)
    .bind(store)
    .bind(at)
    .execute(db)
    .await
    .expect("an order");
    let (sku, _) = RECORDS[rng.random_range(0..RECORDS.len())];
    for (position, sku) in [sku, "T-SHIRT"].into_iter().enumerate() {
        sqlx::query(
            "insert into order_lines (id, order_id, position, sku, quantity, unit_price, unit_tax, discount)
             values ($1, $2, $3, $4, $5, 20, 4, 0)",
        )
        .bind(Uuid::now_v7())
        .bind(id)
        .bind(i32::try_from(position).expect("a place"))
        .bind(sku)
        .bind(rng.random_range(1..4))
        .execute(db)
        .await
        .expect("a line");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_weeks_sales_go_to_the_receiver_that_is_known_and_can_be_read_here() {
    let mut rng = StdRng::seed_from_u64(7);
    let world = World::<Folder>::new(&mut rng, 20).await;
    let asked = json!({
        "start": friday(0), "end": friday(0) + Days::new(6), "mode": "shipped", "channel": "stranger",
    });
    world
        .session
        .post("/phonographic/send-report", &asked)
        .await;
    settled(&world.db).await;
    let report = world.reports().await.remove(0);
    assert_eq!(report["state"], "FAILED", "{report}");
    assert!(text(&report, "error").contains("key"), "{report}");
    assert_eq!(
        world.receiver.received(),
        BTreeMap::new(),
        "nothing goes to a stranger"
    );
    // It is made: people can read it, whoever is to get it.
    let path = format!(
        "/phonographic/report/{}/file/{}",
        text(&report, "id"),
        name(0)
    );
    let (status, _) = world
        .session
        .call(reqwest::Method::GET, &path, None)
        .await
        .expect("an answer");
    assert!(status.is_success(), "{status}");

    for week in 1..WEEKS {
        world.send(week).await;
    }
    settled(&world.db).await;
    let mut sold = world.sold().await;
    sold.remove(&name(0));
    assert_eq!(world.receiver.received(), sold);

    // Again only when a person says so.
    let report = world.reports().await.remove(1);
    let path = format!("/phonographic/report/{}/send", text(&report, "id"));
    for (replace, state) in [(false, "FAILED"), (true, "SENT")] {
        world
            .session
            .post(&path, &json!({ "replace": replace }))
            .await;
        settled(&world.db).await;
        let report = world.reports().await.remove(1);
        assert_eq!(report["state"], state, "{report}");
    }
    assert_eq!(world.receiver.received(), sold);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_hour_sends_what_is_due_once() {
    let mut rng = StdRng::seed_from_u64(7);
    let world = World::<Folder>::new(&mut rng, 5).await;
    for _ in 0..3 {
        sqlx::query("select graphile_worker.add_job('charts.due', '{}')")
            .execute(&world.db)
            .await
            .expect("a job");
        let waits = "select count(*) from graphile_worker._private_jobs";
        crate::host::eventually("the hour passed", || async {
            count(&world.db, waits).await == 0
        })
        .await;
        settled(&world.db).await;
    }
    let (sold, received) = (world.sold().await, world.receiver.received());
    assert_eq!(received.get(&name(0)), sold.get(&name(0)), "the last week");
    for (file, units) in &received {
        assert_eq!(sold.get(file), Some(units));
    }
    assert!(
        received.len() <= 2,
        "older ones are nobody's to wait for: {received:?}"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_any_bad_day_the_receivers_folder_has_every_unit_once() {
    bad_days::<Folder>().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_any_bad_day_the_receivers_mailbox_has_every_unit_once() {
    bad_days::<Mailbox>().await;
}

async fn bad_days<R: Receiver>() {
    for seed in chaos::seeds() {
        eprintln!("CHAOS_SEED={seed}");
        let mut rng = StdRng::seed_from_u64(seed);
        let mut world = World::<R>::new(&mut rng, 30).await;
        for week in 0..WEEKS {
            world.receiver.trouble(&mut rng);
            world.send(week).await;
            // Any moment of making it, of handing it over, and of writing that down.
            tokio::time::sleep(Duration::from_millis(rng.random_range(0..900))).await;
            if rng.random_bool(0.7) {
                world = world.kill().await;
            }
        }
        world.receiver.calm();
        settled(&world.db).await;
        for week in 0..WEEKS {
            world.send(week).await;
        }
        settled(&world.db).await;
        // One that was refused, or used up its tries, is a person's to send.
        for report in world.reports().await {
            if report["state"] != "SENT" {
                let path = format!("/phonographic/report/{}/send", text(&report, "id"));
                let wish = json!({ "replace": R::REPLACES });
                world.session.post(&path, &wish).await;
            }
        }
        settled(&world.db).await;
        let states = by_key(
            &world.db,
            "select first_day::text as key, state from phonographic_reports",
        )
        .await;
        assert!(
            states.values().all(|report| report["state"] == "SENT"),
            "{states:?}"
        );
        world.is_reported().await;
        world.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_whose_mail_is_refused_says_so_and_is_sent_again_as_the_same_mail() {
    let mut rng = StdRng::seed_from_u64(7);
    let world = World::<Mailbox>::new(&mut rng, 5).await;
    world.receiver.refuse(1);
    world.send(0).await;
    settled(&world.db).await;
    let report = world.reports().await.remove(0);
    assert_eq!(report["state"], "FAILED", "{report}");
    let error = text(&report, "error");
    assert!(
        error.contains("charts@example.test") && error.contains("no such person"),
        "{error}"
    );
    let path = format!("/phonographic/report/{}/send", text(&report, "id"));
    for _ in 0..2 {
        world
            .session
            .post(&path, &json!({ "replace": false }))
            .await;
        settled(&world.db).await;
        let report = world.reports().await.remove(0);
        assert_eq!(report["state"], "SENT", "{report}");
    }
    assert_eq!(world.receiver.mails(), 1, "the second time it is there");
    world.session.post(&path, &json!({ "replace": true })).await;
    settled(&world.db).await;
    assert_eq!(world.receiver.mails(), 2, "a person wished it");
    world.stop().await;
}
