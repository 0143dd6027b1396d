//! Reports say what orders, tickets and fees say, whatever happened to these in whatever order.

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};
use mail_parser::MessageParser;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rust_decimal::Decimal;
use serde_json::{Value, json};
use simulator_kit::mail::MailServer;
use sqlx::PgPool;
use uuid::Uuid;

use super::count;
use super::jobs::{EachMorning, last_monday};
use crate::access::Permission::{ReadAudit, ReadOrder};
use crate::orders::tests::New;
use crate::testing::{TestApp, noon};

const FIRST: &str = "2025-09-10";
const LAST: &str = "2026-11-20";

fn query(first: &str, last: &str) -> String {
    format!("startAt={first}&endAt={last}")
}

fn decimal(value: &Value) -> Decimal {
    value
        .as_str()
        .and_then(|text| text.parse().ok())
        .unwrap_or_else(|| panic!("{value} is no amount"))
}

/// An order with a line or two, as a provider would tell it.
async fn order(db: &PgPool, rng: &mut StdRng, store: Uuid, at: DateTime<Utc>) -> Uuid {
    let id = Uuid::now_v7();
    let pick = |rng: &mut StdRng, from: &[&'static str]| from[rng.random_range(0..from.len())];
    let lines: Vec<(i32, i64)> = (0..rng.random_range(1..3))
        .map(|_| (rng.random_range(1..4), rng.random_range(100..5_000)))
        .collect();
    let subtotal: i64 = lines
        .iter()
        .map(|(count, cents)| i64::from(*count) * cents)
        .sum();
    let tax = if rng.random_bool(0.7) {
        subtotal / 5
    } else {
        0
    };
    let shipping = rng.random_range(0..900);
    let cents = |cents: i64| Decimal::new(cents, 2);
    sqlx::query(
        "insert into orders (id, store_id, provider, provider_id, reference, source, status, as_of, currency, subtotal, tax, discount,
            shipping_price, total, item_count, customer_name, country_code, submitted_at, created_at)
         values ($1, $2, 'bigblue', $1::text, $1::text, $3, $4, $5, $6, $7, $8, 0, $9, $10, $11, 'Zoé', $12, $13,
            $13 + interval '1 hour' * (random() * 9)::integer)",
    )
    .bind(id)
    .bind(store)
    .bind(pick(rng, &["normal", "normal", "normal", "seeding"]))
    .bind(pick(rng, &["PENDING", "SHIPPED", "DELIVERED", "CANCELLED"]))
    .bind(at + TimeDelta::hours(rng.random_range(0..90)))
    .bind(pick(rng, &["EUR", "EUR", "EUR", "GBP"]))
    .bind(cents(subtotal))
    .bind(cents(tax))
    .bind(cents(shipping))
    .bind(cents(subtotal + tax + shipping))
    .bind(lines.iter().map(|(count, _)| count).sum::<i32>())
    .bind(pick(rng, &["FR", "FR", "BE", "US", ""]))
    .bind(at)
    .execute(db)
    .await
    .expect("an order");
    for (position, (quantity, price)) in (0..).zip(lines) {
        sqlx::query(
            "insert into order_lines (id, order_id, position, sku, name, quantity, unit_price, unit_tax, discount)
             values (gen_random_uuid(), $1, $2, $3, 'A', $4, $5, $6, 0)",
        )
        .bind(id)
        .bind(position)
        .bind(pick(rng, &["A-1", "A-2", "A-3"]))
        .bind(quantity)
        .bind(cents(price))
        .bind(if tax > 0 { cents(price / 5) } else { Decimal::ZERO })
        .execute(db)
        .await
        .expect("a line");
    }
    id
}

