//! Orders for promotion and returns: a fee each, once, at what the store cost when the order was submitted.

use chrono::{DateTime, Utc};
use sqlx::PgPool;
use uuid::Uuid;

use super::Books;
use crate::access::Permission::SuperAdmin;
use crate::finance::orders::{ChargeOrders, Moment};
use crate::records::audit::Author;
use crate::testing::{TestApp, noon};

impl Books {
    /// An order of the store, as a provider tells of it now.
    async fn order(&self, source: &str, status: &str) -> Uuid {
        self.order_of(source, status, noon()).await
    }

    async fn order_of(&self, source: &str, status: &str, submitted_at: DateTime<Utc>) -> Uuid {
        let id = Uuid::now_v7();
        sqlx::query(
            "insert into orders (id, store_id, reference, source, status, as_of, currency, subtotal, tax, discount, shipping_price,
                total, item_count, submitted_at)
             values ($1, $2, $3, $4, $5, $6, 'EUR', 0, 0, 0, 0, 0, 1, $7)",
        )
        .bind(id)
        .bind(self.store)
        .bind(crate::testing::unique("N°"))
        .bind(source)
        .bind(status)
        .bind(self.app.app.now())
        .bind(submitted_at)
        .execute(&self.app.app.db)
        .await
        .expect("an order");
        id
    }

    /// A provider tells what became of an order.
    async fn tell(&self, order: Uuid, status: &str) {
        sqlx::query("update orders set status = $2, as_of = $3 where id = $1")
            .bind(order)
            .bind(status)
            .bind(self.app.app.now())
            .execute(&self.app.app.db)
            .await
            .expect("an order");
    }

    async fn charge_orders(&self, whole: bool) {
        charge_orders(&self.app, whole).await;
    }
}

async fn charge_orders(app: &TestApp, whole: bool) {
    let mut tx = app.app.begin().await.expect("a transaction");
    let job = ChargeOrders { whole };
    let record = crate::jobs::enqueue(&mut tx, &Author::system("test"), &job).await;
    let record = record.expect("a record");
    tx.commit().await.expect("a commit");
    app.run_jobs().await;
    let root = app.admin(&[SuperAdmin]).await;
    let record = root.get(&format!("/job/{}", record.id)).await;
    assert_eq!(record.data()["status"], "COMPLETED", "{}", record.json);
}

/// F4, the decisions' example: twelve orders, one cancelled, one free.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_order_for_promotion_is_charged_once_it_has_left(db: PgPool) {
    let books = Books::new(db.clone()).await;
    let mut orders = Vec::new();
    for _ in 0..12 {
        orders.push(books.order("seeding", "CREATED").await);
    }
    books.order("normal", "SHIPPED").await;
    sqlx::query(
        "insert into manual_orders (order_id, store_id, reference, author, is_free, is_company_purchase, seeding_cost, state)
         select id, store_id, reference, 'Ada', true, false, 5, 'PUSHED' from orders where id = $1",
    )
    .bind(orders[1])
    .execute(&db)
    .await
    .unwrap();
    books.charge_orders(false).await;
    assert_eq!(books.fees().await, [], "none has left");
    books.tell(orders[0], "CANCELLED").await;
    for (at, order) in orders[1..].iter().enumerate() {
        let left = ["HANDED_OVER", "SHIPPED", "DELIVERED"][at % 3];
        books.tell(*order, left).await;
    }
    books.charge_orders(false).await;
    let fees = books.fees().await;
    assert_eq!(fees.len(), 10);
    for (day, label, amount) in &fees {
        assert_eq!(
            [day.as_str(), label, amount],
            ["2026-11-18", "Envoi promotionnel", "5.00"]
        );
    }
    for order in &orders {
        books.tell(*order, "DELIVERED").await;
    }
    books.charge_orders(false).await;
    books.charge_orders(true).await;
    assert_eq!(
        books.fees().await.len(),
        11,
        "that which was not cancelled after all"
    );
    let fee = books.admin.get("/finance/fee").await.data()[0].clone();
    assert_eq!(
        [&fee["category"], &fee["cause"], &fee["author"]],
        ["SEEDING", "SEEDING", "orders"]
    );
    let reference = fee["causeName"].as_str().unwrap();
    assert_eq!(fee["description"], format!("Commande {reference}"));
    assert!(
        orders
            .iter()
            .any(|order| fee["causeId"] == order.to_string())
    );
}

/// F3, the decisions' example: of three articles at 8 euros that the company buys the merchant gets 24 and pays the parcel's 5, unless
/// it is free.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_the_company_buys_is_credited_once(db: PgPool) {
    let books = Books::new(db.clone()).await;
    for is_free in [false, true] {
        let order = books.order("seeding", "CREATED").await;
        sqlx::query(
            "with made as (
                insert into manual_orders (order_id, store_id, reference, author, is_free, is_company_purchase, seeding_cost, state)
                select id, store_id, reference, 'Ada', $2, true, 5, 'PUSHED' from orders where id = $1)
             insert into order_lines (id, order_id, position, sku, name, quantity, unit_price, unit_tax, discount, to_charge)
             values (gen_random_uuid(), $1, 0, 'A', 'A', 3, 20, 0, 60, 8)",
        )
        .bind(order)
        .bind(is_free)
        .execute(&db)
        .await
        .unwrap();
        books.tell(order, "SHIPPED").await;
    }
    books.charge_orders(false).await;
    books.charge_orders(true).await;
    let fees = books.fees().await.into_iter();
    let mut fees: Vec<_> = fees
        .map(|(_, kind, amount)| format!("{kind} {amount}"))
        .collect();
    fees.sort_unstable();
    let bought = "Achat par l’entreprise -24.00";
    assert_eq!(fees, [bought, bought, "Envoi promotionnel 5.00"]);
}

