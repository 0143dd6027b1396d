//! What goes on around a product, and how its stock went.

use chrono::{Days, NaiveDate};

use super::*;
use crate::access::Permission::ReadConnector;
use crate::list::day_of;
use crate::products::inventories::forget_days;

async fn run(fixture: &Fixture, sql: &'static str, id: Uuid, other: Uuid) {
    let query = sqlx::query(sql).bind(id).bind(other);
    query.execute(&fixture.app.app.db).await.expect("a row");
}

/// A product of the shop, and where its calls are.
async fn sold(fixture: &Fixture) -> (Uuid, String) {
    let shop = fixture.connect("shop").await;
    let product = reported("A", LATE, vec![variant("A-1"), variant("A-2")]);
    fixture.products(shop, vec![product]).await;
    let id = fixture.detail("T-shirt A").await["id"].clone();
    (shop, format!("/product/{}", id.as_str().expect("an id")))
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_product_tells_its_bundles_what_is_under_way_and_where_it_sells(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let (shop, path) = sold(&fixture).await;
    let (store, other) = (fixture.store, fixture.app.store(fixture.organization).await);
    run(&fixture, "with b as (insert into bundles (id, store_id, sku, name, as_of) values ($2, $1, 'B', 'Été', now()) returning id)
        insert into bundle_components (bundle_id, position, sku, quantity) select id, n, 'A-' || n, 1 from b, generate_series(1, 2) n",
        store, Uuid::now_v7()).await;
    run(&fixture, "with h as (insert into inbound_shipments (id, store_id, connector_id, provider, provider_id, name, status, expected_units,
            offloaded_units, damaged_units, as_of, digest)
          select gen_random_uuid(), $1, $2, 'shop', s, s, s, 30, 10, 0, now(), '' from unnest('{TRANSMITTED,COMPLETE}'::text[]) s
          returning id)
        insert into inbound_units (id, shipment_id, sku, expected, offloaded, damaged)
          select gen_random_uuid(), id, 'A-1', 30, 10, 0 from h", store, shop).await;
    run(&fixture, "insert into analytics_parts (store_id, kind, grain, day, key, country, orders, units, net, gross)
        select $1, 'SOLD', 'DAY', '2026-11-18'::date - n, 'A-1', 'FR', 1, n, 0, 0 from unnest('{0,10,40,100}'::int[]) n
            where $2 is not null", store, shop).await;
    let around = fixture
        .app
        .admin(&[ReadProduct, ReadConnector])
        .await
        .get(&format!("{path}/around"))
        .await;
    assert_eq!(around.summary(), "200", "{}", around.json);
    let around = around.data();
    assert_eq!(
        around["bundles"]
            .as_array()
            .map(|all| all.iter().map(|each| &each["name"]).collect()),
        Some(vec![&json!("Été")]),
        "once, however many of its articles are in it"
    );
    let arrivals: Vec<_> = around["inbound"]
        .as_array()
        .expect("arrivals")
        .iter()
        .map(|each| {
            (
                &each["name"],
                &each["sku"],
                &each["expected"],
                &each["offloaded"],
            )
        })
        .collect();
    assert_eq!(
        arrivals,
        [(&json!("TRANSMITTED"), &json!("A-1"), &json!(30), &json!(10))],
        "what came is not under way"
    );
    let today = day_of(fixture.app.app.now());
    assert_eq!(today, NaiveDate::from_ymd_opt(2026, 11, 18).expect("a day"));
    assert_eq!(
        around["sales"],
        json!([{ "store": around["sales"][0]["store"], "productId": path["/product/".len()..], "lastMonth": 10, "lastQuarter": 50 }])
    );

    // The same article in another store; and who may not read shipments.
    run(&fixture, "with p as (insert into products (id, store_id, name, as_of) values ($2, $1, 'T-shirt', now()) returning id, store_id)
        insert into product_variants (id, product_id, store_id, position, sku, name)
          select gen_random_uuid(), id, store_id, 0, 'A-2', 'T-shirt' from p", other, Uuid::now_v7()).await;
    let around = fixture.admin.get(&format!("{path}/around")).await;
    assert_eq!(around.data()["inbound"], Value::Null);
    let stores: Vec<_> = around.data()["sales"]
        .as_array()
        .expect("stores")
        .iter()
        .map(|each| &each["store"]["id"])
        .collect();
    assert_eq!(stores, [&json!(store), &json!(other)]);
    let customer = fixture
        .app
        .customer(fixture.organization, &[store], &[ReadProduct])
        .await;
    let theirs = customer.get(&format!("{path}/around")).await;
    assert_eq!(
        theirs.data()["sales"].as_array().map(Vec::len),
        Some(1),
        "nobody hears of stores that are not theirs"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn stock_is_told_day_by_day_as_it_changed(db: PgPool) {
    let fixture = Fixture::new(db.clone()).await;
    let (shop, path) = sold(&fixture).await;
    let warehouse = fixture.connect("fulfillment").await;
    let stocked = async |connector: Uuid, count: u32, day: u32, whole: bool| {
        let now = format!("2026-11-{day:02}T12:00:00Z");
        let (items, as_of) = (
            if whole { vec![] } else { vec![("A-1", count)] },
            now.clone(),
        );
        let mut tx = fixture.app.app.begin().await.expect("a transaction");
        let connector = connectors::find(&mut *tx, connector)
            .await
            .expect("a query")
            .expect("it");
        let from = crate::providers::sync::cursor(&mut *tx, connector.id, Inventories::FUNCTION)
            .await
            .expect("a query");
        let page = stock(&items, &as_of, whole);
        take_page::<Inventories>(
            &mut tx,
            &connector,
            Glossary::default(),
            from.as_deref(),
            page,
            now.parse().expect("a time"),
        )
        .await
        .expect("it is written")
        .expect("in its turn");
        tx.commit().await.expect("a commit");
    };
    let stock_of = async |query: &str| {
        // Sessions end while time goes by.
        let admin = fixture.app.admin(&[ReadProduct]).await;
        let answer = admin.get(&format!("{path}/stock{query}")).await;
        assert_eq!(answer.summary(), "200", "{}", answer.json);
        let days = answer.data().as_array().expect("days").clone();
        days.iter()
            .map(|each| {
                (
                    each["day"].as_str().expect("a day").to_owned(),
                    each["available"].as_i64().expect("a count"),
                )
            })
            .collect::<Vec<_>>()
    };
    let days = |days: &[(&str, i64)]| {
        days.iter()
            .map(|(day, count)| ((*day).to_owned(), *count))
            .collect::<Vec<_>>()
    };
    assert_eq!(stock_of("").await, [], "nobody told any");
    for (count, day) in [(5, 10), (7, 10), (7, 11), (3, 12)] {
        stocked(shop, count, day, false).await;
    }
    assert_eq!(
        stock_of("").await,
        days(&[("2026-11-10", 7), ("2026-11-12", 3)]),
        "a day's last, where it changed"
    );
    stocked(shop, 0, 13, true).await;
    assert_eq!(
        stock_of("?sku=A-1").await.last(),
        days(&[("2026-11-13", 0)]).last(),
        "what was not named any more is none"
    );
    stocked(warehouse, 90, 14, false).await;
    assert_eq!(
        stock_of("").await,
        days(&[("2026-11-14", 90)]),
        "the warehouse’s word counts"
    );
    assert_eq!(stock_of("?sku=A-2").await, []);
    assert_eq!(
        stock_of("?sku=B-1").await,
        [],
        "of the product’s own variants only"
    );

    // What nobody looks at goes; what still holds stays.
    let years = std::time::Duration::from_secs(500 * 86_400);
    fixture.app.app.clock.advance(years);
    assert_eq!(forget_days(&fixture.app.app, 10).await.expect("swept"), 2);
    let left: Vec<(NaiveDate, i64)> =
        sqlx::query_as("select day, available from inventory_days order by day")
            .fetch_all(&db)
            .await
            .expect("days");
    let day = |day: u64| NaiveDate::from_ymd_opt(2026, 11, 1).expect("a day") + Days::new(day - 1);
    assert_eq!(left, [(day(13), 0), (day(14), 90)]);
    assert_eq!(
        stock_of("").await,
        days(&[("2026-11-14", 90)]),
        "it is as it was then"
    );
}
