//! Products: the pull straight to what keeps it, the real component against its provider's simulator, and the calls.

mod around;
mod catalogue;
mod life;

use bigblue_simulator::{SimClock, Simulator, SimulatorConfig};
use comptoir_sandbox::commerce::{
    Inventory, InventoryPage, Product as Reported, ProductPage, ProductVariant,
};
use comptoir_sandbox::types::{Money, RejectedItem};
use futures::future::BoxFuture;
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::{Inventories, Products};
use crate::access::Permission::{ReadProduct, SuperAdmin, WriteProduct};
use crate::providers::connectors;
use crate::providers::sync::{Glossary, Page, Pull, Taken, take_page, take_reported};
use crate::testing::{Client, TestApp, cursor, noon};
use crate::testing::{Rows, Tenant};

/// A product of the store.
pub fn rows(tenant: &Tenant) -> BoxFuture<'_, Rows> {
    Box::pin(async move {
        let product = tenant
            .insert("insert into products (id, store_id, name, as_of) values ($1, $2, 'P', now())")
            .await;
        vec![("/product/{id}", product)]
    })
}

fn variant(sku: &str) -> ProductVariant {
    ProductVariant {
        id: format!("v-{sku}"),
        sku: sku.into(),
        title: "Default Title".into(),
        barcode: "4006381333931".into(),
        price: Some(Money {
            minor: 2_499,
            currency: "EUR".into(),
        }),
        value: None,
        tariff_number: String::new(),
        origin_country: "TR".into(),
        customs_description: String::new(),
        options: vec![("Taille".into(), "L".into())],
        weight_grams: Some(200),
        dimensions_mm: None,
        extra: vec![],
    }
}

fn reported(id: &str, as_of: &str, variants: Vec<ProductVariant>) -> Reported {
    Reported {
        id: id.into(),
        name: format!("T-shirt {id}"),
        description: String::new(),
        image_url: "http://insecure.test/a.png".into(),
        url: String::new(),
        variants,
        as_of: as_of.into(),
        extra: vec![],
    }
}

const EARLY: &str = "2026-11-18T09:00:00Z";
const LATE: &str = "2026-11-18T10:00:00Z";

/// A store with a connection of each role that a test asks for.
struct Fixture {
    app: TestApp,
    organization: Uuid,
    store: Uuid,
    admin: Client,
}

impl Fixture {
    async fn new(db: PgPool) -> Self {
        let app = TestApp::new(db).await;
        let organization = app.organization().await;
        let store = app.store(organization).await;
        let admin = app.admin(&[ReadProduct, WriteProduct]).await;
        Self {
            app,
            organization,
            store,
            admin,
        }
    }

    async fn connect(&self, role: &str) -> Uuid {
        let id = Uuid::now_v7();
        sqlx::query("insert into connectors (id, store_id, role, plugin) values ($1, $2, $3, $3)")
            .bind(id)
            .bind(self.store)
            .bind(role)
            .execute(&self.app.app.db)
            .await
            .expect("a connection");
        id
    }

