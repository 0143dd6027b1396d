//! `PUT /order/{id}/address` and `/articles` of orders that stand still: at their provider, and here.

use std::time::Duration;

use bigblue_simulator::wire::Order as ProviderOrder;
use bigblue_simulator::{Mode, Trouble};
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::manual::{Fixture, article, elsewhere, id, with};
use crate::access::Permission::{ReadOrder, WriteOrder};
use crate::testing::{Answer, Client};

/// An order that a consumer has just placed and that stands still at the provider in that status; its id here.
async fn stopped(fixture: &Fixture, status: &str) -> (Uuid, ProviderOrder) {
    fixture.simulator.add_orders(20);
    let orders = fixture
        .simulator
        .holdings("MUSI")
        .expect("a merchant")
        .orders;
    let in_france = |order: &&ProviderOrder| {
        let to = order.shipping_address.as_ref();
        to.is_some_and(|to| to.country == "FR")
    };
    let remote = orders
        .iter()
        .rev()
        .find(in_france)
        .expect("an order")
        .clone();
    assert!(fixture.simulator.stop(&remote.id, status));
    hear(fixture).await;
    let order = sqlx::query_scalar("select id from orders where provider_id = $1");
    let order = order.bind(&remote.id).fetch_one(&fixture.app.app.db).await;
    (order.expect("the order"), remote)
}

/// What the provider was told this second it lists from the next one on.
async fn hear(fixture: &Fixture) {
    fixture.simulator.clock().advance(2);
    fixture.app.app.clock.advance(Duration::from_secs(2));
    fixture.synchronize().await;
}

fn at_provider(fixture: &Fixture, id: &str) -> ProviderOrder {
    let orders = fixture
        .simulator
        .holdings("MUSI")
        .expect("a merchant")
        .orders;
    let mut orders = orders.into_iter();
    orders.find(|order| order.id == id).expect("the order")
}

/// To whom and where it goes, with another street.
fn street(order: &Value, street: &str) -> Value {
    let to = &order["shippingAddress"];
    json!({
        "customer": {
            "firstName": to["firstName"], "lastName": to["lastName"], "company": to["company"],
            "email": to["email"], "phone": to["phone"],
        },
        "shippingAddress": {
            "address1": street, "address2": to["address2"], "zip": to["zip"], "city": to["city"],
            "state": to["state"], "country": to["countryCode"],
        },
    })
}

async fn put(client: &Client, order: &Value, part: &str, body: Value) -> Answer {
    let id = order["id"].as_str().expect("an id");
    let read = [("if-match", order["updatedAt"].as_str().expect("a time"))];
    client
        .send("PUT", &format!("/order/{id}/{part}"), Some(body), &read)
        .await
}

