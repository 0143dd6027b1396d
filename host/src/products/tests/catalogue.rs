//! Products as people make, find and export them.

use super::*;
use crate::access::Permission::{ReadOrder, ReadStore};

fn with(mut body: Value, path: &str, value: Value) -> Value {
    let (above, field) = path.rsplit_once('/').expect("a field");
    body.pointer_mut(above).expect("an object")[field] = value;
    body
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn every_part_of_a_product_has_its_bounds(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let image = picture(&fixture.admin).await;
    let whole = draft(fixture.store, image, "CPSL-VINYL1-0001");
    let twice = json!([whole["variants"][0], whole["variants"][0]]);
    let many = |count: usize| -> Value {
        let variants = (0..count).map(|at| {
            let sku = format!("CPSL-MANY00-{at:04}");
            json!({ "sku": sku, "ean": "", "price": "1" })
        });
        variants.collect()
    };
    for (path, value, issue) in [
        ("/name", json!(" \t "), "name required"),
        ("/name", json!("x".repeat(256)), "name max"),
        ("/description", json!(" "), "description required"),
        ("/description", json!("x".repeat(5001)), "description max"),
        ("/image", json!("a.png"), "image type"),
        ("/variants", json!([]), "variants required"),
        ("/variants", many(101), "variants max"),
        ("/variants", twice, "variants unique"),
        (
            "/variants/0/sku",
            json!("CPSLBU-VINYL1-0001"),
            "variants[0].sku sku",
        ),
        // No bundle of the store.
        (
            "/variants/0/sku",
            json!("CPSLSB-VINYL1-0001"),
            "variants[0].sku option",
        ),
        (
            "/variants/0/sku",
            json!(" CPSL-VINYL1-0001"),
            "variants[0].sku sku",
        ),
        (
            "/variants/0/title",
            json!("x".repeat(256)),
            "variants[0].title max",
        ),
        ("/variants/0/price", json!("-1"), "variants[0].price min"),
        ("/variants/0/price", json!("free"), "variants[0].price type"),
        ("/variants/0/weight", json!(-1), "variants[0].weight min"),
        (
            "/variants/0/weight",
            json!(1_000_001),
            "variants[0].weight max",
        ),
        ("/variants/0/weight", json!(1.5), "variants[0].weight type"),
        (
            "/variants/0/lengthMm",
            json!(100_001),
            "variants[0].lengthMm max",
        ),
        (
            "/variants/0/colour",
            json!("red"),
            "variants[0].colour unknown",
        ),
        ("/stock", json!(5), "stock unknown"),
    ] {
        let refused = fixture
            .admin
            .post("/product", with(whole.clone(), path, value))
            .await;
        assert_eq!(refused.issues(), [issue], "{path}: {}", refused.json);
    }
    assert!(fixture.names().await.is_empty(), "nothing of it is there");
    let bare = json!([{ "sku": "CPSL-VINYL1-0001" }]);
    let created = fixture
        .admin
        .post(
            "/product",
            with(
                with(whole.clone(), "/variants", bare),
                "/name",
                json!("  Vinyle  "),
            ),
        )
        .await;
    assert_eq!(created.summary(), "201", "{}", created.json);
    assert_eq!(created.data()["name"], "Vinyle");
    let variant = &created.data()["variants"][0];
    assert_eq!(
        (
            &variant["price"],
            &variant["currency"],
            &variant["weight"],
            &variant["inventories"]
        ),
        (&Value::Null, &json!(""), &Value::Null, &json!([]))
    );
    let full = picture(&fixture.admin).await;
    let full = with(draft(fixture.store, full, "X"), "/variants", many(100));
    assert_eq!(fixture.admin.post("/product", full).await.summary(), "201");
    let list = fixture.admin.get("/product").await;
    let row = list
        .data()
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["variantCount"] == 100);
    assert_eq!(
        row.expect("it")["skus"].as_array().unwrap().len(),
        5,
        "the first ones"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_picture_is_its_uploaders_and_one_products(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let colleague = fixture.app.admin(&[ReadProduct, WriteProduct]).await;
    let theirs = picture(&colleague).await;
    let refused = fixture
        .admin
        .post("/product", draft(fixture.store, theirs, "CPSL-VINYL1-0001"))
        .await;
    assert_eq!(refused.issues(), ["image option"], "another's upload");
    let text = [("file", "a.pdf", b"%PDF-1.7".as_slice())];
    let text = fixture.admin.upload("/file", &[], &text).await.id();
    let refused = fixture
        .admin
        .post("/product", draft(fixture.store, text, "CPSL-VINYL1-0001"))
        .await;
    assert_eq!(refused.issues(), ["image option"], "no picture");
    let own = picture(&fixture.admin).await;
    let created = fixture
        .admin
        .post("/product", draft(fixture.store, own, "CPSL-VINYL1-0001"))
        .await;
    assert_eq!(created.summary(), "201");
    let again = fixture
        .admin
        .post("/product", draft(fixture.store, own, "CPSL-VINYL1-0002"))
        .await;
    assert_eq!(again.issues(), ["image option"], "it belongs to the first");
    // It stays with it: the night takes those alone that nobody attached.
    let left = picture(&fixture.admin).await;
    fixture
        .app
        .app
        .clock
        .advance(std::time::Duration::from_secs(25 * 3_600));
    assert_eq!(crate::files::sweep(&fixture.app.app, 10).await.unwrap(), 3);
    let admin = fixture.app.admin(&[ReadProduct]).await;
    assert_eq!(
        admin.get(&format!("/file/{left}")).await.summary(),
        "404 NotFoundFileException"
    );
    let shown = admin.get(&format!("/product/{}", created.id())).await;
    let address = shown.data()["image"].as_str().unwrap().to_owned();
    assert_eq!(
        fixture.app.nobody().get(&address).await.status.as_u16(),
        200
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_export_is_of_one_stores_variants_to_its_own_shop(db: PgPool) {
    let fixture = Fixture::new(db.clone()).await;
    let image = picture(&fixture.admin).await;
    let created = fixture
        .admin
        .post("/product", draft(fixture.store, image, "CPSL-VINYL1-0001"))
        .await;
    let variant = created.data()["variants"][0]["id"].clone();
    let wish = |store: Uuid, variants: Value| json!({ "storeId": store, "mode": "single", "variantIds": variants });
    let export = async |body: Value| fixture.admin.post("/product/export-to-shop", body).await;
    assert_eq!(created.data()["exportable"], false);
    let shopless = export(wish(fixture.store, json!([variant]))).await;
    assert_eq!(shopless.summary(), "404 NotFoundConnectorException");
    fixture.connect("shop").await;
    let shown = fixture
        .admin
        .get(&format!("/product/{}", created.id()))
        .await;
    assert_eq!(shown.data()["exportable"], true);
    let other = fixture.app.store(fixture.organization).await;
    for (body, issue) in [
        (wish(other, json!([variant])), "variantIds option"),
        (
            wish(fixture.store, json!([variant, Uuid::now_v7()])),
            "variantIds option",
        ),
        (
            wish(fixture.store, json!(vec![variant.clone(); 1001])),
            "variantIds max",
        ),
        (
            json!({ "storeId": fixture.store, "mode": "all", "variantIds": [variant] }),
            "mode option",
        ),
    ] {
        assert_eq!(export(body).await.issues(), [issue]);
    }
    let nowhere = export(wish(Uuid::now_v7(), json!([variant]))).await;
    assert_eq!(nowhere.summary(), "404 NotFoundResourceException");
    let reader = fixture
        .app
        .admin(&[ReadProduct, ReadStore, ReadOrder])
        .await;
    let refused = reader
        .post(
            "/product/export-to-shop",
            wish(fixture.store, json!([variant])),
        )
        .await;
    assert_eq!(refused.summary(), "403 ForbiddenPermissionException");
    let twice = export(wish(fixture.store, json!([variant, variant]))).await;
    assert_eq!(twice.summary(), "202", "{}", twice.json);
    let chosen: Value = sqlx::query_scalar("select payload->'variants' from jobs")
        .fetch_one(&db)
        .await
        .unwrap();
    assert_eq!(chosen, json!([variant]), "once");
    // Its plugin is not there: the job says so, and nothing is told of an export that was none.
    fixture.app.run_jobs().await;
    let history = fixture
        .admin
        .get(&format!("/product/{}", created.id()))
        .await;
    let actions: Vec<_> = history.data()["history"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| &entry["action"])
        .collect();
    assert_eq!(actions, ["create"]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn products_are_found_by_what_stands_on_them(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let shop = fixture.connect("shop").await;
    let named = |id: &str, name: &str, sku: &str, barcode: &str| Reported {
        name: name.into(),
        ..reported(
            id,
            LATE,
            vec![ProductVariant {
                barcode: barcode.into(),
                ..variant(sku)
            }],
        )
    };
    let items = vec![
        named("1", "Écharpe d’hiver", "CPSL-ECHARP-0001", "4006381333931"),
        named("2", "T-shirt 100% coton", "TEE_L", "036000291452"),
        named("3", "\u{1F480} Crâne", "SKULL/1", ""),
        named("4", "ワンピース", "=SUM(1)", ""),
    ];
    assert_eq!(fixture.products(shop, items).await.added, 4);
    let found = async |list: &str, search: &str| {
        let path = format!("{list}?cursor={}", cursor(json!({ "search": search })));
        let answer = fixture.admin.get(&path).await;
        assert_eq!(answer.summary(), "200", "{search}");
        let rows = answer.data().as_array().unwrap().clone();
        rows.iter()
            .map(|row| row["name"].as_str().unwrap().chars().next().unwrap())
            .collect::<String>()
    };
    for (search, names) in [
        ("echarpe", "É"),
        ("HIVER écharpe", "É"),
        ("ECHARP-0001", "É"),
        ("4006381333931", "É"),
        ("036000291452", "T"),
        ("0% coton", "T"),
        ("tee_", "T"),
        ("crane", "\u{1F480}"),
        ("skull/", "\u{1F480}"),
        ("ワンピ", "ワ"),
        ("=sum(", "ワ"),
        ("tee%l", ""),
        ("'; drop table products", ""),
    ] {
        for list in ["/product", "/variant"] {
            assert_eq!(found(list, search).await, names, "{list} {search}");
        }
    }
    let one = json!({ "filters": [{ "field": "sku", "values": ["TEE_L", "SKULL/1"] }], "orderBy": [{ "field": "sku", "direction": "desc" }] });
    let list = fixture
        .admin
        .get(&format!("/variant?cursor={}", cursor(one)))
        .await;
    let skus: Vec<_> = list
        .data()
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["sku"])
        .collect();
    assert_eq!(skus, [&json!("TEE_L"), &json!("SKULL/1")]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn low_stock_begins_below_ten_of_any_variant(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let warehouse = fixture.connect("fulfillment").await;
    let two = |id: &str| {
        reported(
            id,
            LATE,
            vec![variant(&format!("{id}-1")), variant(&format!("{id}-2"))],
        )
    };
    fixture
        .products(warehouse, ["A", "B", "C"].map(two).into())
        .await;
    let levels = [("A-1", 10), ("A-2", 10), ("B-1", 9), ("B-2", 500)];
    fixture
        .take::<Inventories>(warehouse, stock(&levels, LATE, false))
        .await;
    let of = async |level: &str| {
        let filter = json!({ "filters": [{ "field": "stock", "values": [level] }] });
        let list = fixture
            .admin
            .get(&format!("/product?cursor={}", cursor(filter)))
            .await;
        list.data().as_array().unwrap().clone()
    };
    let names = |rows: &[Value]| {
        rows.iter()
            .map(|row| row["name"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&of("low").await), ["T-shirt B"]);
    let enough = of("enough").await;
    assert_eq!(names(&enough), ["T-shirt A", "T-shirt C"]);
    assert_eq!(
        (
            &enough[0]["stock"]["available"],
            &enough[0]["stock"]["inWarehouse"],
            &enough[0]["stock"]["damaged"]
        ),
        (&json!(20), &json!(22), &json!(2)),
        "summed over its variants"
    );
    assert_eq!(
        (&enough[0]["hasStock"], &enough[1]["hasStock"]),
        (&json!(true), &json!(false)),
        "what nobody counts is not none"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn stock_lasts_as_long_as_the_variant_that_runs_out_first(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let warehouse = fixture.connect("fulfillment").await;
    let many = reported("A", LATE, ["A-1", "A-2", "A-3"].map(variant).into());
    let unsold = reported("B", LATE, vec![variant("B-1")]);
    fixture.products(warehouse, vec![many, unsold]).await;
    let levels = [("A-1", 100), ("A-2", 9), ("A-3", 0), ("B-1", 5)];
    fixture
        .take::<Inventories>(warehouse, stock(&levels, LATE, false))
        .await;
    let days_left = async || {
        let list = fixture.admin.get("/product").await;
        let rows = list.data().as_array().unwrap().iter();
        rows.map(|row| row["daysLeft"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(days_left().await, [Value::Null, Value::Null]);
    sqlx::query(
        "insert into analytics_parts (store_id, kind, grain, day, key, country, orders, units, net, gross)
         select $1, 'SOLD', 'DAY', paris_day(now()) - back, sku, 'FR', 1, units, 0, 0
         from (values ('A-1', 0, 30), ('A-2', 29, 10), ('A-3', 30, 30), ('A-2', 31, 500)) sold (sku, back, units)",
    )
    .bind(fixture.store)
    .execute(&fixture.app.app.db)
    .await
    .expect("sales");
    // 100 days of the first, 27 of the second; the third was sold too long ago.
    assert_eq!(days_left().await, [json!(27), Value::Null]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_bundle_of_the_store_is_sold_as_a_product(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let component =
        json!({ "name": "T-shirt", "sku": "TEE", "quantity": 2, "externalVariantId": "gid://1" });
    let bundle = json!({ "storeId": fixture.store, "sku": "CPSLSB-SUMMER-0001", "name": "Été", "components": [component] });
    let bundle = fixture.admin.post("/bundle", bundle).await;
    assert_eq!(bundle.summary(), "201", "{}", bundle.json);
    let image = picture(&fixture.admin).await;
    let product = draft(fixture.store, image, "CPSLSB-SUMMER-0001");
    let product = fixture.admin.post("/product", product).await;
    assert_eq!(product.summary(), "201", "{}", product.json);
    let bundle = fixture.admin.get(&format!("/bundle/{}", bundle.id())).await;
    assert_eq!(
        (&bundle.data()["productId"], &bundle.data()["price"]),
        (&product.data()["id"], &json!("24.90"))
    );
}
