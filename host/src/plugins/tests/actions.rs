//! Actions of a plugin that answers wrongly, late or not at all, and whose connections are several.

use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use crate::access::Permission::{ReadOrder, SuperAdmin};
use crate::providers::connectors::ConnectorRole;
use crate::testing::{Answer, Client, TestApp};

/// What the guest knows to do wrongly, and an action of each permission.
fn manifest() -> String {
    let action = |name: &str, more: &str| {
        format!(
            "[[actions]]\nname = \"{name}\"\nentity = \"order\"\nlabel = {{ en = \"{name}\" }}\n{more}\n"
        )
    };
    let bulk = "bulk = true";
    [
        "[webhooks]\nsignature = { scheme = \"address\" }\n".to_owned(),
        action("well", bulk),
        action("single", ""),
        action("ship", bulk),
        action("lie", bulk),
        action("gone", bulk),
        action("later", bulk),
        action("crash", bulk),
        action("merchants", "permission = \"READ_ORDER\""),
        action("nobodys", "permission = \"READ_MOON\""),
    ]
    .concat()
}

struct Shop {
    app: TestApp,
    organization: Uuid,
    store: Uuid,
    connector: Uuid,
    admin: Client,
}

impl Shop {
    async fn new(db: PgPool) -> Self {
        let app = TestApp::with_guest(db, &manifest()).await;
        let organization = app.organization().await;
        let store = app.store(organization).await;
        Self {
            connector: app.hostile(store, ConnectorRole::Fulfillment, &[]).await,
            admin: app.admin(&[SuperAdmin]).await,
            organization,
            store,
            app,
        }
    }

