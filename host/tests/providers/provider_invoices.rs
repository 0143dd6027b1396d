//! Providers' invoices while the host is killed: a file becomes all of its lines or none, an invoice all of its fees or none.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use rand::RngExt;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::host::{self, Installation, Place, Session, by_key, settled, text};

/// Orders that a bill is about, and what each of them is billed.
const ORDERS: usize = 1_000;
const SERVICES: [(&str, i64); 3] = [
    ("Conversion pack", 20),
    ("Logistics - Packaging", 35),
    ("Shipping - Transport", 640),
];

/// The bill of a month: no two months' files are the same.
fn bill(month: u32) -> String {
    let mut csv =
        String::from("ID,Service,Description,Quantity,UnitPrice,Price,Currency,Billing country\n");
    for order in 0..ORDERS {
        for (service, cents) in SERVICES {
            let price = format!("{}.{:02}", cents / 100, cents % 100);
            let _ = writeln!(
                csv,
                "MUSIX{order:06},{service},month {month},1,{price},{price},EUR,FR"
            );
        }
    }
    csv
}

/// A month's first day: of the years that lie behind, as many as a hundred are.
fn first(month: u32) -> String {
    format!("{}-{:02}-01", 2016 + month / 12, 1 + month % 12)
}

/// Sends a month's bill, by two people at once: at most one of them is taken, and nothing is said of a host that died.
async fn import(session: &Session, month: u32) {
    let start = first(month);
    let end = format!("{}28", &start[..8]);
    let fields = [
        ("provider", "bigblue"),
        ("start", start.as_str()),
        ("end", end.as_str()),
    ];
    let file = bill(month);
    let send = || session.call_form("/fulfillment-invoice", &fields, ("file", "text/csv", &file));
    let (one, other) = futures::join!(send(), send());
    for (status, answer) in [one, other].into_iter().flatten() {
        assert!(
            [StatusCode::CREATED, StatusCode::CONFLICT].contains(&status),
            "{answer}"
        );
    }
}

/// Validates and takes back again and again, as two people at once.
async fn validate(session: &Session, path: &str) {
    for (status, to) in [("SUMMARY", "VALIDATED"), ("VALIDATED", "SUMMARY")] {
        let change = json!({ "status": status, "to": to });
        let patch = || session.call(Method::PATCH, path, Some(&change));
        let (one, other) = futures::join!(patch(), patch());
        for (status, answer) in [one, other].into_iter().flatten() {
            assert!(
                [StatusCode::OK, StatusCode::CONFLICT].contains(&status),
                "{answer}"
            );
        }
    }
}

/// The bill of a month, decided up to its summary.
async fn decided(session: &Session, db: &PgPool, month: u32, store: &str) -> String {
    let ids = by_key(
        db,
        "select starts_at::text as key, id from provider_invoices",
    )
    .await;
    let path = format!("/fulfillment-invoice/{}", text(&ids[&first(month)], "id"));
    for step in [
        "ORDER_MAPPING",
        "SHIPPING_FEE_CONTROL",
        "SHIPPING_EXCEPTIONS_FEE_CONTROL",
        "OTHER_SERVICES",
    ] {
        let mut change = json!({ "status": step, "to": "SUMMARY" });
        if step == "ORDER_MAPPING" {
            let orders = (0..ORDERS).map(
                |order| json!({ "fulfillmentId": format!("MUSIX{order:06}"), "storeId": store }),
            );
            change["orderMappings"] = orders.collect();
        }
        let at = session.get(&path).await;
        if at["status"] == step {
            let (status, answer) = session
                .call(Method::PATCH, &path, Some(&change))
                .await
                .expect("an answer");
            assert_eq!(status, StatusCode::OK, "{answer}");
        }
    }
    path
}

