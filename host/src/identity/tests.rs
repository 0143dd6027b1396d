//! Sign-in through HTTP.

mod sessions;

use std::time::Duration;

use futures::future::BoxFuture;
use serde_json::json;
use sqlx::PgPool;
use uuid::Uuid;

use crate::access::{Permission, Role};
use crate::testing::{Answer, Client, TestApp};
use crate::testing::{Rows, Tenant};

/// Where the customer is signed in.
pub fn rows(tenant: &Tenant) -> BoxFuture<'_, Rows> {
    Box::pin(async move {
        let sessions = tenant.customer.get("/user/current/session").await;
        let session = sessions.data()[0]["id"].clone();
        vec![
            (
                "/user/current/session/{id}",
                serde_json::from_value(session).expect("an id"),
            ),
            ("/user/current/link/{id}", Uuid::nil()),
            ("/user/current/passkey/{id}", Uuid::nil()),
        ]
    })
}

/// The token of the latest mail to an address.
async fn token(app: &TestApp, email: &str) -> Option<String> {
    let mut db = app.app.db.acquire().await.unwrap();
    let text = crate::mail::latest_text(&mut db, email).await.unwrap()?;
    let rest = text.split("token=").nth(1)?;
    Some(rest.split(['&', '\n']).next()?.to_owned())
}

async fn user(app: &TestApp) -> (Client, String) {
    let admin = app.admin(&[Permission::SuperAdmin]).await;
    let me = admin.get("/user/current").await;
    let email = me.data()["email"].as_str().unwrap().to_owned();
    (admin, email)
}

