mod agreements;

use std::time::Duration;

use futures::future::BoxFuture;
use registry_simulator::{Kind, Simulator, SimulatorConfig, Trouble, known};
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use crate::access::Permission::{
    ReadFee, ReadOrder, ReadOrganization, ReadUser, SuperAdmin, WriteOrganization,
};
use crate::testing::{Client, TestApp};
use crate::testing::{Rows, Tenant};

/// The organization itself; the company register is nobody's.
pub fn rows(tenant: &Tenant) -> BoxFuture<'_, Rows> {
    let rows = vec![
        ("/organization/{id}", tenant.organization),
        ("/organization/search/{id}", Uuid::nil()),
    ];
    Box::pin(std::future::ready(rows))
}

fn ids(rows: &Value) -> Vec<String> {
    rows.as_array()
        .unwrap()
        .iter()
        .map(|row| row["id"].as_str().unwrap().to_owned())
        .collect()
}

fn body(name: &str) -> Value {
    json!({
        "name": name,
        "identifierNumber": "123456782",
        "taxNumber": "FR11123456782",
        "address": { "address1": "1 rue de la Paix", "zip": "75002", "city": "Paris", "countryCode": "FR" },
    })
}

const PDF: &[u8] = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n";

async fn upload(client: &Client, id: uuid::Uuid, name: &str, content: &[u8]) -> String {
    let path = format!("/organization/{id}/contract");
    let answer = client.upload(&path, &[], &[("file", name, content)]).await;
    if answer.issues().is_empty() {
        answer.summary()
    } else {
        answer.issues().join()
    }
}

trait Join {
    fn join(self) -> String;
}