/// Something that happens to what is there, or something new.
async fn event(db: &PgPool, rng: &mut StdRng, stores: &[Uuid], orders: &mut Vec<Uuid>) {
    let store = stores[rng.random_range(0..stores.len())];
    let day: NaiveDate = FIRST.parse().expect("a day");
    let day = day + Days::new(rng.random_range(0..430));
    let at = day.and_time(chrono::NaiveTime::MIN).and_utc()
        + TimeDelta::minutes(rng.random_range(0..1_440));
    let known = match orders.is_empty() {
        true => Uuid::nil(),
        false => orders[rng.random_range(0..orders.len())],
    };
    let change = match rng.random_range(0..12) {
        0 => "update orders set status = 'CANCELLED' where id = $1",
        1 => {
            "update orders set status = 'DELIVERED', as_of = as_of + interval '30 hours' where id = $1"
        }
        2 => {
            "update orders set status = 'RETURNED', as_of = as_of + interval '90 hours' where id = $1"
        }
        3 => "update order_lines set sku = 'A-2' where order_id = $1",
        4 => "update orders set submitted_at = submitted_at - interval '31 days' where id = $1",
        5 => "delete from orders where id = $1",
        6 => {
            "update orders set shipping_price = shipping_price + 1, total = total + 1 where id = $1"
        }
        7 => {
            let fee = "insert into fees (id, store_id, initiated_at, type, category, description, internal_amount, customer_amount, author)
                values (gen_random_uuid(), $1, $2, 'T', 'OTHER', 'D', 1, 2.5, 'Ada')";
            sqlx::query(fee)
                .bind(store)
                .bind(day)
                .execute(db)
                .await
                .expect("a fee");
            "update fees set customer_amount = customer_amount + 1, deleted_at = case when random() < 0.2 then now() end
             where id = (select id from fees order by id limit 1) and $1::uuid is not null"
        }
        _ => {
            orders.push(order(db, rng, store, at).await);
            return;
        }
    };
    sqlx::query(sqlx::AssertSqlSafe(change))
        .bind(known)
        .execute(db)
        .await
        .expect("a change");
    orders.retain(|id| *id != known || !change.starts_with("delete"));
}

