//! What a change of the grid would have done to orders that were shipped: told, and saved nowhere.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::{carrier, change, price};
use crate::access::Permission::{ReadConnector, SuperAdmin, WriteConnector};
use crate::orders::tests::New;
use crate::shipping::simulations::sql::{self, Wish};
use crate::shipping::stores::sql::{Lookup, prices_of};
use crate::testing::{Client, TestApp};
use crate::words::language::Language;

struct Fixture {
    app: TestApp,
    staff: Client,
    carrier: Uuid,
    store: Uuid,
}

impl Fixture {
    /// A carrier for 5.20 euros, and a store whose parcels weigh 800 g.
    async fn new(db: PgPool) -> Self {
        let app = TestApp::new(db).await;
        let store = app.store(app.organization().await).await;
        weigh(&app, store).await;
        Self {
            staff: app.admin(&[ReadConnector, WriteConnector]).await,
            carrier: carrier(&app, "bigblue", "standard").await,
            store,
            app,
        }
    }

    /// An order of this store that the provider shipped at noon.
    async fn shipped(&self, store: Uuid, reference: &'static str, carrier: &str, country: &str) {
        let db = &self.app.app.db;
        let order = New::of(store, reference).insert(db).await;
        sqlx::query(
            "update orders set status = 'SHIPPED', carrier = $2, country_code = $3 where id = $1",
        )
        .bind(order)
        .bind(carrier)
        .bind(country)
        .execute(db)
        .await
        .unwrap();
    }

    fn dearer(&self) -> Value {
        json!([change(
            self.carrier,
            (0, 30_000),
            Some("5.20"),
            Some("6.20")
        )])
    }

    /// A simulation, once its job has ended.
    async fn simulated(&self, body: Value) -> Value {
        let asked = self.staff.post("/shipping/simulation", body).await;
        assert_eq!(asked.summary(), "202", "{}", asked.json);
        assert_eq!(asked.data()["state"], "PENDING");
        self.app.run_jobs().await;
        self.of(asked.id()).await
    }

    async fn of(&self, id: Uuid) -> Value {
        let path = format!("/shipping/simulation/{id}");
        self.staff.get(&path).await.data().clone()
    }
}

/// What the articles of [`New`] weigh: 300 g and 200 g.
async fn weigh(app: &TestApp, store: Uuid) {
    for (sku, grams) in [("CPSL-000001-0001", 300), ("CPSL-000002-0001", 200)] {
        sqlx::query(
            "with p as (insert into products (id, store_id, name, as_of) values (gen_random_uuid(), $1, $2, now())
                returning id)
             insert into product_variants (id, product_id, store_id, position, sku, name, weight_grams)
             select gen_random_uuid(), id, $1, 0, $2, $2, $3 from p",
        )
        .bind(store)
        .bind(sku)
        .bind(grams)
        .execute(&app.app.db)
        .await
        .unwrap();
    }
}

/// Orders, unquoted ones, cost, revenue and margin.
fn figures(of: &Value) -> [String; 5] {
    ["orders", "unquoted", "cost", "revenue", "margin"].map(|name| match &of[name] {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    })
}

