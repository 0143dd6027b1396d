//! `POST /order/paste`: the provider's simulator over HTTP, the real queue.

use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::model::articles;
use crate::access::Permission::{ReadOrder, WriteOrder};
use crate::orders::tests::manual::article;
use crate::shipping::tests::carrier;
use crate::testing::{Client, TestApp};

#[test]
fn a_cell_names_articles_as_people_write_them() {
    let read = |cell: &str| {
        articles(cell).map(|found| {
            let found = found.into_iter();
            found
                .map(|(sku, count)| format!("{sku}={count}"))
                .collect::<Vec<_>>()
                .join(" ")
        })
    };
    for (cell, expected) in [
        ("LP-1:2", Some("LP-1=2")),
        ("LP-1:2, CD-1:1", Some("CD-1=1 LP-1=2")),
        ("LP-1 CD-1:3\nLP-1", Some("CD-1=3 LP-1=2")),
        ("LP-1×2 + CD-1", Some("CD-1=1 LP-1=2")),
        ("", Some("")),
        ("LP-1:deux", None),
        ("LP-1:", None),
    ] {
        assert_eq!(read(cell).as_deref(), expected, "{cell}");
    }
}

/// A store without a provider yet, which sells one article to be sent for 6.57 euros.
struct Desk {
    app: TestApp,
    organization: Uuid,
    store: Uuid,
    admin: Client,
}

impl Desk {
    async fn new(db: PgPool) -> Self {
        let app = TestApp::new(db).await;
        let organization = app.organization().await;
        let store = app.store(organization).await;
        article(&app, store, "AUBE-LP").await;
        carrier(&app, "bigblue", "standard").await;
        let admin = app.admin(&[ReadOrder, WriteOrder]).await;
        Self {
            app,
            organization,
            store,
            admin,
        }
    }

    fn paste(&self, rows: &[Value]) -> Value {
        json!({ "id": Uuid::from_u128(7), "storeId": self.store, "rows": rows })
    }

    async fn references(&self) -> Vec<String> {
        let references = sqlx::query_scalar("select reference from orders order by reference");
        references
            .fetch_all(&self.app.app.db)
            .await
            .expect("orders")
    }
}

fn row(line: u32, reference: &str) -> Value {
    json!({
        "line": line, "reference": reference, "name": "Zoé Martin", "company": "Radio Forez", "address": "1 rue de la Paix",
        "zip": "42000", "city": "Saint-Étienne", "email": "zoe@radio.example", "articles": "AUBE-LP:2",
    })
}

