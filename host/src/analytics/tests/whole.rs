//! Whatever happens in whatever order, reports tell what plain queries over the orders, tickets and fees tell.

use chrono::{DateTime, Days, Months, NaiveDate, TimeDelta, Utc};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rust_decimal::Decimal;
use serde_json::{Map, Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::query;
use crate::access::Permission::{ReadAudit, ReadOrder};
use crate::analytics::count;
use crate::testing::{Client, TestApp};

const FIRST: &str = "2025-09-10";
/// Before the midnights of Paris on which its clock changes, on them, and before and on the next.
const MIDNIGHTS: [&str; 8] = [
    "2026-03-28T22:59:59Z",
    "2026-03-28T23:00:00Z",
    "2026-03-29T21:59:59Z",
    "2026-03-29T22:00:00Z",
    "2026-10-24T21:59:59Z",
    "2026-10-24T22:00:00Z",
    "2026-10-25T22:59:59Z",
    "2026-10-25T23:00:00Z",
];

fn day(text: &str) -> NaiveDate {
    text.parse().expect("a day")
}

fn moment(rng: &mut StdRng) -> DateTime<Utc> {
    if rng.random_bool(0.2) {
        let midnight = MIDNIGHTS[rng.random_range(0..MIDNIGHTS.len())];
        return midnight.parse().expect("a moment");
    }
    let day = day(FIRST) + Days::new(rng.random_range(0..430));
    day.and_time(chrono::NaiveTime::MIN).and_utc() + TimeDelta::minutes(rng.random_range(0..1_440))
}

/// An order with a line or two, as a provider would tell it.
async fn order(db: &PgPool, rng: &mut StdRng, store: Uuid, at: DateTime<Utc>) {
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
         values ($1, $2, 'bigblue', $1::text, $1::text, $3, $4, $5, $6, $7, $8, $14, $9, $10, $11, 'Zoé', $12, $13,
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
    .bind(cents(rng.random_range(0..300)))
    .execute(db)
    .await
    .expect("an order");
    for (position, (quantity, price)) in (0..).zip(lines) {
        sqlx::query(
            "insert into order_lines (id, order_id, position, sku, name, quantity, unit_price, unit_tax, discount)
             values (gen_random_uuid(), $1, $2, $3, 'A', $4, $5, $6, $7)",
        )
        .bind(id)
        .bind(position)
        .bind(pick(rng, &["A-1", "A-2", "A-3"]))
        .bind(quantity)
        .bind(cents(price))
        .bind(if tax > 0 { cents(price / 5) } else { Decimal::ZERO })
        .bind(cents(rng.random_range(0..50)))
        .execute(db)
        .await
        .expect("a line");
    }
}

/// What happens to an order that is there.
const CHANGES: [&str; 13] = [
    "update orders set status = 'CANCELLED' where id = $1",
    "update orders set status = 'DELIVERED', as_of = as_of + interval '30 hours' where id = $1",
    "update orders set status = 'RETURNED', as_of = as_of + interval '90 hours' where id = $1",
    "update orders set status = 'SHIPPED', shipped_at = submitted_at + interval '50 hours' where id = $1",
    "update orders set submitted_at = submitted_at - interval '31 days' where id = $1",
    "update orders set shipping_price = shipping_price + 1, total = total + 1 where id = $1",
    "update orders set country_code = 'DE' where id = $1",
    "update order_lines set sku = 'A-2' where order_id = $1",
    "update order_lines set quantity = quantity + 1, unit_price = unit_price + 0.5 where order_id = $1",
    "delete from order_lines where order_id = $1 and position = 1",
    // To another store.
    "update orders set store_id = (select id from stores where id <> store_id order by id limit 1) where id = $1",
    "insert into manual_orders (order_id, store_id, reference, author, is_free, is_company_purchase, seeding_cost, state)
     select id, store_id, 'M ' || id, 'Ada', false, false, 0, 'PUSHED' from orders where id = $1 on conflict do nothing",
    "delete from orders where id = $1",
];

/// What happens beside orders, in a store on a day.
const BESIDE: [&str; 6] = [
    "insert into fees (id, store_id, initiated_at, type, category, description, internal_amount, customer_amount, author)
     values (gen_random_uuid(), $1, $2::date, 'T', 'OTHER', 'D', 1, 2.5, 'Ada')",
    "update fees set customer_amount = customer_amount + 1, initiated_at = $2::date where store_id = $1",
    "update fees set deleted_at = $2 where id = (select id from fees where store_id = $1 order by id limit 1)",
    "insert into tickets (id, store_id, connector_id, provider, provider_id, status, agent_messages, messages, opened_at, as_of, digest)
     select gen_random_uuid(), store_id, id, 'gorgias', gen_random_uuid()::text, 'OPEN', 3, 4, $2, now(), '' from connectors where store_id = $1",
    "update tickets set agent_messages = agent_messages + 1, opened_at = $2
     where id = (select id from tickets where store_id = $1 order by id limit 1)",
    "delete from tickets where id = (select id from tickets where store_id = $1 and opened_at < $2 order by id desc limit 1)",
];

/// Something that happens to what is there, or something new.
async fn event(db: &PgPool, rng: &mut StdRng, stores: &[Uuid]) {
    let store = stores[rng.random_range(0..stores.len())];
    let at = moment(rng);
    let statement = match rng.random_range(0..10) {
        0..4 => {
            order(db, rng, store, at).await;
            return;
        }
        4..6 => {
            let statement = sqlx::query(BESIDE[rng.random_range(0..BESIDE.len())]);
            statement.bind(store).bind(at)
        }
        _ => {
            let known: Vec<Uuid> = sqlx::query_scalar("select id from orders order by id")
                .fetch_all(db)
                .await
                .expect("orders");
            let Some(count) = known.len().checked_sub(1) else {
                return;
            };
            let statement = sqlx::query(CHANGES[rng.random_range(0..CHANGES.len())]);
            statement.bind(known[rng.random_range(0..=count)])
        }
    };
    statement.execute(db).await.expect("a change");
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

/// With amounts as numbers that compare, whatever zeros end them.
fn plain(value: &Value) -> Value {
    let number = |text: &str| {
        text.parse::<Decimal>()
            .ok()
            .map(|number| json!(number.normalize()))
    };
    match value {
        Value::Number(found) => number(&found.to_string()).unwrap_or_else(|| value.clone()),
        // A barcode stays one.
        Value::String(text) if text.len() < 13 => number(text).unwrap_or_else(|| value.clone()),
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, field)| (name.clone(), plain(field)))
            .collect(),
        _ => value.clone(),
    }
}

/// Rows by what names them: `name` of each, which `fields` follow.
fn by(rows: &Value, name: &[&str], fields: &[&str]) -> Value {
    let text = |field: &Value| field.as_str().expect("a text").to_owned();
    let rows = rows.as_array().expect("rows").iter();
    let rows = rows.map(|row| {
        let name: Vec<String> = name.iter().map(|name| text(&row[*name])).collect();
        let row: Map<String, Value> = fields
            .iter()
            .map(|field| ((*field).to_owned(), row[*field].clone()))
            .collect();
        (name.join(" "), Value::Object(row))
    });
    Value::Object(rows.collect())
}

/// What an audit's groups come to, by their first name and barcode.
fn grouped(audit: &Value) -> Value {
    let groups = audit["groups"].as_array().expect("groups");
    assert_eq!(audit["groupCount"], groups.len());
    let rows = groups.iter().map(|group| {
        let first = |of: &str| group[of][0].as_str().unwrap_or_default().to_owned();
        let figures = json!([
            group["quantity"],
            group["countries"],
            group["priceExVat"],
            group["barcodes"].as_array().map(Vec::len),
            group["products"].as_array().map(Vec::len)
        ]);
        (
            format!("{} {}", first("barcodes"), first("products")),
            figures,
        )
    });
    Value::Object(rows.collect())
}

/// What the five calls answer, as `plain.sql` tells it.
async fn told(client: &Client, of: &str) -> (Value, Value) {
    let get = async |call: &str| {
        let answer = client.get(&format!("/analytic{call}{of}")).await;
        assert_eq!(answer.summary(), "200", "{}", answer.json);
        answer.data().clone()
    };
    let (sales, report) = (get("/sales?").await, get("?").await);
    let products = get("/product?take=100&").await;
    let orders = &report["orders"];
    let statuses = by(&orders["statuses"], &["status"], &["orders"]);
    let mut audits = Map::new();
    for basis in ["SOLD", "SHIPPED"] {
        let audit = get(&format!("/audit?basis={basis}&")).await;
        let weeks = audit["statistics"].as_array().expect("weeks").iter();
        let weeks = weeks.filter(|week| week["quantity"] != 0);
        let weeks: Map<String, Value> = weeks
            .map(|week| {
                (
                    week["weekStartAt"].as_str().expect("a day").to_owned(),
                    week["quantity"].clone(),
                )
            })
            .collect();
        let audit = json!({
            "quantity": audit["quantity"], "priceExVat": audit["priceExVat"], "productCount": audit["productCount"], "weeks": weeks,
            "products": by(&audit["products"], &["barcode", "countryCode"], &["quantity", "sku", "product", "priceExVat", "price"]),
            "countries": by(&audit["countries"], &["countryCode"], &["quantity", "priceExVat"]),
            "groups": grouped(&audit),
            "names": grouped(&get(&format!("/audit?basis={basis}&group=PRODUCT&")).await),
        });
        audits.insert(basis.to_owned(), audit);
    }
    let told = json!({
        "figures": sales["current"],
        "delivered": report["overall"]["delivered"]["articles"],
        "messages": report["tickets"]["volume"],
        "hours": orders["logisticHours"],
        "statuses": statuses.as_object().expect("statuses").iter()
            .map(|(status, row)| (status.clone(), row["orders"].clone())).collect::<Map<_, _>>(),
        "countries": by(&report["sales"]["countries"], &["countryCode"], &["orders", "articles", "netSales"]),
        "products": by(&products, &["storeId", "sku"], &["orders", "quantity", "netSale"]),
        "audits": audits,
    });
    (plain(&told), sales)
}

/// What plain queries tell.
async fn expected(
    db: &PgPool,
    stores: Option<&[Uuid]>,
    first: NaiveDate,
    last: NaiveDate,
) -> Value {
    let told: Value = sqlx::query_scalar(include_str!("plain.sql"))
        .bind(stores)
        .bind(first)
        .bind(last)
        .fetch_one(db)
        .await
        .expect("figures");
    plain(&told)
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
    for (number, store) in (0..).zip(stores) {
        sqlx::query(
            "with desk as (insert into connectors (id, store_id, role, plugin) values (gen_random_uuid(), $1, 'support', 'gorgias'))
             insert into phonographic_products (id, store_id, name, sku, barcode, deleted_at)
             values (gen_random_uuid(), $1, 'Aube', 'A-1', $2, null), (gen_random_uuid(), $1, 'Soir', 'A-2', $3, null),
                (gen_random_uuid(), $1, 'Nuit', 'A-3', $4, now())",
        )
        .bind(store)
        .bind(format!("376000000{number}014"))
        .bind(format!("376000000{number}021"))
        .bind(format!("376000000{number}038"))
        .execute(db)
        .await
        .expect("records and a desk");
    }
    let seed: u64 = rand::rng().random();
    eprintln!("seed {seed}");
    let mut rng = StdRng::seed_from_u64(seed);
    for _ in 0..500 {
        event(db, &mut rng, &stores).await;
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

    // And as plain queries tell: days around whole months, a year ago too; months; the days on which clocks change.
    let admin = app.admin(&[ReadAudit]).await;
    let customer = app
        .customer(organization, &stores[..2], &[ReadAudit, ReadOrder])
        .await;
    let first = day("2026-02-01") + Days::new(rng.random_range(0..60));
    let last = first + Days::new(rng.random_range(0..220));
    for (first, last) in [
        (day(FIRST), day("2026-11-20")),
        (day("2026-03-01"), day("2026-04-30")),
        (day("2026-03-29"), day("2026-03-29")),
        (day("2026-10-25"), day("2026-10-25")),
        (first, last),
    ] {
        let days = query(&first.to_string(), &last.to_string());
        let one = format!("{days}&storeId={}", stores[0]);
        let of_one = format!("{days}&organizationId={organization}");
        for (client, of, theirs) in [
            (&admin, &days, None),
            (&admin, &one, Some(&stores[..1])),
            (&admin, &of_one, Some(&stores[..2])),
            // A customer has their own stores' alone, whatever they ask for.
            (&customer, &days, Some(&stores[..2])),
            (&customer, &one, Some(&stores[..1])),
            (
                &customer,
                &format!("{days}&storeId={}", stores[2]),
                Some(&[]),
            ),
        ] {
            let (found, sales) = told(client, of).await;
            assert_eq!(found, expected(db, theirs, first, last).await, "{of}");
            let points = sales["points"].as_array().expect("points").iter();
            let summed: Decimal = points.map(|point| super::decimal(&point["netSales"])).sum();
            let whole = super::decimal(&sales["current"]["netSales"]);
            assert_eq!(summed, whole, "points are parts of the whole");
            let year = Months::new(12);
            let (from, to) = match (first, last) == (day("2026-03-01"), day("2026-04-30")) {
                true => (day("2026-01-01"), day("2026-02-28")),
                false => (
                    first - (last - first) - TimeDelta::days(1),
                    first - TimeDelta::days(1),
                ),
            };
            for (name, from, to) in [
                ("previous", from, to),
                (
                    "lastYear",
                    first - year,
                    last + Days::new(1) - year - Days::new(1),
                ),
            ] {
                let before = expected(db, theirs, from, to).await;
                assert_eq!(plain(&sales[name]), before["figures"], "{name} of {of}");
            }
        }
    }
}
