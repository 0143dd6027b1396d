mod grants;
mod reach;

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use futures::future::BoxFuture;
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::User;
use crate::access::Permission::{self, *};
use crate::access::Role;
use crate::records::life;
use crate::testing::{Client, TestApp, unique};
use crate::testing::{Rows, Tenant};

/// The customer themselves.
pub fn rows(tenant: &Tenant) -> BoxFuture<'_, Rows> {
    let user = tenant.customer.user.expect("a user");
    Box::pin(std::future::ready(vec![("/user/{id}", user)]))
}

fn names(rows: &Value) -> Vec<&str> {
    let rows = rows.as_array().unwrap();
    rows.iter()
        .map(|row| row["displayName"].as_str().unwrap())
        .collect()
}

/// A body that makes a customer of an organization.
fn customer(organization: Uuid, store: Uuid, permissions: &[Permission]) -> Value {
    json!({
        "email": format!("{}@example.test", unique("new").replace(' ', ".")),
        "displayName": "Inès",
        "role": "customer",
        "permissions": permissions,
        "organizations": [organization],
        "stores": [store],
    })
}

async fn make(admin: &Client, body: Value) -> Uuid {
    let created = admin.post("/user", body).await;
    assert_eq!(created.summary(), "201", "{:?}", created.json);
    created.id()
}