fn cookie(answer: &Answer) -> String {
    let set = answer.headers["set-cookie"].to_str().unwrap();
    assert!(
        set.contains("HttpOnly") && set.contains("SameSite=Strict"),
        "{set}"
    );
    set.split(';').next().unwrap().to_owned()
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_link_signs_in_once(db: PgPool) {
    let app = TestApp::new(db).await;
    let (_, email) = user(&app).await;
    let nobody = app.nobody();
    let asked = nobody
        .post(
            "/auth/link",
            json!({ "email": email, "continue": "/admin/order" }),
        )
        .await;
    assert_eq!(asked.summary(), "202");
    let token = token(&app, &email).await.unwrap();
    let opened = nobody
        .post("/auth/session", json!({ "token": token }))
        .await;
    assert_eq!(opened.summary(), "200");
    assert_eq!(opened.data()["user"]["email"], email);
    assert_eq!(opened.data()["continue"], "/admin/order");
    let again = nobody
        .post("/auth/session", json!({ "token": token }))
        .await;
    assert_eq!(again.summary(), "401 UnauthorizedException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_link_expires_after_fifteen_minutes(db: PgPool) {
    let app = TestApp::new(db).await;
    let (_, email) = user(&app).await;
    app.nobody()
        .post("/auth/link", json!({ "email": email }))
        .await;
    let token = token(&app, &email).await.unwrap();
    app.app.clock.advance(Duration::from_secs(15 * 60));
    let late = app
        .nobody()
        .post("/auth/session", json!({ "token": token }))
        .await;
    assert_eq!(late.summary(), "401 UnauthorizedException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_unknown_address_is_answered_the_same_and_a_sixth_request_is_refused(db: PgPool) {
    let app = TestApp::new(db).await;
    let (_, known) = user(&app).await;
    for email in [known.as_str(), "stranger@example.test"] {
        for _ in 0..5 {
            let asked = app
                .nobody()
                .post("/auth/link", json!({ "email": email }))
                .await;
            assert_eq!(
                (asked.summary(), asked.json),
                ("202".into(), serde_json::Value::Null)
            );
        }
        let sixth = app
            .nobody()
            .post("/auth/link", json!({ "email": email }))
            .await;
        assert_eq!(sixth.summary(), "429 TooManyRequestsException");
    }
    assert_eq!(token(&app, "stranger@example.test").await, None);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_wrong_address_or_destination_is_told_by_field(db: PgPool) {
    let app = TestApp::new(db).await;
    for (body, field) in [
        (json!({ "email": "nobody" }), "email"),
        (json!({}), "email"),
        (
            json!({ "email": "a@b.example", "continue": "//evil.example" }),
            "continue",
        ),
    ] {
        let refused = app.nobody().post("/auth/link", body).await;
        assert_eq!(refused.summary(), "400 BadRequestSchemaException");
        assert_eq!(refused.json["error"]["payload"][0]["field"], field);
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_refresh_token_that_comes_back_late_ends_the_session(db: PgPool) {
    let app = TestApp::new(db).await;
    let (_, email) = user(&app).await;
    let nobody = app.nobody();
    nobody.post("/auth/link", json!({ "email": email })).await;
    let token = token(&app, &email).await.unwrap();
    let opened = nobody
        .post("/auth/session", json!({ "token": token }))
        .await;
    let first = cookie(&opened);
    let refresh = async |cookie: &str| {
        nobody
            .send("POST", "/auth/refresh", None, &[("cookie", cookie)])
            .await
    };
    let second = refresh(&first).await;
    assert_eq!(second.summary(), "200");
    // Another tab, at the same moment.
    assert_eq!(refresh(&first).await.summary(), "200");
    app.app.clock.advance(Duration::from_secs(60));
    assert_eq!(refresh(&first).await.summary(), "401 UnauthorizedException");
    assert_eq!(
        refresh(&cookie(&second)).await.summary(),
        "401 UnauthorizedException"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn signing_out_and_losing_a_permission_act_on_the_next_request(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[Permission::ReadOrder]).await;
    assert_eq!(admin.get("/order").await.summary(), "200");
    sqlx::query("update users set permissions = '{}' where id = $1")
        .bind(admin.user)
        .execute(&app.app.db)
        .await
        .unwrap();
    assert_eq!(
        admin.get("/order").await.summary(),
        "403 ForbiddenPermissionException"
    );
    assert_eq!(admin.delete("/auth/session").await.summary(), "204");
    assert_eq!(
        admin.get("/user/current").await.summary(),
        "401 UnauthorizedException"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_language_is_kept_and_audited(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[]).await;
    let changed = admin
        .patch("/user/current", json!({ "locale": "fr" }))
        .await;
    assert_eq!(changed.data()["locale"], "fr");
    let refused = admin
        .patch("/user/current", json!({ "locale": "de" }))
        .await;
    assert_eq!(refused.json["error"]["payload"][0]["field"], "locale");
    let entries: i64 = sqlx::query_scalar(
        "select count(*) from audit_entries where entity_id = $1 and action = 'update'",
    )
    .bind(admin.user)
    .fetch_one(&app.app.db)
    .await
    .unwrap();
    assert_eq!(entries, 1);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_factorys_people_read_turkish_and_portuguese_and_are_written_to_in_english(db: PgPool) {
    let app = TestApp::new(db).await;
    let factory = app.factory().await;
    let maker = app.user(Role::Factory, &[], &[], &[], &[factory]).await;
    let staff = app.admin(&[]).await;
    for locale in ["tr", "pt"] {
        let change = json!({ "locale": locale });
        let changed = maker.patch("/user/current", change.clone()).await;
        assert_eq!(changed.data()["locale"], locale);
        let refused = staff.patch("/user/current", change).await;
        assert_eq!(refused.issues(), ["locale option"]);
    }
    assert_eq!(maker.get("/user/current").await.data()["locale"], "pt");
    let body = json!({ "email": "sofia@example.test", "displayName": "Sofia", "role": "factory", "permissions": [],
        "locale": "pt", "factories": [factory] });
    let admin = app.admin(&[Permission::SuperAdmin]).await;
    assert_eq!(admin.post("/user", body).await.summary(), "201");
    let mut db = app.app.db.acquire().await.unwrap();
    let mail = crate::mail::latest_text(&mut db, "sofia@example.test").await;
    let mail = mail.unwrap().expect("a mail");
    assert!(mail.contains("You have been given access"), "{mail}");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn another_site_cannot_post(db: PgPool) {
    let app = TestApp::new(db).await;
    let body = Some(json!({ "email": "a@b.example" }));
    let foreign = app
        .nobody()
        .send(
            "POST",
            "/auth/link",
            body,
            &[("origin", "https://evil.example")],
        )
        .await;
    assert_eq!(foreign.summary(), "403 ForbiddenResourceException");
}
