//! Every call of `docs/openapi.json`, those of our plugins among them, as nobody, as each role with and without the permission, and as a foreign tenant. A
//! new route is walked from the day it is described; one whose path names a row needs a row of its domain's ([`crate::register::Domain::rows`]).

use std::collections::BTreeMap;

use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use crate::access::{Permission, Role};
use crate::testing::{Client, Rows, Tenant, TestApp};

/// One call, as its description tells it.
struct Call {
    method: String,
    /// `/order/{id}`
    pattern: String,
    access: Access,
    /// It takes a sign-in of the last minutes.
    recent: bool,
}

enum Access {
    Public,
    SignedIn,
    /// By role; absent: it never passes.
    Needs(BTreeMap<Role, Vec<Permission>>),
    OneOf(Vec<Permission>),
}

/// What the portal tells of itself to whoever is signed in.
async fn calls(app: &TestApp) -> Vec<Call> {
    let anybody = app.admin(&[]).await;
    let document = anybody.get("/openapi.json").await.json;
    let mut calls = Vec::new();
    for (pattern, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("methods") {
            let access = &operation["x-access"];
            let access = match access.as_str() {
                Some("public") => Access::Public,
                Some("signedIn") => Access::SignedIn,
                _ if access["oneOf"].is_array() => Access::OneOf(read(&access["oneOf"])),
                _ => Access::Needs(read(access)),
            };
            calls.push(Call {
                method: method.to_uppercase(),
                pattern: pattern.clone(),
                access,
                recent: operation["x-sign-in-max-age-seconds"].is_u64(),
            });
        }
    }
    assert!(calls.len() > 20, "the API is described");
    calls
}

fn read<T: serde::de::DeserializeOwned>(value: &Value) -> T {
    serde_json::from_value(value.clone()).unwrap_or_else(|_| panic!("no access: {value}"))
}

impl Call {
    /// The path with `id` for whatever it names, and the query without which the call does not look for it.
    fn path(&self, id: Uuid) -> String {
        let segments = self.pattern.split('/').map(|segment| {
            if segment.starts_with('{') {
                id.to_string()
            } else {
                segment.to_owned()
            }
        });
        let path = segments.collect::<Vec<_>>().join("/");
        match (self.method.as_str(), self.pattern.as_str()) {
            // Whose it is stands in the query.
            ("GET", "/shipping/price/{id}") => format!("{path}?storeId={id}&countryCode=FR"),
            _ => path,
        }
    }

    /// A body that the call takes, where it looks at its body before it looks for the row.
    fn body(&self) -> Value {
        match self.pattern.as_str() {
            "/view/{id}" => json!({ "list": "x", "name": "x", "query": {} }),
            "/plugins/{id}/actions/{action}" => json!({ "ids": [Uuid::nil()] }),
            "/user/current/passkey/{id}" => json!({ "name": "x" }),
            "/factories/{id}/news/seen" => json!({ "until": "2026-01-01T00:00:00Z" }),
            "/order/{id}/address" => json!({
                "customer": { "firstName": "Inès", "lastName": "Roux", "email": "ines@example.test" },
                "shippingAddress": { "address1": "1 rue du Port", "city": "Marseille", "zip": "13002" },
            }),
            "/order/{id}/articles" => json!({ "articles": [{ "sku": "LP", "quantity": 1 }] }),
            _ => json!({}),
        }
    }

    /// `403 ForbiddenRoleException`, `200`. A stream is not read to its end, which never comes.
    async fn by(&self, client: &Client, id: Uuid) -> String {
        let body = (self.method != "GET").then(|| self.body());
        let path = self.path(id);
        if self.pattern == "/events" {
            let answer = client.raw(&self.method, &path, body.clone(), &[]).await;
            if answer.status().is_success() {
                return answer.status().as_u16().to_string();
            }
        }
        client.send(&self.method, &path, body, &[]).await.summary()
    }
}

impl std::fmt::Display for Call {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.method, self.pattern)
    }
}