    /// An order that came through a connection; none: one made in the portal.
    async fn order(&self, connector: Option<Uuid>) -> Uuid {
        let id = Uuid::now_v7();
        let insert = sqlx::query(
            "insert into orders (id, store_id, reference, status, as_of, currency, subtotal, tax, discount,
                shipping_price, total, item_count, submitted_at, connector_id, provider, provider_id)
             values ($1, coalesce((select store_id from connectors where id = $3), $2), $1::uuid::text, 'PENDING',
                '2026-01-01', 'EUR', 0, 0, 0, 0, 0, 0, now(), $3,
                case when $3 is null then null else 'hostile' end,
                case when $3 is null then null else 'P-' || $1::uuid::text end)",
        );
        let insert = insert.bind(id).bind(self.store).bind(connector);
        insert.execute(&self.app.app.db).await.expect("an order");
        id
    }

    async fn act(&self, client: &Client, action: &str, ids: &[Uuid]) -> Answer {
        let path = format!("/plugins/hostile/actions/{action}");
        client.post(&path, json!({ "ids": ids })).await
    }

    /// How many acts the histories tell of, and pulls that were asked for.
    async fn left(&self) -> (i64, i64) {
        let left = "select (select count(*) from audit_entries where action = 'act'), (select count(*) from jobs)";
        let left = sqlx::query_as(left).fetch_one(&self.app.app.db);
        left.await.expect("counts")
    }

    /// The plugin's calls that ended, the latest first.
    async fn calls(&self) -> Vec<Value> {
        let activity = self.admin.get("/plugins/hostile/activity").await;
        activity.data()["calls"].as_array().expect("calls").clone()
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_a_plugin_answers_wrongly_is_told_and_leaves_no_trace(db: PgPool) {
    let shop = Shop::new(db).await;
    let order = shop.order(Some(shop.connector)).await;
    for (action, expected, words) in [
        ("gone", "404 NotFoundResourceException", "Not found."),
        ("later", "503 ConnectorException", "refused: "),
        ("crash", "502 ConnectorException", "the plugin crashed"),
    ] {
        let answer = shop.act(&shop.admin, action, &[order]).await;
        assert_eq!(answer.summary(), expected, "{action}: {answer:?}");
        let error = &answer.json["error"];
        let message = error["message"].as_str().expect("words");
        assert!(message.contains(words), "{action}: {message}");
        if expected.ends_with("ConnectorException") {
            let mut payload = json!({ "plugin": "hostile" });
            if action == "later" {
                payload["retryAfterSeconds"] = json!(7);
            }
            assert_eq!(error["payload"], payload);
            assert!(message.starts_with("The connector hostile answered:"));
        }
    }
    assert_eq!(shop.left().await, (0, 0));
    let path = "/plugins/hostile/actions/crash";
    let body = Some(json!({ "ids": [order] }));
    let french = [("accept-language", "fr")];
    let answer = shop.admin.send("POST", path, body, &french).await;
    let message = answer.json["error"]["message"].as_str().expect("words");
    assert!(
        message.starts_with("Le connecteur hostile a répondu"),
        "{message}"
    );
    let calls = shop.calls().await;
    let outcomes: Vec<_> = calls.iter().map(|call| &call["outcome"]).collect();
    assert_eq!(outcomes, ["Trapped", "Trapped", "RateLimited", "NotFound"]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_action_is_done_once_with_each_record_through_its_own_connection(db: PgPool) {
    let shop = Shop::new(db.clone()).await;
    let second = shop.app.store(shop.organization).await;
    let other = shop
        .app
        .hostile(second, ConnectorRole::Fulfillment, &[])
        .await;
    let mut ids = vec![shop.order(None).await];
    for number in 0..30 {
        let connector = if number < 28 { shop.connector } else { other };
        ids.push(shop.order(Some(connector)).await);
    }
    // One of them is named twice.
    ids.push(ids[5]);
    let answer = shop.act(&shop.admin, "well", &ids).await;
    assert_eq!(answer.summary(), "200", "{answer:?}");
    assert_eq!(
        answer.data(),
        &json!({ "done": 30, "skipped": 1, "failed": [] })
    );
    assert_eq!(
        shop.calls().await.len(),
        3,
        "25 and 3 of one, 2 of the other"
    );
    let (acts, pulls) = shop.left().await;
    assert_eq!(
        (acts, pulls),
        (30, 2),
        "what became of them is asked of both"
    );
    let change = "select changes from audit_entries where action = 'act' and entity_id = $1";
    let change: Value = sqlx::query_scalar(change)
        .bind(ids[5])
        .fetch_one(&db)
        .await
        .expect("one entry");
    assert_eq!(change[0]["after"], "hostile.well");

    // The first connection has ended: what it brought is nobody's to change now.
    sqlx::query("update connectors set disconnected_at = now() where id = $1")
        .bind(shop.connector)
        .execute(&db)
        .await
        .expect("an end");
    let rest = [ids[1], ids[30]];
    let answer = shop.act(&shop.admin, "well", &rest).await;
    assert_eq!(
        answer.data(),
        &json!({ "done": 1, "skipped": 1, "failed": [] })
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_action_is_offered_to_those_who_may_do_it_and_to_nobody_else(db: PgPool) {
    let shop = Shop::new(db).await;
    let order = shop.order(Some(shop.connector)).await;
    let own = shop
        .app
        .customer(shop.organization, &[shop.store], &[ReadOrder])
        .await;
    let theirs = shop.app.organization().await;
    let foreign = shop.app.customer(theirs, &[], &[ReadOrder]).await;
    let offered = async |client: &Client| {
        let plugins = client.get("/plugins").await;
        let actions = plugins.data()[0]["actions"].as_array().expect("actions");
        let names = actions.iter().map(|one| one["name"].clone());
        names.collect::<Vec<_>>()
    };
    assert_eq!(offered(&own).await, ["merchants"]);
    assert!(!offered(&shop.admin).await.contains(&json!("nobodys")));
    for (client, action, ids, expected) in [
        (&own, "merchants", &[order][..], "200"),
        (&own, "well", &[order], "403 ForbiddenRoleException"),
        (
            &shop.admin,
            "nobodys",
            &[order],
            "403 ForbiddenRoleException",
        ),
        (
            &foreign,
            "merchants",
            &[order],
            "404 NotFoundResourceException",
        ),
        (&shop.admin, "single", &[order], "200"),
        (
            &shop.admin,
            "single",
            &[order, order],
            "400 BadRequestSchemaException",
        ),
    ] {
        let answer = shop.act(client, action, ids).await;
        assert_eq!(answer.summary(), expected, "{action}");
    }
    let both = shop.act(&shop.admin, "single", &[order, order]).await;
    assert_eq!(both.issues(), ["ids max"]);
    let calls = shop.calls().await;
    assert_eq!(calls.len(), 2, "nobody else's wish reached the plugin");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_an_action_answers_is_taken_and_what_it_leaves_out_is_pulled(db: PgPool) {
    let shop = Shop::new(db).await;
    let order = shop.order(Some(shop.connector)).await;
    for (action, status, acts, pulls) in [
        // It has failed with one that nobody named: that is nothing of this order's.
        ("lie", "PENDING", 1, 1),
        // A pull waits: once is enough.
        ("well", "PENDING", 2, 1),
        ("ship", "SHIPPED", 3, 1),
    ] {
        let answer = shop.act(&shop.admin, action, &[order]).await;
        assert_eq!(answer.data()["done"], 1, "{answer:?}");
        let now = shop.admin.get(&format!("/order/{order}")).await;
        assert_eq!(now.data()["status"], status, "{action}");
        assert_eq!(shop.left().await, (acts, pulls), "{action}");
    }
    let other = shop.app.store(shop.organization).await;
    let other = shop
        .app
        .hostile(other, ConnectorRole::Fulfillment, &[])
        .await;
    let order = shop.order(Some(other)).await;
    shop.act(&shop.admin, "ship", &[order]).await;
    assert_eq!(shop.left().await, (4, 1), "it said what the order is");
}
