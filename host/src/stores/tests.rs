mod health;
mod ownership;
mod setup;

use bigblue_simulator::{Simulator, SimulatorConfig};
use futures::future::BoxFuture;
use secrecy::ExposeSecret;
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use crate::access::Permission::{
    ReadConnector, ReadOrganization, ReadStore, SuperAdmin, WriteConnector,
};
use crate::program::keys::Keys;
use crate::providers::connectors::{self, ConnectorRole};
use crate::testing::TestApp;
use crate::testing::{Rows, Tenant};

/// The store itself.
pub fn rows(tenant: &Tenant) -> BoxFuture<'_, Rows> {
    Box::pin(std::future::ready(vec![("/store/{id}", tenant.store)]))
}

fn body(name: &str, organization: Uuid) -> Value {
    json!({ "name": name, "organizations": [{ "organizationId": organization }] })
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn customers_see_their_own_stores_and_not_who_shares_them(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let (own, other) = (app.organization().await, app.organization().await);
    let (shared, _sibling, _foreign) = (
        app.store(own).await,
        app.store(own).await,
        app.store(other).await,
    );
    sqlx::query("insert into store_organizations (store_id, organization_id, ownership_percentage) values ($1, $2, 40)")
        .bind(shared)
        .bind(other)
        .execute(&db)
        .await
        .unwrap();
    let customer = app.customer(own, &[shared], &[ReadStore]).await;
    let answer = customer.get("/store").await;
    assert_eq!(
        answer.json["meta"],
        json!({ "total": 1, "exact": true, "next": null, "previous": null })
    );
    assert_eq!(answer.data()[0]["id"], shared.to_string());
    let owners = answer.data()[0]["organizations"].as_array().unwrap();
    assert_eq!(
        owners.iter().map(|owner| &owner["id"]).collect::<Vec<_>>(),
        [&json!(own)]
    );
    let detail = customer.get(&format!("/store/{shared}")).await;
    assert_eq!(detail.data()["organizations"].as_array().unwrap().len(), 1);
    assert_eq!(detail.data()["seedingCost"], "5");
    assert_eq!(
        detail.data()["shippingMargin"],
        Value::Null,
        "the company's own"
    );

    let admin = app.admin(&[ReadStore, ReadOrganization]).await;
    let answer = admin.get("/store").await;
    assert_eq!(answer.json["meta"]["total"], 3);
    assert_eq!(
        answer.data()[0]["organizations"].as_array().unwrap().len(),
        2
    );
    let detail = admin.get(&format!("/store/{shared}")).await;
    assert_eq!(detail.data()["shippingMargin"], "5");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_list_asks_for_its_permissions(db: PgPool) {
    let app = TestApp::new(db).await;
    assert_eq!(
        app.nobody().get("/store").await.summary(),
        "401 UnauthorizedException"
    );
    // Who makes an order has no more than this: they choose a store, see what one costs, and are not told whose it is.
    let store = app.store(app.organization().await).await;
    let admin = app.admin(&[ReadStore]).await;
    let list = admin.get("/store").await;
    assert_eq!(list.summary(), "200");
    assert_eq!(list.data()[0]["organizations"], json!([]));
    let one = admin.get(&format!("/store/{store}")).await;
    assert_eq!(one.data()["seedingCost"], "5");
    assert_eq!(one.data()["organizations"], json!([]));
    let admin = app.admin(&[ReadOrganization]).await;
    assert_eq!(
        admin.get("/store").await.summary(),
        "403 ForbiddenPermissionException"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_store_is_made_shared_renamed_archived_and_deleted(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let (first, second) = (app.organization().await, app.organization().await);
    let created = admin.post("/store", body("Aurore Records", first)).await;
    assert_eq!(created.summary(), "201");
    assert_eq!(created.data()["ticketCost"], "2.60");
    let path = format!("/store/{}", created.id());
    let taken = admin.post("/store", body("AURORE records", second)).await;
    assert_eq!(taken.summary(), "409 ConflictStoreNameException");

    let mut change = body("Aurore", first);
    change["organizations"] = json!([
        { "organizationId": first, "ownershipPercentage": "66.67" },
        { "organizationId": second, "ownershipPercentage": 33.33 },
    ]);
    change["links"] = json!([{ "type": "shop", "url": "https://aurore.example" }]);
    change["charges"] = json!([{ "name": "Abonnement", "price": "49", "unit": "month" }]);
    let changed = admin.put(&path, change).await;
    assert_eq!(changed.summary(), "200", "{:?}", changed.json);
    assert_eq!(
        changed.data()["organizations"][0]["ownershipPercentage"],
        "66.67"
    );
    assert_eq!(changed.data()["charges"][0]["price"], "49");

    assert_eq!(
        admin
            .send("POST", &format!("{path}/archive"), None, &[])
            .await
            .summary(),
        "200"
    );
    assert_eq!(admin.get("/store").await.json["meta"]["total"], 0);
    assert_eq!(
        admin
            .send("POST", &format!("{path}/restore"), None, &[])
            .await
            .summary(),
        "200"
    );
    assert_eq!(admin.delete(&path).await.summary(), "204");
    assert_eq!(
        admin.get(&path).await.summary(),
        "404 NotFoundResourceException"
    );
    // Its name is free, until it comes back.
    assert_eq!(
        admin
            .send("POST", &format!("{path}/restore"), None, &[])
            .await
            .summary(),
        "200"
    );
    assert_eq!(admin.delete(&path).await.summary(), "204");
    assert_eq!(
        admin.post("/store", body("Aurore", first)).await.summary(),
        "201"
    );
    let late = admin
        .send("POST", &format!("{path}/restore"), None, &[])
        .await;
    assert_eq!(late.summary(), "409 ConflictStoreNameException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_is_wrong_with_a_store_is_told_field_by_field(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let own = app.organization().await;
    let share = |part: &str| json!({ "organizationId": own, "ownershipPercentage": part });
    for (field, value, issue) in [
        ("name", json!(""), "name required"),
        ("name", json!("  "), "name required"),
        ("name", json!("a\0b"), "name type"),
        ("seedingCost", json!("-1"), "seedingCost min"),
        ("ticketCost", json!("100000"), "ticketCost max"),
        ("ticketCost", json!("2.605"), "ticketCost decimals"),
        ("shippingMargin", json!(101), "shippingMargin max"),
        ("returnCost", json!("a lot"), "returnCost type"),
        ("organizations", json!([]), "organizations required"),
        (
            "organizations",
            json!([share("99.99")]),
            "organizations sum",
        ),
        (
            "organizations",
            json!([share("50"), share("50")]),
            "organizations unique",
        ),
        (
            "organizations",
            json!([{ "organizationId": Uuid::nil() }]),
            "organizations[0].organizationId option",
        ),
        (
            "links",
            json!([{ "type": "shop", "url": "javascript:alert(1)" }]),
            "links[0].url url",
        ),
        (
            "charges",
            json!([{ "name": "", "price": "1", "unit": "month" }]),
            "charges[0].name required",
        ),
        (
            "charges",
            json!([{ "name": "x", "price": "9999999", "unit": "month" }]),
            "charges[0].price max",
        ),
    ] {
        let mut body = body("A", own);
        body[field] = value;
        assert_eq!(admin.post("/store", body).await.issues(), [issue]);
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_connection_is_tried_at_the_provider_before_it_is_kept(db: PgPool) {
    let provider = Simulator::start(SimulatorConfig::default()).await.unwrap();
    let app = TestApp::with_bigblue(db, &provider).await;
    let admin = app.admin(&[ReadStore, ReadConnector, WriteConnector]).await;
    let organization = app.organization().await;
    let store = app.store(organization).await;
    let path = format!("/store/{store}/connector");
    let types = admin.get("/connector/type").await;
    assert_eq!(types.data()[0]["type"], "bigblue");
    assert_eq!(types.data()[0]["roles"], json!(["fulfillment"]));
    assert_eq!(
        types.data()[0]["settings"]["properties"]["apiKey"]["writeOnly"],
        true
    );

    let connect =
        |role: &str, kind: &str, data: Value| json!({ "role": role, "type": kind, "data": data });
    let good = json!({ "id": "MUSI", "apiKey": "demo-key-musi" });
    for (body, issue) in [
        (connect("shop", "bigblue", good.clone()), "type option"),
        (connect("fulfillment", "cubyn", good.clone()), "type option"),
        (connect("transport", "bigblue", good.clone()), "role option"),
        (
            connect("fulfillment", "bigblue", json!({ "id": "MUSI" })),
            "data.apiKey required",
        ),
        (
            connect(
                "fulfillment",
                "bigblue",
                json!({ "id": "MUSI", "apiKey": "" }),
            ),
            "data.apiKey required",
        ),
        (
            connect(
                "fulfillment",
                "bigblue",
                json!({ "id": "musi", "apiKey": "x" }),
            ),
            "data.id format",
        ),
        (
            connect(
                "fulfillment",
                "bigblue",
                json!({ "id": "MUSI", "apiKey": "x", "more": 1 }),
            ),
            "data.more unknown",
        ),
        (
            connect(
                "fulfillment",
                "bigblue",
                json!({ "id": "MUSI", "apiKey": "x".repeat(256) }),
            ),
            "data.apiKey max",
        ),
        (
            connect(
                "fulfillment",
                "bigblue",
                json!({ "id": "MUSI", "apiKey": "wrong" }),
            ),
            "data.apiKey secret",
        ),
    ] {
        let refused = admin.post(&path, body).await;
        assert_eq!(
            refused.issues().first().map(String::as_str),
            Some(issue),
            "{:?}",
            refused.json
        );
    }
    assert_eq!(admin.get(&path).await.data(), &json!([]));

    let created = admin
        .post(&path, connect("fulfillment", "bigblue", good.clone()))
        .await;
    assert_eq!(created.summary(), "201");
    let listed = admin.get(&path).await;
    assert_eq!(
        listed.data()[0]["data"],
        json!({ "id": "MUSI" }),
        "secrets are never shown"
    );
    assert!(!listed.json.to_string().contains("demo-key-musi"));
    let second = admin
        .post(&path, connect("fulfillment", "bigblue", good))
        .await;
    assert_eq!(second.summary(), "409 ConflictConnectorTypeException");

    let id = listed.data()[0]["id"].as_str().unwrap();
    let whose = admin
        .get(&format!("/connector?ids={id},{}", Uuid::now_v7()))
        .await;
    assert_eq!(whose.data()[0]["storeId"], json!(store));
    assert_eq!(whose.data().as_array().unwrap().len(), 1);
    let bad = admin.get("/connector?ids=x").await;
    assert_eq!(bad.issues(), ["ids format"]);

    let connector = format!("{path}/{id}");
    assert_eq!(admin.delete(&connector).await.summary(), "204");
    assert_eq!(admin.get(&path).await.data(), &json!([]));
    assert_eq!(
        admin.delete(&connector).await.summary(),
        "404 NotFoundConnectorException"
    );
    let back = admin
        .send("POST", &format!("{connector}/restore"), None, &[])
        .await;
    assert_eq!(back.data()[0]["type"], "bigblue");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn webhooks_are_for_stores_with_a_shop_platform_or_a_support_desk(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let admin = app.admin(&[ReadStore, WriteConnector]).await;
    let organization = app.organization().await;
    let (with, without) = (app.store(organization).await, app.store(organization).await);
    for (role, plugin) in [
        ("shop", "shopify"),
        ("support", "gorgias"),
        ("fulfillment", "cubyn"),
    ] {
        sqlx::query("insert into connectors (id, store_id, role, plugin) values ($1, $2, $3, $4)")
            .bind(Uuid::now_v7())
            .bind(with)
            .bind(role)
            .bind(plugin)
            .execute(&db)
            .await
            .unwrap();
    }
    let ask = async |body: Value| {
        let answer = admin.post("/store/webhooks/enqueue", body).await;
        assert_eq!(answer.summary(), "202", "{:?}", answer.json);
        answer.data()["jobs"].as_array().unwrap().len()
    };
    assert_eq!(
        ask(json!({ "type": "REGISTER", "ids": [without] })).await,
        0
    );
    assert_eq!(
        ask(json!({ "type": "REGISTER", "ids": [with, without] })).await,
        2
    );
    app.run_jobs().await;
    assert_eq!(ask(json!({ "type": "PURGE" })).await, 2);
    let wrong = admin
        .post("/store/webhooks/enqueue", json!({ "type": "DANCE" }))
        .await;
    assert_eq!(wrong.issues(), ["type option"]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_new_master_key_takes_over_what_the_old_one_sealed(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let mut connected = Vec::new();
    for secret in ["first", "second"] {
        let store = app.store(app.organization().await).await;
        let id = app
            .hostile(store, ConnectorRole::Shop, &[("apiKey", secret)])
            .await;
        connected.push((id, secret));
    }
    let opened = async |keys: &Keys, id: Uuid| {
        let secret = connectors::secret(&db, keys, "hostile", id, "apiKey").await;
        secret.map(|secret| secret.expect("there is one").expose_secret().to_owned())
    };
    // The key of every test application.
    let both = Keys::from_master(&[8; 32]).after(&[7; 32]);
    let new = Keys::from_master(&[8; 32]);
    for (id, secret) in &connected {
        assert_eq!(
            opened(&both, *id).await.unwrap(),
            *secret,
            "before it is done"
        );
        assert!(opened(&new, *id).await.is_err());
    }
    let mut tx = app.app.begin().await.unwrap();
    assert_eq!(connectors::reseal(&mut tx, &both).await.unwrap(), 2);
    tx.commit().await.unwrap();
    for (id, secret) in &connected {
        assert_eq!(opened(&new, *id).await.unwrap(), *secret);
    }
    let mut tx = app.app.begin().await.unwrap();
    assert_eq!(
        connectors::reseal(&mut tx, &both).await.unwrap(),
        0,
        "it is done"
    );
    let wrong = Keys::from_master(&[1; 32]).after(&[2; 32]);
    let refused = connectors::reseal(&mut tx, &wrong).await.unwrap_err();
    assert!(
        format!("{refused:#}").contains("connection "),
        "{refused:#}"
    );
}
