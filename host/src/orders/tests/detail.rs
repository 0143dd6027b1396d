//! `GET /order/{id}` and `GET /order/summary`

use super::*;
use crate::access::Permission::{ReadConnector, ReadOrder, ReadStore};
use crate::records::audit::{self, Author, Change, Entry};
use crate::testing::TestApp;

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_order_comes_with_all_that_belongs_to_it(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let store = app.store(app.organization().await).await;
    let id = New::of(store, "1042").insert(&db).await;
    let answer = app
        .admin(&[ReadOrder])
        .await
        .get(&format!("/order/{id}"))
        .await;
    let order = answer.data();
    assert_eq!(
        (&order["reference"], &order["store"]["id"]),
        (&json!("1042"), &json!(store))
    );
    let amounts = ["subtotal", "tax", "discount", "shippingPrice", "total"]
        .map(|field| order[field].as_str().unwrap());
    assert_eq!(amounts, ["25.50", "6", "1", "7.90", "38.40"]);
    assert_eq!(order["shippingAddress"]["zip"], "75011");
    assert_eq!(order["shippingAddress"]["extra"], "");
    assert_eq!(order["billingAddress"], Value::Null);
    assert_eq!(
        order["contact"],
        json!({ "name": "Zoé Martin", "email": "zoe@example.test", "phone": "" })
    );
    assert_eq!(order["lines"].as_array().unwrap().len(), 2);
    let mut line = order["lines"][0].clone();
    line["id"] = Value::Null;
    assert_eq!(
        line,
        json!({ "id": null, "sku": "CPSL-000001-0001", "name": "T-shirt", "bundleTitle": null, "variant": null, "quantity": 2, "unitPrice": "10.00",
                "unitTax": "2", "discount": "1", "total": "23.00", "toCharge": null })
    );
    assert_eq!(
        order["shippingLines"],
        json!([{ "name": "Colissimo", "price": "7.90" }])
    );
    assert_eq!(order["history"], json!([]));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn lines_tell_their_article_or_bundle_and_all_what_they_weigh(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let store = app.store(app.organization().await).await;
    let id = New::of(store, "1042").insert(&db).await;
    let admin = app.admin(&[ReadOrder]).await;
    let path = format!("/order/{id}");
    assert_eq!(admin.get(&path).await.data()["weight"], Value::Null);
    let (product, variant, bundle) = (Uuid::now_v7(), Uuid::now_v7(), Uuid::now_v7());
    // Two of the article, 250 g each; one bundle of three of it.
    for (statement, id) in [
        ("insert into products (id, store_id, name, as_of) values ($1, $2, 'Aube', now())", product),
        ("insert into product_variants (id, product_id, store_id, position, sku, name, title, weight_grams)
          select $1, id, $2, 0, 'CPSL-000001-0001', name, 'LP', 250 from products", variant),
        ("insert into bundles (id, store_id, sku, name, as_of) values ($1, $2, 'CPSL-000002-0001', 'Coffret', now())", bundle),
    ] {
        sqlx::query(statement).bind(id).bind(store).execute(&db).await.unwrap();
    }
    sqlx::query!(
        "insert into bundle_components (bundle_id, position, sku, quantity) values ($1, 0, 'CPSL-000001-0001', 3)",
        bundle,
    )
    .execute(&db)
    .await
    .unwrap();
    let answer = admin.get(&path).await;
    let order = answer.data();
    assert_eq!(order["weight"], 1250);
    assert_eq!(
        order["lines"][0]["variant"],
        json!({ "id": variant, "productId": product, "name": "Aube", "title": "LP", "image": "" })
    );
    assert_eq!(order["lines"][1]["bundleTitle"], "Coffret");
    assert_eq!(order["lines"][1]["variant"], Value::Null);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn customers_read_the_history_without_the_companys_people(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let organization = app.organization().await;
    let store = app.store(organization).await;
    let id = New::of(store, "1042").insert(&db).await;
    let change = |field: &str| Change {
        field: field.into(),
        before: Value::Null,
        after: json!("x"),
    };
    let author = Author {
        id: Some(Uuid::now_v7()),
        name: "Camille".into(),
        request_id: None,
    };
    let entry = Entry {
        kind: &crate::orders::ORDER,
        id,
        action: "update",
        changes: vec![change("status"), change("storeId")],
    };
    audit::record(&mut db.acquire().await.unwrap(), &author, &[entry])
        .await
        .unwrap();
    let last_entry = |answer: &crate::testing::Answer| {
        let entry = &answer.data()["history"][0];
        let changes = entry["changes"].as_array().unwrap();
        let fields: Vec<_> = changes
            .iter()
            .map(|change| change["field"].as_str().unwrap().to_owned())
            .collect();
        (
            entry["actor"].as_str().unwrap().to_owned(),
            fields.join(" "),
        )
    };
    let path = format!("/order/{id}");
    let admin = app.admin(&[ReadOrder]).await.get(&path).await;
    assert_eq!(
        last_entry(&admin),
        ("Camille".into(), "status storeId".into())
    );
    let customer = app
        .customer(organization, &[store], &[ReadOrder])
        .await
        .get(&path)
        .await;
    assert_eq!(last_entry(&customer), ("Comptoir".into(), "status".into()));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_one_may_not_know_of_is_not_found(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let (own, other) = (app.organization().await, app.organization().await);
    let (store, foreign) = (app.store(own).await, app.store(other).await);
    let path = format!("/order/{}", New::of(foreign, "1").insert(&db).await);
    let customer = app.customer(own, &[store], &[ReadOrder]).await;
    assert_eq!(
        customer.get(&path).await.summary(),
        "404 NotFoundResourceException"
    );
    assert_eq!(
        customer
            .get(&format!("/order/{}", Uuid::now_v7()))
            .await
            .summary(),
        "404 NotFoundResourceException"
    );
    assert_eq!(
        customer.get("/order/1042").await.summary(),
        "404 NotFoundResourceException"
    );
    assert_eq!(
        app.nobody().get(&path).await.summary(),
        "401 UnauthorizedException"
    );
    assert_eq!(
        app.admin(&[ReadStore]).await.get(&path).await.summary(),
        "403 ForbiddenPermissionException"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_summary_counts_what_the_caller_sees(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let organization = app.organization().await;
    let (own, other) = (app.store(organization).await, app.store(organization).await);
    for (store, synchronized_at) in [
        (own, at("2026-11-20T10:00:00Z")),
        (other, at("2026-11-21T10:00:00Z")),
    ] {
        let connector = Uuid::now_v7();
        sqlx::query!(
            "insert into connectors (id, store_id, role, plugin) values ($1, $2, 'fulfillment', 'bigblue')",
            connector,
            store,
        )
        .execute(&db)
        .await
        .unwrap();
        sqlx::query!(
            "insert into connector_cursors (connector_id, function, completed_at) values ($1, 'orders', $2)",
            connector,
            synchronized_at,
        )
        .execute(&db)
        .await
        .unwrap();
        sqlx::query!(
            "insert into items_set_aside (connector_id, function, provider_id, reason, raw)
             values ($1, 'orders', 'X', 'no currency', '')",
            connector
        )
        .execute(&db)
        .await
        .unwrap();
    }
    for (store, status) in [
        (own, OrderStatus::Shipped),
        (own, OrderStatus::Shipped),
        (own, OrderStatus::Created),
        (other, OrderStatus::Created),
    ] {
        New {
            status,
            ..New::of(store, "1")
        }
        .insert(&db)
        .await;
    }
    let count = |status: &str, count: u32| json!({ "status": status, "count": count });
    assert_eq!(
        app.admin(&[ReadOrder])
            .await
            .get("/order/summary")
            .await
            .data(),
        &json!({ "byStatus": [count("CREATED", 2), count("SHIPPED", 2)],
                 "lastSynchronizedAt": "2026-11-21T10:00:00Z", "setAside": 2 })
    );
    assert_eq!(
        app.customer(organization, &[own], &[ReadOrder])
            .await
            .get("/order/summary")
            .await
            .data(),
        &json!({ "byStatus": [count("CREATED", 1), count("SHIPPED", 2)],
                 "lastSynchronizedAt": "2026-11-20T10:00:00Z", "setAside": 0 })
    );
    assert_eq!(
        app.nobody().get("/order/summary").await.summary(),
        "401 UnauthorizedException"
    );
}

/// Bigblue's component, under a manifest with a link.
const LINKING: &str = r#"
id = "bigblue"
name = "Bigblue"
version = "0.1.0"
api = "1.0"
component = "bigblue.wasm"
roles = ["fulfilment"]

[settings]
type = "object"

[settings.properties.id]
type = "string"

[[links]]
entity = "order"
label = { en = "Open in Bigblue", fr = "Ouvrir dans Bigblue" }
url = "https://app.bigblue.example/{id}/orders/{external_id}"
permission = "READ_CONNECTOR"
"#;

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_order_links_to_itself_at_its_provider_while_the_store_is_connected(db: PgPool) {
    let folder = tempfile::tempdir().unwrap();
    let component = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../plugins/bigblue/dist/bigblue.wasm"
    );
    std::fs::copy(component, folder.path().join("bigblue.wasm")).unwrap();
    std::fs::write(folder.path().join("plugin.toml"), LINKING).unwrap();
    let plugins = folder.path().join("plugins.toml");
    let grant = "[plugins.bigblue]\nsource = \".\"\nenabled = true\n";
    std::fs::write(&plugins, grant).unwrap();
    let app = TestApp::with(db.clone(), |config| {
        config.plugins = vec![plugins];
        config.data = folder.path().join("data");
    })
    .await;
    let store = app.store(app.organization().await).await;
    let id = New::of(store, "1042").insert(&db).await;
    let trusted = app.admin(&[ReadOrder, ReadConnector]).await;
    let other = app.admin(&[ReadOrder]).await;
    let address = format!("/order/{id}");
    assert_eq!(trusted.get(&address).await.data()["links"], json!([]));
    app.bigblue(store, "MUSI").await;
    assert_eq!(
        trusted.get(&address).await.data()["links"],
        json!([{
            "label": { "fr": "Ouvrir dans Bigblue", "en": "Open in Bigblue" },
            "url": "https://app.bigblue.example/MUSI/orders/BB1042",
        }])
    );
    assert_eq!(other.get(&address).await.data()["links"], json!([]));
}
