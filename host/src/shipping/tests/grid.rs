//! Carriers and the grid: who may change them, from when on changes hold, and what is refused.

use futures::future::join_all;
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::{carrier, change, price};
use crate::access::Permission::{ReadConnector, ReadOrder, WriteConnector, WriteOrder};
use crate::testing::{Client, TestApp};

async fn staff(app: &TestApp) -> Client {
    app.admin(&[ReadConnector, WriteConnector]).await
}

/// Weight bands and prices of the grid on a day.
async fn bands(staff: &Client, on: &str) -> Vec<(i64, i64, String)> {
    let grid = staff
        .get(&format!("/shipping/price?provider=bigblue&on={on}"))
        .await;
    let number = |price: &Value, name: &str| price[name].as_i64().unwrap();
    let prices = grid.data()["prices"].as_array().unwrap().iter();
    prices
        .map(|price| {
            let text = price["price"].as_str().unwrap().to_owned();
            (number(price, "minWeight"), number(price, "maxWeight"), text)
        })
        .collect()
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_carrier_is_made_changed_and_brought_back(db: PgPool) {
    let app = TestApp::with_plugins(db).await;
    let staff = staff(&app).await;
    let body = |name: &str, fuel: &str| {
        json!({
            "provider": "bigblue", "code": "standard", "name": name, "fuelSurchage": fuel,
            "translations": r#"{"fr":"À domicile","en":"At home"}"#, "minDays": 1, "maxDays": 3,
        })
    };
    let created = staff
        .post("/shipping/carrier", body("Colissimo", "8.5"))
        .await;
    assert_eq!(created.summary(), "201", "{}", created.json);
    assert_eq!(created.data()["fuelSurchage"], "8.5");
    let path = format!("/shipping/carrier/{}", created.id());
    let again = staff
        .post("/shipping/carrier", body("colissimo", "8"))
        .await;
    assert_eq!(again.summary(), "409 ConflictCarrierNameException");
    let changed = staff.put(&path, body("Colissimo", "9.25")).await;
    assert_eq!(changed.data()["fuelSurchage"], "9.25");
    for (field, value, issue) in [
        ("provider", json!("cubyn"), "provider fixed"),
        ("fuelSurchage", json!("-1"), "fuelSurchage min"),
        ("translations", json!("{"), "translations translations"),
        ("maxDays", json!(0), "maxDays range"),
        ("name", json!(" "), "name required"),
    ] {
        let mut wrong = body("Colissimo", "8.5");
        wrong[field] = value;
        assert_eq!(staff.put(&path, wrong).await.issues(), [issue]);
    }
    // A shop hands over no parcels.
    for provider in ["nobody", "shopify"] {
        let mut other = body("Other", "1");
        other["provider"] = json!(provider);
        let refused = staff.post("/shipping/carrier", other).await;
        assert_eq!(refused.issues(), ["provider option"]);
    }
    assert_eq!(staff.delete(&path).await.summary(), "204");
    assert_eq!(
        staff.get(&path).await.summary(),
        "404 NotFoundResourceException"
    );
    let back = staff.post(&format!("{path}/restore"), json!({})).await;
    assert_eq!(back.data()["name"], "Colissimo");
    let found = staff.get("/shipping/carrier").await;
    assert_eq!(
        found.data()[0]["translations"],
        r#"{"en": "At home", "fr": "À domicile"}"#
    );
    let stranger = app.admin(&[ReadOrder, WriteOrder]).await;
    assert_eq!(
        stranger.get(&path).await.summary(),
        "403 ForbiddenPermissionException"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_tariff_is_entered_ahead_and_the_days_before_keep_theirs(db: PgPool) {
    let app = TestApp::new(db).await;
    let (staff, carrier) = (staff(&app).await, carrier(&app, "bigblue", "").await);
    let changes = json!({
        "validFrom": "2027-01-01",
        "changes": [
            change(carrier, (0, 30_000), Some("5.20"), None),
            change(carrier, (0, 500), None, Some("5.40")),
            change(carrier, (500, 30_000), None, Some("9.90")),
        ],
    });
    let saved = staff.post("/shipping/price/changes", changes.clone()).await;
    assert_eq!(saved.summary(), "200", "{}", saved.json);
    assert_eq!(
        bands(&staff, "2026-12-31").await,
        [(0, 30_000, "5.20".into())]
    );
    let next = [(0, 500, "5.40".into()), (500, 30_000, "9.90".into())];
    assert_eq!(bands(&staff, "2027-01-01").await, next);
    let now = staff.get("/shipping/price?provider=bigblue").await;
    assert_eq!(now.data()["nextDays"], json!(["2027-01-01"]));
    // Sent again it is not there any more.
    let again = staff.post("/shipping/price/changes", changes).await;
    assert_eq!(
        again.issues(),
        [
            "changes[0].was moved",
            "changes[1].was moved",
            "changes[2].was moved"
        ]
    );
    let history = staff
        .get(&format!("/history?entity=shipping-carrier&id={carrier}"))
        .await;
    let count = history.data()[0]["changes"].as_array().unwrap().len();
    assert_eq!(count, 3, "{}", history.json);
    let past = json!({ "validFrom": "2026-01-01", "changes": [change(carrier, (0, 30_000), Some("5.20"), Some("1"))] });
    let refused = staff.post("/shipping/price/changes", past).await;
    assert_eq!(refused.issues(), ["validFrom past"]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn one_wrong_cell_leaves_the_whole_grid_as_it_was(db: PgPool) {
    let app = TestApp::new(db).await;
    let (staff, carrier) = (staff(&app).await, carrier(&app, "bigblue", "").await);
    let good = change(carrier, (0, 30_000), Some("5.20"), Some("5.30"));
    for (wrong, issue) in [
        (
            change(carrier, (29_000, 40_000), None, Some("1")),
            "changes[1].minWeight overlap",
        ),
        (
            change(Uuid::now_v7(), (0, 500), None, Some("1")),
            "changes[1].carrierId option",
        ),
        (
            change(carrier, (500, 500), None, Some("1")),
            "changes[1].maxWeight range",
        ),
        (
            change(carrier, (-1, 500), None, Some("1")),
            "changes[1].minWeight min",
        ),
        (
            change(carrier, (40_000, 50_000), None, Some("-1")),
            "changes[1].price min",
        ),
        (
            change(carrier, (40_000, 50_000), None, Some("0")),
            "changes[1].price min",
        ),
        (
            change(carrier, (40_000, 50_000), None, Some("10000")),
            "changes[1].price max",
        ),
        (
            change(carrier, (40_000, 50_000), None, Some("1.005")),
            "changes[1].price decimals",
        ),
    ] {
        let both = json!({ "changes": [good, wrong] });
        let refused = staff.post("/shipping/price/changes", both).await;
        assert_eq!(refused.issues(), [issue]);
        assert_eq!(
            bands(&staff, "2027-01-01").await,
            [(0, 30_000, "5.20".into())]
        );
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_price_is_added_for_countries_and_corrected(db: PgPool) {
    let app = TestApp::new(db).await;
    let (staff, carrier) = (staff(&app).await, carrier(&app, "bigblue", "").await);
    let add = |min: i32, max: i32, countries: &[&str]| {
        let body = json!({
            "carrierId": carrier, "countries": countries, "minWeight": min, "maxWeight": max, "price": "12.00",
        });
        staff.post("/shipping/price", body)
    };
    let added = add(0, 1_000, &["DE", "BE"]).await;
    assert_eq!(added.summary(), "201", "{}", added.json);
    assert_eq!(added.data()["prices"].as_array().unwrap().len(), 2);
    for (min, max, countries, refusal) in [
        (0, 1_000, &["DE"][..], "409 ConflictPriceBandException"),
        (999, 2_000, &["IT", "DE"], "409 ConflictPriceBandException"),
        (0, 500, &["IT", "IT"], "400 BadRequestSchemaException"),
        (0, 500, &["XX"], "400 BadRequestSchemaException"),
        (500, 0, &["IT"], "400 BadRequestSchemaException"),
    ] {
        assert_eq!(
            add(min, max, countries).await.summary(),
            refusal,
            "{countries:?}"
        );
    }
    let price = added.data()["prices"][0]["id"].as_str().unwrap();
    let path = format!("/shipping/price/{price}");
    let corrected = staff.put(&path, json!({ "price": "11.50" })).await;
    assert_eq!(corrected.data()["price"], "11.50");
    let foreign = super::price(
        &app,
        Some(app.store(app.organization().await).await),
        carrier,
        "FR",
        (0, 5),
        "1",
    )
    .await;
    let refused = staff
        .put(
            &format!("/shipping/price/{foreign}"),
            json!({ "price": "1" }),
        )
        .await;
    assert_eq!(
        refused.summary(),
        "404 NotFoundResourceException",
        "an exception is no price of the grid"
    );
}

/// Many at once: whoever comes second finds what the first left, and on no day a weight has two prices.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn of_changes_at_once_one_is_taken(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let (staff, carrier) = (staff(&app).await, carrier(&app, "bigblue", "").await);
    price(&app, None, carrier, "DE", (0, 500), "7.00").await;
    let asked = (1..9).map(|at| {
        let price = format!("6.0{at}");
        let changes = [change(carrier, (0, 30_000), Some("5.20"), Some(&price))];
        staff.post("/shipping/price/changes", json!({ "changes": changes }))
    });
    let answers = join_all(asked).await;
    let taken = answers.iter().filter(|answer| answer.summary() == "200");
    assert_eq!(taken.count(), 1);
    let moved = answers
        .iter()
        .filter(|answer| answer.issues() == ["changes[0].was moved"]);
    assert_eq!(moved.count(), 7);
    let current: i64 = sqlx::query_scalar(
        "select count(*) from shipping_prices where country_code = 'FR' and valid_until is null",
    )
    .fetch_one(&db)
    .await
    .unwrap();
    assert_eq!(current, 1);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_carrier_that_orders_were_made_with_is_archived(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let (staff, carrier) = (staff(&app).await, carrier(&app, "bigblue", "").await);
    let store = app.store(app.organization().await).await;
    let order: Uuid = crate::orders::tests::New::of(store, "1").insert(&db).await;
    sqlx::query(
        "insert into manual_orders (order_id, store_id, reference, author, is_free, is_company_purchase, seeding_cost,
            carrier_id, carrier_code, state)
         values ($1, $2, '1', '', false, false, 5, $3, '', 'UNCONNECTED')",
    )
    .bind(order)
    .bind(store)
    .bind(carrier)
    .execute(&db)
    .await
    .unwrap();
    let path = format!("/shipping/carrier/{carrier}");
    let archived = staff.delete(&path).await;
    assert_eq!(archived.summary(), "200");
    assert!(archived.data()["archivedAt"].is_string());
    assert_eq!(staff.get("/shipping/carrier").await.data(), &json!([]));
    assert_eq!(
        bands(&staff, "2027-01-01").await.len(),
        1,
        "its prices stay"
    );
    let back = staff.post(&format!("{path}/restore"), json!({})).await;
    assert_eq!(back.data()["archivedAt"], Value::Null);
}
