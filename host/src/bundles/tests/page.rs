//! What a bundle's page shows, and how a store's own is changed.

use super::*;
use crate::bundles::model::{Allowed, Component as Kept, Content, needs, stock_by_day, worth};
use crate::products::around::StockDay;

fn content(variant: &str, sku: &str, quantity: i32, available: Option<i64>) -> Content {
    Content {
        component: Kept {
            variant: variant.into(),
            sku: sku.into(),
            name: String::new(),
            quantity,
            external_variant_id: String::new(),
        },
        variant_id: None,
        product_id: None,
        image: String::new(),
        image_id: None,
        price: Some("12.50".parse().expect("a price")),
        currency: "EUR".into(),
        available,
    }
}

#[test]
fn the_scarcest_component_says_how_many_there_are() {
    let of = |contents: &[Content]| {
        let allowed = Allowed::of(contents).into_iter();
        allowed
            .map(|each| (each.variant, each.available))
            .collect::<Vec<_>>()
    };
    let only = |available| vec![(String::new(), available)];
    assert_eq!(
        of(&[
            content("", "TEE", 2, Some(9)),
            content("", "BAG", 1, Some(7))
        ]),
        only(Some(4))
    );
    assert_eq!(of(&[content("", "TEE", 2, Some(1))]), only(Some(0)));
    assert_eq!(
        of(&[content("", "TEE", 1, Some(-3))]),
        only(Some(0)),
        "what is owed is no stock"
    );
    assert_eq!(
        of(&[content("", "TEE", 1, Some(5)), content("", "BAG", 1, None)]),
        only(None)
    );
    assert_eq!(
        of(&[content("", "TEE", 1, Some(0)), content("", "BAG", 1, None)]),
        only(Some(0)),
        "without one of them there is none, whatever the others"
    );
    assert_eq!(
        of(&[
            content("", "TEE", 1, Some(5)),
            content("Noir", "CAP", 1, Some(3)),
            content("Tout", "TEE", 2, Some(5))
        ]),
        [("Noir".to_owned(), Some(3)), ("Tout".to_owned(), Some(1))],
        "each way by itself, a SKU that is there twice needed twice"
    );
}

#[test]
fn the_scarcest_component_said_how_many_there_were_each_day() {
    let contents = [
        content("", "TEE", 2, None),
        content("Noir", "CAP", 1, None),
        content("Tout", "BAG", 1, None),
    ];
    let day = |sku: &str, day: &str, available, in_warehouse| {
        let day = day.parse().expect("a day");
        let stock = StockDay {
            day,
            available,
            in_warehouse,
        };
        (sku.to_owned(), stock)
    };
    let days = vec![
        day("CAP", "2026-11-01", 3, 5),
        day("CAP", "2026-11-06", 1, 5),
        day("TEE", "2026-11-03", 9, 9),
        // It allows as many as before.
        day("TEE", "2026-11-04", 8, 11),
        day("TEE", "2026-11-05", -2, 10),
        day("TEE", "2026-11-06", 8, 10),
    ];
    let told = |way: Option<&str>| -> Vec<(String, i64, i64)> {
        let told = stock_by_day(&needs(&contents, way), days.clone()).into_iter();
        told.map(|at| (at.day.to_string(), at.available, at.in_warehouse))
            .collect()
    };
    let expected = [
        ("2026-11-03", 3, 4),
        ("2026-11-04", 3, 5),
        ("2026-11-05", 0, 5),
        ("2026-11-06", 1, 5),
    ];
    let expected = expected.map(|(day, available, kept)| (day.to_owned(), available, kept));
    assert_eq!(told(None), expected, "not before all of it is known");
    assert_eq!(told(Some("Noir")), expected);
    assert_eq!(told(Some("Tout")), [], "nobody tells of its bag");
}

