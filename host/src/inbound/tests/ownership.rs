//! Whose goods are in a shipment: what mappings say of them, and what they say to nobody else.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::*;

/// Whatever mappings there are, each unit belongs to one owner at most, and everybody's counts add up to the shipment's.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_each_owner_reads_adds_up_to_the_whole(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let merchant = Merchant::new(&app, "MUSI").await;
    let labels = [app.organization().await, app.organization().await];
    let skus = ["AA-1", "AA-2", "AB-1", "BA-1", "B_1", "aa-3"];
    let units = skus
        .iter()
        .zip(1..)
        .map(|(sku, at)| unit(sku, 10 * at, at, at / 2));
    let reported = Reported {
        units: units.collect(),
        ..shipment("IS-1")
    };
    merchant.take(&app, vec![reported], vec![]).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let id = only(&admin).await;
    let mut readers = vec![merchant.customer(&app).await];
    for label in labels {
        readers.push(app.customer(label, &[], &[ReadOrder]).await);
    }
    let mut runner = TestRunner::deterministic();
    let mapped = proptest::collection::vec(("[AB*][AB1*-]{0,2}", 0..2_usize), 0..5);
    for _ in 0..8 {
        let mappings = mapped.new_tree(&mut runner).unwrap().current();
        let mut created = Vec::new();
        for (expression, label) in &mappings {
            let answer = admin
                .post(BINDING, mapping(id, labels[*label], expression))
                .await;
            // The same expression twice is refused.
            if answer.summary() == "201" {
                created.push(answer.id());
            }
        }
        let whole = admin.get(&path(id)).await.data().clone();
        let mut seen = BTreeSet::new();
        let mut counted = [0_i64; 3];
        for reader in &readers {
            let answer = reader.get(&path(id)).await;
            if answer.summary().starts_with("404") {
                continue;
            }
            let theirs = answer.data();
            for (sum, field) in
                counted
                    .iter_mut()
                    .zip(["expectedUnits", "offloadedUnits", "damagedUnits"])
            {
                *sum += theirs[field].as_i64().unwrap();
            }
            for sku in super::skus(&theirs["units"]) {
                assert!(
                    seen.insert(sku.to_owned()),
                    "{sku} is two people's: {mappings:?}"
                );
            }
            assert_eq!(theirs["history"], json!([]), "told to the staff alone");
        }
        assert_eq!(seen.len(), skus.len(), "{mappings:?}");
        for (sum, field) in counted
            .iter()
            .zip(["expectedUnits", "offloadedUnits", "damagedUnits"])
        {
            assert_eq!(whole[field], *sum, "{field} of {mappings:?}");
        }
        // What the preview of a mapping promised is what it holds, where no other keeps it.
        for id in created {
            assert_eq!(admin.delete(&binding(id)).await.summary(), "204");
        }
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_preview_promises_what_the_mapping_then_holds(db: PgPool) {
    let app = TestApp::new(db).await;
    let merchant = Merchant::new(&app, "MUSI").await;
    merchant.take(&app, vec![shipment("IS-1")], vec![]).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let id = only(&admin).await;
    let (older, younger) = (app.organization().await, app.organization().await);
    let first = admin.post(BINDING, mapping(id, older, "CPSL-*URO")).await;
    assert_eq!(first.summary(), "201");
    for (expression, kept) in [
        // As many letters as the older one: that one keeps what both match.
        ("CPSL-A*RO", 0),
        ("CPSL-AURO", 2),
        ("CPSL-AU", 0),
        ("cpsl-nuit", 1),
        ("*", 1),
        ("CPSL-AURO-0002", 1),
    ] {
        let trial = json!({ "shipmentId": id, "expression": expression });
        let tried = admin
            .post(&format!("{BINDING}/preview"), trial)
            .await
            .data()
            .clone();
        let lost: i64 = tried["overlaps"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|overlap| overlap["wins"] == true)
            .map(|overlap| overlap["shared"].as_i64().unwrap())
            .sum();
        let created = admin.post(BINDING, mapping(id, younger, expression)).await;
        assert_eq!(created.summary(), "201", "{expression}");
        assert_eq!(created.data()["expression"], expression.to_uppercase());
        let units = admin.get(&binding(created.id())).await.data()["units"]
            .as_i64()
            .unwrap();
        assert_eq!(units, kept, "{expression}");
        assert_eq!(
            units,
            tried["count"].as_i64().unwrap() - lost,
            "{expression}: {tried}"
        );
        assert_eq!(admin.delete(&binding(created.id())).await.summary(), "204");
    }
    for (body, issue) in [
        (
            json!({ "shipmentId": id, "expression": "" }),
            "expression required",
        ),
        (
            json!({ "shipmentId": id, "expression": "é" }),
            "expression expression",
        ),
        (
            json!({ "shipmentId": id, "expression": "A".repeat(51) }),
            "expression max",
        ),
        (json!({ "expression": "A" }), "shipmentId required"),
    ] {
        let refused = admin.post(&format!("{BINDING}/preview"), body).await;
        assert_eq!(refused.issues(), [issue]);
    }
    let nowhere = json!({ "shipmentId": Uuid::now_v7(), "expression": "A" });
    let nowhere = admin.post(&format!("{BINDING}/preview"), nowhere).await;
    assert_eq!(nowhere.summary(), "404 NotFoundResourceException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn who_loses_their_mapping_loses_sight_of_the_shipment(db: PgPool) {
    let app = TestApp::new(db).await;
    let merchant = Merchant::new(&app, "MUSI").await;
    let label = app.organization().await;
    merchant.take(&app, vec![shipment("IS-1")], vec![]).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let id = only(&admin).await;
    let theirs = app.customer(label, &[], &[ReadOrder]).await;
    let missing = "404 NotFoundResourceException";
    assert_eq!(theirs.get(&path(id)).await.summary(), missing);
    let created = admin
        .post(BINDING, mapping(id, label, "CPSL-NUIT"))
        .await
        .id();
    let seen = theirs.get(&path(id)).await;
    assert_eq!(skus(&seen.data()["units"]), ["CPSL-NUIT-0001"]);
    assert_eq!(seen.data()["store"], Value::Null, "whose shipment it is");
    let names = seen.data()["organizations"].as_array().unwrap().len();
    assert_eq!((names, &seen.data()["expectedUnits"]), (1, &json!(50)));
    assert_eq!(
        theirs.get("/inbound-shipment").await.json["meta"]["total"],
        1
    );
    for call in [binding(created), format!("{}/binding", path(id))] {
        let refused = theirs.get(&call).await;
        assert!(
            refused.summary().starts_with("403"),
            "{call}: {}",
            refused.summary()
        );
    }
    // The goods are gone from it: nothing of it is theirs any more.
    let later = Reported {
        units: vec![unit("CPSL-AURO-0001", 300, 0, 0)],
        as_of: "2026-11-21T09:00:00Z".into(),
        ..shipment("IS-1")
    };
    merchant.take(&app, vec![later], vec![]).await;
    let empty = theirs.get(&path(id)).await;
    assert_eq!(empty.data()["units"], json!([]), "{}", empty.json);
    assert_eq!(admin.delete(&binding(created)).await.summary(), "204");
    assert_eq!(theirs.get(&path(id)).await.summary(), missing);
    assert_eq!(
        theirs.get("/inbound-shipment").await.json["meta"]["total"],
        0
    );
}
