use serde_json::json;
use sqlx::PgPool;

use crate::access::Permission::{ReadOrganization, ReadStore};
use crate::testing::TestApp;

#[sqlx::test(migrator = "crate::database::MIGRATOR")]
async fn customers_see_their_own_stores_and_not_who_shares_them(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let (own, other) = (app.organization().await, app.organization().await);
    let (shared, _sibling, _foreign) = (
        app.store(own).await,
        app.store(own).await,
        app.store(other).await,
    );
    sqlx::query("insert into store_organizations (store_id, organization_id, ownership_percentage) values ($1, $2, 40)")
        .bind(shared)
        .bind(other)
        .execute(&db)
        .await
        .unwrap();
    let customer = app.customer(own, &[shared], &[ReadStore]).await;
    let answer = customer.get("/store").await;
    assert_eq!(
        answer.json["meta"],
        json!({ "total": 1, "exact": true, "next": null, "previous": null })
    );
    assert_eq!(answer.data()[0]["id"], shared.to_string());
    let owners = answer.data()[0]["organizations"].as_array().unwrap();
    assert_eq!(
        owners.iter().map(|owner| &owner["id"]).collect::<Vec<_>>(),
        [&json!(own)]
    );

    let admin = app.admin(&[ReadStore, ReadOrganization]).await;
    let answer = admin.get("/store").await;
    assert_eq!(answer.json["meta"]["total"], 3);
    assert_eq!(
        answer.data()[0]["organizations"].as_array().unwrap().len(),
        2
    );
}

#[sqlx::test(migrator = "crate::database::MIGRATOR")]
async fn the_list_asks_for_its_permissions(db: PgPool) {
    let app = TestApp::new(db).await;
    assert_eq!(
        app.nobody().get("/store").await.summary(),
        "401 UnauthorizedException"
    );
    let admin = app.admin(&[ReadStore]).await;
    assert_eq!(
        admin.get("/store").await.summary(),
        "403 ForbiddenPermissionException"
    );
    let admin = app.admin(&[ReadOrganization]).await;
    assert_eq!(
        admin.get("/store").await.summary(),
        "403 ForbiddenPermissionException"
    );
}
