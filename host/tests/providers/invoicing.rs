//! Fees, invoices and mails while the host is killed: each effect is there once, and the numbers have no gap.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use chrono::{Months, NaiveDate};
use futures::future::join_all;
use mail_parser::{MessageParser, MimeHeaders};
use rand::RngExt;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use simulator_kit::mail::MailServer;

use crate::host::{self, Installation, Session, settled, text};

const STORES: u32 = 4;
/// How many ask for the same at once.
const ASKERS: u32 = 3;

/// A store, its owner, and the months that are invoiced.
pub struct Store {
    id: String,
    pub organization: String,
}

fn first() -> NaiveDate {
    NaiveDate::from_ymd_opt(2018, 1, 1).expect("a day")
}

/// A month's first day and last.
fn month(at: u32) -> (NaiveDate, NaiveDate) {
    let start = first() + Months::new(at);
    (start, (start + Months::new(1)).pred_opt().expect("a day"))
}

pub async fn stores(session: &Session) -> Vec<Store> {
    let seller = json!({
        "name": "Comptoir SAS", "siren": "123456789", "vatNumber": "FR32123456789", "email": "factures@comptoir.example",
        "address": { "address1": "2 quai du Port", "zip": "13002", "city": "Marseille", "countryCode": "FR" },
        "iban": "FR76 3000 6000 0112 3456 7890 189", "bic": "AGRIFRPP", "legalFr": "Pénalités : trois fois le taux légal.", "legalEn": "",
    });
    let company = session
        .call(
            Method::PUT,
            "/finance/company",
            Some(&json!({ "seller": seller })),
        )
        .await;
    let (status, body) = company.expect("an answer");
    assert_eq!(status, StatusCode::OK, "{body}");
    let mut stores = Vec::new();
    for at in 0..STORES {
        let address = json!({ "address1": "1 rue du Port", "zip": "13002", "city": "Marseille", "countryCode": "FR" });
        let organization = json!({ "name": format!("Port {at}"), "identifierNumber": "90112233300015", "address": address });
        let organization = text(&session.post("/organization", &organization).await, "id");
        let store = json!({ "name": format!("Aube {at}"), "organizations": [{ "organizationId": organization }] });
        let id = text(&session.post("/store", &store).await, "id");
        let charge = json!({
            "storeId": id, "startedAt": first(), "type": "Abonnement", "category": "SOFTWARE", "description": "Accès au portail",
            "internalAmount": "12", "customerAmount": "49.90",
        });
        session.post("/finance/charge", &charge).await;
        let member = json!({
            "email": format!("member{at}@port.example"), "displayName": "Inès", "role": "customer", "permissions": ["READ_INVOICE"],
            "organizations": [organization], "stores": [id],
        });
        session.post("/user", &member).await;
        stores.push(Store { id, organization });
    }
    stores
}

/// Makes the draft of what a month of a store proposes, unless nothing is left of it or the host dies.
async fn draft(session: &Session, store: &Store, at: u32) -> Option<()> {
    let ((start, end), zero) = (month(at), "0");
    let sales = json!({
        "orders": 0, "grossSales": zero, "discounts": zero, "returns": zero, "netSales": zero, "shipping": zero, "duties": zero,
        "additionalFees": zero, "taxes": zero, "totalSales": zero,
    });
    let asked = json!({
        "startAt": start, "endAt": end, "storeId": store.id, "organizationId": store.organization,
        "salesReport": [{ "month": start, "sales": sales }],
    });
    let (status, answer) = session
        .call(Method::POST, "/invoice/prepare", Some(&asked))
        .await
        .ok()?;
    let prepared = &answer["data"];
    if status != StatusCode::OK || prepared["fees"].as_array().is_none_or(Vec::is_empty) {
        return None;
    }
    let body = json!({
        "startAt": start, "endAt": end, "storeId": store.id, "organizationId": store.organization, "title": prepared["title"],
        "deadlineAt": prepared["deadlineAt"], "vat": prepared["vat"], "internalShipping": "0",
        "figures": {
            "organizationVat": prepared["organizationVat"], "organizationOwnership": prepared["organizationOwnership"],
            "salesReport": prepared["salesReport"], "commissions": [], "fees": prepared["fees"],
        },
    });
    let (status, answer) = session
        .call(Method::POST, "/invoice/generate", Some(&body))
        .await
        .ok()?;
    // Somebody else was faster.
    assert!(
        status == StatusCode::CREATED || status == StatusCode::CONFLICT,
        "{answer}"
    );
    Some(())
}

