//! Bundles: the pull straight to what keeps it, and the calls.

mod edges;
mod page;

use comptoir_sandbox::commerce::{Bundle as Reported, BundlePage, BundleVariant, Component};
use futures::future::BoxFuture;
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::{Bundle, Bundles};
use crate::access::Permission::{ReadConnector, ReadProduct, WriteProduct};
use crate::providers::connectors;
use crate::providers::sync::{Glossary, Pull, Taken, take_page};
use crate::records::life;
use crate::testing::{Rows, Tenant};
use crate::testing::{TestApp, noon};

/// A bundle of the store.
pub fn rows(tenant: &Tenant) -> BoxFuture<'_, Rows> {
    Box::pin(async move {
        let bundle = tenant
            .insert("insert into bundles (id, store_id, sku, name, as_of) values ($1, $2, 'B', 'B', now())")
            .await;
        vec![("/bundle/{id}", bundle)]
    })
}

fn component(sku: &str, quantity: u32) -> Component {
    Component {
        sku: sku.into(),
        quantity,
    }
}

fn reported(id: &str, components: Vec<Component>) -> Reported {
    Reported {
        id: id.into(),
        sku: id.into(),
        name: format!("Bundle {id}"),
        options: vec![("Taille".into(), "L".into())],
        components,
        variants: vec![BundleVariant {
            title: "Noir".into(),
            components: vec![component("CAP", 1)],
        }],
        as_of: "2026-11-18T10:00:00Z".into(),
        extra: vec![],
    }
}

async fn take(app: &TestApp, connector: Uuid, items: Vec<Reported>) -> Taken {
    let mut tx = app.app.begin().await.expect("a transaction");
    let connector = connectors::find(&mut *tx, connector)
        .await
        .expect("a query")
        .expect("it");
    let from = crate::providers::sync::cursor(&mut *tx, connector.id, Bundles::FUNCTION)
        .await
        .expect("a query");
    let page = BundlePage {
        items,
        gone: vec![],
        rejected: vec![],
        cursor: Uuid::now_v7().to_string(),
        more: false,
        whole: true,
    };
    let taken = take_page::<Bundles>(
        &mut tx,
        &connector,
        Glossary::default(),
        from.as_deref(),
        page,
        noon(),
    )
    .await
    .expect("it is written")
    .expect("from where the last one ended");
    tx.commit().await.expect("a commit");
    taken
}

