//! What stores are quoted, what they agreed on, and who reads how much of it.

use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::{carrier, change, price};
use crate::access::Permission::{ReadConnector, ReadFee, WriteConnector, WriteOrder};
use crate::testing::{Client, TestApp};

struct Fixture {
    app: TestApp,
    organization: Uuid,
    store: Uuid,
    carrier: Uuid,
    staff: Client,
}

impl Fixture {
    async fn new(db: PgPool) -> Self {
        let app = TestApp::with_plugins(db).await;
        let organization = app.organization().await;
        let permissions = [ReadConnector, WriteConnector, ReadFee, WriteOrder];
        Self {
            store: app.store(organization).await,
            carrier: carrier(&app, "bigblue", "standard").await,
            staff: app.admin(&permissions).await,
            organization,
            app,
        }
    }

    async fn merchant(&self) -> Client {
        let rights = [ReadFee, WriteOrder];
        self.app
            .customer(self.organization, &[self.store], &rights)
            .await
    }

    fn settings(&self) -> String {
        format!("/store/{}/shipping/settings", self.store)
    }

    /// The offer of the only carrier for a parcel.
    async fn offer(&self, client: &Client, more: &str) -> Value {
        let path = format!(
            "/shipping/available?storeId={}&countryCode=FR{more}",
            self.store
        );
        let answer = client.get(&path).await;
        assert_eq!(answer.summary(), "200", "{}", answer.json);
        answer.data()["carriers"][0].clone()
    }