const ALL_OF_USERS: &[Permission] = &[ReadUser, WriteUser, ReadOrganization];

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn customers_and_factories_see_their_own_people_only(db: PgPool) {
    let app = TestApp::new(db).await;
    let (own, other) = (app.organization().await, app.organization().await);
    let store = app.store(own).await;
    let me = app.customer(own, &[store], &[ReadUser, WriteUser]).await;
    let _colleague = app.customer(own, &[store], &[]).await;
    let stranger = app.customer(other, &[], &[]).await;
    let admin = app.admin(ALL_OF_USERS).await;
    let seen = me.get("/user").await;
    assert_eq!(seen.json["meta"]["total"], 2);
    assert_eq!(names(seen.data()).len(), 2);
    assert_eq!(admin.get("/user").await.json["meta"]["total"], 4);
    let path = format!("/user/{}", stranger.user.unwrap());
    assert_eq!(me.get(&path).await.summary(), "404 NotFoundUserException");
    assert_eq!(
        me.delete(&path).await.summary(),
        "404 NotFoundUserException"
    );
    let change = json!({ "displayName": "Taken over" });
    assert_eq!(
        me.patch(&path, change).await.summary(),
        "404 NotFoundUserException"
    );
    assert_eq!(admin.get(&path).await.summary(), "200");

    let factory = app.factory().await;
    let worker = app
        .user(Role::Factory, &[ReadUser], &[], &[], &[factory])
        .await;
    assert_eq!(worker.get("/user").await.json["meta"]["total"], 1);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn who_has_two_organizations_sees_the_one_whose_area_they_are_in(db: PgPool) {
    let app = TestApp::new(db).await;
    let (one, other) = (app.organization().await, app.organization().await);
    let (mine, theirs) = (app.store(one).await, app.store(other).await);
    let rights = [ReadStore, ReadUser, ReadOrganization];
    let me = app
        .user(Role::Customer, &rights, &[one, other], &[mine, theirs], &[])
        .await;
    app.customer(other, &[theirs], &[]).await;
    let within = async |client: &Client, organization: &str, path: &str| {
        let header = [("comptoir-organization", organization)];
        client.send("GET", path, None, &header).await
    };
    let total = async |organization: &str, path: &str| {
        within(&me, organization, path).await.json["meta"]["total"].clone()
    };
    assert_eq!(me.get("/store").await.json["meta"]["total"], 2);
    for (organization, users) in [(one, 1), (other, 2)] {
        let organization = organization.to_string();
        assert_eq!(total(&organization, "/store").await, 1);
        assert_eq!(total(&organization, "/organization").await, 1);
        assert_eq!(total(&organization, "/user").await, users);
    }
    let path = format!("/store/{theirs}");
    let there = within(&me, &other.to_string(), &path).await;
    assert_eq!(there.summary(), "200");
    let elsewhere = within(&me, &one.to_string(), &path).await;
    assert_eq!(elsewhere.summary(), "404 NotFoundResourceException");
    // It takes away, and never gives.
    let foreign = app.organization().await;
    app.store(foreign).await;
    for organization in [foreign.to_string().as_str(), "nonsense", ""] {
        assert_eq!(total(organization, "/store").await, 0);
    }
    let admin = app.admin(&[ReadStore, ReadOrganization]).await;
    let all = within(&admin, &one.to_string(), "/store").await;
    assert_eq!(all.json["meta"]["total"], 3);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_page_of_another_list_is_none_of_this_one(db: PgPool) {
    let app = TestApp::new(db).await;
    let organization = app.organization().await;
    app.store(organization).await;
    app.store(organization).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let one = URL_SAFE_NO_PAD.encode(r#"{"take":1}"#);
    let stores = admin.get(&format!("/store?cursor={one}")).await;
    let next = stores.json["meta"]["next"].as_str().unwrap();
    assert_eq!(
        admin.get(&format!("/store?cursor={next}")).await.summary(),
        "200"
    );
    let misled = admin.get(&format!("/user?cursor={next}")).await;
    assert_eq!(misled.summary(), "400 BadRequestCursorException");
    assert_eq!(
        misled.json["error"]["payload"][0]["field"],
        "orderBy[0].field"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_is_wrong_with_a_user_is_told_field_by_field(db: PgPool) {
    let app = TestApp::new(db).await;
    let (organization, other) = (app.organization().await, app.organization().await);
    let (store, foreign) = (app.store(organization).await, app.store(other).await);
    let admin = app.admin(&[SuperAdmin]).await;
    let whole = customer(organization, store, &[ReadOrder]);
    let cases: &[(Value, &[&str])] = &[
        (json!({ "email": "nobody" }), &["email email"]),
        (json!({ "displayName": "I" }), &["displayName min"]),
        (json!({ "displayName": "    " }), &["displayName required"]),
        (
            json!({ "displayName": "x".repeat(39) }),
            &["displayName max"],
        ),
        (json!({ "role": "boss" }), &["role option"]),
        (
            json!({ "permissions": ["READ_ORDER", "WRITE_STORE"] }),
            &["permissions[1] option"],
        ),
        (
            json!({ "permissions": ["READ_ORDER", "READ_ORDER"] }),
            &["permissions[1] unique"],
        ),
        (
            json!({ "permissions": ["FLY"] }),
            &["permissions[0] option"],
        ),
        (json!({ "organizations": [] }), &["organizations required"]),
        (json!({ "stores": [] }), &["stores required"]),
        (json!({ "stores": [foreign] }), &["stores[0] option"]),
        (
            json!({ "organizations": [Uuid::nil()] }),
            &["organizations[0] option", "stores[0] option"],
        ),
        (json!({ "factories": [Uuid::nil()] }), &["factories option"]),
        (
            json!({ "role": "factory", "permissions": [] }),
            &[
                "organizations option",
                "stores option",
                "factories required",
            ],
        ),
        (json!({ "nickname": "x" }), &["nickname unknown"]),
    ];
    for (change, issues) in cases {
        let mut body = whole.clone();
        for (field, value) in change.as_object().unwrap() {
            body[field] = value.clone();
        }
        let answer = admin.post("/user", body).await;
        assert_eq!(answer.issues(), *issues, "{change}");
    }
    assert_eq!(admin.post("/user", whole.clone()).await.summary(), "201");
    let again = admin.post("/user", whole).await;
    assert_eq!(again.summary(), "409 ConflictUserEmailException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn nobody_grants_what_they_do_not_hold(db: PgPool) {
    let app = TestApp::new(db).await;
    let organization = app.organization().await;
    let store = app.store(organization).await;
    let own = &[ReadUser, WriteUser, ReadOrder];
    let me = app.customer(organization, &[store], own).await;
    let escalation = "403 ForbiddenEscalationException";
    let more = me
        .post("/user", customer(organization, store, &[ReadFee]))
        .await;
    assert_eq!(more.summary(), escalation);
    assert_eq!(more.json["error"]["payload"]["permission"], "READ_FEE");
    let colleague = make(&me, customer(organization, store, &[ReadOrder])).await;
    let path = format!("/user/{colleague}");
    let grant = |permissions: Value| json!({ "permissions": permissions });
    assert_eq!(
        me.patch(&path, grant(json!(["READ_ORDER", "READ_FEE"])))
            .await
            .summary(),
        escalation
    );
    assert_eq!(me.patch(&path, grant(json!([]))).await.summary(), "200");
    // Roles, and what people are confined to, are the staff's to change.
    let admin_body = json!({ "email": "a@b.example", "displayName": "Boss", "role": "admin", "permissions": [] });
    assert_eq!(me.post("/user", admin_body).await.issues(), ["role option"]);
    assert_eq!(
        me.patch(&path, json!({ "role": "admin" })).await.issues(),
        ["role fixed"]
    );
    let elsewhere = app.organization().await;
    assert_eq!(
        me.patch(&path, json!({ "organizations": [elsewhere] }))
            .await
            .issues(),
        ["organizations fixed"]
    );
    assert_eq!(
        me.post("/user", customer(elsewhere, store, &[]))
            .await
            .issues(),
        ["organizations[0] option", "stores[0] option"]
    );
    assert_eq!(
        me.patch(&path, json!({ "owner": true })).await.summary(),
        "403 ForbiddenResourceException"
    );

    let admin = app.admin(ALL_OF_USERS).await;
    let boss = app.admin(&[SuperAdmin]).await;
    let target = format!("/user/{}", boss.user.unwrap());
    // An address is a way in: it is as good as every permission behind it.
    assert_eq!(
        admin
            .patch(&target, json!({ "email": "mine@example.test" }))
            .await
            .summary(),
        escalation
    );
    assert_eq!(admin.delete(&target).await.summary(), escalation);
    let myself = format!("/user/{}", admin.user.unwrap());
    let wanted = json!([
        "READ_USER",
        "WRITE_USER",
        "READ_ORGANIZATION",
        "SUPER_ADMIN"
    ]);
    assert_eq!(
        admin.patch(&myself, grant(wanted)).await.summary(),
        escalation
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_last_owner_and_oneself_stay(db: PgPool) {
    let app = TestApp::new(db).await;
    let organization = app.organization().await;
    let store = app.store(organization).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let mut body = customer(organization, store, &[ReadUser, WriteUser]);
    body["owner"] = true.into();
    let owner = make(&admin, body.clone()).await;
    let path = format!("/user/{owner}");
    let refused = admin.delete(&path).await;
    assert_eq!(refused.summary(), "403 ForbiddenResourceException");
    assert!(
        refused.json["error"]["message"]
            .as_str()
            .unwrap()
            .contains("last owner")
    );
    assert_eq!(
        admin
            .patch(&path, json!({ "owner": false }))
            .await
            .summary(),
        "403 ForbiddenResourceException"
    );
    body["email"] = "second@example.test".into();
    make(&admin, body).await;
    assert_eq!(admin.delete(&path).await.summary(), "204");

    let myself = format!("/user/{}", admin.user.unwrap());
    assert_eq!(
        admin.delete(&myself).await.summary(),
        "403 ForbiddenResourceException"
    );
    let stepping_down = json!({ "permissions": ["READ_USER"] });
    let refused = admin.patch(&myself, stepping_down).await;
    assert!(
        refused.json["error"]["message"]
            .as_str()
            .unwrap()
            .contains("super administrator")
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_removed_right_or_user_is_out_at_once_on_every_host(db: PgPool) {
    let (here, there) = (TestApp::new(db.clone()).await, TestApp::new(db).await);
    let admin = here.admin(&[SuperAdmin]).await;
    let organization = here.organization().await;
    let store = here.store(organization).await;
    let customer = here.customer(organization, &[store], &[ReadOrder]).await;
    let (abroad, path) = (
        customer.at(&there),
        format!("/user/{}", customer.user.unwrap()),
    );
    assert_eq!(abroad.get("/order").await.summary(), "200");
    assert_eq!(
        admin
            .patch(&path, json!({ "permissions": [] }))
            .await
            .summary(),
        "200"
    );
    assert_eq!(
        abroad.get("/order").await.summary(),
        "403 ForbiddenPermissionException"
    );
    assert_eq!(
        customer.get("/order").await.summary(),
        "403 ForbiddenPermissionException"
    );
    assert_eq!(admin.delete(&path).await.summary(), "204");
    assert_eq!(
        abroad.get("/user/current").await.summary(),
        "401 UnauthorizedException"
    );
    assert_eq!(
        customer.get("/user/current").await.summary(),
        "401 UnauthorizedException"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_deletion_can_be_undone_for_an_hour(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let organization = app.organization().await;
    let store = app.store(organization).await;
    let body = customer(organization, store, &[]);
    let id = make(&admin, body.clone()).await;
    let (path, restore) = (format!("/user/{id}"), format!("/user/{id}/restore"));
    assert_eq!(
        admin.send("POST", &restore, None, &[]).await.summary(),
        "404 NotFoundUserException"
    );
    assert_eq!(admin.delete(&path).await.summary(), "204");
    assert_eq!(
        admin.get(&path).await.summary(),
        "404 NotFoundUserException"
    );
    let back = admin.send("POST", &restore, None, &[]).await;
    assert_eq!(back.data()["email"], body["email"]);
    assert_eq!(admin.get(&path).await.summary(), "200");

    // A freed address can be taken, and then there is no way back.
    admin.delete(&path).await;
    let heir = make(&admin, body).await;
    assert_eq!(
        admin.send("POST", &restore, None, &[]).await.summary(),
        "409 ConflictUserEmailException"
    );
    admin.delete(&format!("/user/{heir}")).await;
    app.app.clock.advance(Duration::from_secs(3_601));
    let late = admin.send("POST", &restore, None, &[]).await;
    assert_eq!(
        late.summary(),
        "403 ForbiddenSignInAgeException",
        "it gives rights back"
    );
    let admin = app.admin(&[SuperAdmin]).await;
    let late = admin.send("POST", &restore, None, &[]).await;
    assert_eq!(late.summary(), "403 ForbiddenResourceException");
    assert_eq!(life::sweep::<User>(&app.app, 100).await.unwrap(), 0);
    app.app.clock.advance(Duration::from_secs(24 * 3_600));
    assert_eq!(life::sweep::<User>(&app.app, 100).await.unwrap(), 2);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_new_user_is_invited_in_their_language_and_can_sign_in(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let organization = app.organization().await;
    let store = app.store(organization).await;
    let mut body = customer(organization, store, &[]);
    body["email"] = "Ines@Example.test".into();
    body["locale"] = "fr".into();
    make(&admin, body).await;
    let mut db = app.app.db.acquire().await.unwrap();
    let text = crate::mail::latest_text(&mut db, "ines@example.test")
        .await
        .unwrap()
        .unwrap();
    assert!(text.contains("Bonjour Inès"), "{text}");
    assert!(
        text.contains("http://comptoir.test/login?email=ines%40example.test"),
        "{text}"
    );
    let asked = app
        .nobody()
        .post("/auth/link", json!({ "email": "ines@example.test" }))
        .await;
    assert_eq!(asked.summary(), "202");
    let text = crate::mail::latest_text(&mut db, "ines@example.test")
        .await
        .unwrap()
        .unwrap();
    assert!(text.contains("/login/callback?token="), "{text}");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn who_never_signed_in_is_invited_again(db: PgPool) {
    let app = TestApp::with_limits(db, |limits| limits.invitations_per_hour = 4).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let (own, other) = (app.organization().await, app.organization().await);
    let store = app.store(own).await;
    let rights = [ReadUser, WriteUser];
    let me = app.customer(own, &[store], &rights).await;
    let mut body = customer(own, store, &[]);
    body["email"] = "ines@example.test".into();
    let guest = make(&me, body).await;
    let invitations = async || -> i64 {
        sqlx::query_scalar("select count(*) from mails where recipient = 'ines@example.test'")
            .fetch_one(&app.app.db)
            .await
            .unwrap()
    };
    let again = format!("/user/{guest}/invitation");
    // Who does not know of them cannot.
    let stranger = app.customer(other, &[], &rights).await;
    let reader = app.customer(own, &[store], &[ReadUser]).await;
    assert_eq!(
        stranger.post(&again, json!({})).await.summary(),
        "404 NotFoundUserException"
    );
    assert_eq!(reader.post(&again, json!({})).await.status, 403);
    assert_eq!(invitations().await, 1);
    // However many ask at once, nobody's inbox is filled.
    let asked = futures::future::join_all((0..8).map(|_| me.post(&again, json!({})))).await;
    let sent = asked.iter().filter(|answer| answer.status == 204).count();
    assert_eq!((sent, invitations().await), (3, 4));
    assert_eq!(
        admin.post(&again, json!({})).await.summary(),
        "429 TooManyRequestsException"
    );
    // They count as invitations of who asked for them: the guest and three times again.
    assert_eq!(
        me.post("/user", customer(own, store, &[])).await.summary(),
        "429 TooManyRequestsException"
    );
    let history = admin.get(&format!("/history?entity=user&id={guest}")).await;
    assert_eq!(history.data()[0]["action"], "remind");

    sqlx::query("update users set last_login_at = now() where id = $1")
        .bind(guest)
        .execute(&app.app.db)
        .await
        .unwrap();
    assert_eq!(
        admin.post(&again, json!({})).await.summary(),
        "403 ForbiddenResourceException"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_change_of_an_older_edition_is_refused_and_says_who_was_faster(db: PgPool) {
    let app = TestApp::new(db).await;
    let (first, second) = (
        app.admin(&[SuperAdmin]).await,
        app.admin(&[SuperAdmin]).await,
    );
    let path = format!("/user/{}", second.user.unwrap());
    let read = first.get(&path).await;
    let edition = read.data()["updatedAt"].as_str().unwrap().to_owned();
    app.app.clock.advance(Duration::from_secs(5));
    let change = |name: &str| Some(json!({ "displayName": name }));
    let headers = [("if-match", edition.as_str())];
    let mine = first.send("PUT", &path, change("Mine"), &headers).await;
    assert_eq!(mine.summary(), "200");
    let late = second.send("PUT", &path, change("Late"), &headers).await;
    assert_eq!(late.summary(), "409 ConflictEditException");
    let name = first.get("/user/current").await.data()["displayName"].clone();
    assert_eq!(late.json["error"]["payload"]["by"], name);
    assert_eq!(first.get(&path).await.data()["displayName"], "Mine");
    let next = mine.data()["updatedAt"].as_str().unwrap().to_owned();
    let again = second
        .send("PUT", &path, change("Next"), &[("if-match", &next)])
        .await;
    assert_eq!(again.summary(), "200");
    let wrong = second
        .send("PUT", &path, change("x"), &[("if-match", "yesterday")])
        .await;
    assert_eq!(wrong.issues(), ["If-Match date"]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_store_out_of_ones_reach_is_not_ones_to_take_away(db: PgPool) {
    let app = TestApp::new(db).await;
    let organization = app.organization().await;
    let (mine, theirs) = (app.store(organization).await, app.store(organization).await);
    let me = app
        .customer(organization, &[mine], &[ReadUser, WriteUser])
        .await;
    let colleague = app.customer(organization, &[mine, theirs], &[]).await;
    let path = format!("/user/{}", colleague.user.unwrap());
    // They must keep one store at least, and keep the one that I do not know of and am not told of.
    let changed = me.patch(&path, json!({ "stores": [] })).await;
    assert_eq!(changed.summary(), "200");
    let stores = async |client: &Client| {
        let resources = client.get(&path).await.data()["resources"].clone();
        let mut resources = resources.as_array().unwrap().clone();
        resources.retain(|resource| resource["type"] == "STORE");
        resources
            .iter()
            .map(|store| store["id"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(stores(&me).await, [json!(null); 0]);
    let admin = app.admin(ALL_OF_USERS).await;
    assert_eq!(stores(&admin).await, [json!(theirs)]);
    let greedy = me
        .patch(
            &format!("/user/{}", me.user.unwrap()),
            json!({ "stores": [mine, theirs] }),
        )
        .await;
    assert_eq!(greedy.issues(), ["stores[1] option"]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn sessions_and_links_are_listed_and_revoked_by_their_owner(db: PgPool) {
    let app = TestApp::new(db).await;
    let (ada, bob) = (app.admin(&[]).await, app.admin(&[]).await);
    let own = ada.get("/user/current/session").await;
    assert_eq!(own.data().as_array().unwrap().len(), 1);
    assert_eq!(own.data()[0]["current"], true);
    let email = ada.get("/user/current").await.data()["email"].clone();
    app.nobody()
        .post("/auth/link", json!({ "email": email }))
        .await;
    let links = ada.get("/user/current/link").await;
    let link = links.data()[0]["id"].as_str().unwrap().to_owned();
    let path = format!("/user/current/link/{link}");
    assert_eq!(
        bob.delete(&path).await.summary(),
        "404 NotFoundResourceException"
    );
    assert_eq!(ada.delete(&path).await.summary(), "204");
    assert_eq!(ada.get("/user/current/link").await.data(), &json!([]));

    let session = own.data()[0]["id"].as_str().unwrap();
    let path = format!("/user/current/session/{session}");
    assert_eq!(
        bob.delete(&path).await.summary(),
        "404 NotFoundResourceException"
    );
    assert_eq!(ada.delete("/user/current/session").await.summary(), "204");
    assert_eq!(
        ada.get("/user/current").await.summary(),
        "200",
        "the present one stays"
    );
    assert_eq!(ada.delete(&path).await.summary(), "204");
    assert_eq!(
        ada.get("/user/current").await.summary(),
        "401 UnauthorizedException"
    );
}
