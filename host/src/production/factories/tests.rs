use std::time::Duration;

use futures::future::BoxFuture;
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use crate::access::Permission::{ReadFactory, ReadOrder};
use crate::access::Role;
use crate::production::tags::TagType;
use crate::production::tags::tests::tag;
use crate::testing::{Client, Rows, Tenant, TestApp, cursor};

/// A factory, of which nobody is.
pub fn rows(tenant: &Tenant) -> BoxFuture<'_, Rows> {
    Box::pin(async move { vec![("/factories/{id}", tenant.app.factory().await)] })
}

/// A production of so many pieces at a factory, in a project of its own.
pub async fn production(app: &TestApp, factory: Uuid, status: &str, quantity: i32) -> Uuid {
    let id = Uuid::now_v7();
    sqlx::query(
        "with p as (insert into projects (id, organization_id, name, estimated_at) values ($1, $2, 'Tournée', '2026-12-31')
            returning id)
         insert into project_productions (id, project_id, factory_id, name, status, quantity)
         select $1, id, $3, 'Série', $4, $5 from p",
    )
    .bind(id)
    .bind(app.organization().await)
    .bind(factory)
    .bind(status)
    .bind(quantity)
    .execute(&app.app.db)
    .await
    .expect("a production");
    id
}

async fn move_to(app: &TestApp, production: Uuid, status: &str) {
    sqlx::query("update project_productions set status = $2 where id = $1")
        .bind(production)
        .bind(status)
        .execute(&app.app.db)
        .await
        .expect("a production");
}

async fn worker(app: &TestApp, factory: Uuid) -> Client {
    app.user(Role::Factory, &[ReadFactory], &[], &[], &[factory])
        .await
}

