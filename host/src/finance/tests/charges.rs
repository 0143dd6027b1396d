//! Recurring charges: agreed on, applied once a period, paused, ended, dearer from the next period on.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::{Books, charge, many, unlimited, with};
use crate::access::Permission::{ReadFee, ReadStore, WriteFee};
use crate::testing::{Answer, noon};

/// The days that F7's example ends on.
const ASKED: &str = "2026-04-15";

impl Books {
    async fn apply(&self, body: Value) -> Answer {
        let answer = self.admin.post("/finance/charge/apply", body).await;
        assert_eq!(answer.summary(), "200", "{}", answer.json);
        answer
    }

    async fn apply_until(&self, date: &str) -> Answer {
        self.apply(json!({ "date": date })).await
    }

    /// Moves the clock. Whoever keeps the books signs in again.
    async fn turn_to(&mut self, time: &str) {
        let time: DateTime<Utc> = time.parse().expect("a time");
        let later = time - self.app.app.now();
        let later = later.to_std().expect("a later time");
        self.app.app.clock.advance(later);
        self.admin = self.app.admin(&[ReadFee, WriteFee, ReadStore]).await;
    }
}

fn starts(applied: &Answer) -> Vec<String> {
    let fees = applied.data()["fees"].as_array().expect("fees").iter();
    fees.map(|fee| fee["startsAt"].as_str().expect("a day").to_owned())
        .collect()
}

/// F7, the decisions' example.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_charge_brings_a_fee_a_period_in_advance_and_once(db: PgPool) {
    let books = Books::new(db).await;
    let id = books.add("/finance/charge", charge(books.store)).await;
    let preview = books.apply(json!({ "date": ASKED, "preview": true })).await;
    let expected = ["2026-01-31", "2026-02-28", "2026-03-31"];
    assert_eq!(starts(&preview), expected);
    let data = preview.data();
    assert_eq!(
        [
            &data["count"],
            &data["customerAmount"],
            &data["internalAmount"]
        ],
        [&json!(3), &json!("147.00"), &json!("36.00")]
    );
    let second = &data["fees"][1];
    assert_eq!(
        [
            &second["chargeId"],
            &second["endsAt"],
            &second["store"]["id"]
        ],
        [&json!(id), &json!("2026-03-30"), &json!(books.store)]
    );
    assert_eq!(books.fees().await, []);

    let applied = books.apply_until(ASKED).await;
    assert_eq!(applied.data()["fees"], data["fees"]);
    assert_eq!(books.days().await, expected);
    let again = books.apply_until(ASKED).await;
    assert_eq!(
        [&again.data()["count"], &again.data()["customerAmount"]],
        [&json!(0), &json!("0")]
    );
    let april = books.apply_until("2026-04-30").await;
    assert_eq!(starts(&april), ["2026-04-30"]);
    assert_eq!(april.data()["customerAmount"], "49.00");
    let read = books.admin.get(&format!("/finance/charge/{id}")).await;
    assert_eq!(read.data()["chargedUntil"], "2026-05-30");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_fee_that_was_deleted_is_not_brought_again(db: PgPool) {
    let mut books = Books::new(db.clone()).await;
    books.add("/finance/charge", charge(books.store)).await;
    books.apply_until("2026-01-31").await;
    let list = books.admin.get("/finance/fee").await;
    let fee = list.data()[0]["id"].as_str().unwrap();
    assert_eq!(
        books
            .admin
            .delete(&format!("/finance/fee/{fee}"))
            .await
            .summary(),
        "204"
    );
    assert_eq!(books.apply_until("2026-01-31").await.data()["count"], 0);
    // Nor once what was deleted has served its time.
    books.turn_to("2026-12-01T12:00:00Z").await;
    for sweep in crate::domains::REGISTER.sweeps() {
        while sweep(&books.app.app, 100).await.unwrap() > 0 {}
    }
    assert_eq!(books.apply_until("2026-01-31").await.data()["count"], 0);
}