/// F5, the decisions' example: fourteen orders came back.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_order_that_comes_back_is_charged_once(db: PgPool) {
    let books = Books::new(db.clone()).await;
    let mut orders = Vec::new();
    for _ in 0..14 {
        orders.push(books.order("normal", "RETURNED").await);
    }
    books.charge_orders(false).await;
    for order in &orders {
        books.tell(*order, "EXCEPTION").await;
        books.tell(*order, "RETURNED").await;
    }
    books.charge_orders(true).await;
    let sum: String =
        sqlx::query_scalar("select sum(customer_amount)::text from fees where category = 'RETURN'")
            .fetch_one(&db)
            .await
            .unwrap();
    assert_eq!((books.fees().await.len(), sum.as_str()), (14, "36.40"));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_order_costs_what_its_store_did_when_it_was_submitted(db: PgPool) {
    let books = Books::new(db.clone()).await;
    let before = noon() - chrono::TimeDelta::days(3650);
    let after = noon() + chrono::TimeDelta::days(3650);
    let old = books.order_of("seeding", "CREATED", before).await;
    let charged = books.order_of("seeding", "SHIPPED", before).await;
    books.charge_orders(false).await;
    sqlx::query("update stores set seeding_cost = 7.5, return_cost = 0 where id = $1")
        .bind(books.store)
        .execute(&db)
        .await
        .unwrap();
    let new = books.order_of("seeding", "RETURNED", after).await;
    books.tell(old, "SHIPPED").await;
    books.tell(charged, "RETURNED").await;
    books.charge_orders(true).await;
    let query = "select cause_id, category, customer_amount::text from fees order by cause_id, category desc";
    let fees: Vec<(Uuid, String, String)> = sqlx::query_as(query).fetch_all(&db).await.unwrap();
    let of = |order, category: &str, amount: &str| (order, category.to_owned(), amount.to_owned());
    let mut expected = vec![
        of(old, "SEEDING", "5.00"),
        of(charged, "SEEDING", "5.00"),
        // As returns were when it was submitted; the new one's cost nothing.
        of(charged, "RETURN", "2.60"),
        of(new, "SEEDING", "7.50"),
    ];
    expected.sort_by(|one, other| (one.0, &other.1).cmp(&(other.0, &one.1)));
    assert_eq!(fees, expected);
}

/// What a provider tells of late is found at night.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_night_finds_what_the_hours_missed_but_nothing_from_before_the_first_day(db: PgPool) {
    let books = Books::new(db.clone()).await;
    for (days, status) in [(8, "SHIPPED"), (40, "SHIPPED"), (40, "RETURNED")] {
        let order = books.order("seeding", status).await;
        sqlx::query("update orders set shipped_at = $2, returned_at = case when status = 'RETURNED' then $2 end where id = $1")
            .bind(order)
            .bind(noon() - chrono::TimeDelta::days(days))
            .execute(&db)
            .await
            .unwrap();
    }
    books.charge_orders(false).await;
    assert_eq!(books.fees().await, []);
    let late = TestApp::with(db.clone(), |config| {
        config.plugins.clear();
        config.finance.orders_since = "2026-11-10".parse().ok();
    })
    .await;
    charge_orders(&late, true).await;
    assert_eq!(books.days().await, ["2026-11-10"]);
    books.charge_orders(true).await;
    assert_eq!(
        books.days().await,
        ["2026-10-09", "2026-10-09", "2026-10-09", "2026-11-10"]
    );
    assert_eq!(Moment::crontabs(&books.app.app).unwrap().len(), 2);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn jobs_that_follow_orders_at_once_charge_each_once(db: PgPool) {
    let books = Books::new(db).await;
    for _ in 0..30 {
        books.order("seeding", "RETURNED").await;
    }
    let mut tx = books.app.app.begin().await.unwrap();
    for whole in [false, true] {
        let job = ChargeOrders { whole };
        crate::jobs::enqueue(&mut tx, &Author::system("test"), &job)
            .await
            .unwrap();
    }
    tx.commit().await.unwrap();
    tokio::join!(books.app.run_jobs(), books.app.run_jobs());
    assert_eq!(books.fees().await.len(), 60);
}

/// What a provider tells of years ago was charged elsewhere.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn orders_of_before_such_fees_came_bring_none(db: PgPool) {
    let books = Books::new(db.clone()).await;
    let [long_ago, today] = [
        books.order("seeding", "SHIPPED").await,
        books.order("seeding", "SHIPPED").await,
    ];
    for (order, days) in [(long_ago, 400), (today, 0)] {
        sqlx::query(
            "update orders set shipped_at = now() - make_interval(days => $2) where id = $1",
        )
        .bind(order)
        .bind(days)
        .execute(&db)
        .await
        .unwrap();
    }
    let as_installed = TestApp::with(db, |config| {
        config.plugins.clear();
        config.finance.orders_since = None;
    })
    .await;
    charge_orders(&as_installed, true).await;
    assert_eq!(books.fees().await.len(), 1);
}