fn names(list: &Value) -> Vec<&str> {
    let factories = list.as_array().expect("factories").iter();
    factories
        .map(|factory| factory["name"].as_str().expect("a name"))
        .collect()
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_factory_is_made_changed_deleted_brought_back_and_exported(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[]).await;
    let created = admin.post("/factories", json!({ "name": " Ege " })).await;
    assert_eq!(created.summary(), "201", "{}", created.json);
    let whole = json!({
        "id": created.id(), "name": "Ege", "countryCode": "TR", "quantityMin": 100, "quantityMax": 1_000, "delayInWeek": 4,
        "priceRange": 2, "description": "", "tags": [], "load": { "open": 0, "quantity": 0 },
        "createdAt": created.data()["createdAt"], "updatedAt": created.data()["updatedAt"],
    });
    assert_eq!(created.data(), &whole);
    let path = format!("/factories/{}", created.id());
    assert_eq!(admin.get(&path).await.data(), &whole);

    // What is left out stays.
    app.app.clock.advance(Duration::from_secs(60));
    let changed = admin.patch(&path, json!({ "delayInWeek": 6 })).await;
    let mut expected = whole.clone();
    expected["delayInWeek"] = json!(6);
    expected["updatedAt"] = changed.data()["updatedAt"].clone();
    assert_eq!(changed.data(), &expected, "{}", changed.json);
    assert_ne!(changed.data()["updatedAt"], whole["updatedAt"]);
    let same = admin.patch(&path, json!({})).await;
    assert_eq!(same.data(), &expected);
    // Two at once: the second is told.
    for (read, summary) in [
        (&whole["updatedAt"], "409 ConflictEditException"),
        (&expected["updatedAt"], "200"),
    ] {
        let edition = [("if-match", read.as_str().expect("a time"))];
        let change = json!({ "description": "Jersey et molleton." });
        let answer = admin.send("PATCH", &path, Some(change), &edition).await;
        assert_eq!(answer.summary(), summary, "{}", answer.json);
    }

    assert_eq!(admin.delete(&path).await.summary(), "204");
    assert_eq!(
        admin.get(&path).await.summary(),
        "404 NotFoundFactoryException"
    );
    assert_eq!(admin.get("/factories").await.data(), &json!([]));
    app.app.clock.advance(Duration::from_secs(3_000));
    let back = admin.post(&format!("{path}/restore"), json!({})).await;
    assert_eq!(back.data()["description"], "Jersey et molleton.");
    let history = admin
        .get(&format!("/history?entity=factory&id={}", created.id()))
        .await;
    let entries = history.data().as_array().expect("entries").iter();
    let actions: Vec<&Value> = entries.map(|entry| &entry["action"]).collect();
    assert_eq!(actions, ["restore", "delete", "update", "update", "create"]);

    let export = admin
        .post("/factories/export", json!({ "scope": "all" }))
        .await;
    assert_eq!(export.summary(), "202", "{}", export.json);
    app.run_jobs().await;
    let job = admin.get(&format!("/job/{}", export.id())).await;
    assert_eq!(job.data()["status"], "COMPLETED", "{}", job.json);

    assert_eq!(admin.delete(&path).await.summary(), "204");
    app.app.clock.advance(Duration::from_secs(3_601));
    let late = admin.post(&format!("{path}/restore"), json!({})).await;
    assert_eq!(late.summary(), "403 ForbiddenResourceException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_is_wrong_with_a_factory_is_told_at_its_field(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[]).await;
    let path = format!("/factories/{}", app.factory().await);
    let before = admin.get(&path).await;
    let shirt = tag(&app, TagType::Entity, "T-shirt").await;
    let many: Vec<Uuid> = (0..101).map(|_| Uuid::now_v7()).collect();
    for (field, value, issue) in [
        ("name", json!(" "), "name required"),
        ("name", json!("é".repeat(256)), "name max"),
        ("countryCode", json!(""), "countryCode required"),
        ("countryCode", json!("tr"), "countryCode country"),
        ("countryCode", json!("XX"), "countryCode country"),
        ("quantityMin", json!(0), "quantityMin required"),
        ("quantityMin", json!(10_000_000), "quantityMin max"),
        ("quantityMin", json!(1_001), "quantityMax range"),
        ("quantityMin", json!(1.5), "quantityMin type"),
        ("quantityMax", json!(0), "quantityMax required"),
        ("quantityMax", json!(10_000_000), "quantityMax max"),
        ("quantityMax", json!(99), "quantityMax range"),
        ("delayInWeek", json!(-1), "delayInWeek min"),
        ("delayInWeek", json!(53), "delayInWeek max"),
        ("priceRange", json!(-1), "priceRange min"),
        ("priceRange", json!(4), "priceRange max"),
        ("priceRange", Value::Null, "priceRange type"),
        ("description", json!("é".repeat(2_001)), "description max"),
        ("tags", json!(many), "tags max"),
        ("tags", json!([shirt, shirt]), "tags unique"),
        ("tags", json!([shirt, Uuid::nil()]), "tags[1] option"),
        ("load", json!({}), "load unknown"),
    ] {
        let mut wrong = json!({ "name": "Ege" });
        wrong[field] = value.clone();
        let refused = admin.post("/factories", wrong).await;
        assert_eq!(refused.issues(), [issue], "{value}");
        let refused = admin.patch(&path, json!({ field: value })).await;
        assert_eq!(refused.issues(), [issue], "{}", refused.json);
    }
    assert_eq!(
        admin.get("/factories").await.data(),
        &json!([before.data()])
    );
    let bounds = json!({
        "name": "é".repeat(255), "countryCode": "PT", "quantityMin": 1, "quantityMax": 9_999_999, "delayInWeek": 52,
        "priceRange": 0, "description": "é".repeat(2_000), "tags": [shirt],
    });
    assert_eq!(admin.post("/factories", bounds).await.summary(), "201");
    let bounds = json!({ "name": "B", "quantityMin": 9_999_999, "quantityMax": 9_999_999, "delayInWeek": 0, "priceRange": 3 });
    assert_eq!(admin.post("/factories", bounds).await.summary(), "201");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_name_is_there_once_among_those_that_are_not_deleted(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[]).await;
    let taken = "409 ConflictFactoryNameException";
    let first = admin.post("/factories", json!({ "name": "Ege" })).await;
    let again = admin.post("/factories", json!({ "name": "EGE" })).await;
    assert_eq!(again.summary(), taken);
    assert_eq!(again.json["error"]["payload"]["field"], "name");
    let other = format!("/factories/{}", app.factory().await);
    let renamed = admin.patch(&other, json!({ "name": "ege" })).await;
    assert_eq!(renamed.summary(), taken);
    let path = format!("/factories/{}", first.id());
    assert_eq!(admin.delete(&path).await.summary(), "204");
    let renamed = admin.patch(&other, json!({ "name": "ege" })).await;
    assert_eq!(renamed.summary(), "200", "{}", renamed.json);
    let back = admin.post(&format!("{path}/restore"), json!({})).await;
    assert_eq!(back.summary(), taken);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_factory_carries_the_tags_it_is_given_and_is_found_by_them(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[]).await;
    let shirt = tag(&app, TagType::Entity, "T-shirt").await;
    let cotton = tag(&app, TagType::Composition, "Coton").await;
    let ege =
        json!({ "name": "Ege", "countryCode": "TR", "delayInWeek": 5, "tags": [shirt, cotton] });
    let ege = admin.post("/factories", ege).await;
    let tags = json!([
        { "id": cotton, "type": "composition", "displayName": "Coton" },
        { "id": shirt, "type": "entity", "displayName": "T-shirt" },
    ]);
    assert_eq!(ege.data()["tags"], tags);
    let minho = json!({ "name": "Minho", "countryCode": "PT", "quantityMax": 300, "priceRange": 3, "tags": [shirt] });
    admin.post("/factories", minho).await;

    let found = async |filter: Value| {
        let query = cursor(json!({ "filters": [filter] }));
        let found = admin.get(&format!("/factories?cursor={query}")).await;
        names(found.data()).join(" ")
    };
    for (filter, expected) in [
        (json!({ "field": "tagId", "values": [shirt] }), "Ege Minho"),
        (json!({ "field": "tagId", "values": [cotton] }), "Ege"),
        (json!({ "field": "countryCode", "values": ["PT"] }), "Minho"),
        (json!({ "field": "delayInWeek", "to": 4 }), "Minho"),
        (json!({ "field": "quantityMin", "from": 100 }), "Ege Minho"),
        (
            json!({ "field": "quantityMax", "from": 301, "to": 2_000 }),
            "Ege",
        ),
        (json!({ "field": "priceRange", "values": [3] }), "Minho"),
    ] {
        assert_eq!(found(filter.clone()).await, expected, "{filter}");
    }

    let path = format!("/factories/{}", ege.id());
    let changed = admin.patch(&path, json!({ "tags": [shirt] })).await;
    assert_eq!(changed.data()["tags"], json!([tags[1]]));
    assert_eq!(
        found(json!({ "field": "tagId", "values": [cotton] })).await,
        ""
    );
    let history = admin
        .get(&format!("/history?entity=factory&id={}", ege.id()))
        .await;
    let change = &history.data()[0]["changes"][0];
    assert_eq!(
        change,
        &json!({ "field": "tags", "before": ["Coton", "T-shirt"], "after": ["T-shirt"] })
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_factory_with_work_or_people_is_not_deleted(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[]).await;
    let factory = app.factory().await;
    let path = format!("/factories/{factory}");
    let production = production(&app, factory, "SAMPLING", 300).await;
    for (status, open) in [
        ("SAMPLING", 1),
        ("IN_PRODUCTION", 1),
        ("QUALITY_CONTROL", 1),
        ("SHIPPED", 1),
        ("DRAFT", 0),
        ("CANCELED", 0),
        ("DONE", 0),
    ] {
        move_to(&app, production, status).await;
        let load = admin.get(&path).await.data()["load"].clone();
        assert_eq!(
            load,
            json!({ "open": open, "quantity": open * 300 }),
            "{status}"
        );
        if open > 0 {
            let refused = admin.delete(&path).await;
            assert_eq!(refused.summary(), "409 ConflictFactoryProductionException");
        }
    }
    let worker = worker(&app, factory).await;
    let refused = admin.delete(&path).await;
    assert_eq!(refused.summary(), "409 ConflictFactoryUserException");
    sqlx::query("update users set deleted_at = now() where id = $1")
        .bind(worker.user)
        .execute(&app.app.db)
        .await
        .unwrap();
    assert_eq!(admin.delete(&path).await.summary(), "204");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_factory_sees_itself_without_its_price_and_customers_see_none(db: PgPool) {
    let app = TestApp::new(db).await;
    let (own, other) = (app.factory().await, app.factory().await);
    let worker = worker(&app, own).await;
    let path = format!("/factories/{own}");
    let list = worker.get("/factories").await;
    assert_eq!(list.data().as_array().expect("factories").len(), 1);
    assert_eq!(list.data()[0]["id"], json!(own));
    for seen in [&list.data()[0], worker.get(&path).await.data()] {
        assert_eq!(seen["priceRange"], Value::Null);
        assert_eq!(seen["quantityMax"], 1_000);
    }
    let by_price = json!({ "filters": [{ "field": "priceRange", "values": [2] }] });
    let by_price = worker
        .get(&format!("/factories?cursor={}", cursor(by_price)))
        .await;
    assert_eq!(by_price.summary(), "400 BadRequestCursorException");
    assert_eq!(
        worker.get(&format!("/factories/{other}")).await.summary(),
        "404 NotFoundFactoryException"
    );

    let organization = app.organization().await;
    let store = app.store(organization).await;
    let customer = app.customer(organization, &[store], &[ReadOrder]).await;
    let forbidden = "403 ForbiddenRoleException";
    let (one, back) = (path.as_str(), format!("{path}/restore"));
    for somebody in [&worker, &customer] {
        for (method, path) in [
            ("GET", "/factories/ranking"),
            ("POST", "/factories"),
            ("PATCH", one),
            ("DELETE", one),
            ("POST", back.as_str()),
        ] {
            let body = (method != "GET").then(|| json!({ "name": "Ege" }));
            let answer = somebody.send(method, path, body, &[]).await;
            assert_eq!(answer.summary(), forbidden, "{method} {path}");
        }
    }
    assert_eq!(customer.get("/factories").await.summary(), forbidden);
    assert_eq!(customer.get(&path).await.summary(), forbidden);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn factories_are_ranked_for_what_is_to_be_made(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[]).await;
    let shirt = tag(&app, TagType::Entity, "T-shirt").await;
    let add = async |name: &str, delay: i32, price: i32, tags: &[Uuid]| {
        let body = json!({ "name": name, "delayInWeek": delay, "priceRange": price, "tags": tags });
        admin.post("/factories", body).await.id()
    };
    add("Dear", 4, 3, &[shirt]).await;
    add("Plain", 4, 2, &[]).await;
    let busy = add("Busy", 4, 1, &[shirt]).await;
    add("Slow", 8, 1, &[shirt]).await;
    add("Good", 4, 2, &[shirt]).await;
    production(&app, busy, "IN_PRODUCTION", 600).await;
    let ranking = async |query: &str| admin.get(&format!("/factories/ranking?{query}")).await;
    let order = |ranked: &Value| {
        let ranked = ranked.as_array().expect("factories").iter();
        let names = ranked.map(|one| one["factory"]["name"].as_str().expect("a name").to_owned());
        names.collect::<Vec<_>>()
    };

    // Today is 18 November 2026: four weeks later it is 16 December.
    let best = ranking(&format!(
        "quantity=500&dueAt=2026-12-16&tags={shirt}&priceRange=2"
    ))
    .await;
    assert_eq!(best.summary(), "200", "{}", best.json);
    assert_eq!(
        order(best.data()),
        ["Good", "Busy", "Slow", "Plain", "Dear"]
    );
    assert_eq!(best.data()[0]["fits"], true);
    assert_eq!(best.data()[1]["fits"], false);
    let reasons = &best.data()[1]["reasons"];
    let expected = json!([
        { "code": "quantity", "fits": true, "detail": { "asked": 500, "min": 100, "max": 1_000 } },
        { "code": "delay", "fits": true, "detail": { "asked": "2026-12-16", "ready": "2026-12-16" } },
        { "code": "tags", "fits": true, "detail": { "missing": [] } },
        { "code": "price", "fits": true, "detail": { "asked": 2, "range": 1 } },
        { "code": "load", "fits": false, "detail": { "asked": 500, "quantity": 600, "max": 1_000 } },
    ]);
    assert_eq!(reasons, &expected);

    let any = ranking("").await;
    assert_eq!(order(any.data()), ["Busy", "Slow", "Good", "Plain", "Dear"]);
    assert_eq!(any.data()[0]["reasons"], json!([]));
    let many = format!("tags={}", vec![shirt.to_string(); 101].join(","));
    for (query, issue) in [
        ("quantity=0", "quantity min"),
        ("quantity=10000000", "quantity max"),
        ("quantity=many", "quantity type"),
        ("priceRange=4", "priceRange max"),
        ("dueAt=soon", "dueAt type"),
        ("tags=shirt", "tags format"),
        (many.as_str(), "tags max"),
    ] {
        assert_eq!(ranking(query).await.issues(), [issue]);
    }
    for _ in 0..50 {
        app.factory().await;
    }
    let most = ranking("").await;
    assert_eq!(order(most.data()).len(), 50);
}
