//! Products made here: changed, archived, deleted, brought back, and handed over to the shop as the records that they are.

use super::*;

const SKU: &str = "CPSL-VINYL1-0001";
const OTHER: &str = "CPSL-VINYL1-0002";

/// A product of the store's own, by its answer.
async fn created(fixture: &Fixture, skus: &[&str]) -> Value {
    let mut body = draft(fixture.store, picture(&fixture.admin).await, SKU);
    let article = |sku: &&str| json!({ "sku": sku, "title": "L", "price": "24.90", "weight": 250 });
    body["variants"] = skus.iter().map(article).collect();
    let answer = fixture.admin.post("/product", body).await;
    assert_eq!(answer.summary(), "201", "{}", answer.json);
    answer.data().clone()
}

fn path(product: &Value) -> String {
    format!("/product/{}", product["id"].as_str().expect("an id"))
}

fn change(skus: &[&str]) -> Value {
    let article = |sku: &&str| json!({ "sku": sku, "title": "XL", "price": "29.90", "lengthMm": 300, "widthMm": 250, "heightMm": 60 });
    json!({
        "name": "Vinyle bleu", "description": "45 tours",
        "variants": skus.iter().map(article).collect::<Value>(),
    })
}

async fn post(fixture: &Fixture, path: &str) -> String {
    let answer = fixture.admin.send("POST", path, None, &[]).await;
    answer.summary()
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_product_made_here_is_changed_with_its_variants(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let before = created(&fixture, &[SKU, OTHER]).await;
    let path = path(&before);
    let third = "CPSL-VINYL1-0003";
    let changed = fixture.admin.put(&path, change(&[third, SKU])).await;
    assert_eq!(changed.summary(), "200", "{}", changed.json);
    let after = changed.data();
    assert_eq!(
        (&after["name"], &after["description"], after["image"] != ""),
        (&json!("Vinyle bleu"), &json!("45 tours"), true),
        "without another picture its own stays"
    );
    let skus: Vec<_> = after["variants"]
        .as_array()
        .expect("variants")
        .iter()
        .map(|each| &each["sku"])
        .collect();
    assert_eq!(skus, [third, SKU], "in their order, the second is gone");
    let kept = &after["variants"][1];
    assert_eq!(
        (
            &kept["id"],
            &kept["title"],
            &kept["price"],
            &kept["weight"],
            &kept["volume"]
        ),
        (
            &before["variants"][0]["id"],
            &json!("XL"),
            &json!("29.90"),
            &Value::Null,
            &json!({ "value": "0.0045", "unit": "m3" })
        ),
        "by its SKU it stays what it is"
    );
    assert_eq!(fixture.names().await, ["Vinyle bleu"]);
    let found = format!("/product?cursor={}", cursor(json!({ "search": OTHER })));
    assert_eq!(fixture.admin.get(&found).await.data(), &json!([]));
    let entry = after["history"][0].clone();
    assert_eq!(entry["action"], "update");
    let fields: Vec<_> = entry["changes"]
        .as_array()
        .expect("changes")
        .iter()
        .map(|each| each["field"].as_str().expect("a field"))
        .collect();
    assert_eq!(fields, ["description", "name", "variants"]);

    // Who read it before somebody else changed it is told so.
    let version = before["updatedAt"].as_str().expect("a version");
    let late = fixture
        .admin
        .send("PUT", &path, Some(change(&[SKU])), &[("if-match", version)])
        .await;
    assert_eq!(late.summary(), "409 ConflictEditException");

    let another = picture(&fixture.admin).await;
    let mut pictured = change(&[SKU]);
    pictured["image"] = json!(another);
    let shown = fixture.admin.put(&path, pictured.clone()).await;
    assert!(
        shown.data()["image"]
            .as_str()
            .is_some_and(|at| at.contains(&another.simple().to_string())),
        "{}",
        shown.data()["image"]
    );
    assert_eq!(
        fixture.admin.put(&path, pictured).await.issues(),
        ["image option"],
        "it is the product's already"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_change_takes_no_sku_of_another_product_and_tells_what_is_wrong(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let first = created(&fixture, &[SKU]).await;
    created(&fixture, &[OTHER]).await;
    let path = path(&first);
    let taken = fixture.admin.put(&path, change(&[SKU, OTHER])).await;
    assert_eq!(taken.summary(), "409 ConflictProductUniqueException");
    let mut bad = change(&["vinyl"]);
    bad["name"] = json!(" ");
    let bad = fixture.admin.put(&path, bad).await;
    assert_eq!(bad.issues(), ["name required", "variants[0].sku sku"]);
    let bare = fixture.admin.put(&path, change(&[])).await;
    assert_eq!(bare.issues(), ["variants required"]);
    assert_eq!(
        fixture.admin.get(&path).await.data()["name"],
        "Vinyle",
        "nothing is half written"
    );
    let (organization, store) = (fixture.organization, fixture.store);
    let customer = fixture
        .app
        .customer(organization, &[store], &[ReadProduct])
        .await;
    let refused = customer.put(&path, change(&[SKU])).await;
    assert_eq!(refused.summary(), "403 ForbiddenRoleException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_is_archived_is_no_longer_offered_and_comes_back(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let path = path(&created(&fixture, &[SKU]).await);
    assert_eq!(post(&fixture, &format!("{path}/archive")).await, "200");
    assert!(fixture.names().await.is_empty());
    assert_eq!(fixture.admin.get("/variant").await.data(), &json!([]));
    let asked = json!({ "filters": [{ "field": "archived", "values": ["yes"] }] });
    let list = fixture
        .admin
        .get(&format!("/product?cursor={}", cursor(asked)))
        .await;
    assert!(list.data()[0]["archivedAt"].is_string());
    assert!(fixture.admin.get(&path).await.data()["archivedAt"].is_string());
    assert_eq!(post(&fixture, &format!("{path}/restore")).await, "200");
    assert_eq!(fixture.names().await, ["Vinyle"]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_deletion_frees_the_skus_until_it_is_undone(db: PgPool) {
    let fixture = Fixture::new(db.clone()).await;
    let path = path(&created(&fixture, &[SKU]).await);
    assert_eq!(fixture.admin.delete(&path).await.summary(), "204");
    assert!(fixture.names().await.is_empty());
    assert_eq!(
        fixture.admin.get(&path).await.summary(),
        "404 NotFoundResourceException"
    );
    let restore = format!("{path}/restore");
    let second = created(&fixture, &[SKU]).await;
    assert_eq!(
        post(&fixture, &restore).await,
        "409 ConflictProductUniqueException"
    );
    let second = format!("/product/{}", second["id"].as_str().expect("an id"));
    assert_eq!(fixture.admin.delete(&second).await.summary(), "204");
    assert_eq!(post(&fixture, &restore).await, "200");
    let back = fixture.admin.get(&path).await;
    assert_eq!(back.data()["variants"][0]["sku"], SKU);
    let actions: Vec<_> = back.data()["history"]
        .as_array()
        .expect("a history")
        .iter()
        .map(|entry| &entry["action"])
        .collect();
    assert_eq!(actions, ["restore", "delete", "create"]);

    let clock = &fixture.app.app.clock;
    clock.advance(std::time::Duration::from_secs(2 * 86_400));
    assert_eq!(
        crate::records::life::sweep::<crate::products::Product>(&fixture.app.app, 10)
            .await
            .expect("swept"),
        1,
        "the second, which nobody brought back"
    );
    let admin = fixture.app.admin(&[ReadProduct]).await;
    assert_eq!(admin.get(&path).await.summary(), "200");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_a_provider_keeps_is_changed_there(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let shop = fixture.connect("shop").await;
    fixture
        .products(shop, vec![reported("A", LATE, vec![variant("A-1")])])
        .await;
    let path = path(&fixture.detail("T-shirt A").await);
    let refusal = "403 ForbiddenResourceException";
    let changed = fixture.admin.put(&path, change(&[SKU])).await;
    assert_eq!(changed.summary(), refusal);
    assert_eq!(fixture.admin.delete(&path).await.summary(), refusal);
    assert_eq!(post(&fixture, &format!("{path}/archive")).await, refusal);
    assert_eq!(fixture.names().await, ["T-shirt A"]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_warehouses_measures_stand_before_those_typed_here(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let path = path(&created(&fixture, &[SKU]).await);
    assert_eq!(
        fixture.admin.get(&path).await.data()["variants"][0]["measuredBy"],
        Value::Null
    );
    let warehouse = fixture.connect("fulfillment").await;
    let weighed = ProductVariant {
        weight_grams: Some(310),
        ..variant(SKU)
    };
    fixture
        .products(warehouse, vec![reported("W", LATE, vec![weighed])])
        .await;
    let mut body = change(&[SKU]);
    body["variants"][0]["weight"] = json!(1);
    let changed = fixture.admin.put(&path, body).await;
    assert_eq!(changed.summary(), "200", "{}", changed.json);
    let variant = &changed.data()["variants"][0];
    assert_eq!(
        (&variant["weight"], &variant["measuredBy"]),
        (&json!(310), &json!("fulfillment"))
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_exported_product_stays_the_record_that_it_is(db: PgPool) {
    let fixture = Fixture::new(db.clone()).await;
    let shop = fixture.connect("shop").await;
    let before = created(&fixture, &[SKU, OTHER]).await;
    assert_eq!(before["inShop"], false);
    let path = path(&before);
    let at_shop = |id: &str, skus: &[&str], as_of: &str| {
        reported(id, as_of, skus.iter().map(|sku| variant(sku)).collect())
    };
    // Part of it is not it.
    let half = fixture
        .products(shop, vec![at_shop("other", &["X-1"], EARLY)])
        .await;
    assert_eq!(half.added, 1);
    assert_eq!(
        fixture.admin.get(&path).await.data()["provider"],
        Value::Null
    );

    // The shop's clock may be behind ours.
    let items = vec![
        at_shop("other", &["X-1"], EARLY),
        at_shop("gid-1", &[SKU, OTHER], EARLY),
    ];
    let taken = fixture.products(shop, items.clone()).await;
    assert_eq!((taken.added, taken.changed), (0, 1));
    assert_eq!(fixture.names().await, ["T-shirt gid-1", "T-shirt other"]);
    let after = fixture.admin.get(&path).await;
    assert_eq!(after.summary(), "200", "its page is still there");
    let after = after.data();
    assert_eq!(after["inShop"], true);
    assert_eq!(
        (
            &after["provider"],
            &after["providerId"],
            &after["name"],
            &after["createdAt"]
        ),
        (
            &json!("shop"),
            &json!("gid-1"),
            &json!("T-shirt gid-1"),
            &before["createdAt"]
        )
    );
    assert!(
        after["image"]
            .as_str()
            .is_some_and(|at| at.starts_with("/api/download/")),
        "the shop shows no picture: ours stays"
    );
    let history: Vec<(&str, &str)> = after["history"]
        .as_array()
        .expect("a history")
        .iter()
        .map(|entry| {
            let text = |field: &str| entry[field].as_str().expect("a text");
            (text("action"), text("actor"))
        })
        .collect();
    assert_eq!(history[0], ("update", "plugin shop"));
    assert_eq!(history[1].0, "create", "who made it is still told");

    assert_eq!(fixture.products(shop, items).await, Taken::default());
    let count: i64 = sqlx::query_scalar("select count(*) from products")
        .fetch_one(&db)
        .await
        .expect("a count");
    assert_eq!(count, 2, "nothing stands there twice");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn exported_variant_by_variant_it_is_the_first_ones(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let shop = fixture.connect("shop").await;
    let path = path(&created(&fixture, &[SKU, OTHER]).await);
    let single = |id: &str, sku: &str| reported(id, LATE, vec![variant(sku)]);
    fixture
        .take::<Products>(
            shop,
            page(vec![single("2", OTHER), single("1", SKU)], false),
        )
        .await;
    let kept = fixture.admin.get(&path).await;
    assert_eq!(
        (
            &kept.data()["providerId"],
            &kept.data()["variants"][0]["sku"]
        ),
        (&json!("1"), &json!(SKU))
    );
    assert_eq!(fixture.names().await, ["T-shirt 1", "T-shirt 2"]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_was_exported_in_part_stays_ours(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let shop = fixture.connect("shop").await;
    let path = path(&created(&fixture, &[SKU, OTHER]).await);
    fixture
        .products(shop, vec![reported("1", LATE, vec![variant(SKU)])])
        .await;
    let kept = fixture.admin.get(&path).await;
    assert_eq!(kept.data()["provider"], Value::Null);
    // The rest follows.
    fixture
        .take::<Products>(
            shop,
            page(vec![reported("2", LATE, vec![variant(OTHER)])], false),
        )
        .await;
    let kept = fixture.admin.get(&path).await;
    assert_eq!(kept.data()["providerId"], "2");
    assert_eq!(fixture.names().await, ["T-shirt 1", "T-shirt 2"]);
}