/// What the tables hold, without when.
async fn counted(db: &PgPool) -> (Vec<String>, Vec<String>) {
    let days = "select d::text from analytics_days d order by 1";
    let parts = "select p::text from analytics_parts p order by 1";
    (
        sqlx::query_scalar(days).fetch_all(db).await.expect("days"),
        sqlx::query_scalar(parts)
            .fetch_all(db)
            .await
            .expect("parts"),
    )
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn whatever_happens_in_whatever_order_reports_say_what_orders_say(db: PgPool) {
    let app = TestApp::new(db).await;
    let db = &app.app.db;
    let organization = app.organization().await;
    let stores = [
        app.store(organization).await,
        app.store(organization).await,
        app.store(app.organization().await).await,
    ];
    let seed: u64 = rand::rng().random();
    eprintln!("seed {seed}");
    let mut rng = StdRng::seed_from_u64(seed);
    let mut orders = Vec::new();
    for _ in 0..400 {
        event(db, &mut rng, &stores, &mut orders).await;
        if rng.random_bool(0.03) {
            count::count(db, app.app.now()).await.expect("a count");
        }
    }
    count::count(db, app.app.now()).await.expect("a count");

    // As if all of it were counted from nothing.
    let kept = counted(db).await;
    count::rebuild(db, app.app.now()).await.expect("a count");
    assert_eq!(counted(db).await, kept);
    let checked = count::check(db, app.app.now()).await.expect("a check");
    assert_eq!(checked, []);

    // And as plain queries over the orders tell, for days around whole months.
    let admin = app.admin(&[ReadAudit]).await;
    let days = query(FIRST, LAST);
    let sales = admin.get(&format!("/analytic/sales?{days}")).await;
    assert_eq!(sales.summary(), "200", "{}", sales.json);
    let plain: (i64, i64, i64, Decimal) = sqlx::query_as(
        "select count(*) filter (where status <> 'CANCELLED' and source = 'normal'),
            count(*) filter (where status <> 'CANCELLED' and source = 'seeding'),
            count(*) filter (where status = 'CANCELLED'),
            coalesce(sum(total) filter (where status <> 'CANCELLED' and source = 'normal' and currency = 'EUR'), 0)
         from orders where (submitted_at at time zone 'Europe/Paris')::date between $1::date and $2::date",
    )
    .bind(FIRST.parse::<NaiveDate>().expect("a day"))
    .bind(LAST.parse::<NaiveDate>().expect("a day"))
    .fetch_one(db)
    .await
    .expect("figures");
    let current = &sales.data()["current"];
    assert_eq!(
        [
            &current["commerceOrders"],
            &current["seedingOrders"],
            &current["cancelledOrders"]
        ],
        [&json!(plain.0), &json!(plain.1), &json!(plain.2)]
    );
    assert_eq!(decimal(&current["totalSales"]), plain.3);
    let figure = |name: &str| decimal(&current[name]);
    assert_eq!(
        figure("netSales") + figure("shipping") + figure("taxes"),
        plain.3
    );
    let points = sales.data()["points"].as_array().expect("points").iter();
    let summed: Decimal = points.map(|point| decimal(&point["netSales"])).sum();
    assert_eq!(summed, figure("netSales"), "points are parts of the whole");

    let report = admin.get(&format!("/analytic?{days}")).await;
    assert_eq!(report.summary(), "200", "{}", report.json);
    let hours: Option<f64> = sqlx::query_scalar(
        "select percentile_disc(0.5) within group (order by round(business_hours(submitted_at, shipped_at)))::float8 from orders
         where shipped_at > created_at and status <> 'CANCELLED'
            and (submitted_at at time zone 'Europe/Paris')::date between $1::date and $2::date",
    )
    .bind(FIRST.parse::<NaiveDate>().expect("a day"))
    .bind(LAST.parse::<NaiveDate>().expect("a day"))
    .fetch_one(db)
    .await
    .expect("a median");
    let median = report.data()["orders"]["logisticHours"].as_f64();
    assert_eq!(median, hours);
    let countries = report.data()["sales"]["countries"]
        .as_array()
        .expect("countries");
    let sold: i64 = countries
        .iter()
        .filter_map(|country| country["orders"].as_i64())
        .sum();
    assert_eq!(
        sold, plain.0,
        "every order has a country, if an unknown one"
    );

    let products = admin
        .get(&format!("/analytic/product?{days}&take=100"))
        .await;
    assert_eq!(products.summary(), "200", "{}", products.json);
    let rows = products.data().as_array().expect("products").clone();
    let units: i64 = rows.iter().filter_map(|row| row["quantity"].as_i64()).sum();
    let plain: i64 = sqlx::query_scalar(
        "select coalesce(sum(quantity), 0)::bigint from order_lines l join orders o on o.id = l.order_id
         where o.status <> 'CANCELLED' and o.source = 'normal'
            and (o.submitted_at at time zone 'Europe/Paris')::date between $1::date and $2::date",
    )
    .bind(FIRST.parse::<NaiveDate>().expect("a day"))
    .bind(LAST.parse::<NaiveDate>().expect("a day"))
    .fetch_one(db)
    .await
    .expect("units");
    assert_eq!(units, plain);

    // A customer has their own stores' alone, whatever they ask for.
    let customer = app
        .customer(organization, &stores[..2], &[ReadAudit, ReadOrder])
        .await;
    let own = customer.get(&format!("/analytic/sales?{days}")).await;
    let of: i64 = sqlx::query_scalar("select coalesce(sum(commerce), 0)::bigint from analytics_days where store_id = any($1) and day between $2 and $3")
        .bind(&stores[..2])
        .bind(FIRST.parse::<NaiveDate>().expect("a day"))
        .bind(LAST.parse::<NaiveDate>().expect("a day"))
        .fetch_one(db)
        .await
        .expect("orders");
    assert_eq!(own.data()["current"]["commerceOrders"], of);
    let foreign = format!("/analytic/sales?{days}&storeId={}", stores[2]);
    assert_eq!(
        customer.get(&foreign).await.data()["current"]["commerceOrders"],
        0
    );
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
    for _ in 0..2 {
        let (kind, body) = (
            "application/x-www-form-urlencoded",
            b"List-Unsubscribe=One-Click",
        );
        let stopped = app.nobody().body(&path, kind, body, &[]).await;
        assert_eq!(stopped.summary(), "204", "{}", stopped.json);
    }
    assert_eq!(
        customer.get("/analytic/mail").await.data()["isWanted"],
        false
    );
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