/// Of every bill: its status, its lines, and the fees that it brought.
async fn stand(db: &PgPool) -> BTreeMap<String, Value> {
    let query = "select i.id as key, i.status, i.read_at is not null as is_read,
            (select count(*) from provider_invoice_lines l where l.invoice_id = i.id) as lines,
            (select coalesce(sum(price), 0)::text from provider_invoice_lines l where l.invoice_id = i.id) as amount,
            (select coalesce(jsonb_object_agg(type, internal_amount::text || ' ' || customer_amount::text), '{}') from fees f
             where f.cause = 'PROVIDER_INVOICE' and f.cause_id = i.id and f.deleted_at is null) as fees
        from provider_invoices i where i.deleted_at is null";
    by_key(db, query).await
}

/// Whatever moment the host died at.
fn check(bills: &BTreeMap<String, Value>) {
    let lines = ORDERS * SERVICES.len();
    for (id, bill) in bills {
        let (wanted, amount) = match bill["is_read"] == true {
            true => (lines, "6950.00"),
            false => (0, "0"),
        };
        assert_eq!(
            (&bill["lines"], &bill["amount"]),
            (&json!(wanted), &json!(amount)),
            "{id}"
        );
        let fees = bill["fees"].as_object().expect("fees").len();
        let expected = if bill["status"] == "VALIDATED" {
            SERVICES.len()
        } else {
            0
        };
        assert_eq!(fees, expected, "{id}: {bill}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_at_any_moment_a_bill_has_all_of_its_lines_and_fees_or_none() {
    let nobody = "http://127.0.0.1:9";
    let place = Place {
        plugin: "bigblue",
        base: "https://api.bigblue.co",
        address: nobody,
    };
    let installation = Installation::new(&[place]);
    let mut host = installation.start().await;
    let mut session = installation.sign_in(&host).await;
    let organization = json!({ "name": "Port", "identifierNumber": "90112233300015" });
    let organization = text(&session.post("/organization", &organization).await, "id");
    let store = json!({ "name": "Aube", "organizations": [{ "organizationId": organization }] });
    let store = text(&session.post("/store", &store).await, "id");
    let db = installation.database().await;
    import(&session, 0).await;
    settled(&db).await;

    let mut moments = host::moments();
    for month in 1..=host::kills() {
        let path = decided(&session, &db, month - 1, &store).await;
        let moment = Duration::from_millis(moments.random_range(0..1_500));
        let working = tokio::time::timeout(moment, async {
            let validating = async {
                loop {
                    validate(&session, &path).await;
                }
            };
            let (_, ()) = futures::join!(import(&session, month), validating);
        });
        assert!(working.await.is_err(), "it goes on until it is stopped");
        host.kill().await;
        host = installation.start().await;
        session = installation.session(&host).await;
        check(&stand(&db).await);
        // What was left undone is done; what was never taken is asked for again.
        import(&session, month).await;
        settled(&db).await;
        check(&stand(&db).await);
    }

    // Validated, all bring the same, and taken back nothing.
    let last = decided(&session, &db, host::kills(), &store).await;
    let bills = stand(&db).await;
    assert_eq!(
        bills.len(),
        host::kills() as usize + 1,
        "each file is there once"
    );
    let paths = bills.keys().map(|id| format!("/fulfillment-invoice/{id}"));
    let all = async |to: &str| {
        for path in paths.clone() {
            if session.get(&path).await["status"] != to {
                let change = json!({ "to": to });
                let (status, answer) = session
                    .call(Method::PATCH, &path, Some(&change))
                    .await
                    .expect("an answer");
                assert_eq!(status, StatusCode::OK, "{path}: {answer}");
            }
        }
        stand(&db).await
    };
    let validated = all("VALIDATED").await;
    let fees = &validated[last.rsplit('/').next().expect("an id")]["fees"];
    assert_eq!(fees["Conversion pack"], "200.00 200.00");
    assert!(
        validated.values().all(|bill| bill["fees"] == *fees),
        "{validated:#?}"
    );
    let back = all("SUMMARY").await;
    assert!(
        back.values().all(|bill| bill["fees"] == json!({})),
        "{back:#?}"
    );
    assert_eq!(all("VALIDATED").await, validated);
    host.stop().await;
}
