//! The company's books: whatever dies, each invoice is booked once, and what is paid there is known here.

use std::time::Duration;

use pennylane_simulator::{Calls, Mode, Simulator, SimulatorConfig, TOKEN, Trouble};
use rand::RngExt;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use simulator_kit::mail::MailServer;

use crate::host::{self, Installation, Place, Session, settled, text};
use crate::invoicing;

/// How often the host is killed while it books.
const KILLS: u32 = 3;

async fn connect(session: &Session, token: &str) -> (StatusCode, Value) {
    let body = json!({ "type": "pennylane", "data": { "token": token } });
    let answer = session.call(Method::PUT, "/finance/accounting", Some(&body));
    answer.await.expect("an answer")
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_it_books_every_invoice_is_booked_once_and_its_payment_comes_back() {
    let config = SimulatorConfig {
        invoices: 0,
        rate_limit: None,
        ..SimulatorConfig::default()
    };
    let books = Simulator::start(config).await.expect("a simulator");
    let mails = MailServer::start(1).await.expect("a mail server");
    let place = Place {
        plugin: "pennylane",
        base: "https://app.pennylane.com",
        address: &books.base_url(),
    };
    let installation = Installation::new(&[place]).mailing(mails.address());
    let mut host = installation.start().await;
    let session = installation.sign_in(&host).await;
    let db = installation.database().await;
    let stores = invoicing::stores(&session).await;
    for month in 0..3 {
        invoicing::work(&session, &stores, month).await;
        settled(&db).await;
        invoicing::work(&session, &stores, month).await;
        settled(&db).await;
    }
    let issued = host::count(
        &db,
        "select count(*) from invoices where number is not null",
    )
    .await;
    assert!(issued > 0, "there are invoices");

    // Nothing without books; a token that is none is said at its field.
    let sync = json!({});
    let (status, answer) = session
        .call(Method::POST, "/invoice/sync", Some(&sync))
        .await
        .expect("an answer");
    assert_eq!(status, StatusCode::CONFLICT, "{answer}");
    let (status, answer) = connect(&session, "none").await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "{answer}");
    assert_eq!(
        answer["error"]["payload"][0]["field"], "data.token",
        "{answer}"
    );
    let (status, answer) = connect(&session, TOKEN).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    assert!(
        !answer.to_string().contains(TOKEN),
        "secrets are never shown"
    );
    assert_eq!(answer["data"]["counts"]["unbooked"], issued);

    let mut moments = host::moments();
    // The service carries some out and never says so.
    books.trouble(Trouble::times(Mode::Reset, 2).only(Calls::Imports));
    for _ in 0..KILLS {
        let moment = Duration::from_millis(moments.random_range(0..1_000));
        let asking = tokio::time::timeout(moment, async {
            loop {
                drop(
                    session
                        .call(Method::POST, "/invoice/sync", Some(&sync))
                        .await,
                );
            }
        });
        assert!(asking.await.is_err(), "it goes on until it is stopped");
        host.kill().await;
        host = installation.start().await;
    }
    session.post("/invoice/sync", &sync).await;
    settled(&db).await;
    session.post("/invoice/sync", &sync).await;
    settled(&db).await;
    let booked = books.booked();
    assert_eq!(booked.invoices.len() as i64, issued, "{:?}", booked.imports);
    assert!(
        booked.imports.values().all(|times| *times == 1),
        "nothing twice: {:?}",
        booked.imports
    );
    let customers = books.customers();
    for store in &stores {
        let same = customers
            .iter()
            .filter(|customer| customer["external_reference"] == store.organization.as_str());
        assert_eq!(same.count(), 1, "a customer each: {customers:?}");
    }
    let entries = session.get("/finance/accounting/entry").await;
    let entries = entries.as_array().expect("entries");
    assert!(
        entries.iter().all(|entry| entry["status"] == "BOOKED"),
        "{entries:?}"
    );

    // What is paid there is paid here, by the service's own name; a part is not all.
    let number = |at: usize| text(&entries[at], "number");
    books.pay(&number(0), None).expect("an invoice");
    books.pay(&number(1), Some("10.00")).expect("an invoice");
    session.post("/invoice/sync", &sync).await;
    settled(&db).await;
    let paid = format!("/invoice/{}", text(&entries[0], "invoiceId"));
    assert_eq!(session.get(&paid).await["bankStatus"], 1);
    let part = format!("/invoice/{}", text(&entries[1], "invoiceId"));
    assert_eq!(session.get(&part).await["bankStatus"], 0);
    let by =
        "select count(*) from audit_entries where entity = 'invoice' and actor_name = 'Pennylane'";
    assert_eq!(host::count(&db, by).await, 1, "its history says who");
    let partly =
        "select count(*) from accounting_entries where payment = 'PARTIAL' and remaining = 49.88";
    assert_eq!(host::count(&db, partly).await, 1);

    // A credit note takes its invoice back there too.
    let credited = format!("{part}/credit");
    session.post(&credited, &json!({})).await;
    session.post("/invoice/sync", &sync).await;
    settled(&db).await;
    let booked = books.booked();
    assert_eq!(booked.invoices.len() as i64, issued + 1);
    let note = booked.invoices.last().expect("a credit note");
    assert!(
        note["amount"].as_str().expect("an amount").starts_with('-'),
        "{note}"
    );

    // Without books the portal goes on; connected again, it goes on from there.
    let gone = session
        .call(Method::DELETE, "/finance/accounting", None)
        .await;
    assert_eq!(gone.expect("an answer").0, StatusCode::NO_CONTENT);
    let (_, answer) = connect(&session, TOKEN).await;
    assert_eq!(answer["data"]["counts"]["booked"], issued + 1, "{answer}");
    db.close().await;
    host.stop().await;
}
