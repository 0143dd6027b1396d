//! What is looked at every night, and what hours of work are.

use chrono::NaiveDateTime;
use sqlx::PgPool;

use crate::analytics::count;
use crate::orders::tests::New;
use crate::testing::{TestApp, noon};

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_night_finds_what_is_counted_otherwise_and_sets_it_right(db: PgPool) {
    let app = TestApp::new(db).await;
    let db = &app.app.db;
    let store = app.store(app.organization().await).await;
    let order = New::of(store, "A-1").insert(db).await;
    sqlx::query(
        "update orders set submitted_at = '2026-11-10T09:00:00Z', status = 'SHIPPED', shipped_at = '2026-11-12T09:00:00Z' where id = $1",
    )
    .bind(order)
    .execute(db)
    .await
    .expect("an order");
    for (wrong, days) in [
        // The day of the order.
        (
            "update analytics_days set net = net + 1",
            vec!["2026-11-10"],
        ),
        ("delete from analytics_days", vec!["2026-11-10"]),
        // That of its parcel, on which nothing was ordered.
        (
            "delete from analytics_parts where kind = 'SHIPPED' and grain = 'DAY'",
            vec!["2026-11-12"],
        ),
        // Their month.
        (
            "update analytics_parts set units = units + 1 where kind = 'ARTICLE' and grain = 'MONTH'",
            vec!["2026-11-10", "2026-11-12"],
        ),
        // Their year.
        (
            "update analytics_parts set units = units + 1 where kind = 'ARTICLE' and grain = 'YEAR'",
            vec!["2026-11-10", "2026-11-12"],
        ),
    ] {
        let check = async || {
            let found = count::check(db, noon()).await.expect("a check");
            let days = found.iter().map(|one| one.day.to_string());
            days.collect::<Vec<_>>()
        };
        assert!(check().await.is_empty(), "all is right");
        sqlx::query(wrong).execute(db).await.expect("wrong");
        assert_eq!(check().await, days, "{wrong}");
    }
}

fn moment(text: &str) -> NaiveDateTime {
    NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M").expect("a moment")
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn hours_are_those_of_business_days_in_paris(db: PgPool) {
    for (since, until, hours) in [
        ("2026-11-09 10:00", "2026-11-10 10:00", 24),
        ("2026-11-09 10:00", "2026-11-09 12:30", 3),
        // From a Friday to a Monday, and from a Saturday.
        ("2026-11-06 18:00", "2026-11-09 09:00", 15),
        ("2026-11-07 12:00", "2026-11-09 09:00", 9),
        ("2026-11-07 12:00", "2026-11-08 12:00", 0),
        // Armistice, Easter Monday, Ascension, Whit Monday, Christmas on a Friday.
        ("2026-11-10 12:00", "2026-11-12 12:00", 24),
        ("2026-04-03 12:00", "2026-04-07 12:00", 24),
        ("2026-05-13 12:00", "2026-05-15 12:00", 24),
        ("2026-05-22 12:00", "2026-05-26 12:00", 24),
        ("2026-12-24 12:00", "2026-12-28 12:00", 24),
        // The clock changes on Sundays, on which nobody works.
        ("2026-03-27 18:00", "2026-03-30 09:00", 15),
        ("2026-10-23 18:00", "2026-10-26 09:00", 15),
        ("2026-11-10 12:00", "2026-11-09 12:00", 0),
    ] {
        let found: i64 = sqlx::query_scalar(
            "select round(business_hours($1::timestamp at time zone 'Europe/Paris', $2::timestamp at time zone 'Europe/Paris'))::bigint",
        )
        .bind(moment(since))
        .bind(moment(until))
        .fetch_one(&db)
        .await
        .expect("hours");
        assert_eq!(found, hours, "{since} to {until}");
    }
}
