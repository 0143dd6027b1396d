//! Audit products, through HTTP.

use serde_json::json;
use sqlx::PgPool;

use super::aube;
use crate::access::Permission::{ReadAudit, ReadStore, WriteAudit};
use crate::testing::{TestApp, cursor};

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_record_is_made_changed_deleted_and_taken_back(db: PgPool) {
    let app = TestApp::new(db).await;
    let store = app.store(app.organization().await).await;
    let admin = app.admin(&[ReadAudit, WriteAudit, ReadStore]).await;
    let all = format!("/store/{store}/phonographic");
    let created = admin.post(&all, aube()).await;
    assert_eq!(created.summary(), "201");
    assert_eq!(created.data()["format"], "vinyl");
    assert_eq!(created.data()["reportable"], true);
    let one = format!("{all}/{}", created.id());

    let mut later = aube();
    later["barcode"] = json!(" 036000291452 ");
    later["releasedOn"] = json!("2026-11-20");
    let changed = admin.put(&one, later.clone()).await;
    assert_eq!(
        changed.data()["barcode"],
        "0036000291452",
        "a UPC is an EAN"
    );
    let stale = [("if-match", created.data()["updatedAt"].as_str().unwrap())];
    app.app.clock.advance(std::time::Duration::from_secs(1));
    admin.put(&one, later.clone()).await;
    let conflict = admin.send("PUT", &one, Some(later), &stale).await;
    assert_eq!(conflict.summary(), "409 ConflictEditException");

    assert_eq!(admin.delete(&one).await.summary(), "204");
    assert_eq!(
        admin.get(&one).await.summary(),
        "404 NotFoundProductException"
    );
    let restored = admin.post(&format!("{one}/restore"), json!({})).await;
    assert_eq!(restored.summary(), "200");
    let history = admin
        .get(&format!("/history?entity=phonographic&id={}", created.id()))
        .await;
    let actions: Vec<_> = history.data().as_array().unwrap().iter().collect();
    let actions: Vec<_> = actions.iter().map(|entry| &entry["action"]).collect();
    assert_eq!(actions[0], "restore");
    assert_eq!(actions[1], "delete");
    assert_eq!(*actions.last().unwrap(), "create");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn sku_and_barcode_are_unique_in_a_store_and_what_is_wrong_is_named(db: PgPool) {
    let app = TestApp::new(db).await;
    let organization = app.organization().await;
    let (store, other) = (app.store(organization).await, app.store(organization).await);
    let admin = app.admin(&[ReadAudit, WriteAudit]).await;
    let all = format!("/store/{store}/phonographic");
    admin.post(&all, aube()).await;
    for (field, value, taken) in [
        ("sku", "AUBE-CD", "barcode"),
        ("barcode", "4006381333931", "sku"),
    ] {
        let mut second = aube();
        second[field] = json!(value);
        let refused = admin.post(&all, second).await;
        assert_eq!(refused.summary(), "409 ConflictProductUniqueException");
        assert_eq!(refused.json["error"]["payload"]["field"], taken);
    }
    let elsewhere = format!("/store/{other}/phonographic");
    assert_eq!(admin.post(&elsewhere, aube()).await.summary(), "201");

    for (field, value, issue) in [
        ("barcode", json!("3760000000018"), "barcode barcode"),
        ("barcode", json!(""), "barcode required"),
        ("sku", json!("  "), "sku required"),
        ("barcodes", json!(["123"]), "barcodes barcode"),
        ("format", json!("8-track"), "format option"),
        ("releasedOn", json!("20/11/2026"), "releasedOn type"),
    ] {
        let mut wrong = aube();
        wrong[field] = value;
        assert_eq!(admin.post(&all, wrong).await.issues(), [issue]);
    }
    let list = admin.get(&all).await;
    assert_eq!(list.json["meta"]["total"], 1, "the store's own only");
    let found = cursor(json!({ "search": "nora" }));
    let list = admin.get(&format!("{all}?cursor={found}")).await;
    assert_eq!(list.data()[0]["sku"], "AUBE-LP");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn customers_read_their_own_stores_records(db: PgPool) {
    let app = TestApp::new(db).await;
    let (own, other) = (app.organization().await, app.organization().await);
    let (mine, foreign) = (app.store(own).await, app.store(other).await);
    let admin = app.admin(&[ReadAudit, WriteAudit]).await;
    let id = admin
        .post(&format!("/store/{foreign}/phonographic"), aube())
        .await
        .id();
    let customer = app.customer(own, &[mine], &[ReadAudit]).await;
    let list = customer.get(&format!("/store/{mine}/phonographic")).await;
    assert_eq!(list.summary(), "200");
    for path in [
        format!("/store/{foreign}/phonographic"),
        format!("/store/{foreign}/phonographic/{id}"),
        format!("/store/{mine}/phonographic/{id}"),
    ] {
        assert!(customer.get(&path).await.summary().starts_with("404"));
    }
    let refused = customer
        .post(&format!("/store/{mine}/phonographic"), aube())
        .await;
    assert_eq!(refused.summary(), "403 ForbiddenRoleException");
}