fn with(mut row: Value, field: &str, value: &str) -> Value {
    row[field] = json!(value);
    row
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn each_row_becomes_an_order_once(db: PgPool) {
    let desk = Desk::new(db).await;
    let rows = [row(2, "PRESSE-1"), row(3, "PRESSE-2")];
    let looked = desk
        .admin
        .post("/order/paste?preview=true", desk.paste(&rows))
        .await;
    assert_eq!(looked.summary(), "200", "{}", looked.json);
    let checked = looked.data();
    assert_eq!(checked["faults"], json!([]));
    assert_eq!(
        (
            &checked["rows"],
            checked["orders"].as_array().unwrap().len()
        ),
        (&json!(2), 2)
    );
    assert_eq!(checked["orders"][0]["customerName"], "Zoé Martin");
    assert_eq!(checked["orders"][0]["itemCount"], 2);
    assert!(
        desk.references().await.is_empty(),
        "they were only looked at"
    );

    let asked = desk.admin.post("/order/paste", desk.paste(&rows)).await;
    assert_eq!(asked.summary(), "202", "{}", asked.json);
    // The same paste again, before it is worked on: the same job.
    let again = desk.admin.post("/order/paste", desk.paste(&rows)).await;
    assert_eq!(again.id(), asked.id());
    desk.app.run_jobs().await;
    let job = desk.admin.get(&format!("/job/{}", asked.id())).await;
    assert_eq!(
        job.data()["result"],
        json!({ "created": 2, "updated": 0, "unchanged": 0, "failed": [], "failedCount": 0 })
    );
    assert_eq!(desk.references().await, ["PRESSE-1", "PRESSE-2"]);
    let found = desk
        .admin
        .get(&format!(
            "/order?cursor={}",
            crate::testing::cursor(json!({ "search": "forez aube-lp" }))
        ))
        .await;
    assert_eq!(found.json["meta"]["total"], 2, "what was pasted is found");
    let order = &found.data()[0];
    assert_eq!(
        (&order["source"], &order["total"]),
        (&json!("seeding"), &checked["orders"][0]["total"])
    );

    let late = desk.admin.post("/order/paste", desk.paste(&rows)).await;
    assert_eq!(late.summary(), "400 BadRequestSchemaException");
    assert_eq!(
        late.issues(),
        ["rows[0].reference taken", "rows[1].reference taken"]
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_is_wrong_is_told_by_cell_and_nothing_is_made(db: PgPool) {
    let desk = Desk::new(db).await;
    let rows = [
        row(2, "PRESSE-1"),
        row(3, "PRESSE-1"),
        with(row(4, "PRESSE-2"), "email", "zoe@"),
        with(row(5, "PRESSE-3"), "articles", "AUBE-CD:1"),
        with(row(6, "PRESSE-4"), "articles", "AUBE-LP:zero"),
        with(row(7, "PRESSE-5"), "country", "XX"),
        with(with(row(8, "PRESSE-6"), "zip", ""), "phone", "12"),
        with(row(9, "PRESSE-7"), "country", "DE"),
        with(row(10, "PRESSE-8"), "articles", "AUBE-LP:0"),
        // Of one word: the company is the rest of the name.
        with(row(11, "PRESSE-9"), "name", "Rédaction"),
        with(
            with(row(12, "PRESSE-10"), "name", "Rédaction"),
            "company",
            "",
        ),
    ];
    let looked = desk
        .admin
        .post("/order/paste?preview=true", desk.paste(&rows))
        .await;
    let faults: Vec<String> = looked.data()["faults"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| {
            let text = |field: &str| fault[field].as_str().unwrap_or("-").to_owned();
            format!("{} {} {}", fault["line"], text("column"), text("code"))
        })
        .collect();
    assert_eq!(
        faults,
        [
            "3 reference unique",
            "4 email email",
            "5 articles article",
            "6 articles format",
            "7 country country",
            "8 phone phone",
            "8 zip required",
            "9 country option",
            "10 articles min",
            "12 name min",
        ]
    );
    let unknown = looked.data()["faults"][2]["message"].as_str().unwrap();
    assert!(unknown.contains("AUBE-CD"), "{unknown} names the SKU");
    let orders = looked.data()["orders"].as_array().unwrap().iter();
    let lines: Vec<_> = orders
        .map(|order| order["line"].as_u64().unwrap())
        .collect();
    assert_eq!(lines, [2, 11]);
    let refused = desk.admin.post("/order/paste", desk.paste(&rows)).await;
    assert_eq!(refused.summary(), "400 BadRequestSchemaException");
    desk.app.run_jobs().await;
    assert!(desk.references().await.is_empty());
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_reference_that_was_taken_meanwhile_is_told_and_the_others_are_made(db: PgPool) {
    let desk = Desk::new(db).await;
    let rows = [row(2, "PRESSE-1"), row(3, "PRESSE-2"), row(4, "PRESSE-3")];
    let asked = desk.admin.post("/order/paste", desk.paste(&rows)).await;
    crate::orders::tests::New::of(desk.store, "PRESSE-2")
        .insert(&desk.app.app.db)
        .await;
    desk.app.run_jobs().await;
    let job = desk.admin.get(&format!("/job/{}", asked.id())).await;
    let result = &job.data()["result"];
    assert_eq!(
        (&result["created"], &result["failedCount"]),
        (&json!(2), &json!(1))
    );
    assert_eq!(
        (&result["failed"][0]["line"], &result["failed"][0]["label"]),
        (&json!(3), &json!("PRESSE-2"))
    );
    assert_eq!(
        desk.references().await,
        ["PRESSE-1", "PRESSE-2", "PRESSE-3"]
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_price_that_moved_since_it_was_quoted_makes_no_order(db: PgPool) {
    let desk = Desk::new(db).await;
    let quoted = |line, reference: &str, price: &Value| {
        let mut row = row(line, reference);
        row["shippingPrice"] = price.clone();
        row
    };
    let rows = [row(2, "PRESSE-1")];
    let looked = desk
        .admin
        .post("/order/paste?preview=true", desk.paste(&rows))
        .await;
    let price = &looked.data()["orders"][0]["shippingPrice"];
    let stale = [quoted(2, "PRESSE-1", &json!("1.00"))];
    let refused = desk.admin.post("/order/paste", desk.paste(&stale)).await;
    assert_eq!(refused.issues(), ["rows[0].line moved"]);

    // It moves while the paste waits for its turn.
    let rows = [quoted(2, "PRESSE-1", price)];
    let asked = desk.admin.post("/order/paste", desk.paste(&rows)).await;
    assert_eq!(asked.summary(), "202", "{}", asked.json);
    sqlx::query("update shipping_prices set price = price + 1")
        .execute(&desk.app.app.db)
        .await
        .unwrap();
    desk.app.run_jobs().await;
    let job = desk.admin.get(&format!("/job/{}", asked.id())).await;
    let result = &job.data()["result"];
    assert_eq!(
        (&result["created"], &result["failedCount"]),
        (&json!(0), &json!(1))
    );
    assert!(desk.references().await.is_empty());
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn customers_paste_for_their_own_stores_as_they_are_charged(db: PgPool) {
    let desk = Desk::new(db).await;
    let other = desk.app.store(desk.organization).await;
    let stores = [desk.store];
    let customer = desk
        .app
        .customer(desk.organization, &stores, &[ReadOrder, WriteOrder])
        .await;
    let paste = desk.paste(&[row(2, "PRESSE-1")]);
    let free = with_free(paste.clone());
    let mut foreign = paste.clone();
    foreign["storeId"] = json!(other);
    for (body, expected) in [
        (paste, "202"),
        (free, "403 ForbiddenRoleException"),
        (foreign, "404 NotFoundResourceException"),
    ] {
        let answer = customer.post("/order/paste", body).await;
        assert_eq!(answer.summary(), expected);
    }
    let reader = desk.app.admin(&[ReadOrder]).await;
    let refused = reader
        .post("/order/paste", desk.paste(&[row(2, "X-1")]))
        .await;
    assert_eq!(refused.summary(), "403 ForbiddenPermissionException");
}

fn with_free(mut paste: Value) -> Value {
    paste["isFree"] = json!(true);
    paste
}
