//! Every call of `docs/openapi.json`, those of our plugins among them, as nobody, as each role with and without the permission, and as a foreign tenant. A
//! new route is walked from the day it is described; one whose path names a row must be added to [`Rows`] as well.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use crate::access::{Permission, Role};
use crate::testing::{Client, TestApp};

/// One call, as its description tells it.
struct Call {
    method: String,
    /// `/order/{id}`
    pattern: String,
    access: Access,
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
    /// The path with `id` for whatever it names.
    fn path(&self, id: Uuid) -> String {
        let segments = self.pattern.split('/').map(|segment| {
            if segment.starts_with('{') {
                id.to_string()
            } else {
                segment.to_owned()
            }
        });
        segments.collect::<Vec<_>>().join("/")
    }

    /// A body that the call takes, where it looks at its body before it looks for the row.
    fn body(&self) -> Value {
        match self.pattern.as_str() {
            "/view/{id}" => json!({ "list": "x", "name": "x", "query": {} }),
            "/plugins/{id}/actions/{action}" => json!({ "ids": [Uuid::nil()] }),
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
        for call in calls(&app).await {
            let Access::Needs(needs) = &call.access else {
                continue;
            };
            let answer = call.by(&all, Uuid::nil()).await;
            let Some(permissions) = needs.get(&role) else {
                assert_eq!(answer, "403 ForbiddenRoleException", "{role:?} {call}");
                continue;
            };
            if permissions.iter().any(|needed| !whole.contains(needed)) {
                assert_eq!(
                    answer, "403 ForbiddenPermissionException",
                    "{role:?} {call}"
                );
                continue;
            }
            assert!(
                !answer.starts_with("401") && !answer.starts_with("403"),
                "{role:?} {call}: {answer}"
            );
            for missing in permissions {
                let rest: Vec<Permission> = whole
                    .iter()
                    .copied()
                    .filter(|held| held != missing && *held != Permission::SuperAdmin)
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
                .filter(|held| !permissions.contains(held) && *held != Permission::SuperAdmin)
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

/// A tenant's rows, by the pattern of the calls that name them.
struct Rows(Vec<(&'static str, Uuid)>);

impl Rows {
    async fn of_one_tenant(app: &TestApp) -> Self {
        let organization = app.organization().await;
        let store = app.store(organization).await;
        let order = Uuid::now_v7();
        sqlx::query(
            "insert into orders (id, store_id, reference, status, as_of, currency, subtotal, tax, discount,
                shipping_price, total, item_count, submitted_at)
             values ($1, $2, 'R-1', 'PENDING', now(), 'EUR', 0, 0, 0, 0, 0, 0, now())",
        )
        .bind(order)
        .bind(store)
        .execute(&app.app.db)
        .await
        .expect("an order");
        let (product, bundle) = (Uuid::now_v7(), Uuid::now_v7());
        sqlx::query("insert into products (id, store_id, name, as_of) values ($1, $2, 'P', now())")
            .bind(product)
            .bind(store)
            .execute(&app.app.db)
            .await
            .expect("a product");
        sqlx::query(
            "insert into bundles (id, store_id, sku, name, as_of) values ($1, $2, 'B', 'B', now())",
        )
        .bind(bundle)
        .bind(store)
        .execute(&app.app.db)
        .await
        .expect("a bundle");
        let (connector, shipment, binding, ticket) = (
            app.bigblue(store, "MUSI").await,
            Uuid::now_v7(),
            Uuid::now_v7(),
            Uuid::now_v7(),
        );
        sqlx::query(
            "with shipment as (
                insert into inbound_shipments (id, store_id, connector_id, provider, provider_id, status,
                    expected_units, offloaded_units, damaged_units, as_of, digest)
                values ($1, $4, $5, 'bigblue', 'IS-1', 'DRAFT', 0, 0, 0, now(), '')),
             ticket as (
                insert into tickets (id, store_id, connector_id, provider, provider_id, status, agent_messages,
                    messages, opened_at, as_of, digest)
                values ($3, $4, $5, 'gorgias', 'T-1', 'OPEN', 0, 0, now(), now(), ''))
             insert into inbound_bindings (id, shipment_id, organization_id, expression) values ($2, $1, $6, 'X')",
        )
        .bind(shipment)
        .bind(binding)
        .bind(ticket)
        .bind(store)
        .bind(connector)
        .bind(organization)
        .execute(&app.app.db)
        .await
        .expect("a shipment, its mapping, a ticket");
        let job = Uuid::now_v7();
        sqlx::query("insert into jobs (id, name, consumer, identifier) values ($1, 'x', 'x', 'x')")
            .bind(job)
            .execute(&app.app.db)
            .await
            .expect("a job");
        let tenant = app.customer(organization, &[store], &[]).await;
        let user = tenant.user.expect("a user");
        let session = tenant.get("/user/current/session").await.data()[0]["id"].clone();
        let session = serde_json::from_value(session).expect("a session");
        let asked = json!({ "list": "x", "name": "x", "query": {} });
        let view = tenant.post("/view", asked).await.id();
        let product = Uuid::now_v7();
        sqlx::query(
            "insert into phonographic_products (id, store_id, name, sku, barcode)
             values ($1, $2, 'Aube', 'AUBE-LP', '3760000000017')",
        )
        .bind(product)
        .bind(store)
        .execute(&app.app.db)
        .await
        .expect("an audit product");
        let picture = b"GIF89a picture".as_slice();
        let file = tenant
            .upload("/file", &[], &[("file", "a.gif", picture)])
            .await
            .id();
        Self(vec![
            ("/order/{id}", order),
            ("/order/{id}/push", order),
            ("/product/{id}", product),
            ("/bundle/{id}", bundle),
            ("/bundle/{id}/restore", bundle),
            ("/store/{id}/product", store),
            ("/store/{id}/carrier", store),
            ("/bigblue/inbound-shipment/{id}", shipment),
            ("/bigblue/inbound-shipment/{id}/binding", shipment),
            ("/bigblue/inbound-shipment/binding/{id}", binding),
            ("/bigblue/inbound-shipment/binding/{id}/restore", binding),
            ("/ticket/{id}", ticket),
            ("/ticket/{id}/message", ticket),
            ("/job/{id}", job),
            ("/job/{id}/retry", job),
            ("/organization/{id}", organization),
            ("/organization/{id}/archive", organization),
            ("/organization/{id}/restore", organization),
            ("/organization/{id}/contract", organization),
            ("/organization/{id}/contract/restore", organization),
            ("/organization/{id}/terms", organization),
            ("/store/{id}", store),
            ("/store/{id}/archive", store),
            ("/store/{id}/restore", store),
            ("/store/{id}/connector", store),
            ("/store/{id}/connector/{connectorId}", store),
            ("/store/{id}/connector/{connectorId}/restore", store),
            ("/store/{id}/connector/{connectorId}/secret", store),
            ("/store/{id}/phonographic", store),
            ("/store/{id}/phonographic/{productId}", product),
            ("/store/{id}/phonographic/{productId}/restore", product),
            // For admins only, whose own everything is.
            ("/phonographic/report/{id}", Uuid::nil()),
            ("/phonographic/report/{id}/file/{name}", Uuid::nil()),
            ("/phonographic/report/{id}/send", Uuid::nil()),
            ("/user/{id}", user),
            ("/user/{id}/restore", user),
            ("/user/current/session/{id}", session),
            ("/user/current/link/{id}", Uuid::nil()),
            ("/view/{id}", view),
            ("/file/{id}", file),
            ("/file/{id}/link", file),
            // Of providers, who prove themselves by each event.
            ("/webhooks/{plugin}/{connector}", Uuid::nil()),
            ("/webhooks/{plugin}/{connector}/{token}", Uuid::nil()),
            // For the operator.
            ("/plugins/events/{id}", Uuid::nil()),
            // A signature, which no id is.
            ("/download/{token}", file),
            // A signature too.
            ("/picture/{token}", Uuid::nil()),
            ("/logs/{id}", order),
            ("/logs/{id}/restore", order),
            // For admins only, whose own everything is.
            ("/developer/mail/{id}", Uuid::nil()),
            // Names a plugin, which is nobody's.
            ("/plugins/{id}/activity", Uuid::nil()),
            ("/plugins/{id}/actions/{action}", Uuid::nil()),
            ("/plugins/{id}/approve", Uuid::nil()),
            ("/plugins/{id}/rollback", Uuid::nil()),
            // Of providers: whoever has no connection finds nothing there.
            ("/bigblue/product/{sku}", Uuid::nil()),
            ("/bigblue/bundle/{sku}", Uuid::nil()),
            ("/gorgias/integration/{connector}/tag", connector),
            ("/shopify/integration/{connector}/market", connector),
            ("/shopify/integration/{connector}/webhook", connector),
            ("/shopify/shipping-fee/{connector}", connector),
            // Of nobody: the register's.
            ("/organization/search/{id}", Uuid::nil()),
        ])
    }

    fn named_by(&self, pattern: &str) -> Uuid {
        let row = self.0.iter().find(|(known, _)| *known == pattern);
        row.unwrap_or_else(|| panic!("{pattern} names a row: add one of its kind to Rows"))
            .1
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_foreign_tenant_learns_nothing(db: PgPool) {
    let app = TestApp::with_plugins(db).await;
    let rows = Rows::of_one_tenant(&app).await;
    for role in [Role::Customer, Role::Factory] {
        let foreign = somebody(&app, role, role.grantable()).await;
        for call in calls(&app).await {
            if call.pattern == "/events" {
                continue;
            }
            if call.pattern.contains('{') {
                let answer = call.by(&foreign, rows.named_by(&call.pattern)).await;
                let refused = answer.starts_with("404") || answer.starts_with("403");
                assert!(refused, "{role:?} {call}: {answer}");
                continue;
            }
            if call.method != "GET" {
                continue;
            }
            let answer = foreign.get(&call.pattern).await.json.to_string();
            for (_, id) in &rows.0 {
                let known = !id.is_nil() && answer.contains(&id.to_string());
                assert!(!known, "{role:?} {call} tells of {id}");
            }
        }
    }
}