/// Whoever finds the effects, and however many at once.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn many_who_apply_at_once_bring_each_fee_once(db: PgPool) {
    let books = Books::of(unlimited(db).await).await;
    let mut stores = vec![books.store];
    for _ in 0..4 {
        stores.push(books.app.store(books.organization).await);
    }
    for store in &stores {
        books.add("/finance/charge", charge(*store)).await;
        let daily = json!({ "startedAt": "2026-04-01", "periodType": "DAY", "period": 7 });
        books
            .add("/finance/charge", with(charge(*store), daily))
            .await;
    }
    // Whoever is sent away because there are too many brings nothing.
    let ask = || async {
        let body = json!({ "date": ASKED });
        books.admin.post("/finance/charge/apply", body).await.json["data"]["count"]
            .as_u64()
            .unwrap_or(0)
    };
    let counts = futures::future::join_all((0..many()).map(|_| ask())).await;
    // Three months, and three weeks, of five stores.
    assert_eq!(counts.iter().sum::<u64>(), 30, "{counts:?}");
    assert_eq!(books.fees().await.len(), 30);
    assert_eq!(books.apply_until(ASKED).await.data()["count"], 0);
}

/// What is cut off before it ends leaves nothing; the next one brings everything.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_application_that_is_cut_off_leaves_nothing_half(db: PgPool) {
    let books = Books::new(db).await;
    for _ in 0..40 {
        books.add("/finance/charge", charge(books.store)).await;
    }
    for microseconds in [0, 500, 1_000, 2_000, 4_000, 8_000, 12_000, 16_000, 24_000] {
        let cut = Duration::from_micros(microseconds);
        let _ = tokio::time::timeout(
            cut,
            books
                .admin
                .post("/finance/charge/apply", json!({ "date": ASKED })),
        )
        .await;
        let there = books.fees().await.len();
        assert!(
            there == 0 || there == 120,
            "{there} fees after {microseconds} µs"
        );
    }
    books.apply_until(ASKED).await;
    assert_eq!(books.fees().await.len(), 120);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn another_price_holds_from_the_next_period_on(db: PgPool) {
    let books = Books::new(db).await;
    let body = with(charge(books.store), json!({ "startedAt": "2026-10-15" }));
    let id = books.add("/finance/charge", body.clone()).await;
    let path = format!("/finance/charge/{id}");
    // While none was charged, from the start on.
    let first = with(body.clone(), json!({ "customerAmount": "50" }));
    assert_eq!(
        books.admin.put(&path, first).await.data()["amountsFrom"],
        json!(null)
    );
    books.apply_until("2026-10-15").await;
    // 18 November: that of the 15th has begun, though nobody has applied it yet.
    let dearer = with(
        body.clone(),
        json!({ "customerAmount": "59", "internalAmount": "13" }),
    );
    let changed = books.admin.put(&path, dearer).await;
    assert_eq!(
        [
            &changed.data()["customerAmount"],
            &changed.data()["amountsFrom"]
        ],
        ["59.00", "2026-12-15"]
    );
    books.apply_until("2027-01-20").await;
    let amounts: Vec<_> = books
        .fees()
        .await
        .into_iter()
        .map(|(day, _, amount)| format!("{day} {amount}"))
        .collect();
    let expected = [
        "2026-10-15 50.00",
        "2026-11-15 50.00",
        "2026-12-15 59.00",
        "2027-01-15 59.00",
    ];
    assert_eq!(amounts, expected);
    // When and how often stays.
    for changes in [
        json!({ "startedAt": "2026-10-16" }),
        json!({ "period": 2 }),
        json!({ "periodType": "DAY" }),
    ] {
        let moved = books.admin.put(&path, with(body.clone(), changes)).await;
        assert_eq!(moved.summary(), "403 ForbiddenResourceException");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn periods_that_begin_after_the_end_or_in_a_pause_stay_free(db: PgPool) {
    let mut books = Books::new(db).await;
    let body = with(
        charge(books.store),
        json!({ "startedAt": "2026-11-20", "periodType": "DAY", "period": 5 }),
    );
    let id = books.add("/finance/charge", body.clone()).await;
    let path = format!("/finance/charge/{id}");
    books.turn_to("2026-11-21T10:00:00Z").await;
    let paused = books
        .admin
        .post(&format!("{path}/pause"), json!(null))
        .await;
    assert_eq!(paused.data()["pausedAt"], "2026-11-21");
    books.turn_to("2026-11-24T10:00:00Z").await;
    let paused = books
        .admin
        .post(&format!("{path}/pause"), json!(null))
        .await;
    assert_eq!(paused.data()["pausedAt"], "2026-11-21", "as it was");
    assert_eq!(
        starts(&books.apply_until("2026-12-30").await),
        ["2026-11-20"]
    );
    books.turn_to("2026-11-30T10:00:00Z").await;
    let resumed = books
        .admin
        .post(&format!("{path}/resume"), json!(null))
        .await;
    assert_eq!(resumed.data()["pausedAt"], json!(null));
    let ended = books
        .admin
        .put(
            &path,
            with(body.clone(), json!({ "endedAt": "2026-12-05" })),
        )
        .await;
    assert_eq!(ended.data()["endedAt"], "2026-12-05");
    // That of the 25th began in the pause; that of the 10th after the end.
    assert_eq!(
        starts(&books.apply_until("2026-12-30").await),
        ["2026-11-30", "2026-12-05"]
    );
    let gone = books.admin.delete(&path).await;
    assert_eq!(gone.summary(), "204");
    assert_eq!(books.apply_until("2027-01-30").await.data()["count"], 0);
    assert_eq!(books.fees().await.len(), 3, "what was charged stays");
}

/// A day is one of Paris, on both sides of both changes of the clock.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn today_is_what_it_is_in_paris(db: PgPool) {
    let mut books = Books::new(db).await;
    let body = with(
        charge(books.store),
        json!({ "startedAt": "2027-03-28", "periodType": "DAY" }),
    );
    books.add("/finance/charge", body).await;
    for (time, expected) in [
        ("2027-03-27T22:59:00Z", &[][..]),
        ("2027-03-27T23:01:00Z", &["2027-03-28"]),
        // Paris is two hours ahead from now on, one until then.
        ("2027-03-28T21:59:00Z", &[]),
        ("2027-03-28T22:01:00Z", &["2027-03-29"]),
    ] {
        books.turn_to(time).await;
        assert_eq!(starts(&books.apply(json!({})).await), expected, "{time}");
    }
    books.turn_to("2027-10-30T21:59:00Z").await;
    assert_eq!(
        starts(&books.apply(json!({})).await)
            .last()
            .map(String::as_str),
        Some("2027-10-30")
    );
    for (time, expected) in [
        ("2027-10-30T22:01:00Z", &["2027-10-31"][..]),
        ("2027-10-31T22:59:00Z", &[]),
        ("2027-10-31T23:01:00Z", &["2027-11-01"]),
    ] {
        books.turn_to(time).await;
        assert_eq!(starts(&books.apply(json!({})).await), expected, "{time}");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn only_the_stores_that_are_named_are_charged_and_no_archived_one(db: PgPool) {
    let books = Books::new(db.clone()).await;
    let other = books.app.store(books.organization).await;
    for store in [books.store, other] {
        books.add("/finance/charge", charge(store)).await;
    }
    let applied = books
        .apply(json!({ "date": ASKED, "storeIds": [other] }))
        .await;
    let stores = applied.data()["fees"].as_array().unwrap().iter();
    assert!(
        stores
            .map(|fee| &fee["store"]["id"])
            .all(|id| *id == json!(other))
    );
    assert_eq!(books.fees().await.len(), 3);
    sqlx::query("update stores set archived_at = now() where id = $1")
        .bind(books.store)
        .execute(&db)
        .await
        .unwrap();
    assert_eq!(books.apply_until(ASKED).await.data()["count"], 0);
    for (asked, issue) in [
        (json!({ "date": "2028-01-01" }), "date max"),
        (json!({ "date": "1999-01-01" }), "date date"),
        (json!({ "storeIds": [] }), "storeIds required"),
        (json!({ "stores": [other] }), "stores unknown"),
    ] {
        let answer = books
            .admin
            .post("/finance/charge/apply", asked.clone())
            .await;
        assert_eq!(answer.issues(), [issue], "{asked}");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_charge_that_makes_no_sense_is_refused_with_its_fields(db: PgPool) {
    let books = Books::new(db).await;
    for (changes, issue) in [
        (json!({ "period": 0 }), "period required"),
        (json!({ "period": 1001 }), "period max"),
        (json!({ "periodType": "YEAR" }), "periodType option"),
        (json!({ "endedAt": "2026-01-30" }), "endedAt dateOrder"),
        (json!({ "startedAt": "2100-01-01" }), "startedAt date"),
        (json!({ "customerAmount": "100000" }), "customerAmount max"),
        (json!({ "storeId": Uuid::now_v7() }), "storeId option"),
    ] {
        let answer = books
            .admin
            .post(
                "/finance/charge",
                with(charge(books.store), changes.clone()),
            )
            .await;
        assert_eq!(answer.issues(), [issue], "{changes}");
    }
    // By the names of the other screen.
    let mut body = charge(books.store);
    let fields = body.as_object_mut().unwrap();
    for (name, other) in [
        ("internalAmount", "internalPrice"),
        ("customerAmount", "customerPrice"),
    ] {
        let value = fields.remove(name).unwrap();
        fields.insert(other.into(), value);
    }
    let id = books.add("/finance/charge", body).await;
    let read = books.admin.get(&format!("/finance/charge/{id}")).await;
    let data = read.data();
    assert_eq!(
        [
            &data["customerAmount"],
            &data["period"],
            &data["periodType"]
        ],
        [&json!("49.00"), &json!(1), &json!("MONTH")]
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_nightly_job_applies_what_has_begun_and_says_how_much(db: PgPool) {
    let books = Books::new(db).await;
    books
        .add(
            "/finance/charge",
            with(charge(books.store), json!({ "startedAt": "2026-10-18" })),
        )
        .await;
    let mut tx = books.app.app.begin().await.unwrap();
    let author = crate::records::audit::Author::system("test");
    let job = crate::jobs::enqueue(&mut tx, &author, &crate::finance::ApplyCharges {})
        .await
        .unwrap();
    tx.commit().await.unwrap();
    books.app.run_jobs().await;
    assert_eq!(books.days().await, ["2026-10-18", "2026-11-18"]);
    let record = books
        .app
        .admin(&[crate::access::Permission::SuperAdmin])
        .await
        .get(&format!("/job/{}", job.id))
        .await;
    assert_eq!(
        [&record.data()["status"], &record.data()["progress"]["done"]],
        [&json!("COMPLETED"), &json!(2)]
    );
    let author = books.admin.get("/finance/fee").await.data()[0]["author"].clone();
    assert_eq!(author, "schedule");
    assert_eq!(noon().date_naive().to_string(), "2026-11-18");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn only_an_operator_who_says_so_has_charges_applied_at_night(db: PgPool) {
    for (apply, schedules) in [(false, 0), (true, 1)] {
        let app = crate::testing::TestApp::with(db.clone(), |config| {
            config.plugins.clear();
            config.finance.apply_charges = apply;
        })
        .await;
        let crontabs = crate::finance::Nightly::crontabs(&app.app).unwrap();
        assert_eq!(crontabs.len(), schedules);
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_reader_previews_nothing(db: PgPool) {
    let books = Books::new(db).await;
    let reader = books.app.admin(&[ReadFee, ReadStore]).await;
    let answer = reader
        .post("/finance/charge/apply", json!({ "preview": true }))
        .await;
    assert_eq!(answer.summary(), "403 ForbiddenPermissionException");
    let writer = books.app.admin(&[WriteFee, ReadStore]).await;
    let answer = writer
        .post("/finance/charge/apply", json!({ "preview": true }))
        .await;
    assert_eq!(answer.data()["preview"], true);
}