impl Join for Vec<String> {
    fn join(self) -> String {
        self.as_slice().join(", ")
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn customers_see_their_own_organization(db: PgPool) {
    let app = TestApp::new(db).await;
    let (own, other) = (app.organization().await, app.organization().await);
    let store = app.store(own).await;
    let customer = app.customer(own, &[store], &[ReadOrganization]).await;
    let answer = customer.get("/organization").await;
    assert_eq!(ids(answer.data()), [own.to_string()]);
    assert_eq!(answer.data()[0]["storeCount"], 1);
    let foreign = customer.get(&format!("/organization/{other}")).await;
    assert_eq!(foreign.summary(), "404 NotFoundOrganizationException");
    let admin = app.admin(&[ReadOrganization]).await;
    assert_eq!(
        ids(admin.get("/organization").await.data()),
        [own.to_string(), other.to_string()]
    );
    // Who signs in for it is told to those who may read users.
    let path = format!("/organization/{own}");
    assert_eq!(admin.get(&path).await.data()["people"], Value::Null);
    let reader = app.admin(&[ReadOrganization, ReadUser]).await;
    let people = reader.get(&path).await.data()["people"].clone();
    assert_eq!(ids(&people).len(), 1);
    let none = reader.get(&format!("/organization/{other}")).await;
    assert_eq!(none.data()["people"], json!([]));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_list_asks_for_its_permission(db: PgPool) {
    let app = TestApp::new(db).await;
    assert_eq!(
        app.nobody().get("/organization").await.summary(),
        "401 UnauthorizedException"
    );
    let admin = app.admin(&[ReadOrder]).await;
    assert_eq!(
        admin.get("/organization").await.summary(),
        "403 ForbiddenPermissionException"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_organization_is_made_changed_archived_and_deleted(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[ReadOrganization, WriteOrganization]).await;
    let created = admin.post("/organization", body("Label Aurore")).await;
    assert_eq!(created.summary(), "201");
    assert_eq!(created.data()["address"]["city"], "Paris");
    let path = format!("/organization/{}", created.id());
    let mut change = body("Label Aube");
    change["address"] = Value::Null;
    let changed = admin.put(&path, change).await;
    assert_eq!(changed.data()["name"], "Label Aube");
    assert_eq!(changed.data()["address"], Value::Null);
    let history = admin
        .get(&format!("/history?entity=organization&id={}", created.id()))
        .await;
    let changes = &history.data()[0]["changes"];
    assert!(
        changes
            .as_array()
            .unwrap()
            .iter()
            .any(|change| change["field"] == "name"
                && change["before"] == "Label Aurore"
                && change["after"] == "Label Aube")
    );

    let found = async |filter: Value| {
        let cursor = crate::testing::cursor(json!({ "filters": filter }));
        ids(admin
            .get(&format!("/organization?cursor={cursor}"))
            .await
            .data())
        .len()
    };
    assert_eq!(
        admin
            .send("POST", &format!("{path}/archive"), None, &[])
            .await
            .summary(),
        "200"
    );
    assert_eq!(found(json!([])).await, 0, "archived ones are asked for");
    assert_eq!(
        found(json!([{ "field": "archived", "values": ["yes", "no"] }])).await,
        1
    );
    assert_eq!(
        admin
            .send("POST", &format!("{path}/restore"), None, &[])
            .await
            .summary(),
        "200"
    );
    assert_eq!(found(json!([])).await, 1);

    assert_eq!(admin.delete(&path).await.summary(), "204");
    assert_eq!(
        admin.get(&path).await.summary(),
        "404 NotFoundOrganizationException"
    );
    let back = admin
        .send("POST", &format!("{path}/restore"), None, &[])
        .await;
    assert_eq!(back.data()["name"], "Label Aube");
    admin.delete(&path).await;
    app.app.clock.advance(Duration::from_secs(3_601));
    let late = admin
        .send("POST", &format!("{path}/restore"), None, &[])
        .await;
    assert_eq!(late.summary(), "403 ForbiddenResourceException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_others_depend_on_is_not_deleted(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let (with_store, with_user) = (app.organization().await, app.organization().await);
    app.store(with_store).await;
    app.customer(with_user, &[], &[]).await;
    for id in [with_store, with_user] {
        let refused = admin.delete(&format!("/organization/{id}")).await;
        assert_eq!(refused.summary(), "409 ConflictInUseException");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_is_wrong_is_told_field_by_field(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[WriteOrganization]).await;
    for (field, value, issue) in [
        ("name", json!(""), "name required"),
        ("name", json!(" \t "), "name required"),
        ("name", json!("x".repeat(256)), "name max"),
        ("identifierNumber", json!(""), "identifierNumber required"),
        (
            "address",
            json!({ "city": "Paris" }),
            "address.address1 required, address.zip required",
        ),
        (
            "address",
            json!({ "address1": " ", "zip": "x\0", "city": "x", "countryCode": "FR" }),
            "address.zip type",
        ),
        (
            "address",
            json!({ "address1": " ", "zip": "x", "city": "x", "countryCode": "FR" }),
            "address.address1 required",
        ),
        (
            "address",
            json!({ "address1": "x", "zip": "x", "city": "x", "countryCode": "XX", "phone": "x" }),
            "address.countryCode country, address.phone phone",
        ),
        ("owner", json!("x"), "owner unknown"),
    ] {
        let mut body = body("A");
        body[field] = value;
        assert_eq!(
            admin.post("/organization", body).await.issues().join(),
            issue
        );
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_contract_is_one_pdf_that_its_merchant_reads(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let (own, other) = (app.organization().await, app.organization().await);
    let path = format!("/organization/{own}/contract");
    assert_eq!(
        admin.get(&path).await.summary(),
        "404 NotFoundFileException"
    );
    assert_eq!(
        upload(&admin, own, "contract.pdf", b"<html>").await,
        "file fileType"
    );
    assert_eq!(
        upload(&admin, own, "contract.pdf", b"").await,
        "file fileEmpty"
    );
    let none = admin.upload(&path, &[("name", "x")], &[]).await;
    assert_eq!(none.issues(), ["file required"]);
    let two = [("file", "a.pdf", PDF), ("file", "b.pdf", PDF)];
    assert_eq!(admin.upload(&path, &[], &two).await.issues(), ["file max"]);
    let json = admin.post(&path, json!({})).await;
    assert_eq!(json.issues(), [" multipart"]);

    assert_eq!(upload(&admin, own, "Contrat signé.pdf", PDF).await, "201");
    let merchant = app.customer(own, &[], &[ReadFee]).await;
    let read = merchant.get(&path).await;
    assert_eq!(
        read.json,
        Value::String(String::from_utf8_lossy(PDF).into_owned())
    );
    assert_eq!(read.headers["content-type"], "application/pdf");
    let disposition = read.headers["content-disposition"].to_str().unwrap();
    assert!(
        disposition.ends_with("filename*=UTF-8''Contrat%20sign%C3%A9.pdf"),
        "{disposition}"
    );
    let part = merchant
        .send("GET", &path, None, &[("range", "bytes=0-3")])
        .await;
    assert_eq!((part.status.as_u16(), part.json), (206, json!("%PDF")));
    let stranger = app.customer(other, &[], &[ReadFee]).await;
    assert_eq!(
        stranger.get(&path).await.summary(),
        "404 NotFoundOrganizationException"
    );
    let uninterested = app.customer(own, &[], &[ReadOrganization]).await;
    assert_eq!(
        uninterested.get(&path).await.summary(),
        "403 ForbiddenPermissionException"
    );
    // Its id opens no other way to it.
    let id = admin.get(&format!("/organization/{own}")).await.data()["contract"]["id"].clone();
    let around = format!("/file/{}/link", id.as_str().unwrap());
    assert_eq!(
        stranger.send("POST", &around, None, &[]).await.summary(),
        "404 NotFoundFileException"
    );

    assert_eq!(upload(&admin, own, "second.pdf", PDF).await, "201");
    let terms = merchant.get(&format!("/organization/{own}/terms")).await;
    assert_eq!(terms.data()["contract"]["name"], "second.pdf");
    assert_eq!(admin.delete(&path).await.summary(), "204");
    assert_eq!(
        merchant.get(&path).await.summary(),
        "404 NotFoundFileException"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn terms_are_agreed_by_staff_and_read_by_their_merchant(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let own = app.organization().await;
    let store = app.store(own).await;
    let path = format!("/organization/{own}/terms");
    let terms = json!({
        "returns": [{ "type": "T-shirt", "price": "2.60" }],
        "storages": [
            { "min": null, "max": "1", "units": "m3", "price": "12" },
            { "min": "1", "max": null, "units": "m3", "price": "9" },
        ],
    });
    assert_eq!(admin.put(&path, terms.clone()).await.summary(), "200");
    let merchant = app.customer(own, &[store], &[ReadFee]).await;
    let read = merchant.get(&path).await;
    assert_eq!(read.data()["returns"], terms["returns"]);
    assert_eq!(read.data()["storages"], terms["storages"]);
    assert_eq!(read.data()["stores"][0]["seedingCost"], "5");
    assert_eq!(
        merchant.put(&path, terms).await.summary(),
        "403 ForbiddenRoleException"
    );
    for (wrong, issue) in [
        (
            json!({ "min": "2", "max": "1", "units": "m3", "price": "1" }),
            "range",
        ),
        (
            json!({ "min": null, "max": null, "units": "m3", "price": "1" }),
            "required",
        ),
        (
            json!({ "min": "1", "max": null, "units": "kg", "price": "1" }),
            "option",
        ),
        (
            json!({ "min": "1", "max": null, "units": "DAY", "price": "-1" }),
            "min",
        ),
        (
            json!({ "min": "-1", "max": null, "units": "DAY", "price": "1" }),
            "min",
        ),
        (
            json!({ "min": "1", "max": null, "units": "DAY", "price": "0.001" }),
            "decimals",
        ),
    ] {
        let refused = admin
            .put(&path, json!({ "returns": [], "storages": [wrong] }))
            .await;
        let issues = refused.issues().join();
        assert!(
            issues.starts_with("storages[0]") && issues.ends_with(issue),
            "{issues}"
        );
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_register_fills_in_companies_and_its_failure_is_told_kindly(db: PgPool) {
    let register = Simulator::start(SimulatorConfig::default()).await.unwrap();
    let app = TestApp::with_registry(db, &register.base_url()).await;
    let admin = app.admin(&[WriteOrganization]).await;
    let found = admin.get("/organization/search?q=exemple%20musique").await;
    let company = &found.data()[0];
    assert_eq!(company["id"], known::EXAMPLE);
    assert_eq!(company["name"], "EXEMPLE MUSIQUE");
    assert_eq!(company["taxNumber"], "FR11123456782");
    assert_eq!(company["address"]["city"], "PARIS");
    assert_eq!(company["address"]["countryCode"], "FR");
    let by_number = admin.get("/organization/search?q=123%20456%20782").await;
    assert_eq!(by_number.data()[0]["id"], known::EXAMPLE);
    let one = admin
        .get(&format!("/organization/search/{}", known::CLOSED))
        .await;
    assert_eq!(one.data()["active"], false);
    for unknown in ["000000000", "abc", "1234"] {
        let answer = admin.get(&format!("/organization/search/{unknown}")).await;
        assert_eq!(answer.summary(), "404 NotFoundOrganizationException");
    }
    assert_eq!(
        admin.get("/organization/search?q=ab").await.issues(),
        ["q min"]
    );
    assert_eq!(
        admin.get("/organization/search").await.issues(),
        ["q required"]
    );

    let kinds = [Kind::Errors, Kind::Garbage, Kind::Throttle];
    for (index, kind) in kinds.into_iter().enumerate() {
        register.trouble(Trouble::of(kind));
        let answer = admin
            .get(&format!("/organization/search?q=troubled{index}"))
            .await;
        assert_eq!(
            answer.summary(),
            "503 RegistryUnavailableException",
            "{kind:?}"
        );
    }
    // What was answered before is still known.
    let known = admin.get("/organization/search?q=Exemple%20Musique").await;
    assert_eq!(known.data()[0]["name"], "EXEMPLE MUSIQUE");
}
