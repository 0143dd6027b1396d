use std::time::Duration;

use futures::future::BoxFuture;
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::TagType;
use crate::access::Permission::{ReadProject, ReadProjectProduct, WriteProjectProduct};
use crate::access::Role;
use crate::testing::{Client, Rows, Tenant, TestApp, cursor};

/// A tag; it is nobody's.
pub fn rows(tenant: &Tenant) -> BoxFuture<'_, Rows> {
    Box::pin(async move {
        vec![(
            "/tags/{id}",
            tag(&tenant.app, TagType::Entity, "Sweat").await,
        )]
    })
}

/// A tag of this type and name.
pub async fn tag(app: &TestApp, kind: TagType, display_name: &str) -> Uuid {
    let id = Uuid::now_v7();
    sqlx::query("insert into tags (id, type, name, display_name) values ($1, $2, $3, $4)")
        .bind(id)
        .bind(kind.as_str())
        .bind(super::model::slug(display_name))
        .bind(display_name)
        .execute(&app.app.db)
        .await
        .expect("a tag");
    id
}

async fn staff(app: &TestApp) -> Client {
    app.admin(&[ReadProjectProduct, WriteProjectProduct]).await
}

fn shirt() -> Value {
    json!({ "type": "entity", "displayName": "T-shirt" })
}