#[test]
fn what_it_would_cost_one_by_one_is_told_where_it_is_known() {
    let worth = |contents: &[Content]| worth(contents).map(|(amount, _)| amount.to_string());
    let two = [content("", "TEE", 2, None), content("", "BAG", 1, None)];
    assert_eq!(worth(&two).as_deref(), Some("37.50"));
    let mut unknown = two.clone();
    unknown[1].price = None;
    assert_eq!(worth(&unknown), None);
    let mut foreign = two.clone();
    foreign[1].currency = "USD".into();
    assert_eq!(worth(&foreign), None);
    assert_eq!(worth(&[content("Noir", "TEE", 1, None)]), None);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_bundle_shows_its_articles_with_picture_price_and_stock(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let store = app.store(app.organization().await).await;
    let warehouse = app.bigblue(store, "MUSI").await;
    let admin = app.admin(&[ReadProduct, WriteProduct]).await;
    let created = admin.post("/bundle", draft(store)).await;
    let path = format!("/bundle/{}", created.id());
    let bare = admin.get(&path).await;
    assert_eq!(
        (
            &bare.data()["components"][0]["productId"],
            &bare.data()["stock"][0]["available"],
            &bare.data()["worth"]
        ),
        (&Value::Null, &Value::Null, &Value::Null),
        "the store sells no such article"
    );
    let product = Uuid::now_v7();
    for (insert, id) in [
        ("insert into products (id, store_id, name, image_url, as_of) values ($2, $1, 'T-shirt', 'https://shop.test/a.png', now())", product),
        ("insert into product_variants (id, product_id, store_id, position, sku, name, price, price_currency)
          values (gen_random_uuid(), $2, $1, 0, 'TEE', 'T-shirt', 12.50, 'EUR')", product),
        ("insert into inventories (connector_id, store_id, sku, available, in_warehouse, reserved, damaged, as_of)
          values ($2, $1, 'TEE', 9, 9, 0, 0, now())", warehouse),
    ] {
        sqlx::query(insert).bind(store).bind(id).execute(&db).await.expect("a row");
    }
    let shown = admin.get(&path).await;
    let article = &shown.data()["components"][0];
    assert_eq!(
        (
            &article["productId"],
            &article["price"],
            &article["available"],
            &article["quantity"]
        ),
        (&json!(product), &json!("12.50"), &json!(9), &json!(2))
    );
    assert!(
        article["image"]
            .as_str()
            .is_some_and(|at| !at.is_empty() && !at.contains("shop.test")),
        "by way of us"
    );
    assert_eq!(
        (
            &shown.data()["stock"],
            &shown.data()["worth"],
            &shown.data()["worthCurrency"]
        ),
        (
            &json!([{ "variant": "", "available": 4 }]),
            &json!("25.00"),
            &json!("EUR")
        )
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_stores_own_bundle_is_changed_and_a_providers_is_not(db: PgPool) {
    let app = TestApp::new(db).await;
    let organization = app.organization().await;
    let store = app.store(organization).await;
    let admin = app.admin(&[ReadProduct, WriteProduct]).await;
    let created = admin.post("/bundle", draft(store)).await;
    let path = format!("/bundle/{}", created.id());
    let mut change = draft(store);
    change["name"] = json!("Hiver");
    change["sku"] = json!("CPSLSB-WINTER-0001");
    change["components"] =
        json!([{ "name": "Bonnet", "sku": "HAT", "quantity": 3, "externalVariantId": "gid://2" }]);
    let version = created.data()["updatedAt"].as_str().expect("a version");
    let read = [("if-match", version)];
    let changed = admin.send("PUT", &path, Some(change.clone()), &read).await;
    assert_eq!(changed.summary(), "200", "{}", changed.json);
    assert_eq!(
        (
            &changed.data()["sku"],
            &changed.data()["components"][0]["sku"],
            &changed.data()["store"]["id"]
        ),
        (&json!("CPSLSB-WINTER-0001"), &json!("HAT"), &json!(store))
    );
    let late = admin.send("PUT", &path, Some(change.clone()), &read).await;
    assert_eq!(late.summary(), "409 ConflictEditException");
    admin.post("/bundle", draft(store)).await;
    let taken = admin.put(&path, draft(store)).await;
    assert_eq!(taken.summary(), "409 ConflictProductUniqueException");
    change["components"][0]["quantity"] = json!(0);
    assert_eq!(
        admin.put(&path, change).await.issues(),
        ["components[0].quantity required"]
    );
    let own = app.customer(organization, &[store], &[ReadProduct]).await;
    assert_eq!(
        own.put(&path, draft(store)).await.summary(),
        "403 ForbiddenRoleException"
    );

    let connector = app.bigblue(store, "MUSI").await;
    take(
        &app,
        connector,
        vec![reported("A", vec![component("TEE", 2)])],
    )
    .await;
    let list = admin.get("/bundle").await;
    let theirs = list
        .data()
        .as_array()
        .expect("rows")
        .iter()
        .find(|row| row["provider"] == "bigblue");
    let theirs = format!(
        "/bundle/{}",
        theirs.expect("it")["id"].as_str().expect("an id")
    );
    assert_eq!(
        admin.put(&theirs, draft(store)).await.summary(),
        "403 ForbiddenResourceException"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_bundle_tells_what_is_under_way_where_it_sells_and_how_its_stock_went(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let organization = app.organization().await;
    let (store, other) = (app.store(organization).await, app.store(organization).await);
    let warehouse = app.bigblue(store, "MUSI").await;
    let admin = app.admin(&[ReadProduct, WriteProduct, ReadConnector]).await;
    let path = format!("/bundle/{}", admin.post("/bundle", draft(store)).await.id());
    let there = admin.post("/bundle", draft(other)).await.id();
    for insert in [
        "with h as (insert into inbound_shipments (id, store_id, connector_id, provider, provider_id, name, status, expected_units,
            offloaded_units, damaged_units, as_of, digest)
          select gen_random_uuid(), $1, $2, 'bigblue', s, s, s, 30, 10, 0, now(), '' from unnest('{TRANSMITTED,COMPLETE}'::text[]) s
          returning id)
         insert into inbound_units (id, shipment_id, sku, expected, offloaded, damaged)
          select gen_random_uuid(), id, 'TEE', 30, 10, 0 from h",
        "insert into analytics_parts (store_id, kind, grain, day, key, country, orders, units, net, gross)
          select $1, 'SOLD', 'DAY', '2026-11-18'::date - n, 'CPSLSB-SUMMER-0001', 'FR', 1, n, 0, 0
          from unnest('{10,40,100}'::int[]) n where $2 is not null",
        "insert into inventories (connector_id, store_id, sku, available, in_warehouse, reserved, damaged, as_of)
          values ($2, $1, 'TEE', 9, 9, 0, 0, now())",
        "insert into inventory_days (connector_id, sku, day, available, in_warehouse, reserved, damaged)
          select $2, 'TEE', d.day, d.stock, d.stock, 0, 0 from (values ('2026-11-01'::date, 20), ('2026-11-10', 9)) d (day, stock)
          where $1 is not null on conflict (connector_id, sku, day) do update set available = excluded.available",
    ] {
        let query = sqlx::query(insert).bind(store).bind(warehouse);
        query.execute(&db).await.expect("a row");
    }
    let around = admin.get(&format!("{path}/around")).await;
    assert_eq!(around.summary(), "200", "{}", around.json);
    let inbound = &around.data()["inbound"];
    assert_eq!(
        (&inbound[0]["name"], &inbound[0]["sku"], &inbound[1]),
        (&json!("TRANSMITTED"), &json!("TEE"), &Value::Null),
        "what came is not under way"
    );
    let sales = around.data()["sales"].as_array().expect("stores").iter();
    let sales: Vec<_> = sales
        .map(|each| (&each["bundleId"], &each["lastMonth"], &each["lastQuarter"]))
        .collect();
    let own = json!(path["/bundle/".len()..]);
    assert_eq!(
        sales,
        [
            (&own, &json!(10), &json!(50)),
            (&json!(there), &json!(0), &json!(0))
        ]
    );
    let stock = admin.get(&format!("{path}/stock")).await;
    let days = stock.data().as_array().expect("days").iter();
    let days: Vec<_> = days
        .map(|each| (&each["day"], &each["available"]))
        .collect();
    assert_eq!(
        days[..2],
        [
            (&json!("2026-11-01"), &json!(10)),
            (&json!("2026-11-10"), &json!(4))
        ],
        "two of them in each"
    );
    let reader = app.customer(organization, &[store], &[ReadProduct]).await;
    let around = reader.get(&format!("{path}/around")).await;
    assert_eq!(
        around.data()["inbound"],
        Value::Null,
        "who may read no shipments"
    );
    assert_eq!(around.data()["sales"].as_array().map(Vec::len), Some(1));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_bundle_that_is_archived_is_no_longer_offered_and_comes_back(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let store = app.store(app.organization().await).await;
    let admin = app.admin(&[ReadProduct, WriteProduct]).await;
    let path = format!("/bundle/{}", admin.post("/bundle", draft(store)).await.id());
    let act = async |what: &str| {
        let done = admin.post(&format!("{path}/{what}"), json!({})).await;
        assert_eq!(done.summary(), "200", "{}", done.json);
        done.data()["archivedAt"].is_string()
    };
    let listed = async |archived: &str| {
        let asked = json!({ "filters": [{ "field": "archived", "values": [archived] }] });
        let path = format!("/bundle?cursor={}", crate::testing::cursor(asked));
        admin.get(&path).await.data().as_array().map(Vec::len)
    };
    assert!(act("archive").await);
    assert_eq!(
        (listed("no").await, listed("yes").await),
        (Some(0), Some(1))
    );
    assert!(!act("restore").await);
    assert_eq!(
        (listed("no").await, listed("yes").await),
        (Some(1), Some(0))
    );
    let connector = app.bigblue(store, "MUSI").await;
    take(
        &app,
        connector,
        vec![reported("P", vec![component("TEE", 1)])],
    )
    .await;
    let theirs: Uuid = sqlx::query_scalar("select id from bundles where sku = 'P'")
        .fetch_one(&db)
        .await
        .expect("it");
    let refused = admin
        .post(&format!("/bundle/{theirs}/archive"), json!({}))
        .await;
    assert_eq!(refused.summary(), "403 ForbiddenResourceException");
}