fn articles(articles: Value) -> Value {
    json!({ "articles": articles })
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_order_in_exception_is_put_right_at_its_provider_and_goes_on(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let (order, remote) = stopped(&fixture, "EXCEPTION").await;
    let stuck = fixture.read(order).await;
    assert_eq!(stuck["corrections"], json!(["ADDRESS", "ARTICLES"]));
    let customer = fixture.customer().await;

    // What nobody takes is named, and asks for no other edition.
    let long = put(
        &customer,
        &stuck,
        "address",
        street(&stuck, &"x".repeat(36)),
    )
    .await;
    assert_eq!(long.issues(), ["shippingAddress.address1 max"]);
    let abroad = with(
        street(&stuck, "2 rue Neuve"),
        "shippingAddress.country",
        json!("DE"),
    );
    let abroad = put(&customer, &stuck, "address", abroad).await;
    assert_eq!(abroad.issues(), ["shippingAddress.country fixed"]);
    assert_eq!(fixture.read(order).await, stuck);

    let right = put(&customer, &stuck, "address", street(&stuck, "2 rue Neuve")).await;
    assert_eq!(right.summary(), "200", "{}", right.json);
    let right = right.data();
    assert_eq!(right["shippingAddress"]["address1"], "2 rue Neuve");
    assert_eq!(
        (&right["status"], &right["hold"]),
        (&json!("PENDING"), &Value::Null)
    );
    let history = fixture.read(order).await;
    let history = history["history"].as_array().expect("a history");
    let before = &stuck["shippingAddress"]["address1"];
    let changes = json!([{ "field": "address1", "before": before, "after": "2 rue Neuve" }]);
    let entry = history
        .iter()
        .find(|entry| entry["changes"] == changes)
        .expect("its entry");
    let actor = entry["actor"].as_str().unwrap_or_default();
    assert!(actor.starts_with("customer"), "{entry}");
    assert!(
        history
            .iter()
            .any(|entry| entry["changes"][0]["after"] == "PENDING")
    );
    let there = at_provider(&fixture, &remote.id)
        .shipping_address
        .expect("an address");
    assert_eq!(there.line1, "2 rue Neuve");

    // Whoever read it before that is told; what the next pull brings is the same.
    let stale = put(&customer, &stuck, "address", street(&stuck, "3 rue Neuve")).await;
    assert_eq!(stale.summary(), "409 ConflictEditException");
    fixture.synchronize().await;
    let after = fixture.read(order).await;
    assert_eq!(after["shippingAddress"]["address1"], "2 rue Neuve");
    // The same once more changes nothing.
    let again = put(&customer, &after, "address", street(&after, "2 rue Neuve")).await;
    assert_eq!(
        again.data()["history"],
        customer.get(&format!("/order/{order}")).await.data()["history"]
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn others_cannot_and_what_is_prepared_is_too_late(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let (order, remote) = stopped(&fixture, "EXCEPTION").await;
    let stuck = fixture.read(order).await;
    let body = street(&stuck, "2 rue Neuve");
    let foreign = fixture.app.organization().await;
    let store = fixture.app.store(foreign).await;
    let rights = [ReadOrder, WriteOrder];
    let stranger = fixture.app.customer(foreign, &[store], &rights).await;
    let reader = fixture.app.admin(&[ReadOrder]).await;
    for part in ["address", "articles"] {
        let body = match part {
            "address" => body.clone(),
            _ => articles(json!([{ "sku": "A", "quantity": 1 }])),
        };
        let refused = put(&stranger, &stuck, part, body.clone()).await;
        assert_eq!(refused.summary(), "404 NotFoundResourceException");
        let refused = put(&reader, &stuck, part, body).await;
        assert_eq!(refused.summary(), "403 ForbiddenPermissionException");
    }

    // The provider began without a word.
    assert!(fixture.simulator.stop(&remote.id, "IN_PREPARATION"));
    let late = put(&fixture.admin, &stuck, "address", body.clone()).await;
    assert_eq!(late.summary(), "409 ConflictOrderStatusException");
    assert_eq!(fixture.read(order).await, stuck);
    // Once that is known, nobody is asked and nothing is offered.
    fixture.synchronize().await;
    let known = fixture.read(order).await;
    assert_eq!(known["corrections"], json!([]));
    let asked = || fixture.simulator.state().requests.by_method["GetOrder"];
    let before = asked();
    let late = put(&fixture.admin, &known, "address", body).await;
    assert_eq!(late.summary(), "409 ConflictOrderStatusException");
    assert_eq!(asked(), before);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn of_two_at_once_one_is_sent(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let (order, remote) = stopped(&fixture, "ACTION_REQUIRED").await;
    let stuck = fixture.read(order).await;
    let (one, other) = tokio::join!(
        put(
            &fixture.admin,
            &stuck,
            "address",
            street(&stuck, "2 rue Neuve")
        ),
        put(
            &fixture.admin,
            &stuck,
            "address",
            street(&stuck, "3 rue Neuve")
        ),
    );
    let mut answers = [one.summary(), other.summary()];
    answers.sort();
    assert_eq!(answers, ["200", "409 ConflictEditException"]);
    let kept = fixture.read(order).await["shippingAddress"]["address1"].clone();
    let there = at_provider(&fixture, &remote.id)
        .shipping_address
        .expect("an address");
    assert_eq!(kept, there.line1);
    let updates = fixture.simulator.state().requests.by_method["UpdateOrder"];
    assert_eq!(updates, 1);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_the_provider_does_not_keep_is_told_and_kept_by_nobody(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let (order, _) = stopped(&fixture, "EXCEPTION").await;
    let stuck = fixture.read(order).await;
    let lost = Trouble::times(Mode::LostChange, 1);
    for trouble in [lost, Trouble::times(Mode::Forbidden, 1)] {
        fixture.simulator.trouble(trouble);
        let body = street(&stuck, "2 rue Neuve");
        let refused = put(&fixture.admin, &stuck, "address", body).await;
        assert!(
            refused.summary().ends_with(" ConnectorException"),
            "{}",
            refused.json
        );
        assert_eq!(fixture.read(order).await, stuck);
    }
    fixture.simulator.trouble(Trouble::of(Mode::None));
    let again = put(
        &fixture.admin,
        &stuck,
        "address",
        street(&stuck, "2 rue Neuve"),
    )
    .await;
    assert_eq!(again.summary(), "200", "{}", again.json);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_article_is_replaced_at_the_provider_by_one_that_the_store_sells(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let (order, remote) = stopped(&fixture, "BACKORDER").await;
    let stuck = fixture.read(order).await;
    let (missing, pieces) = (&remote.line_items[0].product, remote.line_items[0].quantity);
    let known = fixture
        .simulator
        .holdings("MUSI")
        .expect("a merchant")
        .products;
    let mut known = known.iter().map(|product| product.id.clone());
    let there = |sku: &String| remote.line_items.iter().all(|line| line.product != *sku);
    let other = known
        .find(|sku| there(sku) && *sku != fixture.sku)
        .expect("another");

    let one = |sku: &str, quantity: i64| json!({ "sku": sku, "quantity": quantity });
    for (bad, issue) in [
        (json!([]), "articles required"),
        (json!([one(missing, 0)]), "articles[0].quantity required"),
        (json!([one(missing, 10_001)]), "articles[0].quantity max"),
        (
            json!([one(missing, 1), one(missing, 2)]),
            "articles[1].sku unique",
        ),
        // The provider knows it, the store does not sell it.
        (json!([one(&other, 1)]), "articles[0].sku option"),
        (
            json!([{ "sku": missing, "quantity": 1, "insteadOf": other }]),
            "articles[0].insteadOf option",
        ),
    ] {
        let refused = put(&fixture.admin, &stuck, "articles", articles(bad)).await;
        assert_eq!(refused.issues(), [issue]);
    }
    // The store believes to sell what the provider does not have: it is the provider that says so.
    article(&fixture.app, fixture.store, "MUSI-999999-0001").await;
    let unknown =
        articles(json!([{ "sku": "MUSI-999999-0001", "quantity": 1, "insteadOf": missing }]));
    let refused = put(&fixture.admin, &stuck, "articles", unknown).await;
    assert_eq!(refused.issues(), ["articles[0].sku invalid"]);
    assert_eq!(fixture.read(order).await, stuck);

    article(&fixture.app, fixture.store, &other).await;
    let replaced = json!([{ "sku": other, "quantity": pieces, "insteadOf": missing }]);
    let right = put(&fixture.admin, &stuck, "articles", articles(replaced)).await;
    assert_eq!(right.summary(), "200", "{}", right.json);
    let lines = right.data()["lines"].as_array().expect("lines").clone();
    assert_eq!((lines.len(), &lines[0]["sku"]), (1, &json!(other)));
    assert_eq!(lines[0]["unitPrice"], stuck["lines"][0]["unitPrice"]);
    assert_eq!(right.data()["ships"], Value::Null, "its lines say it");
    assert_eq!(
        at_provider(&fixture, &remote.id).line_items[0].product,
        other
    );
    let history = right.data()["history"]
        .as_array()
        .expect("a history")
        .clone();
    let mut changes = history
        .iter()
        .flat_map(|entry| entry["changes"].as_array().into_iter().flatten());
    let change = changes
        .find(|change| change["field"] == "articles")
        .expect("a change");
    assert_eq!(change["after"], format!("{pieces} × {other}"));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_was_ordered_here_stays_beside_what_the_provider_ships_instead(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let order = id(&fixture
        .admin
        .post("/order", fixture.order("PRESSE-9"))
        .await);
    fixture.app.run_jobs().await;
    let sent = fixture.remote_orders(order).remove(0);
    assert!(fixture.simulator.stop(&sent.id, "BACKORDER"));
    hear(&fixture).await;
    let stuck = fixture.read(order).await;
    assert_eq!(stuck["ships"], Value::Null);
    let known = fixture
        .simulator
        .holdings("MUSI")
        .expect("a merchant")
        .products;
    let other = known
        .iter()
        .map(|product| &product.id)
        .find(|sku| **sku != fixture.sku);
    let other = other.expect("another");
    article(&fixture.app, fixture.store, other).await;

    let replaced = json!([{ "sku": other, "quantity": 2, "insteadOf": fixture.sku }]);
    let right = put(
        &fixture.admin,
        &stuck,
        "articles",
        articles(replaced.clone()),
    )
    .await;
    assert_eq!(right.summary(), "200", "{}", right.json);
    let right = right.data();
    assert_eq!(
        right["ships"],
        json!([{ "sku": other, "name": "T-shirt L", "quantity": 2 }])
    );
    assert_eq!(
        (&right["lines"], &right["total"]),
        (&stuck["lines"], &stuck["total"])
    );
    // A pull brings the same; the next correction begins with what is shipped.
    fixture.synchronize().await;
    let now = fixture.read(order).await;
    assert_eq!(now["ships"], right["ships"]);
    let gone = put(&fixture.admin, &now, "articles", articles(replaced)).await;
    assert_eq!(gone.issues(), ["articles[0].insteadOf option"]);
    assert!(fixture.simulator.stop(&sent.id, "BACKORDER"));
    let back = json!([{ "sku": fixture.sku, "quantity": 3, "insteadOf": other }]);
    let back = put(&fixture.admin, &now, "articles", articles(back)).await;
    assert_eq!(back.summary(), "200", "{}", back.json);
    assert_eq!(back.data()["ships"], Value::Null, "as it was ordered");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_articles_of_an_order_that_no_provider_has_change_here(db: PgPool) {
    let fixture = Fixture::unconnected(db).await;
    let order = id(&fixture.admin.post("/order", fixture.order("HIER")).await);
    let kept = fixture.read(order).await;
    assert_eq!(kept["corrections"], json!(["ADDRESS", "ARTICLES"]));
    let sku = "MUSI-777777-0001";
    article(&fixture.app, fixture.store, sku).await;
    let body =
        articles(json!([{ "sku": fixture.sku, "quantity": 1 }, { "sku": sku, "quantity": 4 }]));
    let right = put(&fixture.admin, &kept, "articles", body).await;
    assert_eq!(right.summary(), "200", "{}", right.json);
    let right = right.data();
    let lines = right["lines"].as_array().expect("lines").iter();
    let lines: Vec<_> = lines
        .map(|line| (line["sku"].clone(), line["quantity"].clone()))
        .collect();
    assert_eq!(
        lines,
        [(json!(fixture.sku), json!(1)), (json!(sku), json!(4))]
    );
    assert_eq!(right["itemCount"], 5);
    assert_eq!(
        (&right["subtotal"], &right["discount"]),
        (&json!("20.00"), &json!("20.00"))
    );
    assert_eq!(right["total"], kept["total"]);
    assert_eq!(right["history"][0]["changes"][0]["field"], "articles");

    // What the company buys has its price.
    let mut bought = with(fixture.order("BOUGHT"), "isCompanyPurchase", json!(true));
    bought["products"][0]["price"]["toCharge"] = json!("8.00");
    let bought = id(&fixture.admin.post("/order", bought).await);
    let bought = fixture.read(bought).await;
    assert_eq!(bought["corrections"], json!(["ADDRESS"]));
    let body = articles(json!([{ "sku": fixture.sku, "quantity": 9 }]));
    let refused = put(&fixture.admin, &bought, "articles", body).await;
    assert_eq!(refused.issues(), ["articles fixed"]);
    let address = put(
        &fixture.admin,
        &bought,
        "address",
        elsewhere(&fixture, "2 rue Neuve"),
    )
    .await;
    assert_eq!(address.summary(), "200", "{}", address.json);
}