/// The display names of a list.
fn shown(list: &Value) -> Vec<&str> {
    let tags = list.as_array().expect("tags").iter();
    tags.map(|tag| tag["displayName"].as_str().expect("a name"))
        .collect()
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_tag_is_made_deleted_brought_back_and_exported(db: PgPool) {
    let app = TestApp::new(db).await;
    let staff = staff(&app).await;
    let created = staff.post("/tags", shirt()).await;
    assert_eq!(created.summary(), "201", "{}", created.json);
    let fields = ["type", "name", "displayName"].map(|field| created.data()[field].clone());
    assert_eq!(fields, ["entity", "tshirt", "T-shirt"]);
    assert_eq!(created.data()["uses"], 0);
    let path = format!("/tags/{}", created.id());
    assert_eq!(staff.get(&path).await.data(), created.data());

    assert_eq!(staff.delete(&path).await.summary(), "204");
    assert_eq!(
        staff.get(&path).await.summary(),
        "404 NotFoundResourceException"
    );
    app.app.clock.advance(Duration::from_secs(3_000));
    let back = staff.post(&format!("{path}/restore"), json!({})).await;
    assert_eq!(back.summary(), "200", "{}", back.json);
    let history = staff
        .get(&format!("/history?entity=tag&id={}", created.id()))
        .await;
    let entries = history.data().as_array().expect("entries").iter();
    let actions: Vec<&Value> = entries.map(|entry| &entry["action"]).collect();
    assert_eq!(actions, ["restore", "delete", "create"]);

    assert_eq!(staff.delete(&path).await.summary(), "204");
    app.app.clock.advance(Duration::from_secs(3_601));
    let late = staff.post(&format!("{path}/restore"), json!({})).await;
    assert_eq!(late.summary(), "403 ForbiddenResourceException");
    let export = staff.post("/tags/export", json!({ "scope": "all" })).await;
    assert_eq!(export.summary(), "202", "{}", export.json);
    app.run_jobs().await;
    let job = staff.get(&format!("/job/{}", export.id())).await;
    assert_eq!(job.data()["status"], "COMPLETED", "{}", job.json);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_name_is_there_once_a_type(db: PgPool) {
    let app = TestApp::new(db).await;
    let staff = staff(&app).await;
    let first = staff.post("/tags", shirt()).await;
    for alike in ["t-SHIRT", "T-shirt !", "Tshirt"] {
        let again = json!({ "type": "entity", "displayName": alike });
        let again = staff.post("/tags", again).await;
        assert_eq!(again.summary(), "409 ConflictTagNameException", "{alike}");
        assert_eq!(again.json["error"]["payload"]["field"], "displayName");
    }
    let print = json!({ "type": "personalization", "displayName": "T-shirt" });
    assert_eq!(staff.post("/tags", print).await.summary(), "201");
    // Who is deleted leaves their name to others, and does not come back beside them.
    let path = format!("/tags/{}", first.id());
    assert_eq!(staff.delete(&path).await.summary(), "204");
    assert_eq!(staff.post("/tags", shirt()).await.summary(), "201");
    let back = staff.post(&format!("{path}/restore"), json!({})).await;
    assert_eq!(back.summary(), "409 ConflictTagNameException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_is_wrong_with_a_tag_is_told_at_its_field(db: PgPool) {
    let app = TestApp::new(db).await;
    let staff = staff(&app).await;
    for (field, value, issue) in [
        ("displayName", json!(" "), "displayName required"),
        ("displayName", json!("é"), "displayName min"),
        ("displayName", json!("é".repeat(256)), "displayName max"),
        ("displayName", json!("?!"), "displayName format"),
        ("displayName", json!(7), "displayName type"),
        ("type", json!("colour"), "type option"),
        ("name", json!("tshirt"), "name unknown"),
    ] {
        let mut wrong = shirt();
        wrong[field] = value;
        assert_eq!(staff.post("/tags", wrong).await.issues(), [issue]);
    }
    assert_eq!(staff.get("/tags").await.data(), &json!([]));
    for name in ["XS", "é".repeat(255).as_str()] {
        let longest = json!({ "type": "composition", "displayName": name });
        assert_eq!(staff.post("/tags", longest).await.summary(), "201");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn tags_are_listed_by_name_and_by_type(db: PgPool) {
    let app = TestApp::new(db).await;
    let staff = staff(&app).await;
    for (kind, name) in [
        (TagType::Personalization, "Sérigraphie"),
        (TagType::Composition, "Coton biologique"),
        (TagType::Entity, "Sweat"),
        (TagType::Composition, "Polyester"),
    ] {
        tag(&app, kind, name).await;
    }
    let found = async |query: Value| staff.get(&format!("/tags?cursor={}", cursor(query))).await;
    let all = found(json!({})).await;
    let names = ["Coton biologique", "Polyester", "Sweat", "Sérigraphie"];
    let mut sorted = shown(all.data());
    sorted.sort_unstable();
    assert_eq!(sorted, names);
    let composition = json!({ "filters": [{ "field": "type", "values": ["composition"] }] });
    let composition = found(composition).await;
    assert_eq!(shown(composition.data()), names[..2]);
    let searched = found(json!({ "search": "serigraphie" })).await;
    assert_eq!(shown(searched.data()), ["Sérigraphie"]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_tag_that_something_carries_stays(db: PgPool) {
    let app = TestApp::new(db).await;
    let staff = staff(&app).await;
    let tag = tag(&app, TagType::Entity, "Sweat").await;
    let path = format!("/tags/{tag}");
    let factory = app.factory().await;
    let product = Uuid::now_v7();
    sqlx::query(
        "insert into project_products (id, organization_id, name, quantity_mode) values ($1, $2, 'Sweat', 'normal')",
    )
    .bind(product)
    .bind(app.organization().await)
    .execute(&app.app.db)
    .await
    .unwrap();
    for (put, take, carrier) in [
        (
            "insert into factory_tags (factory_id, tag_id) values ($1, $2)",
            "delete from factory_tags where factory_id = $1 and tag_id = $2",
            factory,
        ),
        (
            "insert into project_product_tags (product_id, tag_id) values ($1, $2)",
            "with t as (select $2::uuid) update project_products set deleted_at = now() where id = $1",
            product,
        ),
    ] {
        let run = async |sql: &'static str| {
            let query = sqlx::query(sql).bind(carrier).bind(tag);
            query.execute(&app.app.db).await.unwrap();
        };
        run(put).await;
        assert_eq!(staff.get(&path).await.data()["uses"], 1, "{put}");
        let refused = staff.delete(&path).await;
        assert_eq!(refused.summary(), "409 ConflictTagRelationException");
        run(take).await;
        assert_eq!(staff.get(&path).await.data()["uses"], 0, "{take}");
    }
    assert_eq!(staff.delete(&path).await.summary(), "204");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn tags_are_the_staff_s(db: PgPool) {
    let app = TestApp::new(db).await;
    let tag = tag(&app, TagType::Entity, "Sweat").await;
    let organization = app.organization().await;
    let store = app.store(organization).await;
    let customer = app.customer(organization, &[store], &[]).await;
    let worker = app
        .user(
            Role::Factory,
            &[ReadProject],
            &[],
            &[],
            &[app.factory().await],
        )
        .await;
    for (somebody, read, write) in [
        (
            &customer,
            "403 ForbiddenRoleException",
            "403 ForbiddenRoleException",
        ),
        (
            &worker,
            "403 ForbiddenRoleException",
            "403 ForbiddenRoleException",
        ),
        (
            &app.admin(&[ReadProjectProduct]).await,
            "200",
            "403 ForbiddenPermissionException",
        ),
    ] {
        let path = format!("/tags/{tag}");
        assert_eq!(somebody.get("/tags").await.summary(), read);
        assert_eq!(somebody.get(&path).await.summary(), read);
        assert_eq!(somebody.post("/tags", shirt()).await.summary(), write);
        assert_eq!(somebody.delete(&path).await.summary(), write);
    }
}
