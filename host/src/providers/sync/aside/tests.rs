//! Set-aside items through HTTP, from a real component in the sandbox.

use comptoir_sandbox::commerce::{Product, ProductPage, ProductVariant};
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use crate::access::Permission::{
    ReadConnector, ReadOrder, ReadProduct, SuperAdmin, WriteConnector, WriteOrder,
};
use crate::products::Products;
use crate::providers::connectors::{self, ConnectorRole, NewConnector};
use crate::providers::sync::{Glossary, take_page, take_reported};
use crate::records::audit::Author;
use crate::testing::{Client, TestApp, cursor};

const ADDRESS: &str = "[webhooks]\nsignature = { scheme = \"address\" }";

/// A connection whose plugin gives one order, in which nothing can be true, again and again.
async fn connect(app: &TestApp, settings: Value) -> connectors::Connector {
    let new = NewConnector {
        store: app.store(app.organization().await).await,
        role: ConnectorRole::Fulfillment,
        plugin: "hostile".into(),
        settings,
        secrets: Default::default(),
    };
    let mut db = app.app.db.acquire().await.unwrap();
    let author = Author::system("test");
    let id = crate::stores::connectors::connect_to(&mut db, &app.app.keys, &author, new);
    let id = id.await.unwrap();
    connectors::find(&mut *db, id).await.unwrap().unwrap()
}

fn absurd() -> Value {
    json!({ "op": "page", "items": 1, "cursor": 5, "text": "PAGED" })
}

async fn list(admin: &Client, filters: Value) -> Vec<Value> {
    let query = cursor(json!({ "filters": filters }));
    let answer = admin.get(&format!("/set-aside-item?cursor={query}")).await;
    answer.data().as_array().expect("a list").clone()
}

async fn open(admin: &Client) -> Vec<Value> {
    list(admin, json!([])).await
}