    async fn agree(&self, exceptions: Value) -> crate::testing::Answer {
        let body = json!({ "storeId": self.store, "exceptions": exceptions });
        self.staff.post("/shipping/store/exceptions", body).await
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_quote_tells_how_each_figure_came_about(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let terms = json!({
        "providers": [{ "id": "bigblue", "supplementFeePercent": "2", "enable": true }],
        "marginPercent": "5", "additionalCost": "0.65", "discountPercent": "0",
    });
    let kept = fixture.staff.put(&fixture.settings(), terms.clone()).await;
    assert_eq!(kept.summary(), "200", "{}", kept.json);
    let offer = fixture.offer(&fixture.staff, "&weight=900").await;
    assert_eq!(
        (&offer["priceExVat"], &offer["price"]),
        (&json!("6.69"), &json!("8.03"))
    );
    assert_eq!(
        offer["explanation"],
        json!({
            "grid": "5.20", "fuelPercent": "8.5", "supplementPercent": "2", "cost": "5.75", "marginPercent": "5",
            "additionalCost": "0.65", "discountPercent": "0", "exception": null, "priceExVat": "6.69",
        })
    );
    let merchant = fixture.merchant().await;
    let offer = fixture.offer(&merchant, "&weight=900").await;
    assert_eq!(offer["priceExVat"], "6.69");
    for secret in [
        "grid",
        "cost",
        "marginPercent",
        "additionalCost",
        "fuelPercent",
        "supplementPercent",
    ] {
        assert_eq!(offer["explanation"][secret], Value::Null, "{secret}");
    }
    let table = merchant
        .get(&format!("/store/{}/shipping/prices", fixture.store))
        .await;
    let first = &table.data()["carriers"][0]["prices"][0];
    assert_eq!(
        (&first["priceExVat"], &first["price"]),
        (&json!("6.69"), &json!("8.03"))
    );
    assert_eq!(first["explanation"]["cost"], Value::Null);
    let by_provider = format!(
        "/shipping/price/bigblue?storeId={}&countryCode=FR&weight=1",
        fixture.store
    );
    assert_eq!(
        merchant.get(&by_provider).await.data()["carriers"][0]["priceExVat"],
        "6.69"
    );
    let cubyn = by_provider.replace("bigblue", "cubyn");
    assert_eq!(merchant.get(&cubyn).await.data()["carriers"], json!([]));
    assert_eq!(
        merchant.get(&fixture.settings()).await.summary(),
        "403 ForbiddenRoleException"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_is_not_offered_says_why(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let why = async |more: &str| fixture.offer(&fixture.staff, more).await["unavailable"].clone();
    assert_eq!(why("&weight=30000").await, Value::Null);
    assert_eq!(why("&weight=30001").await, "WEIGHT");
    let abroad = format!(
        "/shipping/available?storeId={}&countryCode=DE",
        fixture.store
    );
    let abroad = fixture.staff.get(&abroad).await;
    assert_eq!(abroad.data()["carriers"][0]["unavailable"], "COUNTRY");
    for (query, issue) in [
        ("countryCode=FR&weight=-1", "weight min"),
        ("countryCode=FR&weight=x", "weight type"),
        ("countryCode=ZZ", "countryCode country"),
        ("countryCode=FR&articles=x", "articles format"),
        (
            "countryCode=FR&articles=01890000-0000-7000-8000-000000000000:1",
            "products[0].id option",
        ),
    ] {
        let path = format!("/shipping/available?storeId={}&{query}", fixture.store);
        assert_eq!(fixture.staff.get(&path).await.issues(), [issue], "{query}");
    }
    let mut terms = fixture.staff.get(&fixture.settings()).await.data().clone();
    terms.as_object_mut().expect("terms").remove("updatedAt");
    terms["providers"] = json!([{ "id": "bigblue", "supplementFeePercent": "0", "enable": false }]);
    assert_eq!(
        fixture
            .staff
            .put(&fixture.settings(), terms.clone())
            .await
            .summary(),
        "200"
    );
    assert_eq!(
        fixture.offer(&fixture.staff, "&weight=1").await,
        Value::Null,
        "switched off"
    );
    for (field, value, issue) in [
        ("marginPercent", json!("101"), "marginPercent max"),
        ("discountPercent", json!("-1"), "discountPercent min"),
        ("additionalCost", json!("0.001"), "additionalCost decimals"),
    ] {
        let mut wrong = terms.clone();
        wrong[field] = value;
        assert_eq!(
            fixture.staff.put(&fixture.settings(), wrong).await.issues(),
            [issue]
        );
    }
    terms["providers"] = json!([{ "id": "nobody", "supplementFeePercent": "0", "enable": true }]);
    let unknown = fixture.staff.put(&fixture.settings(), terms).await;
    assert_eq!(unknown.issues(), ["providers[0].id option"]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_exception_is_the_price_until_it_ends(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let agreed = change(fixture.carrier, (500, 1_000), None, Some("4.90"));
    let kept = fixture.agree(json!([agreed])).await;
    assert_eq!(kept.summary(), "201", "{}", kept.json);
    for (weight, price) in [
        (500, "6.57"),
        (501, "4.90"),
        (1_000, "4.90"),
        (1_001, "6.57"),
    ] {
        let offer = fixture
            .offer(&fixture.staff, &format!("&weight={weight}"))
            .await;
        assert_eq!(offer["priceExVat"], price, "{weight}");
    }
    let table = fixture
        .staff
        .get(&format!("/store/{}/shipping/prices", fixture.store))
        .await;
    let prices = table.data()["carriers"][0]["prices"]
        .as_array()
        .unwrap()
        .iter();
    let shown: Vec<&str> = prices
        .map(|price| price["priceExVat"].as_str().unwrap())
        .collect();
    assert_eq!(shown, ["6.57", "4.90", "6.57"]);
    // Another store pays the grid's price.
    let other = fixture.app.store(fixture.organization).await;
    let path = format!("/shipping/available?storeId={other}&countryCode=FR&weight=900");
    assert_eq!(
        fixture.staff.get(&path).await.data()["carriers"][0]["priceExVat"],
        "6.57"
    );
    let again = fixture.agree(json!([agreed])).await;
    assert_eq!(again.issues(), ["exceptions[0].was moved"]);
    let across = change(fixture.carrier, (0, 501), None, Some("1"));
    assert_eq!(
        fixture.agree(json!([across])).await.issues(),
        ["exceptions[0].minWeight overlap"]
    );
    let id = kept.data()["exceptions"][0]["id"].as_str().unwrap();
    let path = format!(
        "/shipping/store/exceptions?storeId={}&ids={id}",
        fixture.store
    );
    assert_eq!(fixture.staff.delete(&path).await.summary(), "204");
    let offer = fixture.offer(&fixture.staff, "&weight=900").await;
    assert_eq!(offer["priceExVat"], "6.57");
    let listed = format!("/shipping/store/exceptions?storeId={}", fixture.store);
    assert_eq!(
        fixture.staff.get(&listed).await.data()["exceptions"],
        json!([])
    );
    assert_eq!(
        fixture.merchant().await.get(&listed).await.summary(),
        "403 ForbiddenRoleException"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_order_of_then_is_quoted_by_the_tariffs_of_then(db: PgPool) {
    let fixture = Fixture::new(db.clone()).await;
    let dearer = json!([change(
        fixture.carrier,
        (0, 30_000),
        Some("5.20"),
        Some("9.90")
    )]);
    let saved = fixture
        .staff
        .post("/shipping/price/changes", json!({ "changes": dearer }))
        .await;
    assert_eq!(saved.summary(), "200", "{}", saved.json);
    let price = async |on: &str| {
        let more = format!("&weight=900&on={on}");
        let offer = fixture.offer(&fixture.staff, &more).await;
        offer["explanation"]["grid"].clone()
    };
    let today = crate::list::day_of(fixture.app.app.now());
    let yesterday = today.pred_opt().expect("a day").to_string();
    assert_eq!(price(&yesterday).await, "5.20");
    assert_eq!(price(&today.to_string()).await, "9.90");
    // A carrier that is used no more was used then.
    sqlx::query("update carriers set archived_at = $1")
        .bind(fixture.app.app.now())
        .execute(&db)
        .await
        .expect("archived");
    assert_eq!(price(&yesterday).await, "5.20");
    let offer = fixture.offer(&fixture.staff, "&weight=900").await;
    assert_eq!(offer, Value::Null);
}

/// By what an article weighs and measures; the larger counts (F1).
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_orders_articles_are_weighed(db: PgPool) {
    let fixture = Fixture::new(db.clone()).await;
    let variant =
        crate::orders::tests::manual::article(&fixture.app, fixture.store, "CPSL-000001-0001")
            .await;
    let path = format!(
        "/shipping/available?storeId={}&countryCode=FR&articles={variant}:2",
        fixture.store
    );
    let unknown = fixture.staff.get(&path).await;
    assert_eq!(unknown.data()["unweighed"], json!(["CPSL-000001-0001"]));
    sqlx::query("update product_variants set weight_grams = 550, length_mm = 300, width_mm = 250, height_mm = 60 where id = $1")
        .bind(variant)
        .execute(&db)
        .await
        .unwrap();
    let known = fixture.staff.get(&path).await;
    let weight = json!({ "real": 1_100, "volumetric": 1_800, "billable": 1_800 });
    assert_eq!(
        (&known.data()["weight"], &known.data()["unweighed"]),
        (&weight, &json!([]))
    );
    price(
        &fixture.app,
        Some(fixture.store),
        fixture.carrier,
        "FR",
        (1_100, 1_800),
        "1.00",
    )
    .await;
    assert_eq!(
        fixture.staff.get(&path).await.data()["carriers"][0]["priceExVat"],
        "1.00"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn consumers_pay_the_vat_of_where_they_live(db: PgPool) {
    let fixture = Fixture::new(db).await;
    for country in ["DE", "CH"] {
        price(
            &fixture.app,
            None,
            fixture.carrier,
            country,
            (0, 30_000),
            "5.20",
        )
        .await;
    }
    let rates = json!({ "rates": [
        { "countryCode": "FR", "percent": "20" }, { "countryCode": "DE", "percent": "19" },
        { "countryCode": "CH", "percent": "0" },
    ] });
    assert_eq!(
        fixture.staff.put("/shipping/vat", rates).await.summary(),
        "200"
    );
    let path = format!("/store/{}/shipping/prices", fixture.store);
    let table = fixture.staff.get(&path).await;
    let prices = table.data()["carriers"][0]["prices"]
        .as_array()
        .unwrap()
        .iter();
    let with_vat: Vec<&str> = prices
        .map(|price| price["price"].as_str().unwrap())
        .collect();
    assert_eq!(with_vat, ["6.57", "7.82", "7.88"], "CH, DE, FR");
    let twice = json!({ "rates": [
        { "countryCode": "FR", "percent": "20" }, { "countryCode": "FR", "percent": "10" },
    ] });
    assert_eq!(
        fixture.staff.put("/shipping/vat", twice).await.issues(),
        ["rates unique"]
    );
    let replaced = "select changes->0->>'field', changes->0->>'after' from audit_entries where entity = 'shipping-vat'";
    let change: (String, String) = sqlx::query_as(replaced)
        .fetch_one(&fixture.app.app.db)
        .await
        .expect("the history tells it once");
    assert_eq!(change, ("CH".into(), "0".into()));
    let one = |percent: &str| json!({ "rates": [{ "countryCode": "FR", "percent": percent }] });
    let (first, second) = tokio::join!(
        fixture.staff.put("/shipping/vat", one("20")),
        fixture.staff.put("/shipping/vat", one("21")),
    );
    assert_eq!([first.summary(), second.summary()], ["200", "200"]);
}

/// Of two who change the same from the same state, the second is told instead of undoing what the first did (decision 33).
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn terms_and_vat_are_changed_from_what_was_seen(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let terms = |margin: &str| json!({ "providers": [], "marginPercent": margin, "additionalCost": "0", "discountPercent": "0" });
    let vat = |percent: &str| json!({ "rates": [{ "countryCode": "FR", "percent": percent }] });
    for (path, change) in [
        (fixture.settings(), &terms as &dyn Fn(&str) -> Value),
        ("/shipping/vat".to_owned(), &vat),
    ] {
        let read = fixture.staff.get(&path).await.data()["updatedAt"].clone();
        let seen = [("If-Match", read.as_str().expect("a version"))];
        let first = fixture
            .staff
            .send("PUT", &path, Some(change("10")), &seen)
            .await;
        assert_eq!(first.summary(), "200", "{path}: {}", first.json);
        let second = fixture
            .staff
            .send("PUT", &path, Some(change("11")), &seen)
            .await;
        assert_eq!(second.summary(), "409 ConflictEditException", "{path}");
        // From what the first left it is possible; what changes nothing leaves the version as it was.
        let now = first.data()["updatedAt"].clone();
        let seen = [("If-Match", now.as_str().expect("a version"))];
        for _ in 0..2 {
            let again = fixture
                .staff
                .send("PUT", &path, Some(change("10")), &seen)
                .await;
            assert_eq!(again.data()["updatedAt"], now, "{path}: {}", again.json);
        }
        let third = fixture
            .staff
            .send("PUT", &path, Some(change("12")), &seen)
            .await;
        assert_eq!(third.summary(), "200", "{path}: {}", third.json);
        let odd = [("If-Match", "yesterday")];
        let odd = fixture
            .staff
            .send("PUT", &path, Some(change("13")), &odd)
            .await;
        assert_eq!(odd.issues(), ["If-Match date"], "{path}");
    }
}

/// A store with more prices than one answer holds is asked for one carrier after the other, by those it is told of.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_store_of_very_many_prices_has_them_by_carrier(db: PgPool) {
    let fixture = Fixture::new(db.clone()).await;
    let other = carrier(&fixture.app, "bigblue", "express").await;
    // One without a price stands nowhere.
    sqlx::query("insert into carriers (id, provider, name) values ($1, 'bigblue', 'Sans prix')")
        .bind(Uuid::now_v7())
        .execute(&db)
        .await
        .expect("a carrier");
    sqlx::query(
        "insert into shipping_prices (id, carrier_id, country_code, min_weight, max_weight, price, valid_from)
         select gen_random_uuid(), carrier, 'DE', grams, grams + 1, 4, '2020-01-01'
         from unnest($1::uuid[]) carrier, generate_series(0, 20000) grams",
    )
    .bind(vec![fixture.carrier, other])
    .execute(&db)
    .await
    .expect("prices");
    let merchant = fixture.merchant().await;
    let path = format!("/store/{}/shipping/prices", fixture.store);
    let all = merchant.get(&path).await;
    assert_eq!(all.issues(), ["carrierId required"]);
    let path = format!("/store/{}/shipping/carriers", fixture.store);
    let offered = merchant.get(&path).await;
    let ids: Vec<&str> = offered
        .data()
        .as_array()
        .expect("carriers")
        .iter()
        .map(|one| one["id"].as_str().expect("an id"))
        .collect();
    assert!(
        ids.contains(&other.to_string().as_str()),
        "{}",
        offered.json
    );
    assert_eq!(ids.len(), 2);
    let one = format!(
        "/store/{}/shipping/prices?carrierId={}",
        fixture.store, fixture.carrier
    );
    let one = merchant.get(&one).await;
    let shown = one.data()["carriers"].as_array().expect("carriers");
    assert_eq!(shown[0]["carrier"]["id"], json!(fixture.carrier));
    assert_eq!(
        (shown.len(), shown[0]["prices"].as_array().map(Vec::len)),
        (1, Some(20_002))
    );
}
