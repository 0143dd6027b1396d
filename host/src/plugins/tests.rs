//! Calls that a plugin answers: the real component in the sandbox, the provider's simulator behind it.

mod archive;
mod contributions;
mod lifecycle;

use bigblue_simulator::{Mode, SimClock, Simulator, SimulatorConfig, Trouble};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::access::{Permission, Role};
use crate::jobs::run_due;
use crate::providers::connectors;
use crate::testing::{TestApp, noon};

async fn fixture(db: PgPool) -> (Simulator, TestApp) {
    let config = SimulatorConfig {
        port: 0,
        seed: 7,
        orders: 40,
        rate_limit: None,
        clock: SimClock::fixed(noon().timestamp()),
    };
    let simulator = Simulator::start(config).await.expect("a simulator");
    let app = TestApp::with_bigblue(db, &simulator).await;
    (simulator, app)
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_plugin_answers_below_its_name_for_those_who_may(db: PgPool) {
    let (_simulator, app) = fixture(db).await;
    let store = app.store(app.organization().await).await;
    app.bigblue(store, "MUSI").await;
    let admin = app.admin(&[Permission::ReadConnector]).await;

    let list = admin.get("/bigblue/product").await;
    assert_eq!(list.summary(), "200");
    let sku = list.data()[0]["sku"]
        .as_str()
        .expect("a product")
        .to_owned();
    let one = admin.get(&format!("/bigblue/product/{sku}")).await;
    assert_eq!(one.data()["sku"], json!(sku));

    for (path, expected) in [
        ("/bigblue/product/none", "404 NotFoundResourceException"),
        ("/bigblue/nothing", "404 NotFoundResourceException"),
        ("/nobody/product", "404 NotFoundResourceException"),
        ("/bigblue/product?size=7", "400 ConnectorException"),
    ] {
        assert_eq!(admin.get(path).await.summary(), expected, "{path}");
    }
    let sent = admin.send("PATCH", "/bigblue/product", None, &[]).await;
    assert_eq!(sent.summary(), "404 NotFoundResourceException");
    let writing = admin.post("/bigblue/product", json!({})).await;
    assert_eq!(writing.summary(), "403 ForbiddenPermissionException");
    assert_eq!(
        app.nobody().get("/bigblue/product").await.summary(),
        "401 UnauthorizedException"
    );
    let other = app.admin(&[Permission::ReadOrder]).await;
    assert_eq!(
        other.get("/bigblue/product").await.summary(),
        "403 ForbiddenPermissionException"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_plugin_gets_the_callers_own_connections_only(db: PgPool) {
    let (simulator, app) = fixture(db).await;
    let ours = app.organization().await;
    let store = app.store(ours).await;
    app.bigblue(store, "MUSI").await;
    let theirs = app.organization().await;
    let foreign = app.store(theirs).await;
    // No customer is granted this permission; if one were, their connections would still be all they reach.
    let permissions = [Permission::ReadConnector];
    let customer = app
        .user(Role::Customer, &permissions, &[theirs], &[foreign], &[])
        .await;
    let list = customer.get("/bigblue/product").await;
    assert_eq!(list.data(), &json!([]), "{list:?}");
    assert_eq!(simulator.state().requests.total, 0, "no key was used");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_provider_in_trouble_is_told_as_such_and_shown_to_the_operator(db: PgPool) {
    let (simulator, app) = fixture(db).await;
    let store = app.store(app.organization().await).await;
    app.bigblue(store, "MUSI").await;
    let admin = app.admin(&[Permission::SuperAdmin]).await;
    simulator.trouble(Trouble::of(Mode::Errors500));
    let answer = admin.get("/bigblue/product").await;
    assert_eq!(answer.summary(), "503 ConnectorException");
    assert_eq!(answer.json["error"]["payload"]["plugin"], "bigblue");

    let status = admin.get("/plugins/status").await;
    let plugin = &status.data()["plugins"][0];
    assert_eq!(
        (&plugin["id"], &plugin["state"], &plugin["failures"]),
        (&json!("bigblue"), &json!("ready"), &json!(1))
    );
    assert!(plugin["lastError"]["message"].is_string(), "{plugin}");
    assert_eq!(plugin["hosts"][0]["granted"], true);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_shell_is_told_of_the_screens_of_its_users_area_and_what_each_asks_for(db: PgPool) {
    let (_simulator, app) = fixture(db).await;
    let admin = app.admin(&[Permission::ReadOrder]).await;
    let organization = app.organization().await;
    let merchant = app
        .customer(organization, &[], &[Permission::ReadOrder])
        .await;
    let list = admin.get("/plugins").await;
    let screens = list.data()[0]["screens"].as_array().expect("screens");
    let asked = |path: &str| {
        let screen = screens.iter().find(|screen| screen["path"] == path);
        screen.map(|screen| screen["permission"].clone())
    };
    assert_eq!(
        asked("/admin/bigblue/product"),
        Some(json!("READ_CONNECTOR"))
    );
    assert_eq!(
        asked("/admin/bigblue/product/create"),
        Some(json!("WRITE_CONNECTOR"))
    );
    let list = merchant.get("/plugins").await;
    assert_eq!(list.data()[0]["screens"], json!([]));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_scheduled_moment_asks_for_a_pull_of_each_connection(db: PgPool) {
    let (_simulator, app) = fixture(db).await;
    for account in ["MUSI", "NOVA"] {
        let store = app.store(app.organization().await).await;
        app.bigblue(store, account).await;
    }
    let mut schedules = app.app.plugins.schedules();
    schedules.retain(|schedule| schedule.options.id.as_deref() == Some("bigblue.orders"));
    // What the queue does at that moment.
    sqlx::query("select graphile_worker.add_job($1, $2::json)")
        .bind(schedules[0].task_identifier())
        .bind(schedules[0].payload())
        .execute(&app.app.db)
        .await
        .expect("a job");
    run_due(&app.app).await;
    let pulled: Vec<(String, i64)> = sqlx::query_as(
        "select j.status, count(o.id) from jobs j join orders o on o.connector_id::text = j.identifier group by j.id, 1",
    )
    .fetch_all(&app.app.db)
    .await
    .expect("jobs");
    assert_eq!(pulled.len(), 2);
    assert!(
        pulled
            .iter()
            .all(|(status, orders)| status == "COMPLETED" && *orders > 0)
    );
}

const TASKS: &str = r#"
[webhooks]
signature = { scheme = "address" }
[tasks.import]
[tasks.broken]
[[routes]]
method = "POST"
path = "/import"
permission = "WRITE_CONNECTOR"
background = "import"
upload = { types = ["text/csv"], max_mib = 1 }
[[routes]]
method = "POST"
path = "/broken"
permission = "WRITE_CONNECTOR"
background = "broken"
[schedules]
import = "5 4 * * *"
"#;

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_file_goes_to_the_background_and_what_comes_of_it_back_to_who_asked(db: PgPool) {
    let app = TestApp::with_guest(db.clone(), TASKS).await;
    let store = app.store(app.organization().await).await;
    let connector = app
        .hostile(store, connectors::ConnectorRole::Fulfillment, &[])
        .await;
    let admin = app.admin(&[Permission::WriteConnector]).await;
    let table = "sku;name\nA-1;Disque\n".repeat(1000);
    let as_body = admin
        .body("/hostile/import?dry=yes", "text/csv", table.as_bytes(), &[])
        .await;
    let form = [("file", "catalogue.csv", table.as_bytes())];
    let as_form = admin.upload("/hostile/import?dry=yes", &[], &form).await;
    let mut paths = Vec::new();
    for begun in [as_body, as_form] {
        assert_eq!(begun.summary(), "202", "{:?}", begun.json);
        let path = format!("/job/{}", begun.data()["job"].as_str().expect("a job"));
        assert_eq!(admin.get(&path).await.data()["result"], Value::Null);
        paths.push(path);
    }
    run_due(&app.app).await;
    for path in paths {
        let job = admin.get(&path).await;
        let job = job.data();
        assert_eq!(
            (&job["status"], &job["name"], &job["consumer"]),
            (
                &json!("COMPLETED"),
                &json!("plugins.task"),
                &json!("hostile")
            ),
            "{job}"
        );
        let result = json!({ "bytes": table.len(), "arguments": { "dry": "yes" }, "connectors": 1, "language": "en" });
        assert_eq!(job["result"], result);
        assert_eq!(job["progress"]["done"], table.len());
        let file = &job["files"][0];
        assert_eq!(
            (&file["name"], &file["size"]),
            (&json!("copy.txt"), &json!(table.len()))
        );
        let file = format!("/file/{}", file["id"].as_str().expect("an id"));
        assert_eq!(admin.get(&file).await.data()["mediaType"], "text/plain");
        let other = app.admin(&[Permission::WriteConnector]).await;
        assert_eq!(other.get(&file).await.status, 404);
        assert_eq!(other.get(&path).await.status, 404);
    }
    let pulled: Vec<String> =
        sqlx::query_scalar("select identifier from jobs where name = 'orders.synchronize' limit 1")
            .fetch_all(&db)
            .await
            .expect("jobs");
    assert_eq!(pulled, [connector.to_string()]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_file_that_does_not_fit_begins_nothing(db: PgPool) {
    let app = TestApp::with_guest(db.clone(), TASKS).await;
    let admin = app.admin(&[Permission::WriteConnector]).await;
    let path = "/hostile/import";
    let post = async |kind: &str, body: &[u8]| admin.body(path, kind, body, &[]).await;
    assert_eq!(post("text/csv", b"").await.issues(), ["file fileEmpty"]);
    assert_eq!(
        post("text/csv", b"%PDF-1.7").await.issues(),
        ["file fileType"]
    );
    assert_eq!(
        post("text/csv", &vec![b'a'; (1 << 20) + 1]).await.status,
        413
    );
    let other = app.admin(&[Permission::ReadConnector]).await;
    assert_eq!(other.body(path, "text/csv", b"a", &[]).await.status, 403);
    let left: i64 =
        sqlx::query_scalar("select (select count(*) from jobs) + (select count(*) from files)")
            .fetch_one(&db)
            .await
            .expect("a count");
    assert_eq!(left, 0);
    let broken = admin.post("/hostile/broken", json!({})).await;
    let job = format!("/job/{}", broken.data()["job"].as_str().expect("a job"));
    run_due(&app.app).await;
    let job = admin.get(&job).await;
    assert_eq!(
        (&job.data()["status"], &job.data()["result"]),
        (&json!("FAILED"), &Value::Null)
    );
    assert!(
        job.data()["error"]
            .as_str()
            .is_some_and(|error| error.contains("refused"))
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_task_may_have_an_hour(db: PgPool) {
    let app = TestApp::with_guest(db.clone(), TASKS).await;
    let mut schedules = app.app.plugins.schedules();
    schedules.retain(|schedule| schedule.options.id.as_deref() == Some("hostile.import"));
    sqlx::query("select graphile_worker.add_job($1, $2::json)")
        .bind(schedules[0].task_identifier())
        .bind(schedules[0].payload())
        .execute(&app.app.db)
        .await
        .expect("a job");
    run_due(&app.app).await;
    let jobs: Vec<(String, String)> =
        sqlx::query_as("select status, result ->> 'bytes' from jobs where name = 'plugins.task'")
            .fetch_all(&db)
            .await
            .expect("jobs");
    assert_eq!(jobs, [("COMPLETED".to_owned(), "0".to_owned())]);
}
