//! What the page of an order shows beside its own row: its steps, why it does not go on, its customer's other orders.

use comptoir_sandbox::{Meaning, Phrase};

use super::*;
use crate::access::Permission::ReadOrder;
use crate::orders::hold::keep_meanings;
use crate::providers::connectors::ConnectorRole;
use crate::records::audit::{self, Author, Change, Entry};
use crate::testing::TestApp;

/// The history tells that the order's status became this one; from nothing, where it begins here.
async fn tell(db: &PgPool, order: Uuid, action: &str, before: Value, after: &str) {
    let change = Change {
        field: "status".into(),
        before,
        after: json!(after),
    };
    let entry = Entry {
        kind: &crate::orders::ORDER,
        id: order,
        action,
        changes: vec![change],
    };
    let mut db = db.acquire().await.unwrap();
    let author = Author::system("plugin bigblue");
    audit::record(&mut db, &author, &[entry]).await.unwrap();
}

async fn move_to(db: &PgPool, order: Uuid, status: &str, message: &str) {
    sqlx::query("update orders set status = $2, status_message = $3, as_of = now() where id = $1")
        .bind(order)
        .bind(status)
        .bind(message)
        .execute(db)
        .await
        .unwrap();
}

/// Each step in short: whether it is known when it was, at the latest.
fn steps(order: &Value) -> Vec<String> {
    let steps = order["steps"].as_array().unwrap().iter();
    let short = steps.map(|step| {
        let (milestone, state) = (&step["milestone"], &step["state"]);
        let time = match (step["at"].is_null(), step["isLatest"].as_bool().unwrap()) {
            (true, _) => "",
            (false, true) => " by",
            (false, false) => " at",
        };
        format!(
            "{} {}{time}",
            milestone.as_str().unwrap(),
            state.as_str().unwrap()
        )
    });
    short.collect()
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_order_tells_what_it_has_been_through_and_what_is_to_come(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let store = app.store(app.organization().await).await;
    let id = New::of(store, "1042").insert(&db).await;
    let admin = app.admin(&[ReadOrder]).await;
    let path = format!("/order/{id}");
    tell(&db, id, "create", Value::Null, "PENDING").await;
    assert_eq!(
        steps(admin.get(&path).await.data()),
        [
            "PLACED DONE at",
            "PREPARED NEXT",
            "SHIPPED LATER",
            "DELIVERED LATER"
        ]
    );
    move_to(&db, id, "PICKED", "").await;
    tell(&db, id, "update", json!("PENDING"), "PICKED").await;
    move_to(&db, id, "SHIPPED", "In transit").await;
    tell(&db, id, "update", json!("PICKED"), "SHIPPED").await;
    let shipped = admin.get(&path).await;
    assert_eq!(
        steps(shipped.data()),
        [
            "PLACED DONE at",
            "PREPARED DONE at",
            "SHIPPED DONE at",
            "DELIVERED NEXT"
        ]
    );
    assert_eq!(
        shipped.data()["steps"][2]["at"],
        shipped.data()["shippedAt"]
    );
    move_to(&db, id, "RETURNED", "").await;
    tell(&db, id, "update", json!("SHIPPED"), "RETURNED").await;
    assert_eq!(
        steps(admin.get(&path).await.data()),
        [
            "PLACED DONE at",
            "PREPARED DONE at",
            "SHIPPED DONE at",
            "RETURNED DONE at"
        ],
        "whether it was delivered before, nobody told"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_was_behind_an_order_when_it_was_first_heard_of_has_no_made_up_time(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let store = app.store(app.organization().await).await;
    let admin = app.admin(&[ReadOrder]).await;
    let of = async |reference, status, with_history: bool| {
        let new = New {
            status,
            ..New::of(store, reference)
        };
        let id = new.insert(&db).await;
        if with_history {
            tell(&db, id, "create", Value::Null, status.as_str()).await;
        }
        steps(admin.get(&format!("/order/{id}")).await.data())
    };
    assert_eq!(
        of("1", OrderStatus::Delivered, true).await,
        [
            "PLACED DONE at",
            "PREPARED DONE",
            "SHIPPED DONE by",
            "DELIVERED DONE by"
        ]
    );
    assert_eq!(
        of("2", OrderStatus::Delivered, false).await,
        [
            "PLACED DONE at",
            "PREPARED DONE",
            "SHIPPED DONE by",
            "DELIVERED DONE"
        ]
    );
    assert_eq!(
        of("3", OrderStatus::Cancelled, true).await,
        ["PLACED DONE at", "CANCELLED DONE by"]
    );
    // Nobody follows it, so that nothing is expected.
    assert_eq!(
        of("4", OrderStatus::HandedOver, true).await,
        [
            "PLACED DONE at",
            "PREPARED DONE",
            "SHIPPED DONE by",
            "DELIVERED LATER"
        ]
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn why_an_order_does_not_go_on_is_known_or_quoted(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let store = app.store(app.organization().await).await;
    let connector = app.hostile(store, ConnectorRole::Fulfillment, &[]).await;
    let id = New::of(store, "1042").insert(&db).await;
    New::of(store, "1043").insert(&db).await;
    sqlx::query("update orders set connector_id = $1")
        .bind(connector)
        .execute(&db)
        .await
        .unwrap();
    let admin = app.admin(&[ReadOrder]).await;
    let phrase = |says: &str, means| Phrase {
        says: says.into(),
        means,
    };
    let phrases = [
        phrase("Stock is missing", Meaning::Stock),
        phrase("The address could not be resolved.", Meaning::Address),
        phrase("Confirm the delivery address", Meaning::AddressUnconfirmed),
    ];
    let hold = async |status, message| {
        move_to(&db, id, status, message).await;
        keep_meanings(&db, connector, &phrases, None).await.unwrap();
        let answer = admin.get(&format!("/order/{id}")).await;
        answer.data()["hold"].clone()
    };
    let why = |reason: &str, words: &str| json!({ "reason": reason, "words": words });
    assert_eq!(hold("PENDING", "").await, Value::Null);
    assert_eq!(
        hold("BACKORDER", "Stock is missing").await,
        why("STOCK", "")
    );
    let address = hold("EXCEPTION", "The address could not be resolved").await;
    assert_eq!(address, why("ADDRESS", ""));
    let confirm = hold("ACTION_REQUIRED", "Confirm the delivery address").await;
    assert_eq!(confirm, why("ADDRESS_UNCONFIRMED", ""));
    let unknown = hold("EXCEPTION", "Label printer on fire").await;
    assert_eq!(unknown, why("OTHER", "Label printer on fire"));
    assert_eq!(hold("SHIPPED", "In transit").await, Value::Null);
    assert_eq!(
        hold("EXCEPTION", "Parcel lost").await,
        why("TRANSIT", "Parcel lost")
    );
    assert_eq!(hold("CANCELLED", "Stock is missing").await, Value::Null);

    hold("EXCEPTION", " the ADDRESS could not be resolved").await;
    let list = async |reason| {
        let filters = json!([{ "field": "hold", "values": [reason] }]);
        let list = admin.get(&path(json!({ "filters": filters }))).await;
        let rows = list.data().as_array().unwrap().iter();
        let rows = rows.map(|row| (row["reference"].clone(), row["hold"].clone()));
        rows.collect::<Vec<_>>()
    };
    assert_eq!(list("ADDRESS").await, [(json!("1042"), why("ADDRESS", ""))]);
    assert_eq!(list("OTHER").await, []);

    // What its plugin names no longer is quoted again; of those that were not asked about, nothing changes.
    let of_another = ["BB1043".to_owned()];
    let forget = async |ids| keep_meanings(&db, connector, &[], ids).await.unwrap();
    forget(Some(&of_another[..])).await;
    assert_eq!(list("ADDRESS").await.len(), 1);
    forget(None).await;
    let words = why("TRANSIT", " the ADDRESS could not be resolved");
    assert_eq!(list("TRANSIT").await, [(json!("1042"), words)]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_customers_other_orders_are_those_that_the_reader_may_see(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let organization = app.organization().await;
    let (own, other) = (app.store(organization).await, app.store(organization).await);
    let id = New::of(own, "1").insert(&db).await;
    for (store, reference, hour) in [
        (own, "2", "09"),
        (other, "3", "08"),
        (own, "4", "10"),
        (own, "5", "07"),
        (own, "6", "06"),
        (own, "7", "05"),
    ] {
        New {
            submitted_at: at(&format!("2026-11-19T{hour}:00:00Z")),
            ..New::of(store, reference)
        }
        .insert(&db)
        .await;
    }
    let stranger = New::of(own, "8").insert(&db).await;
    let set = "update orders set contact = jsonb_set(contact, '{email}', to_jsonb($2::text)) where id = $1";
    let set = async |order: Uuid, email: &str| {
        sqlx::query(set)
            .bind(order)
            .bind(email)
            .execute(&db)
            .await
            .unwrap();
    };
    set(stranger, "").await;
    set(id, "ZOE@example.test").await;
    let path = format!("/order/{id}/others");
    let admin = app.admin(&[ReadOrder]).await;
    let all = admin.get(&path).await;
    assert_eq!(references(&all.data()["orders"]), ["4", "2", "3", "5", "6"]);
    assert_eq!(all.data()["hasMore"], true);
    let customer = app.customer(organization, &[own], &[ReadOrder]).await;
    let theirs = customer.get(&path).await;
    assert_eq!(
        references(&theirs.data()["orders"]),
        ["4", "2", "5", "6", "7"]
    );
    assert_eq!(theirs.data()["hasMore"], false);
    // Nobody knows whose an order without an address is.
    let none = admin.get(&format!("/order/{stranger}/others")).await;
    assert_eq!(none.data()["orders"], json!([]));
    let elsewhere = app.customer(organization, &[other], &[ReadOrder]).await;
    assert_eq!(
        elsewhere.get(&path).await.summary(),
        "404 NotFoundResourceException"
    );
    let plan: Vec<String> = {
        let mut db = db.acquire().await.unwrap();
        sqlx::query("set enable_seqscan = off")
            .execute(&mut *db)
            .await
            .unwrap();
        sqlx::query_scalar(
            "explain select id from orders where lower(contact->>'email') = 'zoe@example.test'
             and contact->>'email' <> '' order by submitted_at desc, id desc limit 6",
        )
        .fetch_all(&mut *db)
        .await
        .unwrap()
    };
    assert!(
        plan.iter().any(|line| line.contains("orders_customer")),
        "{plan:?}"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn lines_show_the_picture_of_their_product(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let store = app.store(app.organization().await).await;
    let id = New::of(store, "1042").insert(&db).await;
    super::manual::article(&app, store, "CPSL-000001-0001").await;
    let admin = app.admin(&[ReadOrder]).await;
    let path = format!("/order/{id}");
    assert_eq!(
        admin.get(&path).await.data()["lines"][0]["variant"]["image"],
        ""
    );
    sqlx::query("update products set image_url = 'https://shop.test/aube.png'")
        .execute(&db)
        .await
        .unwrap();
    let answer = admin.get(&path).await;
    let image = answer.data()["lines"][0]["variant"]["image"]
        .as_str()
        .unwrap();
    assert!(image.starts_with("/api/"), "by way of us: {image}");
}
