//! Goals say what a plain sum over days says.

use chrono::{Datelike, Days, Months, NaiveDate};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rust_decimal::Decimal;
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use crate::access::Permission::{ReadAudit, ReadStore, WriteAudit};
use crate::testing::{Client, TestApp};

fn day(text: &str) -> NaiveDate {
    text.parse().expect("a day")
}

/// Whether days have been counted yet.
async fn counted(db: &PgPool, is_counted: bool) {
    sqlx::query("update analytics_counts set counted_at = case when $1 then now() end")
        .bind(is_counted)
        .execute(db)
        .await
        .expect("counts");
}

/// Keeps what a store sold on a day, as if it were counted.
async fn sold(db: &PgPool, store: Uuid, day: NaiveDate, net: i64) {
    sqlx::query(
        "insert into analytics_days (store_id, day, commerce, seeding, cancelled, foreign_orders, articles, delivered_articles, net,
            discounts, shipping, taxes, total, tickets, messages, fees)
         values ($1, $2, 1, 0, 0, 0, 1, 0, $3, 0, 0, 0, $3, 0, 0, 0)",
    )
    .bind(store)
    .bind(day)
    .bind(net)
    .execute(db)
    .await
    .expect("a day");
    counted(db, true).await;
}

async fn goal(client: &Client, first: &str, last: &str) -> Value {
    let path = format!("/analytic/sales?startAt={first}&endAt={last}");
    let answer = client.get(&path).await;
    assert_eq!(answer.summary(), "200", "{}", answer.json);
    answer.data()["goal"].clone()
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_goal_holds_from_its_month_until_the_next_and_stores_without_one_do_not_count(
    db: PgPool,
) {
    let app = TestApp::new(db).await;
    let organization = app.organization().await;
    let (store, other) = (app.store(organization).await, app.store(organization).await);
    let db = &app.app.db;
    for (store, date, net) in [
        (store, "2026-09-30", 7),
        (store, "2026-10-01", 100),
        (store, "2026-10-20", 50),
        (store, "2026-12-05", 900),
        (other, "2026-10-02", 5_000),
    ] {
        sold(db, store, day(date), net).await;
    }
    let admin = app.admin(&[ReadAudit, WriteAudit, ReadStore]).await;
    assert_eq!(goal(&admin, "2026-10-01", "2026-10-31").await, Value::Null);

    let path = format!("/store/{store}/goals");
    let goals = json!({"goals": [
        {"month": "2026-10-01", "netSales": "310.00"},
        {"month": "2026-12-01", "netSales": "0.00"},
    ]});
    let kept = admin.put(&path, goals).await;
    assert_eq!(kept.summary(), "200", "{}", kept.json);
    assert_eq!(kept.data()["goals"][0]["month"], "2026-12-01");
    assert_eq!(admin.get(&path).await.data()["goals"], kept.data()["goals"]);
    counted(db, false).await;
    assert_eq!(
        goal(&admin, "2026-10-01", "2026-10-10").await,
        Value::Null,
        "nobody is behind whose sales are not counted yet"
    );
    counted(db, true).await;
    // October as far as it has come.
    assert_eq!(
        goal(&admin, "2026-10-01", "2026-10-10").await,
        json!({"due": "100.00", "goal": "310.00", "netSales": "100", "stores": 1})
    );
    // The next month has the same; the day before had none, nor has December.
    assert_eq!(
        goal(&admin, "2026-09-30", "2026-12-31").await,
        json!({"due": "620.00", "goal": "620.00", "netSales": "150", "stores": 1})
    );
    assert_eq!(goal(&admin, "2026-12-01", "2026-12-31").await, Value::Null);

    // A merchant reads it, and says nothing to it.
    let merchant = app.customer(organization, &[store], &[ReadAudit]).await;
    assert_eq!(
        merchant.get(&path).await.data()["goals"],
        kept.data()["goals"]
    );
    assert_eq!(
        goal(&merchant, "2026-10-01", "2026-10-31").await["goal"],
        "310.00"
    );
    let refused = merchant.put(&path, json!({"goals": []})).await;
    assert!(refused.summary().starts_with("403"), "{}", refused.json);

    let history = admin
        .get(&format!("/history?entity=store&id={store}"))
        .await;
    assert_eq!(history.summary(), "200", "{}", history.json);
    assert!(
        history.json.to_string().contains("goal 2026-10"),
        "{}",
        history.json
    );

    // A store that is deleted has nothing to reach any more.
    sqlx::query("update stores set deleted_at = now() where id = $1")
        .bind(store)
        .execute(db)
        .await
        .expect("a change");
    assert_eq!(goal(&admin, "2026-10-01", "2026-10-31").await, Value::Null);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_is_no_goal_is_refused_by_its_field_and_nothing_is_kept(db: PgPool) {
    let app = TestApp::new(db).await;
    let store = app.store(app.organization().await).await;
    let admin = app.admin(&[ReadAudit, WriteAudit]).await;
    let path = format!("/store/{store}/goals");
    let good = json!({"month": "2026-10-01", "netSales": "310.00"});
    for (goals, issue) in [
        (
            json!([good, {"month": "2026-11-02", "netSales": "1.00"}]),
            "goals[1].month date",
        ),
        (
            json!([{"month": "2026-11-01", "netSales": "-1.00"}]),
            "goals[0].netSales min",
        ),
        (
            json!([{"month": "2026-11-01", "netSales": "1.005"}]),
            "goals[0].netSales decimals",
        ),
        (json!([good, good]), "goals[1].month unique"),
    ] {
        let answer = admin.put(&path, json!({"goals": goals})).await;
        assert!(
            answer.summary().starts_with("400"),
            "{goals}: {}",
            answer.json
        );
        assert_eq!(answer.issues(), [issue], "{}", answer.json);
    }
    assert_eq!(admin.get(&path).await.data()["goals"], json!([]));
    let nowhere = format!("/store/{}/goals", Uuid::now_v7());
    let answer = admin.put(&nowhere, json!({"goals": [good]})).await;
    assert!(answer.summary().starts_with("404"), "{}", answer.json);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn any_days_come_to_the_sum_of_their_days(db: PgPool) {
    let app = TestApp::new(db).await;
    let organization = app.organization().await;
    let admin = app.admin(&[ReadAudit, WriteAudit]).await;
    let seed: u64 = rand::rng().random();
    eprintln!("seed {seed}");
    let mut rng = StdRng::seed_from_u64(seed);
    let first = day("2025-01-01");
    let mut stores = Vec::new();
    for _ in 0..4 {
        let store = app.store(organization).await;
        let mut goals: Vec<(NaiveDate, i64)> = Vec::new();
        for month in 0..24 {
            if rng.random_bool(0.2) {
                goals.push((first + Months::new(month), rng.random_range(0..3) * 1_000));
            }
        }
        let body: Vec<Value> = goals
            .iter()
            .map(|(month, amount)| json!({"month": month, "netSales": amount.to_string()}))
            .collect();
        let kept = admin
            .put(&format!("/store/{store}/goals"), json!({"goals": body}))
            .await;
        assert_eq!(kept.summary(), "200", "{}", kept.json);
        let mut sales = Vec::new();
        for _ in 0..60 {
            let at = first + Days::new(rng.random_range(0..730));
            if sales.iter().all(|(known, _)| *known != at) {
                let net = rng.random_range(1..500);
                sold(&app.app.db, store, at, net).await;
                sales.push((at, net));
            }
        }
        stores.push((goals, sales));
    }
    for _ in 0..30 {
        let from = first + Days::new(rng.random_range(0..600));
        let to = from + Days::new(rng.random_range(0..130));
        let (mut due, mut net, mut with) = (Decimal::ZERO, 0, 0);
        for (goals, sales) in &stores {
            let mut has = false;
            for date in from.iter_days().take_while(|date| *date <= to) {
                let month = date.with_day(1).expect("a day");
                let of = goals.iter().rev().find(|(begins, _)| *begins <= month);
                let Some((_, amount)) = of.filter(|(_, amount)| *amount > 0) else {
                    continue;
                };
                has = true;
                let days = (month + Months::new(1) - month).num_days();
                due += Decimal::from(*amount) / Decimal::from(days);
                net += sales
                    .iter()
                    .filter(|(at, _)| *at == date)
                    .map(|(_, net)| net)
                    .sum::<i64>();
            }
            with += i64::from(has);
        }
        let shown = goal(&admin, &from.to_string(), &to.to_string()).await;
        if with == 0 {
            assert_eq!(shown, Value::Null);
            continue;
        }
        assert_eq!(shown["stores"], with);
        assert_eq!(shown["netSales"], net.to_string());
        let shown: Decimal = shown["due"]
            .as_str()
            .and_then(|text| text.parse().ok())
            .expect("an amount");
        assert!(
            (shown - due).abs() < Decimal::new(1, 1),
            "{shown} and {due}"
        );
    }
}
