use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::Studio;
use crate::testing::{cursor, unique};

fn variant(sku: &str, quantity: i32) -> Value {
    json!({ "name": "M", "sku": sku, "quantity": quantity })
}

impl Studio {
    async fn tag(&self, kind: &str) -> Uuid {
        let input = json!({ "type": kind, "displayName": unique("Tag") });
        self.admin.post("/tags", input).await.id()
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_product_splits_its_pieces_over_its_sizes(db: PgPool) {
    let studio = Studio::new(db).await;
    let project = studio.project().await;
    let path = format!("/project-products/{}", studio.product(project).await);
    let product = studio.admin.get(&path).await;
    let variants = product.data()["variants"].as_array().expect("variants");
    let units: Vec<&Value> = variants.iter().map(|each| &each["units"]).collect();
    assert_eq!(units, [83, 167, 167, 83]);
    assert_eq!(product.data()["pieces"], 500);
    assert_eq!(
        product.data()["organization"]["id"],
        json!(studio.organization)
    );

    // Put in another order and given a new one, each of the others stays what it was.
    let (small, large) = (&variants[0], &variants[2]);
    let kept = |each: &Value| json!({ "id": each["id"], "name": each["name"], "sku": each["sku"], "quantity": 10 });
    let change = json!({
        "quantityMode": "normal", "quantity": null,
        "variants": [kept(large), kept(small), variant("CPSL-SHIRT1-NEW0", 5)],
    });
    let changed = studio.admin.patch(&path, change).await;
    assert_eq!(changed.summary(), "200");
    assert_eq!(changed.data()["pieces"], 25);
    assert_eq!(changed.data()["variants"][0]["id"], large["id"]);
    assert_eq!(changed.data()["variants"][1]["id"], small["id"]);
    assert_eq!(changed.data()["variants"][2]["units"], 5);
    // Found by a SKU, in its project.
    let query = json!({ "search": "SHIRT1-NEW0", "filters": [{ "field": "projectId", "values": [project] }] });
    let found = studio
        .admin
        .get(&format!("/project-products?cursor={}", cursor(query)))
        .await;
    assert_eq!(found.data()[0]["variantCount"], 3);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_is_wrong_with_a_product_is_told_by_its_field(db: PgPool) {
    let studio = Studio::new(db).await;
    let whole = json!({
        "projectId": studio.project().await, "name": "T-shirt", "quantity": 500, "variants": [variant("CPSL-SHIRT1-000M", 1)],
    });
    let (one, other) = (studio.tag("entity").await, studio.tag("entity").await);
    let stranger = studio.app.store(studio.app.organization().await).await;
    for (field, value, issue) in [
        ("name", json!("T"), "name min"),
        ("projectId", Value::Null, "organizationId required"),
        ("projectId", json!(Uuid::nil()), "projectId option"),
        (
            "organizationId",
            json!(Uuid::nil()),
            "organizationId option",
        ),
        ("storeId", json!(stranger), "storeId option"),
        ("color", json!("x".repeat(256)), "color max"),
        (
            "fabric",
            json!({ "weight": "-1", "unit": "g/m²" }),
            "fabric min",
        ),
        (
            "fabric",
            json!({ "weight": "180", "unit": "g" }),
            "fabric.unit option",
        ),
        ("fit", json!("x".repeat(1001)), "fit max"),
        ("quantity", Value::Null, "quantity required"),
        ("quantity", json!(0), "quantity required"),
        ("quantityMode", json!("normal"), "quantity unknown"),
        ("tags", json!([Uuid::nil()]), "tags[0] option"),
        ("tags", json!([one, one]), "tags unique"),
        ("tags", json!([one, other]), "tags max"),
        ("variants", json!([]), "variants required"),
        (
            "variants",
            json!([variant("CPSL-1", 1), variant("CPSL-1", 1)]),
            "variants unique",
        ),
        ("variants", json!([variant("C", 1)]), "variants[0].sku min"),
        (
            "variants",
            json!([variant("CPSL-1", 0)]),
            "variants[0].quantity min",
        ),
        ("status", json!("READY"), "status option"),
    ] {
        let mut input = whole.clone();
        input[field] = value;
        assert_eq!(
            studio.admin.post("/project-products", input).await.issues(),
            [issue]
        );
    }
    let mut wrong_ean = whole.clone();
    wrong_ean["variants"][0]["ean"] = json!("3700000000001");
    let refused = studio.admin.post("/project-products", wrong_ean).await;
    assert_eq!(refused.issues(), ["variants[0].ean ean"]);

    assert_eq!(
        studio
            .admin
            .post("/project-products", whole.clone())
            .await
            .summary(),
        "201"
    );
    let again = studio.admin.post("/project-products", whole).await;
    assert_eq!(again.summary(), "409 ConflictProductUniqueException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_product_that_is_ready_is_opened_with_a_reason(db: PgPool) {
    let studio = Studio::new(db).await;
    let project = studio.project().await;
    let path = format!("/project-products/{}", studio.product(project).await);
    for status in ["IN_PROGRESS", "READY"] {
        assert_eq!(
            studio
                .admin
                .patch(&path, json!({ "status": status }))
                .await
                .summary(),
            "200"
        );
    }
    let of_project = studio.admin.get(&format!("/projects/{project}")).await;
    assert_eq!(
        of_project.data()["product"],
        json!({ "done": 1, "total": 1 })
    );
    let refused = "409 ConflictProjectStatusException";
    assert_eq!(
        studio
            .admin
            .patch(&path, json!({ "color": "Red" }))
            .await
            .summary(),
        refused
    );
    let opened = studio
        .admin
        .patch(&path, json!({ "status": "IN_PROGRESS" }))
        .await;
    assert_eq!(opened.issues(), ["reason required"]);
    let opened = json!({ "status": "IN_PROGRESS", "reason": "Wrong red", "color": "Red" });
    assert_eq!(
        studio.admin.patch(&path, opened).await.data()["color"],
        "Red"
    );
    let history = studio
        .admin
        .get(&format!(
            "/history?entity=project-product&id={}",
            path.rsplit_once('/').expect("an id").1
        ))
        .await;
    assert!(
        history.data()[0]["changes"]
            .to_string()
            .contains("Wrong red"),
        "{:?}",
        history.data()
    );
    // In a project that has ended nothing changes.
    let end = json!({ "status": "CANCELED", "reason": "No budget" });
    studio
        .admin
        .patch(&format!("/projects/{project}"), end)
        .await;
    assert_eq!(
        studio
            .admin
            .patch(&path, json!({ "color": "Blue" }))
            .await
            .summary(),
        refused
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_product_carries_its_tags_and_stays_with_its_project(db: PgPool) {
    let studio = Studio::new(db).await;
    let path = format!(
        "/project-products/{}",
        studio.product(studio.project().await).await
    );
    let (shirt, cotton) = (studio.tag("entity").await, studio.tag("composition").await);
    let tagged = studio
        .admin
        .patch(&path, json!({ "tags": [cotton, shirt] }))
        .await;
    assert_eq!(tagged.data()["tags"].as_array().map(Vec::len), Some(2));
    let asked = cursor(json!({ "filters": [{ "field": "tagId", "values": [cotton] }] }));
    let found = studio
        .admin
        .get(&format!("/project-products?cursor={asked}"))
        .await;
    assert_eq!(found.data().as_array().map(Vec::len), Some(1));
    let left = studio.admin.patch(&path, json!({ "tags": [shirt] })).await;
    assert_eq!(left.data()["tags"][0]["id"], json!(shirt));
    let other = studio.project().await;
    assert_eq!(
        studio
            .admin
            .patch(&path, json!({ "projectId": other }))
            .await
            .issues(),
        ["projectId fixed"]
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_store_sells_what_is_ready_and_its_warehouse_is_sent_it(db: PgPool) {
    let studio = Studio::new(db.clone()).await;
    let store = studio.app.store(studio.organization).await;
    let path = format!(
        "/project-products/{}",
        studio.product(studio.project().await).await
    );
    let changed = studio
        .admin
        .patch(&path, json!({ "storeId": store, "fit": "Straight" }));
    let name = changed.await.data()["name"].clone();
    let send = format!("{path}/send");
    let early = studio.admin.post(&send, json!({})).await;
    assert_eq!(early.summary(), "409 ConflictProjectStatusException");
    for status in ["IN_PROGRESS", "READY"] {
        let moved = studio.admin.patch(&path, json!({ "status": status })).await;
        assert_eq!(moved.summary(), "200", "{}", moved.json);
    }

    let sold = studio.admin.get(&path).await.data()["storeProduct"].clone();
    assert_eq!(sold["name"], name);
    let at = format!("/product/{}", sold["id"].as_str().expect("a product"));
    let product = studio.admin.get(&at).await;
    assert_eq!(product.data()["description"], "Straight");
    let titles = |product: &Value| {
        let variants = product["variants"].as_array().expect("variants").clone();
        let titles = variants
            .iter()
            .map(|each| format!("{} {}", each["sku"], each["title"]));
        titles.collect::<Vec<_>>().join(", ").replace('"', "")
    };
    assert_eq!(
        titles(product.data()),
        "CPSL-SHIRT1-S S, CPSL-SHIRT1-M M, CPSL-SHIRT1-L L, CPSL-SHIRT1-XL XL"
    );

    // Opened again and settled anew it is the same product, by what it says now.
    let reopen = json!({ "status": "IN_PROGRESS", "reason": "One size more" });
    studio.admin.patch(&path, reopen).await;
    let variants = json!([
        { "name": "Small", "sku": "CPSL-SHIRT1-S", "quantity": 1 }, { "name": "XXL", "sku": "CPSL-SHIRT1-XXL", "quantity": 1 },
    ]);
    let anew = json!({ "status": "READY", "fit": "Wide", "variants": variants });
    let anew = studio.admin.patch(&path, anew).await;
    assert_eq!(anew.data()["storeProduct"], sold);
    let product = studio.admin.get(&at).await;
    assert_eq!(product.data()["description"], "Wide");
    let sizes = titles(product.data());
    assert!(
        sizes.contains("CPSL-SHIRT1-S Small") && sizes.contains("CPSL-SHIRT1-XXL XXL"),
        "{sizes}"
    );
    // What is in stock of a size that is made no more is still sold.
    assert!(sizes.contains("CPSL-SHIRT1-L L"), "{sizes}");

    let nobody = studio.admin.post(&send, json!({})).await;
    assert_eq!(nobody.summary(), "404 NotFoundConnectorException");
    sqlx::query("insert into connectors (id, store_id, role, plugin) values (gen_random_uuid(), $1, 'fulfillment', 'acme')")
        .bind(store)
        .execute(&db)
        .await
        .expect("a connection");
    let asked = studio.admin.post(&send, json!({})).await;
    assert_eq!(asked.summary(), "202", "{}", asked.json);
    assert_eq!(asked.data()["name"], "products.export");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn of_two_that_are_ready_at_once_with_the_same_skus_one_product_is_made(db: PgPool) {
    let studio = Studio::new(db).await;
    let store = studio.app.store(studio.organization).await;
    let mut paths = Vec::new();
    for _ in 0..8 {
        let path = format!(
            "/project-products/{}",
            studio.product(studio.project().await).await
        );
        let change = json!({ "storeId": store, "status": "IN_PROGRESS" });
        assert_eq!(studio.admin.patch(&path, change).await.summary(), "200");
        paths.push(path);
    }
    let ready = paths
        .iter()
        .map(|path| studio.admin.patch(path, json!({ "status": "READY" })));
    let ready = futures::future::join_all(ready).await;
    let first = &ready[0].data()["storeProduct"]["id"];
    for each in &ready {
        assert_eq!(each.summary(), "200", "{}", each.json);
        assert_eq!(&each.data()["storeProduct"]["id"], first);
    }
    let listed = studio.admin.get("/product").await;
    assert_eq!(listed.data().as_array().map(Vec::len), Some(1));
}