fn keys(groups: &Value) -> Vec<&str> {
    let groups = groups.as_array().unwrap().iter();
    groups.map(|group| group["key"].as_str().unwrap()).collect()
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_change_is_tried_on_shipped_orders_and_saved_nowhere(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let agreed = fixture.app.store(fixture.app.organization().await).await;
    weigh(&fixture.app, agreed).await;
    let band = (0, 1_000);
    price(
        &fixture.app,
        Some(agreed),
        fixture.carrier,
        "FR",
        band,
        "4.00",
    )
    .await;
    fixture.shipped(fixture.store, "1", "STANDARD", "FR").await;
    fixture.shipped(fixture.store, "2", "", "FR").await;
    fixture.shipped(fixture.store, "3", "", "BE").await;
    fixture.shipped(agreed, "4", "standard", "FR").await;
    // Not shipped yet.
    New::of(fixture.store, "5")
        .insert(&fixture.app.app.db)
        .await;
    let grid = "/shipping/price?provider=bigblue";
    let before = fixture.staff.get(grid).await.json;

    let body = json!({ "provider": "bigblue", "changes": fixture.dearer() });
    let done = fixture.simulated(body).await;
    assert_eq!(
        (&done["state"], &done["error"]),
        (&json!("COMPLETED"), &Value::Null)
    );
    assert_eq!(
        done["progress"],
        json!({ "done": 4, "total": 4, "note": null })
    );
    assert_eq!(done["priceCount"], 1);
    let result = &done["result"];
    // 5.20 with 8.5 % of fuel is 5.64, for the store 6.57; 6.20 is 6.73 and 7.72; the other store pays 4.00.
    assert_eq!(
        figures(&result["before"]),
        ["4", "1", "16.92", "17.14", "0.22"]
    );
    assert_eq!(
        figures(&result["after"]),
        ["4", "1", "20.19", "19.44", "-0.75"]
    );
    assert_eq!(
        (&result["unweighed"], &result["assumed"]),
        (&json!(0), &json!(2))
    );
    let carrier = fixture.carrier.to_string();
    assert_eq!(keys(&result["carriers"]), [&*carrier, ""]);
    assert_eq!(keys(&result["countries"]), ["FR", "BE"]);
    assert_eq!(keys(&result["bands"]), ["0-30000", ""]);
    let (one, other) = (fixture.store.to_string(), agreed.to_string());
    assert_eq!(keys(&result["stores"]), [&*one, &*other]);
    assert_eq!(
        figures(&result["stores"][1]["after"]),
        ["1", "0", "6.73", "4.00", "-2.73"]
    );
    let most = result["orders"].as_array().unwrap();
    let references: Vec<&Value> = most.iter().map(|order| &order["reference"]).collect();
    assert_eq!(references, ["1", "2", "4"]);
    assert_eq!(
        most[2]["before"],
        json!({ "cost": "5.64", "revenue": "4.00" })
    );
    assert_eq!(fixture.staff.get(grid).await.json, before);

    let body = json!({ "provider": "bigblue", "changes": fixture.dearer(), "storeIds": [agreed] });
    let of_one = fixture.simulated(body).await;
    assert_eq!(of_one["result"]["before"]["orders"], 1);
    let body = json!({ "provider": "bigblue", "changes": fixture.dearer(), "to": "2026-01-31" });
    let earlier = fixture.simulated(body).await;
    assert_eq!(earlier["from"], "2025-10-31");
    let last = fixture
        .staff
        .get("/shipping/simulation?provider=bigblue")
        .await;
    let last = last.data().as_array().unwrap();
    assert_eq!(last.len(), 3);
    for field in ["id", "from", "storeIds", "priceCount", "state", "author"] {
        assert_eq!(last[0][field], earlier[field], "{field}");
    }
    let of_others = fixture
        .staff
        .get("/shipping/simulation?provider=cubyn")
        .await;
    assert_eq!(of_others.data(), &json!([]));
    assert_eq!(earlier["result"]["before"]["orders"], 0);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_a_save_would_refuse_is_refused(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let foreign = carrier(&fixture.app, "cubyn", "").await;
    let one = |change: Value| json!({ "provider": "bigblue", "changes": [change] });
    let good = || json!({ "provider": "bigblue", "changes": fixture.dearer() });
    let with = |field: &str, value: Value| {
        let mut body = good();
        body[field] = value;
        body
    };
    let nobody = Uuid::now_v7();
    for (body, issue) in [
        (
            one(change(
                fixture.carrier,
                (0, 30_000),
                Some("5.10"),
                Some("6"),
            )),
            "changes[0].was moved",
        ),
        (
            one(change(fixture.carrier, (0, 500), None, Some("6"))),
            "changes[0].minWeight overlap",
        ),
        (
            one(change(foreign, (0, 30_000), Some("5.20"), Some("6"))),
            "changes[0].carrierId option",
        ),
        (
            with("storeIds", json!([fixture.store, nobody])),
            "storeIds[1] option",
        ),
        (with("validFrom", json!("2026-01-01")), "validFrom past"),
        (with("from", json!("2027-01-01")), "to dateOrder"),
        (with("changes", json!([])), "changes required"),
    ] {
        let refused = fixture.staff.post("/shipping/simulation", body).await;
        assert_eq!(refused.issues(), [issue]);
    }
    let reader = fixture.app.admin(&[ReadConnector]).await;
    let refused = reader.post("/shipping/simulation", good()).await;
    assert_eq!(refused.summary(), "403 ForbiddenPermissionException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn one_that_was_ended_is_made_again_with_the_same_result(db: PgPool) {
    let fixture = Fixture::new(db).await;
    fixture.shipped(fixture.store, "1", "", "FR").await;
    let body = || json!({ "provider": "bigblue", "changes": fixture.dearer() });
    let whole = fixture.simulated(body()).await;
    let asked = fixture.staff.post("/shipping/simulation", body()).await;
    let path = format!("/shipping/simulation/{}", asked.id());
    let ended = fixture.staff.delete(&path).await;
    assert_eq!(ended.data()["error"], "canceled", "{}", ended.json);
    fixture.app.run_jobs().await;
    let ended = fixture.of(asked.id()).await;
    assert_eq!(
        (&ended["state"], &ended["result"]),
        (&json!("FAILED"), &Value::Null)
    );
    let admin = fixture.app.admin(&[SuperAdmin]).await;
    let job = format!("/job/{}/retry", ended["jobId"].as_str().unwrap());
    assert_eq!(admin.post(&job, json!({})).await.summary(), "202");
    fixture.app.run_jobs().await;
    let again = fixture.of(asked.id()).await;
    assert_eq!(again["result"], whole["result"]);
    // What has ended stays as it is.
    let late = fixture.staff.delete(&path).await;
    assert_eq!(late.data(), &again);
}

/// Bands of a carrier and country, with gaps: how far each begins above the last one's end, how wide it is, its price in cents,
/// and whether it holds yet.
fn books() -> impl Strategy<Value = Vec<Vec<(i32, i32, i64, bool)>>> {
    let band = (0..3_i32, 1..6_i32, 1..900_i64, prop::bool::weighted(0.8));
    prop::collection::vec(prop::collection::vec(band, 0..5), 8)
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn memory_answers_as_the_database_does(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let other = carrier(&fixture.app, "bigblue", "").await;
    let mut db = fixture.app.app.db.acquire().await.unwrap();
    let wish = Wish {
        provider: "bigblue".into(),
        changes: Vec::new(),
        valid_from: crate::list::day("2027-01-01").unwrap(),
        from: crate::list::day("2026-01-01").unwrap(),
        to: crate::list::day("2026-12-31").unwrap(),
        store_ids: None,
    };
    let mut runner = TestRunner::deterministic();
    for _ in 0..20 {
        sqlx::query("delete from shipping_prices")
            .execute(&mut *db)
            .await
            .unwrap();
        let drawn = books().new_tree(&mut runner).unwrap().current();
        let carriers = [fixture.carrier, other].into_iter();
        let places = carriers.flat_map(|carrier| ["FR", "BE"].map(|country| (carrier, country)));
        let places = places.flat_map(|place| [None, Some(fixture.store)].map(|book| (place, book)));
        for (((carrier, country), book), bands) in places.zip(drawn) {
            let mut least = 0;
            for (gap, wide, cents, holds) in bands {
                let band = (least + gap, least + gap + wide);
                least = band.1;
                let text = format!("{}.{:02}", cents / 100, cents % 100);
                let id = price(&fixture.app, book, carrier, country, band, &text).await;
                if !holds {
                    sqlx::query(
                        "update shipping_prices set valid_from = '2027-01-02' where id = $1",
                    )
                    .bind(id)
                    .execute(&mut *db)
                    .await
                    .unwrap();
                }
            }
        }
        let (known, grids) = sql::tariffs(&mut db, &wish).await.unwrap();
        for (country, weight) in ["FR", "BE", "DE"]
            .into_iter()
            .flat_map(|code| (1..45).map(move |weight| (code, weight)))
        {
            let lookup = Lookup {
                store: fixture.store,
                providers: &["bigblue".to_owned()],
                carrier: None,
                country,
                weight,
                day: wish.valid_from,
            };
            for found in prices_of(&mut db, &lookup, Language::Fr).await.unwrap() {
                let id = found.carrier.id;
                let price_in = |book: &crate::shipping::tariffs::Book| {
                    book.band(id, country, weight).map(|band| band.price)
                };
                assert_eq!(price_in(&grids.before), found.grid, "{country} {weight}");
                assert_eq!(price_in(&grids.after), found.grid, "nothing was asked for");
                let agreed = &known.stores[&fixture.store].exceptions;
                assert_eq!(price_in(agreed), found.exception, "{country} {weight}");
                assert_eq!(known.carriers[&id].fuel_percent, found.fuel_percent);
            }
        }
    }
}