    /// A page of the function `P`, asked for from where the last one ended.
    async fn take<P: Pull>(&self, connector: Uuid, page: impl Into<Page<P::Reported>>) -> Taken {
        let mut tx = self.app.app.begin().await.expect("a transaction");
        let connector = connectors::find(&mut *tx, connector)
            .await
            .expect("a query")
            .expect("a connection");
        let from = crate::providers::sync::cursor(&mut *tx, connector.id, P::FUNCTION)
            .await
            .expect("a query");
        let taken = take_page::<P>(
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

    async fn products(&self, connector: Uuid, items: Vec<Reported>) -> Taken {
        self.take::<Products>(connector, page(items, true)).await
    }

    /// The names in the list, in its order.
    async fn names(&self) -> Vec<String> {
        let list = self.admin.get("/product").await;
        assert_eq!(list.summary(), "200", "{}", list.json);
        let rows = list.data().as_array().expect("rows").clone();
        rows.iter()
            .map(|row| row["name"].as_str().expect("a name").to_owned())
            .collect()
    }

    async fn detail(&self, name: &str) -> Value {
        let path = format!("/product?cursor={}", cursor(json!({ "search": name })));
        let id = self.admin.get(&path).await.data()[0]["id"].clone();
        let id = id.as_str().expect("it is found");
        self.admin
            .get(&format!("/product/{id}"))
            .await
            .data()
            .clone()
    }
}

/// The last page of a pass.
fn page(items: Vec<Reported>, whole: bool) -> ProductPage {
    ProductPage {
        items,
        gone: vec![],
        rejected: vec![],
        cursor: Uuid::now_v7().to_string(),
        more: false,
        whole,
    }
}

fn stock(items: &[(&str, u32)], as_of: &str, whole: bool) -> InventoryPage {
    InventoryPage {
        items: items
            .iter()
            .map(|(sku, available)| Inventory {
                sku: (*sku).into(),
                available: *available,
                in_warehouse: *available + 1,
                reserved: 0,
                damaged: 1,
                as_of: as_of.into(),
                extra: vec![],
            })
            .collect(),
        rejected: vec![],
        cursor: Uuid::now_v7().to_string(),
        more: false,
        whole,
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_sandboxed_plugin_brings_products_stock_and_bundles(db: PgPool) {
    let config = SimulatorConfig {
        port: 0,
        seed: 7,
        orders: 20,
        rate_limit: None,
        clock: SimClock::fixed(noon().timestamp()),
    };
    let simulator = Simulator::start(config).await.expect("a simulator");
    let app = TestApp::with_bigblue(db.clone(), &simulator).await;
    let store = app.store(app.organization().await).await;
    app.bigblue(store, "MUSI").await;
    let admin = app.admin(&[ReadProduct, WriteProduct, SuperAdmin]).await;
    for _ in 0..2 {
        let asked = admin
            .post("/product/synchronize", json!({ "storeId": store }))
            .await;
        assert_eq!(asked.summary(), "202");
        let jobs = asked.data()["jobs"].as_array().expect("jobs").clone();
        assert_eq!(jobs.len(), 3, "products, stock, bundles");
        app.run_jobs().await;
        for job in jobs {
            let job = admin
                .get(&format!("/job/{}", job["id"].as_str().expect("an id")))
                .await;
            assert_eq!(job.data()["status"], "COMPLETED", "{}", job.json);
        }
    }
    let list = admin.get("/product").await;
    let row = &list.data()[0];
    assert!(
        list.json["meta"]["total"].as_i64() > Some(0),
        "{}",
        list.json
    );
    assert_eq!(row["provider"], "bigblue");
    let stocked: i64 = sqlx::query_scalar("select count(*) from stock where in_warehouse > 0")
        .fetch_one(&db)
        .await
        .expect("a count");
    assert!(stocked > 0, "stock was reported");
    let updates: i64 = sqlx::query_scalar(
        "select count(*) from audit_entries where entity = 'product' and action <> 'create'",
    )
    .fetch_one(&db)
    .await
    .expect("a count");
    assert_eq!(updates, 0, "reported again, nothing changed");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_pass_over_everything_forgets_what_it_did_not_name(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let shop = fixture.connect("shop").await;
    let (a, b) = (
        reported("A", EARLY, vec![variant("A-1")]),
        reported("B", EARLY, vec![variant("B-1")]),
    );
    let first = fixture.products(shop, vec![a.clone(), b.clone()]).await;
    assert_eq!((first.added, first.changed), (2, 0));
    assert_eq!(fixture.names().await, ["T-shirt A", "T-shirt B"]);

    // A page that is not the end of a pass, and a pass over what changed, forget nothing.
    let some = ProductPage {
        more: true,
        ..page(vec![a.clone()], true)
    };
    fixture.take::<Products>(shop, some).await;
    fixture
        .take::<Products>(shop, page(vec![b.clone()], true))
        .await;
    fixture
        .take::<Products>(shop, page(vec![a.clone()], false))
        .await;
    assert_eq!(fixture.names().await, ["T-shirt A", "T-shirt B"]);

    assert_eq!(fixture.products(shop, vec![a.clone()]).await.changed, 1);
    assert_eq!(fixture.names().await, ["T-shirt A"]);
    // What could not be understood this time was named all the same.
    let rejected = RejectedItem {
        id: "A".into(),
        reason: "no json".into(),
        raw: "{".into(),
    };
    let broken = ProductPage {
        rejected: vec![rejected],
        ..page(vec![], true)
    };
    fixture.take::<Products>(shop, broken).await;
    assert_eq!(fixture.names().await, ["T-shirt A"]);
    // Named again, unchanged: it is back with its variants.
    fixture.products(shop, vec![a.clone(), b]).await;
    assert_eq!(
        fixture.detail("T-shirt B").await["variants"][0]["sku"],
        "B-1"
    );
    let gone = ProductPage {
        gone: vec!["A".into()],
        ..page(vec![], false)
    };
    fixture.take::<Products>(shop, gone).await;
    assert_eq!(fixture.names().await, ["T-shirt B"]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_older_state_never_replaces_a_newer_one(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let shop = fixture.connect("shop").await;
    let named = |name: &str, as_of| Reported {
        name: name.into(),
        ..reported("A", as_of, vec![variant("A-1")])
    };
    fixture.products(shop, vec![named("new", LATE)]).await;
    let taken = fixture.products(shop, vec![named("old", EARLY)]).await;
    assert_eq!(
        (taken, fixture.names().await),
        (Taken::default(), vec!["new".to_owned()])
    );

    // What the provider tells by itself is held to the same.
    let mut tx = fixture.app.app.begin().await.expect("a transaction");
    let connector = connectors::find(&mut *tx, shop)
        .await
        .expect("a query")
        .expect("it");
    let reported = ProductPage {
        more: true,
        ..page(vec![named("newest", "2026-11-18T11:00:00Z")], false)
    };
    let taken =
        take_reported::<Products>(&mut tx, &connector, Glossary::default(), reported, noon())
            .await
            .expect("written");
    tx.commit().await.expect("a commit");
    assert_eq!(taken.map(|taken| taken.changed), Some(1));
    assert_eq!(fixture.names().await, ["newest"]);

    fixture
        .take::<Inventories>(shop, stock(&[("A-1", 5)], LATE, false))
        .await;
    fixture
        .take::<Inventories>(shop, stock(&[("A-1", 50)], EARLY, false))
        .await;
    let detail = fixture.detail("newest").await;
    assert_eq!(detail["variants"][0]["inventories"][0]["available"], 5);
    fixture
        .take::<Inventories>(shop, stock(&[], LATE, true))
        .await;
    let detail = fixture.detail("newest").await;
    assert_eq!(
        detail["variants"][0]["inventories"][0],
        json!({ "available": 0, "inWarehouse": 0, "reserved": 0, "damaged": 0 })
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_cannot_be_kept_is_set_aside_with_its_reason(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let shop = fixture.connect("shop").await;
    let items = vec![
        reported("bare", LATE, vec![]),
        reported("good", LATE, vec![variant("G-1"), variant("G-2")]),
        reported("same", LATE, vec![variant("G-2")]),
        reported("twice", LATE, vec![variant("T-1"), variant("T-1")]),
        reported("unnamed", LATE, vec![variant("")]),
        reported("when", "yesterday", vec![variant("W-1")]),
    ];
    let taken = fixture.products(shop, items).await;
    assert_eq!((taken.added, taken.set_aside), (1, 5));
    let reasons: Vec<(String, String)> = sqlx::query_as(
        "select provider_id, coalesce(nullif(field, ''), reason) from items_set_aside where function = 'products' order by 1",
    )
    .fetch_all(&fixture.app.app.db)
    .await
    .expect("those set aside");
    let reasons: Vec<(&str, &str)> = reasons.iter().map(|(id, why)| (&**id, &**why)).collect();
    assert_eq!(
        reasons,
        [
            ("bare", "variants"),
            ("same", "variants.sku"),
            ("twice", "variants.sku"),
            ("unnamed", "variants.sku"),
            ("when", "asOf")
        ]
    );
    // A SKU may move from one product to another in one page.
    let moved = vec![
        reported("good", "2026-11-18T11:00:00Z", vec![variant("G-1")]),
        reported("same", "2026-11-18T11:00:00Z", vec![variant("G-2")]),
    ];
    let taken = fixture.take::<Products>(shop, page(moved, false)).await;
    assert_eq!((taken.added, taken.changed, taken.set_aside), (1, 1, 0));
    let detail = fixture.detail("T-shirt good").await;
    assert_eq!(detail["image"], "", "only what a person may safely follow");
    assert_eq!(detail["variants"].as_array().map(Vec::len), Some(1));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_shop_names_the_products_and_the_warehouse_weighs_and_counts_them(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let warehouse = fixture.connect("fulfillment").await;
    let weighed = ProductVariant {
        weight_grams: Some(310),
        dimensions_mm: Some((300, 250, 60)),
        ..variant("A-1")
    };
    fixture
        .products(warehouse, vec![reported("warehouse", LATE, vec![weighed])])
        .await;
    assert_eq!(fixture.names().await, ["T-shirt warehouse"]);
    let shop = fixture.connect("shop").await;
    fixture
        .products(shop, vec![reported("shop", LATE, vec![variant("A-1")])])
        .await;
    assert_eq!(
        fixture.names().await,
        ["T-shirt shop"],
        "the article stands there once"
    );
    fixture
        .take::<Inventories>(warehouse, stock(&[("A-1", 4)], LATE, true))
        .await;
    let detail = fixture.detail("T-shirt shop").await;
    let variant = &detail["variants"][0];
    assert_eq!(
        (&variant["weight"], &variant["volume"], &variant["price"]),
        (
            &json!(310),
            &json!({ "value": "0.0045", "unit": "m3" }),
            &json!("24.99")
        )
    );
    assert_eq!(variant["inventories"][0]["available"], 4);
    for (level, found) in [("low", 1), ("enough", 0)] {
        let filter = json!({ "filters": [{ "field": "stock", "values": [level] }] });
        let path = format!("/product?cursor={}", cursor(filter));
        assert_eq!(
            fixture.admin.get(&path).await.json["meta"]["total"],
            found,
            "{level}"
        );
    }
    let variants = fixture.admin.get("/variant").await;
    assert_eq!(variants.data().as_array().map(Vec::len), Some(1));
    assert_eq!(variants.data()[0]["weight"], 310);
}

async fn picture(client: &Client) -> Uuid {
    let gif = b"GIF89a picture".as_slice();
    client
        .upload("/file", &[], &[("file", "a.gif", gif)])
        .await
        .id()
}

fn draft(store: Uuid, image: Uuid, sku: &str) -> Value {
    json!({
        "storeId": store, "name": "Vinyle", "description": "33 tours", "image": image,
        "variants": [{ "sku": sku, "ean": "4006381333931", "price": "24.90", "weight": 250 }],
    })
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_product_made_here_is_the_shops_once_the_shop_has_it(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let shop = fixture.connect("shop").await;
    let image = picture(&fixture.admin).await;
    let created = fixture
        .admin
        .post("/product", draft(fixture.store, image, "CPSL-VINYL1-0001"))
        .await;
    assert_eq!(created.summary(), "201", "{}", created.json);
    assert!(
        created.data()["image"]
            .as_str()
            .is_some_and(|at| at.starts_with("/api/download/"))
    );
    let file = &created.data()["files"][0];
    assert_eq!(
        (&file["id"], &file["name"], &file["mediaType"]),
        (&json!(image), &json!("a.gif"), &json!("image/gif"))
    );
    assert_eq!(
        created.data()["organizationId"],
        created.data()["organizations"][0]["id"]
    );
    let shown = fixture
        .admin
        .raw(
            "GET",
            &created.data()["image"].as_str().expect("it")["/api".len()..],
            None,
            &[],
        )
        .await;
    assert_eq!(shown.status(), 200);
    let again = fixture
        .admin
        .post(
            "/product",
            draft(
                fixture.store,
                picture(&fixture.admin).await,
                "CPSL-VINYL1-0001",
            ),
        )
        .await;
    assert_eq!(again.summary(), "409 ConflictProductUniqueException");

    let variant_id = created.data()["variants"][0]["id"].clone();
    let wish = json!({ "storeId": fixture.store, "mode": "single", "variantIds": [variant_id] });
    let asked = fixture.admin.post("/product/export-to-shop", wish).await;
    assert_eq!(asked.summary(), "202", "{}", asked.json);
    let wish = json!({ "storeId": fixture.store, "mode": "single", "variantIds": [] });
    let none = fixture.admin.post("/product/export-to-shop", wish).await;
    assert_eq!(none.issues(), ["variantIds required"]);

    fixture
        .products(
            shop,
            vec![reported(
                "at the shop",
                LATE,
                vec![variant("CPSL-VINYL1-0001")],
            )],
        )
        .await;
    assert_eq!(fixture.names().await, ["T-shirt at the shop"]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_is_wrong_with_a_product_is_told_field_by_field(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let image = picture(&fixture.admin).await;
    let mut bad = draft(Uuid::now_v7(), image, "CPSL-vinyl-1");
    bad["name"] = json!("");
    bad["variants"][0]["ean"] = json!("4006381333932");
    bad["variants"][0]["price"] = json!("1.999");
    let refused = fixture.admin.post("/product", bad).await;
    assert_eq!(
        refused.issues(),
        [
            "name required",
            "variants[0].ean ean",
            "variants[0].price decimals",
            "variants[0].sku sku"
        ]
    );
    let nowhere = fixture
        .admin
        .post("/product", draft(Uuid::now_v7(), image, "CPSL-VINYL1-0001"))
        .await;
    assert_eq!(nowhere.issues(), ["storeId option"]);
    let pictureless = fixture
        .admin
        .post(
            "/product",
            draft(fixture.store, Uuid::now_v7(), "CPSL-VINYL1-0001"),
        )
        .await;
    assert_eq!(pictureless.issues(), ["image option"]);
    assert!(fixture.names().await.is_empty(), "nothing is half written");
    let shopless =
        json!({ "storeId": fixture.store, "mode": "variants", "variantIds": [Uuid::now_v7()] });
    let refused = fixture
        .admin
        .post("/product/export-to-shop", shopless)
        .await;
    assert_eq!(refused.issues(), ["variantIds option"]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn customers_see_the_products_of_their_stores(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let shop = fixture.connect("shop").await;
    fixture
        .products(shop, vec![reported("A", LATE, vec![variant("A-1")])])
        .await;
    let id = fixture.detail("T-shirt A").await["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let (app, store) = (&fixture.app, fixture.store);
    let own = app
        .customer(fixture.organization, &[store], &[ReadProduct])
        .await;
    let other = app.organization().await;
    let foreign = app
        .customer(other, &[app.store(other).await], &[ReadProduct])
        .await;
    for (client, sees) in [(&own, true), (&foreign, false)] {
        let status = if sees {
            "200"
        } else {
            "404 NotFoundResourceException"
        };
        assert_eq!(
            client.get(&format!("/product/{id}")).await.summary(),
            status
        );
        assert_eq!(
            client
                .get(&format!("/store/{store}/product"))
                .await
                .summary(),
            status
        );
        for list in ["/product", "/variant"] {
            let rows = client.get(list).await.data().as_array().map(Vec::len);
            assert_eq!(rows, Some(usize::from(sees)), "{list}");
        }
    }
    let detail = own.get(&format!("/product/{id}")).await;
    assert_eq!(detail.data()["history"], json!([]));
    assert_eq!(
        own.post("/product/synchronize", json!({})).await.summary(),
        "403 ForbiddenRoleException"
    );
    let listed = own.get(&format!("/store/{store}/product")).await;
    assert_eq!(listed.data()[0]["skus"], json!(["A-1"]));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_a_deleted_store_sold_goes_with_it(db: PgPool) {
    let fixture = Fixture::new(db.clone()).await;
    let shop = fixture.connect("shop").await;
    fixture
        .products(shop, vec![reported("A", LATE, vec![variant("A-1")])])
        .await;
    fixture
        .take::<Inventories>(shop, stock(&[("A-1", 5)], LATE, true))
        .await;
    let draft = draft(
        fixture.store,
        picture(&fixture.admin).await,
        "CPSL-VINYL1-0001",
    );
    assert_eq!(fixture.admin.post("/product", draft).await.summary(), "201");
    sqlx::query("update connectors set disconnected_at = now()")
        .execute(&db)
        .await
        .expect("a write");
    sqlx::query("update stores set deleted_at = $1")
        .bind(noon())
        .execute(&db)
        .await
        .expect("a write");
    fixture
        .app
        .app
        .clock
        .advance(std::time::Duration::from_secs(25 * 3_600));
    assert_eq!(
        crate::records::life::sweep::<crate::stores::Store>(&fixture.app.app, 10)
            .await
            .expect("a sweep"),
        1
    );
    let mut connection = db.acquire().await.expect("a connection");
    crate::records::sweep(
        fixture.app.app.register,
        &mut connection,
        fixture.app.app.now(),
    )
    .await
    .expect("a sweep");
    let left: i64 = sqlx::query_scalar(
        "select (select count(*) from products) + (select count(*) from product_variants)
            + (select count(*) from inventories) + (select count(*) from files where deleted_at is null)",
    )
    .fetch_one(&db)
    .await
    .expect("a count");
    assert_eq!(left, 0);
}