/// The jobs of a retry, once they are done.
async fn retry(app: &TestApp, admin: &Client, chosen: Value) -> Vec<Value> {
    let asked = admin.post("/set-aside-item/retry", chosen).await;
    assert_eq!(asked.summary(), "202", "{}", asked.json);
    app.run_jobs().await;
    let mut ended = Vec::new();
    for job in asked.data()["jobs"].as_array().unwrap() {
        let path = format!("/job/{}", job["id"].as_str().unwrap());
        ended.push(admin.get(&path).await.data().clone());
    }
    ended
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_item_is_read_tried_again_ignored_and_forgotten_once_it_comes_whole(db: PgPool) {
    let app = TestApp::with_guest(db.clone(), ADDRESS).await;
    let connector = connect(&app, absurd()).await;
    let admin = app
        .admin(&[
            ReadOrder,
            WriteOrder,
            ReadConnector,
            WriteConnector,
            SuperAdmin,
        ])
        .await;
    admin.post("/order/synchronize", json!({})).await;
    app.run_jobs().await;
    let items = open(&admin).await;
    assert_eq!(items.len(), 1, "{items:?}");
    let item = &items[0];
    assert_eq!(
        (&item["kind"], &item["plugin"], &item["providerId"]),
        (&json!("orders"), &json!("hostile"), &json!("PAGED"))
    );
    assert_eq!(
        (&item["code"], &item["field"], &item["detail"]),
        (&json!("currency"), &json!("currency"), &json!("\"PAGED\""))
    );
    assert_eq!(item["store"]["id"], json!(connector.store_id));
    let seen = item["seen"].as_i64().unwrap();

    let path = format!("/set-aside-item/{}", item["id"].as_str().unwrap());
    let whole = admin.get(&path).await.data().clone();
    let raw: Value = serde_json::from_str(whole["raw"].as_str().unwrap()).expect("JSON");
    assert_eq!(
        (&raw["state"]["id"], &raw["total"]["minor"]),
        (&json!("PAGED"), &json!(i64::MIN))
    );
    assert_eq!(whole["canBeTaken"], true);

    // Tried again as it is kept: it is no better, and nobody was asked.
    let ended = retry(&app, &admin, json!({ "ids": [item["id"]] })).await;
    assert_eq!(ended[0]["status"], "COMPLETED", "{ended:?}");
    assert_eq!(
        ended[0]["result"],
        json!({ "items": 1, "taken": 0, "asked": false })
    );
    assert_eq!(open(&admin).await[0]["seen"], json!(seen + 1));

    // Ignored it counts no more, and stays so when it comes again as it was.
    let summary = async || admin.get("/order/summary").await.data()["setAside"].clone();
    assert_eq!(summary().await, 1);
    let ignored = admin.post("/set-aside-item/ignore", json!({})).await;
    assert_eq!(ignored.data()["ids"], json!([item["id"]]));
    assert_eq!((open(&admin).await.len(), summary().await), (0, json!(0)));
    // As if nothing had been pulled yet: its page leads to itself, and is taken from the beginning only.
    sqlx::query("update connector_cursors set cursor = null")
        .execute(&db)
        .await
        .unwrap();
    let again = admin.post("/order/synchronize", json!({})).await;
    assert_eq!(again.summary(), "202");
    app.run_jobs().await;
    let ignored = list(&admin, json!([{ "field": "state", "values": ["IGNORED"] }])).await;
    assert_eq!(ignored[0]["id"], item["id"]);
    assert!(ignored[0]["seen"].as_i64().unwrap() > seen + 1);
    let restored = admin
        .post("/set-aside-item/restore", json!({ "ids": [item["id"]] }))
        .await;
    assert_eq!(restored.data()["ids"], json!([item["id"]]));
    assert_eq!(open(&admin).await.len(), 1);
    admin
        .post("/set-aside-item/ignore", json!({ "ids": [item["id"]] }))
        .await;

    // Something else is told of it: that is not what was ignored.
    let report = async |total: i64, currency: &str| {
        let mut order: comptoir_sandbox::commerce::Order =
            serde_json::from_value(raw.clone()).unwrap();
        order.currency = currency.into();
        for money in [
            &mut order.total,
            &mut order.shipping_price,
            &mut order.shipping_tax,
            &mut order.additional_tax,
            &mut order.additional_discount,
        ] {
            money.currency = currency.into();
        }
        order.total.minor = total;
        "2026-11-18T09:00:00Z".clone_into(&mut order.submitted_at);
        "2026-11-18T09:00:00Z".clone_into(&mut order.state.as_of);
        let mut tx = app.app.begin().await.unwrap();
        let page = crate::providers::sync::Page {
            items: vec![order],
            ..Default::default()
        };
        let now = app.app.now();
        let taken = take_reported::<crate::orders::Orders>(
            &mut tx,
            &connector,
            Glossary::default(),
            page,
            now,
        )
        .await;
        taken.unwrap().expect("a connection in use");
        tx.commit().await.unwrap();
    };
    report(i64::MIN, "EUR").await;
    let items = open(&admin).await;
    assert_eq!(
        (&items[0]["code"], &items[0]["field"]),
        (&json!("max"), &json!("total"))
    );
    report(1_000, "EUR").await;
    assert_eq!(open(&admin).await.len(), 0);
    assert_eq!(
        admin.get("/order").await.data()[0]["reference"],
        json!("PAGED")
    );

    let said: Vec<String> = sqlx::query_scalar(
        "select action from audit_entries where entity = 'set-aside-item' order by at, id",
    )
    .fetch_all(&db)
    .await
    .unwrap();
    assert_eq!(said, ["retry", "ignore", "restore", "ignore"]);
}

fn product(id: &str, sku: &str, as_of: &str) -> Product {
    Product {
        id: id.into(),
        name: id.into(),
        description: String::new(),
        image_url: String::new(),
        url: String::new(),
        variants: vec![ProductVariant {
            id: id.into(),
            sku: sku.into(),
            title: String::new(),
            barcode: String::new(),
            price: None,
            value: None,
            tariff_number: String::new(),
            origin_country: String::new(),
            customs_description: String::new(),
            options: Vec::new(),
            weight_grams: None,
            dimensions_mm: None,
            extra: Vec::new(),
        }],
        as_of: as_of.into(),
        extra: Vec::new(),
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn all_that_match_are_taken_as_they_are_kept_or_asked_for_once_more(db: PgPool) {
    let app = TestApp::with_guest(db.clone(), ADDRESS).await;
    let connector = connect(&app, json!({})).await;
    let now = "2026-11-18T09:00:00Z";
    let take = async |items: Vec<Product>, rejected: &[&str], from: Option<&str>, to: &str| {
        let mut tx = app.app.begin().await.unwrap();
        let rejected = rejected
            .iter()
            .map(|id| comptoir_sandbox::types::RejectedItem {
                id: (*id).into(),
                reason: "no name".into(),
                raw: "{\"id\": 1}".into(),
            });
        let page = ProductPage {
            items,
            rejected: rejected.collect(),
            gone: Vec::new(),
            cursor: to.into(),
            more: true,
            whole: false,
        };
        let taken = take_page::<Products>(
            &mut tx,
            &connector,
            Glossary::default(),
            from,
            page,
            app.app.now(),
        );
        taken.await.unwrap().expect("the next page");
        tx.commit().await.unwrap();
    };
    let all = vec![product("A", "TEE", now), product("B", "TEE", now)];
    take(all, &["C"], None, "one").await;
    let admin = app
        .admin(&[ReadConnector, WriteConnector, ReadProduct])
        .await;
    let items = open(&admin).await;
    let facts: Vec<_> = items
        .iter()
        .map(|item| [&item["providerId"], &item["code"], &item["detail"]].map(Value::as_str))
        .collect();
    assert!(
        facts.contains(&[Some("B"), Some("taken"), Some("TEE")]),
        "{facts:?}"
    );
    assert!(
        facts.contains(&[Some("C"), Some("rejected"), Some("no name")]),
        "{facts:?}"
    );

    // The other product gives the SKU up.
    take(
        vec![product("A", "MUG", "2026-11-18T10:00:00Z")],
        &[],
        Some("one"),
        "two",
    )
    .await;
    let matching = cursor(json!({ "search": "no such" }));
    assert!(
        retry(&app, &admin, json!({ "cursor": matching }))
            .await
            .is_empty()
    );
    let matching = cursor(json!({ "filters": [{ "field": "kind", "values": ["products"] }] }));
    let ended = retry(&app, &admin, json!({ "cursor": matching })).await;
    assert_eq!(
        ended[0]["result"],
        json!({ "items": 2, "taken": 1, "asked": true })
    );
    let left = open(&admin).await;
    assert_eq!((left.len(), &left[0]["providerId"]), (1, &json!("C")));
    let compared: i64 =
        sqlx::query_scalar("select count(*) from jobs where name = 'products.reconcile'")
            .fetch_one(&db)
            .await
            .unwrap();
    assert_eq!(compared, 1);
    let products = admin.get("/product").await;
    assert_eq!(products.json["meta"]["total"], 2, "{}", products.json);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_is_kept_of_a_connection_is_bounded_and_goes_with_time(db: PgPool) {
    let app = TestApp::with_guest(db.clone(), ADDRESS).await;
    let connector = connect(&app, json!({})).await;
    let count = async || -> i64 {
        let count = sqlx::query_scalar("select count(*) from items_set_aside");
        count.fetch_one(&db).await.unwrap()
    };
    // Ids that no index holds, and more items than are kept.
    for round in 0..3 {
        let items = (0..500).map(|at| {
            let id = format!("{round}-{at}-{}", hex::encode([at as u8; 400]));
            product(&id, "", "now")
        });
        let mut tx = app.app.begin().await.unwrap();
        let page = crate::providers::sync::Page {
            items: items.collect(),
            ..Default::default()
        };
        let now = app.app.now();
        let taken =
            take_reported::<Products>(&mut tx, &connector, Glossary::default(), page, now).await;
        assert_eq!(taken.unwrap().expect("taken").set_aside, 500);
        tx.commit().await.unwrap();
        app.app.clock.advance(std::time::Duration::from_secs(60));
    }
    assert_eq!(count().await, 1_000);
    let first: bool = sqlx::query_scalar(
        "select exists (select from items_set_aside where provider_id like '0-%')",
    )
    .fetch_one(&db)
    .await
    .unwrap();
    assert!(!first, "those seen longest ago went");
    let month = std::time::Duration::from_secs(30 * 24 * 60 * 60);
    app.app.clock.advance(month * 2);
    assert_eq!(
        super::sql::forget(&app.app.db, app.app.now(), 5_000)
            .await
            .unwrap(),
        0
    );
    app.app.clock.advance(month + month);
    assert_eq!(
        super::sql::forget(&app.app.db, app.app.now(), 600)
            .await
            .unwrap(),
        600
    );
    assert_eq!(
        super::sql::forget(&app.app.db, app.app.now(), 600)
            .await
            .unwrap(),
        400
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn who_looks_after_connections_sees_items_and_raw_records_whoever_may_read_them(db: PgPool) {
    let app = TestApp::with_guest(db.clone(), ADDRESS).await;
    let connector = connect(&app, json!({})).await;
    let id: Uuid = sqlx::query_scalar(
        "insert into items_set_aside (connector_id, function, provider_id, reason, raw)
         values ($1, 'orders', 'R-1', 'no date', '{\"email\": \"zoe@example.test\"}') returning id",
    )
    .bind(connector.id)
    .fetch_one(&db)
    .await
    .unwrap();
    let path = format!("/set-aside-item/{id}");
    let raw = async |client: &Client| client.get(&path).await.data()["raw"].clone();
    let clerk = app.admin(&[ReadConnector]).await;
    assert_eq!(raw(&clerk).await, Value::Null, "no orders, no consumers");
    assert_eq!(open(&clerk).await.len(), 1);
    assert!(
        raw(&app.admin(&[ReadConnector, ReadOrder]).await)
            .await
            .is_string()
    );
    for call in ["retry", "ignore", "restore"] {
        let refused = clerk
            .post(&format!("/set-aside-item/{call}"), json!({}))
            .await;
        assert_eq!(refused.summary(), "403 ForbiddenPermissionException");
    }
    let merchant = app
        .customer(
            app.organization().await,
            &[connector.store_id],
            &[ReadOrder],
        )
        .await;
    for path in [path.as_str(), "/set-aside-item"] {
        assert_eq!(
            merchant.get(path).await.summary(),
            "403 ForbiddenRoleException"
        );
    }
    // Of a connection that was ended there is nothing left to do.
    sqlx::query("update connectors set disconnected_at = now()")
        .execute(&db)
        .await
        .unwrap();
    assert_eq!(open(&clerk).await.len(), 0);
    assert_eq!(
        clerk.get(&path).await.summary(),
        "404 NotFoundResourceException"
    );
}
