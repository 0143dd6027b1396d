use futures::future::BoxFuture;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::access::Permission::WriteAdmin;
use crate::testing::TestApp;
use crate::testing::{Rows, Tenant};

/// A view of the customer's.
pub fn rows(tenant: &Tenant) -> BoxFuture<'_, Rows> {
    Box::pin(async move {
        let view = json!({ "list": "x", "name": "x", "query": {} });
        vec![("/view/{id}", tenant.customer.post("/view", view).await.id())]
    })
}

fn view(name: &str, shared_with: Option<&str>) -> Value {
    let filters = json!([{ "field": "status", "values": ["EXCEPTION"] }]);
    json!({ "list": "orders", "name": name, "query": { "filters": filters }, "sharedWith": shared_with })
}

fn names(data: &Value) -> Vec<&str> {
    let rows = data.as_array().unwrap();
    rows.iter()
        .map(|row| row["name"].as_str().unwrap())
        .collect()
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_view_is_its_makers_own_until_it_is_shared(db: PgPool) {
    let app = TestApp::new(db).await;
    let (ada, bob) = (app.admin(&[WriteAdmin]).await, app.admin(&[]).await);
    let organization = app.organization().await;
    let merchant = app.customer(organization, &[], &[]).await;

    let created = ada.post("/view", view("Problems", None)).await;
    assert_eq!(created.summary(), "201");
    assert_eq!(created.data()["query"]["filters"][0]["field"], "status");
    let id = created.data()["id"].as_str().unwrap().to_owned();
    assert_eq!(
        names(ada.get("/view?list=orders").await.data()),
        ["Problems"]
    );
    assert!(names(ada.get("/view?list=jobs").await.data()).is_empty());
    assert!(names(bob.get("/view?list=orders").await.data()).is_empty());

    let path = format!("/view/{id}");
    let shared = ada
        .send("PUT", &path, Some(view("Troubles", Some("admin"))), &[])
        .await;
    assert_eq!(shared.data()["sharedWith"], "admin");
    let seen = bob.get("/view?list=orders").await;
    assert_eq!(names(seen.data()), ["Troubles"]);
    assert_eq!(seen.data()[0]["own"], false);
    assert!(names(merchant.get("/view?list=orders").await.data()).is_empty());

    let theirs = bob.send("PUT", &path, Some(view("Mine", None)), &[]).await;
    assert_eq!(theirs.summary(), "404 NotFoundResourceException");
    assert_eq!(
        bob.delete(&path).await.summary(),
        "404 NotFoundResourceException"
    );
    assert_eq!(ada.delete(&path).await.summary(), "204");
    assert!(names(bob.get("/view?list=orders").await.data()).is_empty());
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn sharing_takes_its_permission_and_a_wrong_view_is_told(db: PgPool) {
    let app = TestApp::new(db).await;
    let bob = app.admin(&[]).await;
    let refused = bob.post("/view", view("Ours", Some("customer"))).await;
    assert_eq!(refused.summary(), "403 ForbiddenPermissionException");
    let unnamed = bob.post("/view", view(" ", None)).await;
    assert_eq!(unnamed.json["error"]["payload"][0]["field"], "name");
    let mut wrong = view("x", None);
    wrong["query"] = json!({ "filters": [{ "values": [] }] });
    let wrong = bob.post("/view", wrong).await;
    assert_eq!(
        wrong.json["error"]["payload"][0]["field"],
        "query.filters[0].field"
    );
    let mut unkept = view("x", None);
    unkept["query"] = json!({ "search": "a\0b" });
    let unkept = bob.post("/view", unkept).await;
    assert_eq!(unkept.json["error"]["payload"][0]["field"], "query.search");
    assert_eq!(
        bob.get("/view").await.summary(),
        "400 BadRequestSchemaException"
    );
}
