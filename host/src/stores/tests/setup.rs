//! Connections by their account, and how far a store is set up.

use bigblue_simulator::{Simulator, SimulatorConfig};
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use crate::access::Permission::{
    ReadConnector, ReadOrganization, ReadStore, ReadUser, WriteConnector, WriteOrder, WriteStore,
};
use crate::testing::TestApp;

fn bigblue(account: &str, key: &str) -> Value {
    json!({ "role": "fulfillment", "type": "bigblue", "data": { "id": account, "apiKey": key } })
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_account_is_connected_to_one_store_only(db: PgPool) {
    let provider = Simulator::start(SimulatorConfig::default()).await.unwrap();
    let app = TestApp::with_bigblue(db, &provider).await;
    let admin = app.admin(&[ReadStore, ReadConnector, WriteConnector]).await;
    let organization = app.organization().await;
    let (one, other) = (app.store(organization).await, app.store(organization).await);
    let path = |store: Uuid| format!("/store/{store}/connector");
    let connect = async |store: Uuid, account: &str, key: &str| {
        admin.post(&path(store), bigblue(account, key)).await
    };

    // Two at once: one of them is first.
    let both = tokio::join!(
        connect(one, "MUSI", "demo-key-musi"),
        connect(other, "MUSI", "demo-key-musi"),
    );
    let (created, refused, first, second) = match both {
        (created, refused) if created.summary() == "201" => (created, refused, one, other),
        (refused, created) => (created, refused, other, one),
    };
    assert_eq!(created.summary(), "201", "{:?}", created.json);
    assert_eq!(refused.issues(), ["data.id connected"]);
    let name = admin.get(&format!("/store/{first}")).await.data()["name"].clone();
    let message = refused.json["error"]["payload"][0]["message"].to_string();
    assert!(
        message.contains(name.as_str().unwrap()),
        "{message} names {name}"
    );
    assert_eq!(admin.get(&path(second)).await.data(), &json!([]));

    // Once it is free another store takes it, and the first one does not get it back.
    let connector = format!(
        "{}/{}",
        path(first),
        created.data()[0]["id"].as_str().unwrap()
    );
    assert_eq!(admin.delete(&connector).await.summary(), "204");
    let moved = connect(second, "MUSI", "demo-key-musi").await;
    assert_eq!(moved.summary(), "201");
    let back = admin
        .send("POST", &format!("{connector}/restore"), None, &[])
        .await;
    assert_eq!(back.summary(), "409 ConflictConnectorTypeException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_store_tells_how_far_it_is_set_up(db: PgPool) {
    let provider = Simulator::start(SimulatorConfig::default()).await.unwrap();
    let app = TestApp::with_bigblue(db.clone(), &provider).await;
    let admin = app
        .admin(&[
            ReadStore,
            ReadConnector,
            WriteConnector,
            WriteStore,
            WriteOrder,
            ReadUser,
            ReadOrganization,
        ])
        .await;
    let organization = app.organization().await;
    let store = app.store(organization).await;
    let path = format!("/store/{store}/setup");
    let nothing = json!({ "dismissedAt": null, "connections": [], "people": 0 });
    assert_eq!(admin.get(&path).await.data(), &nothing);
    // Who may not read connectors or users is not told of them.
    let reader = app.admin(&[ReadStore]).await;
    let concealed = json!({ "dismissedAt": null, "connections": null, "people": null });
    assert_eq!(reader.get(&path).await.data(), &concealed);
    let refused = reader.put(&path, json!({ "dismissed": true })).await;
    assert_eq!(refused.summary(), "403 ForbiddenPermissionException");

    app.customer(organization, &[store], &[ReadStore]).await;
    let sibling = app.store(organization).await;
    app.customer(organization, &[sibling], &[ReadStore]).await;
    let body = bigblue("MUSI", "demo-key-musi");
    let created = admin.post(&format!("/store/{store}/connector"), body).await;
    let id = created.data()[0]["id"].clone();
    let asked = admin
        .post("/order/synchronize", json!({ "connectorId": id }))
        .await;
    assert_eq!(asked.summary(), "202", "{:?}", asked.json);
    let setup = admin.get(&path).await;
    assert_eq!(setup.data()["people"], 1, "who sees the sibling does not");
    let connection = &setup.data()["connections"][0];
    assert_eq!(connection["secrets"], json!(["apiKey"]));
    assert_eq!(connection["synchronizedAt"], Value::Null);
    assert_eq!(
        connection["synchronizing"],
        json!({ "done": 0, "total": null, "note": null })
    );
    app.run_jobs().await;
    let setup = admin.get(&path).await;
    let connection = &setup.data()["connections"][0];
    assert_eq!(connection["synchronizing"], Value::Null);
    assert_ne!(connection["synchronizedAt"], Value::Null);

    // Whoever has enough of it hides it, once; the history tells.
    for _ in 0..2 {
        let hidden = admin.put(&path, json!({ "dismissed": true })).await;
        assert_eq!(hidden.summary(), "204");
    }
    assert_ne!(admin.get(&path).await.data()["dismissedAt"], Value::Null);
    let history = admin
        .get(&format!("/history?entity=store&id={store}"))
        .await;
    let fields: Vec<_> = history
        .data()
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| &entry["changes"][0]["field"])
        .collect();
    assert_eq!(fields, ["setupDismissed", "plugin"]);
    admin.put(&path, json!({ "dismissed": false })).await;
    assert_eq!(admin.get(&path).await.data()["dismissedAt"], Value::Null);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_list_tells_who_connects_whether_events_come(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let store = app.store(app.organization().await).await;
    for (role, plugin) in [
        ("shop", "shopify"),
        ("support", "gorgias"),
        ("fulfillment", "cubyn"),
    ] {
        sqlx::query(
            "with c as (insert into connectors (id, store_id, role, plugin, webhooks_at)
                values (gen_random_uuid(), $1, $2, $3, case $2 when 'shop' then now() end) returning id)
             insert into webhook_events (id, plugin, connector_id, topic, headers, body, dedupe_key, received_at, state)
             select gen_random_uuid(), $3, id, '', '[]'::jsonb, ''::bytea, state, '2026-11-18T12:00:00Z'::timestamptz, state
             from c, unnest(array['DONE', 'FAILED']) state where $2 <> 'support'",
        )
        .bind(store)
        .bind(role)
        .bind(plugin)
        .execute(&db)
        .await
        .unwrap();
    }
    let connects = app.admin(&[ReadStore, ReadConnector]).await;
    assert_eq!(
        connects.get("/store").await.data()[0]["webhooks"],
        json!({ "registered": 1, "of": 2, "lastEventAt": "2026-11-18T12:00:00Z", "failed": 2 })
    );
    let reads = app.admin(&[ReadStore]).await;
    assert_eq!(reads.get("/store").await.data()[0]["webhooks"], Value::Null);
    let of_shop = connects.get(&format!("/store/{store}/connector")).await;
    let of_shop = of_shop.data().as_array().unwrap();
    let shop = of_shop.iter().find(|each| each["role"] == "shop").unwrap();
    assert_eq!(shop["webhooks"]["failed"], 1);
    assert_ne!(shop["webhooks"]["registeredAt"], Value::Null);
}
