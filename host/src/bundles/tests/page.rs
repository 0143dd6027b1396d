//! What a bundle's page shows, and how a store's own is changed.

use super::*;
use crate::bundles::model::{Allowed, Component as Kept, Content, worth};

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
