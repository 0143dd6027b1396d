use serde_json::Value;
use sqlx::PgPool;

use crate::access::Permission::{ReadOrder, ReadOrganization};
use crate::testing::TestApp;

fn ids(rows: &Value) -> Vec<String> {
    rows.as_array()
        .unwrap()
        .iter()
        .map(|row| row["id"].as_str().unwrap().to_owned())
        .collect()
}

#[sqlx::test(migrator = "crate::database::MIGRATOR")]
async fn customers_see_their_own_organization(db: PgPool) {
    let app = TestApp::new(db).await;
    let (own, other) = (app.organization().await, app.organization().await);
    let store = app.store(own).await;
    let customer = app.customer(own, &[store], &[ReadOrganization]).await;
    let answer = customer.get("/organization").await;
    assert_eq!(ids(answer.data()), [own.to_string()]);
    assert_eq!(answer.data()[0]["storeCount"], 1);
    let admin = app.admin(&[ReadOrganization]).await;
    assert_eq!(
        ids(admin.get("/organization").await.data()),
        [own.to_string(), other.to_string()]
    );
}

#[sqlx::test(migrator = "crate::database::MIGRATOR")]
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
