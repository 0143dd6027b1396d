mod words;

use std::time::Duration;

use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use crate::access::Permission::{ReadOrder, ReadOrganization, ReadUser, SuperAdmin};
use crate::access::Role;
use crate::testing::{Client, TestApp, cursor};

/// An order of a store.
async fn order(db: &PgPool, store: Uuid, reference: &str, status: &str) -> Uuid {
    let id = Uuid::now_v7();
    sqlx::query(
        "insert into orders (id, store_id, reference, status, as_of, currency, subtotal, tax, discount, shipping_price,
            total, item_count, customer_name, submitted_at)
         values ($1, $2, $3, $4, now(), 'EUR', 0, 0, 0, 0, 12.5, 2, '=cmd()', now())",
    )
    .bind(id)
    .bind(store)
    .bind(reference)
    .bind(status)
    .execute(db)
    .await
    .unwrap();
    id
}

async fn email(client: &Client) -> String {
    let user = client.get("/user/current").await;
    user.data()["email"].as_str().unwrap().to_owned()
}

/// Runs an export and gives the lines of its file, as the mail leads to it.
async fn export(app: &TestApp, client: &Client, path: &str, body: Value) -> Vec<String> {
    export_with(app, client, path, body, &[]).await
}

async fn export_with(
    app: &TestApp,
    client: &Client,
    path: &str,
    body: Value,
    headers: &[(&str, &str)],
) -> Vec<String> {
    let asked = client.send("POST", path, Some(body), headers).await;
    assert_eq!(asked.summary(), "202", "{:?}", asked.json);
    app.run_jobs().await;
    let job = client.get(&format!("/job/{}", asked.id())).await;
    assert_eq!(job.data()["status"], "COMPLETED", "{:?}", job.json);
    let mut db = app.app.db.acquire().await.unwrap();
    let text = crate::mail::latest_text(&mut db, &email(client).await)
        .await
        .unwrap()
        .unwrap();
    let file = text.split("/download/").nth(1).unwrap();
    let link = client
        .send("POST", &format!("/file/{}/link", &file[..36]), None, &[])
        .await;
    let read = app.nobody().get(link.data()["url"].as_str().unwrap()).await;
    assert_eq!(read.headers["content-type"], "text/csv");
    let lines = read
        .json
        .as_str()
        .unwrap()
        .trim_start_matches('\u{feff}')
        .lines();
    lines.map(str::to_owned).collect()
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_export_of_people_names_no_organization_beyond_its_readers(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let (own, other) = (app.organization().await, app.organization().await);
    let (mine, theirs) = (app.store(own).await, app.store(other).await);
    app.user(
        Role::Customer,
        &[ReadOrder],
        &[own, other],
        &[mine, theirs],
        &[],
    )
    .await;
    let foreign: Vec<String> = sqlx::query_scalar(
        "select name from organizations where id = $1 union all select name from stores where id = $2
         union all select id::text from unnest(array[$1, $2]) id",
    )
    .bind(other)
    .bind(theirs)
    .fetch_all(&db)
    .await
    .unwrap();
    let everything = json!({ "scope": "all" });
    let manager = app.customer(own, &[mine], &[ReadUser]).await;
    let lines = export(&app, &manager, "/user/export", everything.clone()).await;
    assert_eq!(lines.len(), 3, "{lines:?}");
    let names_any = |lines: &[String]| foreign.iter().any(|name| lines.concat().contains(name));
    assert!(!names_any(&lines), "{lines:?}");
    // It would be seen: to whom it belongs it is named.
    let admin = app.admin(&[SuperAdmin]).await;
    let lines = export(&app, &admin, "/user/export", everything).await;
    assert!(names_any(&lines), "{lines:?}");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_export_holds_what_its_reader_may_see(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let (own, other) = (app.organization().await, app.organization().await);
    let (mine, theirs) = (app.store(own).await, app.store(other).await);
    for number in 0..3 {
        order(&db, mine, &format!("MINE-{number}"), "SHIPPED").await;
        order(&db, theirs, &format!("THEIRS-{number}"), "PENDING").await;
    }
    let merchant = app.customer(own, &[mine], &[ReadOrder]).await;
    let lines = export(&app, &merchant, "/order/export", json!({ "scope": "all" })).await;
    assert_eq!(lines.len(), 4);
    assert!(
        lines[0].starts_with("Reference,Store,Status,Reason for hold,Source,Customer"),
        "{}",
        lines[0]
    );
    assert!(
        lines[1..]
            .iter()
            .all(|line| line.starts_with("MINE-") && line.contains(",Shipped,,Sale,'=cmd(),"))
    );
    let both = app
        .user(
            Role::Customer,
            &[ReadOrder],
            &[own, other],
            &[mine, theirs],
            &[],
        )
        .await;
    let body = json!({ "scope": "all" });
    assert_eq!(
        export(&app, &both, "/order/export", body.clone())
            .await
            .len(),
        7
    );
    let id = other.to_string();
    let there = [("comptoir-organization", id.as_str())];
    let lines = export_with(&app, &both, "/order/export", body, &there).await;
    assert_eq!(lines.len(), 4);
    assert!(lines[1..].iter().all(|line| line.starts_with("THEIRS-")));
    let staff = app.admin(&[SuperAdmin]).await;
    let lines = export(&app, &staff, "/order/export", json!({ "scope": "all" })).await;
    assert_eq!(lines.len(), 7);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_export_is_of_a_page_a_query_or_a_selection(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let organization = app.organization().await;
    let store = app.store(organization).await;
    let mut ids = Vec::new();
    for number in 0..7 {
        let status = if number % 2 == 0 {
            "SHIPPED"
        } else {
            "PENDING"
        };
        ids.push(order(&db, store, &format!("R-{number}"), status).await);
    }
    let admin = app.admin(&[ReadOrder]).await;
    let shipped = json!([{ "field": "status", "values": ["SHIPPED"] }]);
    let text = cursor(
        json!({ "take": 3, "filters": shipped, "orderBy": [{ "field": "reference", "direction": "asc" }] }),
    );
    let path = format!("/order/export?cursor={text}");
    let references = |lines: &[String]| -> Vec<String> {
        lines[1..]
            .iter()
            .map(|line| line.split(',').next().unwrap().to_owned())
            .collect()
    };
    let page = export(&app, &admin, &path, json!({ "scope": "page" })).await;
    assert_eq!(references(&page), ["R-0", "R-2", "R-4"]);
    let all = export(&app, &admin, &path, json!({ "scope": "all" })).await;
    assert_eq!(references(&all), ["R-0", "R-2", "R-4", "R-6"]);
    let chosen = export(
        &app,
        &admin,
        &path,
        json!({ "scope": "selection", "ids": [ids[2], ids[6], ids[1]] }),
    )
    .await;
    assert_eq!(references(&chosen), ["R-2", "R-6"], "the filters hold");
    let asked = json!({ "filters": [{ "field": "status", "values": ["PENDING"] }] });
    let filtered = export(&app, &admin, &path, asked).await;
    assert_eq!(
        references(&filtered),
        ["R-1", "R-3", "R-5"],
        "all that fit the body's filters"
    );
    let unknown = json!({ "filters": [{ "field": "colour", "values": ["red"] }] });
    assert_eq!(
        admin.post(&path, unknown).await.summary(),
        "400 BadRequestCursorException"
    );
    let none = admin.post(&path, json!({ "scope": "selection" })).await;
    assert_eq!(none.issues(), ["ids required"]);
    let wrong = admin
        .post("/order/export?cursor=x", json!({ "scope": "all" }))
        .await;
    assert_eq!(wrong.summary(), "400 BadRequestCursorException");
    let lacking = app.admin(&[ReadOrganization]).await;
    let refused = lacking
        .post("/order/export", json!({ "scope": "all" }))
        .await;
    assert_eq!(refused.summary(), "403 ForbiddenPermissionException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn every_row_is_exported_once_however_many_pages_there_are(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    sqlx::query("insert into organizations (id, name) select gen_random_uuid(), 'Organization ' || n from generate_series(1, 1234) n")
        .execute(&db)
        .await
        .unwrap();
    let admin = app.admin(&[SuperAdmin]).await;
    let mut lines = export(
        &app,
        &admin,
        "/organization/export",
        json!({ "scope": "all" }),
    )
    .await;
    assert_eq!(lines.len(), 1_235);
    lines.sort();
    lines.dedup();
    assert_eq!(lines.len(), 1_235);
    for path in ["/store/export", "/user/export"] {
        export(&app, &admin, path, json!({ "scope": "all" })).await;
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_export_is_its_readers_own_for_a_week(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let (ada, bob) = (
        app.admin(&[ReadOrder]).await,
        app.admin(&[SuperAdmin]).await,
    );
    export(&app, &ada, "/order/export", json!({ "scope": "all" })).await;
    let file: Uuid = sqlx::query_scalar("select id from files")
        .fetch_one(&db)
        .await
        .unwrap();
    // What they may read no longer when the job runs, they get no file of.
    let asked = ada.post("/order/export", json!({ "scope": "all" })).await;
    sqlx::query("update users set permissions = '{READ_STORE}' where id = $1")
        .bind(ada.user)
        .execute(&db)
        .await
        .unwrap();
    app.run_jobs().await;
    let job = bob.get(&format!("/job/{}", asked.id())).await;
    assert_eq!(job.data()["status"], "FAILED", "{}", job.json);
    let files = sqlx::query_scalar::<_, i64>("select count(*) from files");
    assert_eq!(files.fetch_one(&db).await.unwrap(), 1);
    let path = format!("/file/{file}");
    assert_eq!(bob.get(&path).await.summary(), "404 NotFoundFileException");
    assert_eq!(ada.get(&path).await.summary(), "200");
    app.app
        .clock
        .advance(Duration::from_secs(7 * 24 * 3_600 + 1));
    assert_eq!(crate::files::sweep(&app.app, 10).await.unwrap(), 1);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn nobody_fills_the_queue_with_exports(db: PgPool) {
    let app = TestApp::new(db).await;
    let (ada, bob) = (app.admin(&[ReadOrder]).await, app.admin(&[ReadOrder]).await);
    let ask = async |client: &Client, number: usize| {
        let search = cursor(json!({ "search": format!("order {number}") }));
        let path = format!("/order/export?cursor={search}");
        client.post(&path, json!({})).await.summary()
    };
    for number in 0..20 {
        assert_eq!(ask(&ada, number).await, "202");
    }
    assert_eq!(ask(&ada, 20).await, "429 TooManyRequestsException");
    assert_eq!(ask(&bob, 20).await, "202");
    app.run_jobs().await;
    assert_eq!(
        ask(&ada, 20).await,
        "202",
        "those that are done count no more"
    );
}