fn draft(store: Uuid) -> Value {
    json!({
        "storeId": store, "sku": "CPSLSB-SUMMER-0001", "name": "Été",
        "components": [{ "name": "T-shirt", "sku": "TEE", "quantity": 2, "externalVariantId": "gid://1" }],
    })
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_providers_bundles_come_and_go_with_its_pull(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let store = app.store(app.organization().await).await;
    let connector = app.bigblue(store, "MUSI").await;
    let admin = app.admin(&[ReadProduct, WriteProduct]).await;
    let items = vec![
        reported("A", vec![component("TEE", 2)]),
        reported("B", vec![component("TEE", 0)]),
    ];
    let taken = take(&app, connector, items).await;
    assert_eq!(
        (taken.added, taken.set_aside),
        (1, 1),
        "none of something is no component"
    );
    let list = admin.get("/bundle").await;
    let row = &list.data()[0];
    let quantities: Vec<_> = row["components"]
        .as_array()
        .expect("components")
        .iter()
        .map(|each| (&each["variant"], &each["quantity"]))
        .collect();
    assert_eq!(
        quantities,
        [(&json!(""), &json!(2)), (&json!("Noir"), &json!(1))]
    );
    let path = format!("/bundle/{}", row["id"].as_str().expect("an id"));
    assert_eq!(admin.get(&path).await.data()["provider"], "bigblue");
    assert_eq!(
        admin.delete(&path).await.summary(),
        "403 ForbiddenResourceException",
        "it is deleted at the provider"
    );
    assert_eq!(
        take(
            &app,
            connector,
            vec![reported("A", vec![component("TEE", 2)])]
        )
        .await,
        Taken::default()
    );
    assert_eq!(
        take(
            &app,
            connector,
            vec![reported("A", vec![component("TEE", 3)])]
        )
        .await
        .changed,
        1
    );
    assert_eq!(
        admin.get(&path).await.data()["components"][0]["quantity"],
        3
    );
    take(&app, connector, vec![]).await;
    assert_eq!(
        admin.get(&path).await.summary(),
        "404 NotFoundResourceException"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_store_makes_and_deletes_bundles_of_its_own(db: PgPool) {
    let app = TestApp::new(db).await;
    let organization = app.organization().await;
    let store = app.store(organization).await;
    let admin = app.admin(&[ReadProduct, WriteProduct]).await;
    let created = admin.post("/bundle", draft(store)).await;
    assert_eq!(created.summary(), "201", "{}", created.json);
    assert_eq!(
        admin.post("/bundle", draft(store)).await.summary(),
        "409 ConflictProductUniqueException"
    );
    let path = format!("/bundle/{}", created.id());
    let own = app.customer(organization, &[store], &[ReadProduct]).await;
    assert_eq!(own.get(&path).await.data()["components"][0]["quantity"], 2);
    assert_eq!(
        own.delete(&path).await.summary(),
        "403 ForbiddenRoleException"
    );
    let other = app.organization().await;
    let foreign = app.customer(other, &[], &[ReadProduct]).await;
    assert_eq!(
        foreign.get(&path).await.summary(),
        "404 NotFoundResourceException"
    );
    assert_eq!(foreign.get("/bundle").await.data(), &json!([]));
    assert_eq!(admin.delete(&path).await.summary(), "204");
    assert_eq!(admin.get("/bundle").await.data(), &json!([]));
    assert_eq!(
        admin.post("/bundle", draft(store)).await.summary(),
        "201",
        "the SKU is free again"
    );
    let back = format!("{path}/restore");
    assert_eq!(
        admin.send("POST", &back, None, &[]).await.summary(),
        "409 ConflictProductUniqueException"
    );
    let other = admin.get("/bundle").await.data()[0]["id"].clone();
    let other = format!("/bundle/{}", other.as_str().expect("an id"));
    assert_eq!(admin.delete(&other).await.summary(), "204");
    let restored = admin.send("POST", &back, None, &[]).await;
    assert_eq!(restored.summary(), "200", "{}", restored.json);
    assert_eq!(own.get(&path).await.data(), created.data());
    let again = admin.send("POST", &back, None, &[]).await;
    assert_eq!(again.summary(), "200", "it is there, and stays as it is");

    let sweep = async |days: u64| {
        let days = std::time::Duration::from_secs(days * 86_400);
        app.app.clock.advance(days);
        life::sweep::<Bundle>(&app.app, 10).await.expect("swept")
    };
    assert_eq!(sweep(0).await, 0, "as long as it can be undone");
    assert_eq!(own.get(&path).await.summary(), "200");
    assert_eq!(sweep(2).await, 1, "what was deleted");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_is_wrong_with_a_bundle_is_told_field_by_field(db: PgPool) {
    let app = TestApp::new(db).await;
    let store = app.store(app.organization().await).await;
    let admin = app.admin(&[WriteProduct]).await;
    let mut bad = draft(store);
    bad["sku"] = json!("CPSLBU-SUMMER-0001");
    bad["name"] = json!("x".repeat(129));
    bad["components"][0]["quantity"] = json!(0);
    bad["components"][0]["externalVariantId"] = json!("");
    let issues = admin.post("/bundle", bad).await.issues();
    assert_eq!(
        issues,
        [
            "components[0].externalVariantId required",
            "components[0].quantity required",
            "name max",
            "sku sku"
        ]
    );
    let mut bare = draft(store);
    bare["components"] = json!([]);
    assert_eq!(
        admin.post("/bundle", bare).await.issues(),
        ["components required"]
    );
    assert_eq!(
        admin.post("/bundle", draft(Uuid::now_v7())).await.issues(),
        ["storeId option"]
    );
}
