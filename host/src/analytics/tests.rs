//! Reports say what orders, tickets and fees say, whatever happened to these in whatever order.

mod nightly;
mod whole;

use chrono::{DateTime, Utc};
use mail_parser::MessageParser;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use simulator_kit::mail::MailServer;
use sqlx::PgPool;
use uuid::Uuid;

use super::count;
use super::jobs::{EachMorning, last_monday};
use crate::access::Permission::ReadAudit;
use crate::orders::tests::New;
use crate::testing::{TestApp, noon};

fn query(first: &str, last: &str) -> String {
    format!("startAt={first}&endAt={last}")
}

fn decimal(value: &Value) -> Decimal {
    value
        .as_str()
        .and_then(|text| text.parse().ok())
        .unwrap_or_else(|| panic!("{value} is no amount"))
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_audit_counts_records_by_the_day_they_left_or_were_sold(db: PgPool) {
    let app = TestApp::new(db).await;
    let db = &app.app.db;
    let store = app.store(app.organization().await).await;
    sqlx::query(
        "insert into phonographic_products (id, store_id, name, sku, barcode)
         values (gen_random_uuid(), $1, 'Aube', 'CPSL-000001-0001', '3760000001014')",
    )
    .bind(store)
    .execute(db)
    .await
    .expect("a record");
    let sold = New::of(store, "A-1").insert(db).await;
    let seeding = New::of(store, "A-2").insert(db).await;
    for (order, set) in [
        // Half an hour into the 1st in Paris, when UTC has the month before.
        (
            sold,
            "submitted_at = '2026-10-31T23:30:00Z', status = 'SHIPPED', shipped_at = '2026-11-06T10:00:00Z'",
        ),
        (
            seeding,
            "source = 'seeding', status = 'SHIPPED', shipped_at = '2026-11-06T10:00:00Z'",
        ),
    ] {
        let change = format!("update orders set {set} where id = $1");
        sqlx::query(sqlx::AssertSqlSafe(change))
            .bind(order)
            .execute(db)
            .await
            .expect("a change");
    }
    count::count(db, noon()).await.expect("a count");
    let admin = app.admin(&[ReadAudit]).await;
    let audit = async |days: &str| {
        let found = admin.get(&format!("/analytic/audit?{days}")).await;
        assert_eq!(found.summary(), "200", "{}", found.json);
        found.data().clone()
    };
    let shipped = audit(&query("2026-11-01", "2026-11-30")).await;
    let row = &shipped["products"][0];
    assert_eq!(
        [
            &row["barcode"],
            &row["countryCode"],
            &row["quantity"],
            &row["product"]
        ],
        [
            &json!("3760000001014"),
            &json!("FR"),
            &json!(2),
            &json!("Aube")
        ]
    );
    assert_eq!(
        shipped["groups"],
        json!([{ "barcodes": ["3760000001014"], "skus": [row["sku"]], "products": ["Aube"], "countries": 1, "quantity": 2,
            "priceExVat": row["priceExVat"] }])
    );
    assert_eq!(
        (&shipped["skus"], &shipped["groupCount"]),
        (&json!([row["sku"]]), &json!(1))
    );
    // The 6th is a Friday: a week of charts begins.
    let weeks = shipped["statistics"].as_array().expect("weeks");
    assert_eq!(
        [&weeks[0], &weeks[1]],
        [
            &json!({ "weekStartAt": "2026-10-30", "quantity": 0 }),
            &json!({ "weekStartAt": "2026-11-06", "quantity": 2 })
        ]
    );
    assert_eq!(weeks.len(), 5);
    let left_before = audit(&query("2026-10-01", "2026-10-31")).await;
    assert_eq!(left_before["quantity"], 0);
    let first = format!("{}&basis=SOLD", query("2026-11-01", "2026-11-01"));
    assert_eq!(
        audit(&first).await["quantity"],
        2,
        "sold on the 1st in Paris"
    );

    // What was told once is told anew with the next count, and with the next change of a record.
    let november = query("2026-11-01", "2026-11-30");
    let more = New::of(store, "A-3").insert(db).await;
    sqlx::query(
        "update orders set status = 'SHIPPED', shipped_at = '2026-11-07T10:00:00Z' where id = $1",
    )
    .bind(more)
    .execute(db)
    .await
    .expect("a change");
    count::count(db, noon()).await.expect("a count");
    assert_eq!(audit(&november).await["quantity"], 4);
    sqlx::query("update phonographic_products set name = 'Aurore', updated_at = clock_timestamp()")
        .execute(db)
        .await
        .expect("another name");
    assert_eq!(audit(&november).await["products"][0]["product"], "Aurore");
    for (change, quantity) in [("now()", 0), ("null", 4)] {
        let change = format!("update phonographic_products set deleted_at = {change}");
        sqlx::query(sqlx::AssertSqlSafe(change))
            .execute(db)
            .await
            .expect("gone, or back");
        assert_eq!(audit(&november).await["quantity"], quantity);
    }

    let export = json!({ "startAt": "2026-11-01", "endAt": "2026-11-30" });
    let accepted = admin.post("/analytic/audit/export", export).await;
    assert_eq!(accepted.summary(), "202", "{}", accepted.json);
    app.run_jobs().await;
    let job = admin.get(&format!("/job/{}", accepted.id())).await;
    assert_eq!(job.data()["status"], "COMPLETED", "{}", job.json);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn while_orders_come_without_a_pause_counting_ends(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let store = app.store(app.organization().await).await;
    let changes = async || {
        sqlx::query("insert into analytics_changes (store_id, day) values ($1, '2026-11-20')")
            .bind(store)
            .execute(&db)
            .await
            .expect("a change");
    };
    let times = async || -> i64 {
        sqlx::query_scalar("select version from analytics_counts")
            .fetch_one(&db)
            .await
            .expect("how often something was counted")
    };
    changes().await;
    let before = times().await;
    let coming = async {
        loop {
            changes().await;
        }
    };
    tokio::select! {
        counted = count::count(&db, noon()) => counted.expect("counted"),
        () = coming => unreachable!("they come for ever"),
    }
    assert_eq!(times().await - before, 1, "the day is counted once");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_day_far_from_its_weekdays_before_says_what_is_usual(db: PgPool) {
    let app = TestApp::new(db).await;
    let db = &app.app.db;
    let store = app.store(app.organization().await).await;
    // Two orders a day for thirteen weeks, and forty on a Tuesday.
    sqlx::query(
        "insert into orders (id, store_id, provider, provider_id, reference, source, status, as_of, currency, subtotal, tax, discount,
            shipping_price, total, item_count, customer_name, country_code, submitted_at)
         select gen_random_uuid(), $1, 'bigblue', n || ' ' || day, n || ' ' || day, 'normal', 'SHIPPED', now(), 'EUR', 1, 0, 0, 0, 1, 1,
            'Zoé', 'FR', day + interval '12 hours'
         from generate_series(timestamptz '2026-08-12', '2026-11-12', interval '1 day') day,
            generate_series(1, case when day = timestamptz '2026-11-10' then 40 else 2 end) n",
    )
    .bind(store)
    .execute(db)
    .await
    .expect("orders");
    count::count(db, noon()).await.expect("a count");
    let admin = app.admin(&[ReadAudit]).await;
    let days = query("2026-11-09", "2026-11-12");
    let sales = admin.get(&format!("/analytic/sales?{days}")).await;
    let points = sales.data()["points"].as_array().expect("points").iter();
    let usual: Vec<_> = points.map(|point| &point["usualOrders"]).collect();
    assert_eq!(json!(usual), json!([null, 2, null, null]));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn bad_days_are_told(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[ReadAudit]).await;
    for (days, issue) in [
        (query("2026-11-02", "2026-11-01"), "endAt dateOrder"),
        (query("1999-11-02", "2026-11-01"), "startAt date"),
        (query("2010-11-02", "2026-11-01"), "endAt max"),
    ] {
        for call in ["", "/sales", "/product", "/audit"] {
            let answer = admin.get(&format!("/analytic{call}?{days}")).await;
            assert_eq!(answer.issues(), [issue], "{call}");
        }
    }
}

#[test]
fn weeks_begin_on_monday_in_paris() {
    for (now, monday) in [
        ("2026-11-22T22:59:59Z", "2026-11-09"),
        ("2026-11-22T23:00:00Z", "2026-11-16"),
        ("2026-11-25T12:00:00Z", "2026-11-16"),
        // Both clock changes.
        ("2026-10-25T22:59:59Z", "2026-10-12"),
        ("2026-10-25T23:00:00Z", "2026-10-19"),
        ("2026-03-29T21:59:59Z", "2026-03-16"),
        ("2026-03-29T22:00:00Z", "2026-03-23"),
    ] {
        let now: DateTime<Utc> = now.parse().expect("a moment");
        assert_eq!(last_monday(now).to_string(), monday, "{now}");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_week_is_mailed_once_to_whoever_wants_it_until_they_do_not(db: PgPool) {
    let receiver = MailServer::start(1).await.expect("a mail server");
    let app = TestApp::with_mail(db, receiver.address()).await;
    let db = &app.app.db;
    let organization = app.organization().await;
    let store = app.store(organization).await;
    let other = app.store(app.organization().await).await;
    for (store, reference) in [(store, "A-1"), (store, "A-2"), (other, "B-1")] {
        let order = New::of(store, reference).insert(db).await;
        sqlx::query("update orders set submitted_at = $2 where id = $1")
            .bind(order)
            .bind("2026-11-10T09:00:00Z".parse::<DateTime<Utc>>().unwrap())
            .execute(db)
            .await
            .expect("a day");
    }
    let customer = app.customer(organization, &[store], &[ReadAudit]).await;
    let want = async |is_wanted: bool| {
        let said = customer
            .put("/analytic/mail", json!({ "isWanted": is_wanted }))
            .await;
        assert_eq!(said.summary(), "200", "{}", said.json);
        assert_eq!(
            customer.get("/analytic/mail").await.data()["isWanted"],
            is_wanted
        );
    };
    let morning = async || {
        EachMorning::ask(&app.app).await.expect("asked");
        app.run_jobs().await;
        receiver.received().len()
    };
    // Of thirty days' 600 euros, seven are 140.
    for (store, goal) in [(store, 600), (other, 60_000)] {
        sqlx::query(
            "insert into store_goals (store_id, month, net_sales) values ($1, '2026-11-01', $2)",
        )
        .bind(store)
        .bind(goal)
        .execute(db)
        .await
        .expect("a goal");
    }
    want(true).await;
    assert_eq!(morning().await, 0, "the week that is over comes no more");
    let due = "update analytics_mails set sent_for = sent_for - 7";
    sqlx::query(due).execute(db).await.expect("a week passes");
    assert_eq!(morning().await, 1);
    assert_eq!(morning().await, 1, "once a week");
    let received = receiver.received();
    let mail = MessageParser::default()
        .parse(&received[0])
        .expect("a mail");
    let text = mail.body_text(0).expect("a text").to_string();
    assert!(text.contains("Orders: 2"), "their own stores only: {text}");
    assert!(text.contains("of €140.00 ("), "{text}");
    assert!(
        text.contains("/analytic/report?from=2026-11-09&to=2026-11-15"),
        "{text}"
    );
    assert_eq!(
        mail.header_raw("List-Unsubscribe-Post").map(str::trim),
        Some("List-Unsubscribe=One-Click")
    );
    let link = mail.header_raw("List-Unsubscribe").expect("a link").trim();
    let path = link
        .trim_matches(['<', '>'])
        .split_once("/api")
        .expect("a call")
        .1
        .to_owned();
    // As a mail program asks, who is nobody here.
    let stop = async |path: &str| {
        let (kind, body) = (
            "application/x-www-form-urlencoded",
            b"List-Unsubscribe=One-Click",
        );
        app.nobody().body(path, kind, body, &[]).await
    };
    for _ in 0..2 {
        assert_eq!(stop(&path).await.summary(), "204");
    }
    let (call, _) = path.split_once('=').expect("a token");
    let of_nobody = stop(&format!("{call}={}", Uuid::nil())).await;
    assert_eq!(of_nobody.issues(), ["token expired"]);
    assert_eq!(
        customer.get("/analytic/mail").await.data()["isWanted"],
        false
    );
    assert_eq!(morning().await, 1);
    // The link of a mail that came before ends those that are asked for again.
    want(true).await;
    sqlx::query(due).execute(db).await.expect("a week passes");
    assert_eq!(stop(&path).await.summary(), "204");
    assert_eq!(morning().await, 1);
    // Who may not read reports any more gets none.
    want(true).await;
    sqlx::query(due).execute(db).await.expect("a week passes");
    sqlx::query("update users set permissions = '{}'")
        .execute(db)
        .await
        .expect("rights");
    assert_eq!(morning().await, 1);
}