/// Somebody of a role in a tenant of their own.
async fn somebody(app: &TestApp, role: Role, permissions: &[Permission]) -> Client {
    let organization = app.organization().await;
    let store = app.store(organization).await;
    match role {
        Role::Admin => app.admin(permissions).await,
        Role::Customer => app.customer(organization, &[store], permissions).await,
        Role::Factory => app.user(role, permissions, &[], &[], &[]).await,
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn nobody_passes_public_calls_only(db: PgPool) {
    let app = TestApp::with_plugins(db).await;
    let nobody = app.nobody();
    for call in calls(&app).await {
        let answer = call.by(&nobody, Uuid::nil()).await;
        let open = matches!(call.access, Access::Public);
        assert_eq!(!answer.starts_with("401"), open, "{call}: {answer}");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_call_asks_for_its_role_and_for_each_of_its_permissions(db: PgPool) {
    let app = TestApp::with_plugins(db).await;
    for role in Role::ALL {
        let whole: Vec<Permission> = role.grantable().to_vec();
        let all = somebody(&app, role, &whole).await;
        // By their permissions: who holds those and no others.
        let mut holders: BTreeMap<Vec<Permission>, Client> = BTreeMap::new();
        for call in calls(&app).await {
            let Access::Needs(needs) = &call.access else {
                continue;
            };
            let Some(permissions) = needs.get(&role) else {
                let answer = call.by(&all, Uuid::nil()).await;
                assert_eq!(answer, "403 ForbiddenRoleException", "{role:?} {call}");
                continue;
            };
            if permissions.iter().any(|needed| !whole.contains(needed)) {
                let answer = call.by(&all, Uuid::nil()).await;
                assert_eq!(
                    answer, "403 ForbiddenPermissionException",
                    "{role:?} {call}"
                );
                continue;
            }
            if !holders.contains_key(permissions) {
                let holder = somebody(&app, role, permissions).await;
                holders.insert(permissions.clone(), holder);
            }
            let answer = call.by(&holders[permissions], Uuid::nil()).await;
            assert!(
                !answer.starts_with("401") && !answer.starts_with("403"),
                "{role:?} with {permissions:?} {call}: {answer}"
            );
            for missing in permissions {
                let rest: Vec<Permission> = whole
                    .iter()
                    .copied()
                    .filter(|permission| {
                        permission != missing && *permission != Permission::SuperAdmin
                    })
                    .collect();
                let lacking = somebody(&app, role, &rest).await;
                let answer = call.by(&lacking, Uuid::nil()).await;
                assert_eq!(
                    answer, "403 ForbiddenPermissionException",
                    "{role:?} without {missing} {call}"
                );
            }
        }
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_call_that_takes_one_of_several_permissions_takes_each_and_needs_one(db: PgPool) {
    let app = TestApp::with_plugins(db).await;
    for role in Role::ALL {
        for call in calls(&app).await {
            let Access::OneOf(permissions) = &call.access else {
                continue;
            };
            let others: Vec<Permission> = role
                .grantable()
                .iter()
                .copied()
                .filter(|permission| {
                    !permissions.contains(permission) && *permission != Permission::SuperAdmin
                })
                .collect();
            let lacking = somebody(&app, role, &others).await;
            let answer = call.by(&lacking, Uuid::nil()).await;
            assert_eq!(
                answer, "403 ForbiddenPermissionException",
                "{role:?} without any {call}"
            );
            for one in permissions {
                if !role.grantable().contains(one) {
                    continue;
                }
                let holder = somebody(&app, role, &[*one]).await;
                let answer = call.by(&holder, Uuid::nil()).await;
                assert!(
                    !answer.starts_with("401") && !answer.starts_with("403"),
                    "{role:?} with {one} {call}: {answer}"
                );
            }
        }
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn who_signed_in_long_ago_gives_no_rights_and_no_secrets(db: PgPool) {
    let app = TestApp::with_plugins(db).await;
    let all = app.admin(Role::Admin.grantable()).await;
    let calls = calls(&app).await;
    let recent: Vec<&Call> = calls.iter().filter(|call| call.recent).collect();
    for named in [
        "POST /plugins/{id}/approve",
        "POST /plugins/{id}/rollback",
        "POST /store/{id}/connector",
        "PUT /store/{id}/connector/{connectorId}/secret",
        "POST /user",
        "POST /user/current/passkey",
        "DELETE /user/current/passkey/{id}",
    ] {
        assert!(
            recent.iter().any(|call| call.to_string() == named),
            "{named}"
        );
    }
    app.app.clock.advance(std::time::Duration::from_secs(600));
    for call in &calls {
        // Those end sessions.
        if call.pattern.ends_with("/session") && call.method == "DELETE" {
            continue;
        }
        let answer = call.by(&all, Uuid::nil()).await;
        let too_old = answer == "403 ForbiddenSignInAgeException";
        assert_eq!(too_old, call.recent, "{call}: {answer}");
        if call.recent {
            let nobodys = call.by(&app.nobody(), Uuid::nil()).await;
            assert!(nobodys.starts_with("401"), "{call}: {nobodys}");
        }
    }
}

/// What plugins' own calls name.
fn of_plugins(connector: Uuid) -> Rows {
    vec![
        // Of providers: whoever has no connection finds nothing there.
        ("/bigblue/product/{sku}", Uuid::nil()),
        ("/bigblue/bundle/{sku}", Uuid::nil()),
        ("/gorgias/integration/{connector}", connector),
        ("/shopify/integration/{connector}", connector),
        ("/shopify/shipping-fee/{connector}", connector),
    ]
}

/// The row that a call names.
fn named_by(rows: &Rows, pattern: &str) -> Uuid {
    let is_below = |known: &str| {
        let rest = pattern.strip_prefix(known);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let known = rows.iter().filter(|(known, _)| is_below(known));
    let nearest = known.max_by_key(|(known, _)| known.len());
    let (_, id) = nearest.unwrap_or_else(|| panic!("{pattern} names a row that no domain makes"));
    *id
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_foreign_tenant_learns_nothing(db: PgPool) {
    let app = TestApp::with_plugins(db).await;
    let tenant = Tenant::new(&app).await;
    let mut rows = tenant.rows().await;
    rows.extend(of_plugins(tenant.connector));
    for role in [Role::Customer, Role::Factory] {
        let foreign = somebody(&app, role, role.grantable()).await;
        for call in calls(&app).await {
            if call.pattern == "/events" {
                continue;
            }
            if call.pattern.contains('{') {
                let answer = call.by(&foreign, named_by(&rows, &call.pattern)).await;
                let refused = answer.starts_with("404") || answer.starts_with("403");
                assert!(refused, "{role:?} {call}: {answer}");
                continue;
            }
            if call.method != "GET" {
                continue;
            }
            let answer = foreign.get(&call.pattern).await.json.to_string();
            for (_, id) in &rows {
                let known = !id.is_nil() && answer.contains(&id.to_string());
                assert!(!known, "{role:?} {call} tells of {id}");
            }
        }
    }
}
