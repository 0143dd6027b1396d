//! Days that are counted while the host is killed: each is counted whole or waits to be, and in the end reports tell what a
//! count of everything from nothing tells.

use std::time::Duration;

use rand::RngExt;
use serde_json::json;
use sqlx::PgPool;
use uuid::Uuid;

use crate::host::{self, Installation, eventually, text};

/// A year and a half of parcels, which is more than a moment's work.
const ORDERS: i32 = 20_000;
const DAYS: i32 = 540;

const PLACED: &str = "
    with placed as (
        insert into orders (id, store_id, provider, provider_id, reference, source, status, as_of, currency, subtotal, tax,
            discount, shipping_price, total, item_count, country_code, submitted_at, created_at, shipped_at)
        select gen_random_uuid(), $1, 'bigblue', 'BB' || n, 'R' || n, case n % 9 when 0 then 'seeding' else 'normal' end, 'SHIPPED',
            now(), 'EUR', 20, 4, 0, 5, 29, 2, (array['FR', 'BE', 'DE'])[1 + n % 3], placed_at, placed_at, placed_at + interval '1 day'
        from generate_series(1, $2) n, lateral (select now() - n % $3 * interval '1 day' - n * interval '1 second' as placed_at) at
        returning id
    )
    insert into order_lines (id, order_id, position, sku, name, quantity, unit_price, unit_tax, discount)
    select gen_random_uuid(), id, 0, 'NORA-' || right(id::text, 1), 'T-shirt', 2, 10, 2, 0 from placed";

/// Parcels come back and others are sold again, on days all over.
const CHANGED: &str = "
    update orders set status = case when random() < 0.5 then 'CANCELLED' else 'DELIVERED' end, total = total + 1
    where random() < 0.2";

/// Counts what waits now, and not at the next minute.
const COUNT: &str = "select graphile_worker.add_job('analytics.count', '{}')";

/// Days that nobody is going to count again, and that tell another number of orders than there are.
const WRONG: &str = "
    select count(*) from (
        select store_id, paris_day(submitted_at) as day, count(*) as orders from orders group by 1, 2) o
    left join analytics_days d using (store_id, day)
    where o.orders is distinct from d.commerce + d.seeding + d.cancelled
        and not exists (select from analytics_changes c where c.store_id = o.store_id and c.day = o.day)";

/// All that reports are made of.
async fn figures(db: &PgPool) -> Vec<String> {
    let rows = sqlx::query_scalar(
        "select d::text from analytics_days d union all select p::text from analytics_parts p order by 1",
    );
    rows.fetch_all(db).await.expect("figures")
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_it_counts_no_day_is_half_counted_and_none_is_forgotten() {
    let installation = Installation::new(&[]);
    let mut host = installation.start().await;
    let session = installation.sign_in(&host).await;
    let db = installation.database().await;
    let organization = json!({ "name": "Aurore", "identifierNumber": "90112233300015" });
    let organization = text(&session.post("/organization", &organization).await, "id");
    let store = json!({ "name": "Aurore", "organizations": [{ "organizationId": organization }] });
    let store: Uuid = text(&session.post("/store", &store).await, "id")
        .parse()
        .expect("an id");
    let placed = sqlx::query(PLACED).bind(store).bind(ORDERS).bind(DAYS);
    placed.execute(&db).await.expect("orders");

    let mut moments = host::moments();
    for round in 0..host::kills() {
        let changed = sqlx::query(CHANGED).execute(&db).await;
        changed.expect("a change of orders");
        sqlx::query(COUNT).execute(&db).await.expect("a job");
        let moment = Duration::from_millis(moments.random_range(0..2_000));
        tokio::time::sleep(moment).await;
        host.kill().await;
        host = installation.start().await;
        assert_eq!(host::count(&db, WRONG).await, 0, "round {round}");
    }

    eventually("all is counted", || async {
        drop(sqlx::query(COUNT).execute(&db).await);
        host::count(&db, "select count(*) from analytics_changes").await == 0
    })
    .await;
    assert_eq!(host::count(&db, WRONG).await, 0);
    let counted = figures(&db).await;
    installation.run(&["analytics", "rebuild"]).await;
    assert_eq!(counted, figures(&db).await);
    db.close().await;
    host.stop().await;
}