/// Charges the months up to this one, makes their drafts, has all drafts issued and all that is issued sent: several people at once.
pub async fn work(session: &Session, stores: &[Store], at: u32) {
    let apply = json!({ "date": month(at).0 });
    let apply =
        (0..ASKERS).map(|_| session.call(Method::POST, "/finance/charge/apply", Some(&apply)));
    let drafts = (0..ASKERS).flat_map(|_| stores.iter().map(|store| draft(session, store, at)));
    let bulk = async |action: &str, status: &str| {
        let filter = json!({ "filters": [{ "field": "companyStatus", "values": [status] }] });
        let cursor = base64(&filter);
        let body = json!({ "action": action, "cursor": cursor });
        session
            .call(Method::POST, "/invoice/work", Some(&body))
            .await
            .ok()
    };
    let (_, _, _, _) = futures::join!(
        join_all(apply),
        join_all(drafts),
        bulk("ISSUE", "0"),
        bulk("SEND", "1")
    );
}

fn base64(value: &Value) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(value.to_string())
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_at_any_moment_every_fee_invoice_number_and_mail_is_there_once() {
    let mails = MailServer::start(1).await.expect("a mail server");
    let installation = Installation::new(&[]).mailing(mails.address());
    let mut host = installation.start().await;
    let mut session = installation.sign_in(&host).await;
    let stores = stores(&session).await;
    let mut moments = host::moments();
    for at in 0..host::kills() {
        let moment = Duration::from_millis(moments.random_range(0..1_500));
        let working = tokio::time::timeout(moment, async {
            loop {
                work(&session, &stores, at).await;
            }
        });
        assert!(working.await.is_err(), "it goes on until it is stopped");
        host.kill().await;
        host = installation.start().await;
        session = installation.session(&host).await;
    }

    // What was left undone is done once it is asked for again, by several people still.
    let db = installation.database().await;
    for at in 0..host::kills() {
        work(&session, &stores, at).await;
        work(&session, &stores, at).await;
        settled(&db).await;
    }
    for _ in 0..2 {
        settled(&db).await;
        work(&session, &stores, 0).await;
    }
    settled(&db).await;
    let count = async |query: &'static str| host::count(&db, query).await;
    let months = i64::from(host::kills()) * i64::from(STORES);
    assert_eq!(
        count("select count(*) from fees where cause = 'CHARGE'").await,
        months,
        "a fee a month"
    );
    assert_eq!(
        count("select count(distinct (store_id, initiated_at)) from fees").await,
        months
    );
    assert_eq!(
        count("select count(*) from invoice_fees where is_active").await,
        months,
        "all are invoiced"
    );
    assert_eq!(
        count("select count(distinct fee_id) from invoice_fees").await,
        months,
        "and once"
    );
    assert_eq!(
        count("select count(*) from invoices where number is null").await,
        0
    );
    assert_eq!(
        count("select count(*) from invoices").await,
        months,
        "an invoice a month"
    );
    let last = "select coalesce(sum(last), 0)::bigint from invoice_series";
    assert_eq!(count(last).await, months, "numbers without a gap");
    let torn = "select count(*) from invoices i where total_amount <> 59.88 or not exists (
        select from files f where f.entity = 'invoice' and f.kind = 'document' and f.entity_id = i.id)";
    assert_eq!(count(torn).await, 0, "each whole, with its document");
    assert_eq!(
        count("select count(*) from invoices where company_status <> 2").await,
        0,
        "all were sent"
    );
    assert_eq!(
        sent(&mails).len() as i64,
        months,
        "each by a mail of its own"
    );
    db.close().await;
    host.stop().await;
}

/// The files that came by mail, each by one mail: whose taking was never heard of comes again as the same one.
fn sent(mails: &MailServer) -> BTreeSet<String> {
    let mut by_file: BTreeMap<String, String> = BTreeMap::new();
    for mail in mails.received() {
        let mail = MessageParser::default()
            .parse(mail.as_bytes())
            .expect("a mail");
        let id = mail.message_id().expect("an id").to_owned();
        for file in mail.attachments() {
            let name = file.attachment_name().expect("a name").to_owned();
            let known = by_file.entry(name.clone()).or_insert_with(|| id.clone());
            assert_eq!(*known, id, "{name} came by two mails");
        }
    }
    by_file.into_keys().collect()
}
