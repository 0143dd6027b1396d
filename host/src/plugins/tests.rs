//! Calls that a plugin answers: the real component in the sandbox, the provider's simulator behind it.

mod actions;
mod archive;
mod columns;
mod contributions;
mod isolated;
mod lifecycle;
mod loading;
mod own;

use bigblue_simulator::{Mode, SimClock, Simulator, SimulatorConfig, Trouble};
use serde_json::{Value, json};
use sqlx::PgPool;

use super::tasks::RunTask;
use crate::access::{Permission, Role};
use crate::jobs::{Job, JobContext, run_due};
use crate::providers::connectors;
use crate::testing::{Client, TestApp, noon};

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
        ("/bigblue/product?size=7", "400 BadRequestSchemaException"),
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
    // Who reads French sees French; the provider is quoted.
    let french = [("accept-language", "fr")];
    let answer = admin.send("GET", "/bigblue/product", None, &french).await;
    let said = "le prestataire a répondu 500\u{a0}: internal error";
    assert_eq!(
        answer.json["error"]["message"],
        format!("Le connecteur bigblue a répondu : «\u{a0}{said}\u{a0}»")
    );
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
[tasks.steps]
[[routes]]
method = "POST"
path = "/steps"
permission = "WRITE_CONNECTOR"
background = "steps"
upload = { types = ["text/csv"], max_mib = 1 }
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
    for (query, issue) in [
        ("a%00b=1", "ab type"),
        ("a=%00", "a type"),
        ("a=1&b=2&a=3", "a type"),
    ] {
        let refused = admin
            .body(&format!("{path}?{query}"), "text/csv", b"a", &[])
            .await;
        assert_eq!(refused.issues(), [issue]);
    }
    let other = app.admin(&[Permission::ReadConnector]).await;
    assert_eq!(other.body(path, "text/csv", b"a", &[]).await.status, 403);
    let left: i64 =
        sqlx::query_scalar("select (select count(*) from jobs) + (select count(*) from files)")
            .fetch_one(&db)
            .await
            .expect("a count");
    assert_eq!(left, 0);
    // What one handed over before counts, whatever it was for.
    let fill = "insert into files (id, name, path, media_type, size, sha256, kind, created_by)
        select gen_random_uuid(), 'a', id::text, 'text/csv', 4294967296, '', 'task', id from users";
    sqlx::query(fill).execute(&db).await.expect("files");
    assert_eq!(post("text/csv", b"a").await.issues(), ["file quota"]);
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

/// A task of three lines in three steps, asked for; its job's path.
async fn in_steps(admin: &Client, query: &str) -> String {
    let path = format!("/hostile/steps{query}");
    let begun = admin.body(&path, "text/csv", b"a\nb\nc\n", &[]).await;
    assert_eq!(begun.summary(), "202", "{:?}", begun.json);
    format!("/job/{}", begun.data()["job"].as_str().expect("a job"))
}

/// Does the next step of a job alone, as a host that goes away right behind it.
async fn do_a_step(app: &TestApp, path: &str) {
    let id = path["/job/".len()..].parse().expect("an id");
    let payload = sqlx::query_scalar("select payload from jobs where id = $1").bind(id);
    let payload: Value = payload.fetch_one(&app.app.db).await.expect("a job");
    let task: RunTask = serde_json::from_value(payload).expect("a task");
    let app = app.app.clone();
    let step = task.run(&JobContext { app, id, left: 0 }).await;
    step.expect("a step");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_task_in_steps_goes_on_after_its_last_finished_one(db: PgPool) {
    let app = TestApp::with_guest(db, TASKS).await;
    let admin = app
        .admin(&[Permission::WriteConnector, Permission::SuperAdmin])
        .await;
    // The queue takes up what a host did that went away behind its step; and the last step fails at its first try.
    let path = in_steps(&admin, "?fail=2").await;
    do_a_step(&app, &path).await;
    let job = admin.get(&path).await;
    assert_eq!(
        (&job.data()["status"], &job.data()["progress"]["done"]),
        (&json!("PENDING"), &json!(1))
    );
    assert_eq!(job.data()["files"], json!([]));
    run_due(&app.app).await;
    let job = admin.get(&path).await;
    assert_eq!(job.data()["result"], json!(["a", "b"]));
    assert!(
        job.data()["error"].is_string(),
        "it waits for its second try"
    );
    let now = admin.post(&format!("{path}/retry"), json!({})).await;
    assert_eq!(now.summary(), "202");
    run_due(&app.app).await;
    let job = admin.get(&path).await;
    let job = job.data();
    assert_eq!(
        (&job["status"], &job["result"], &job["error"]),
        (&json!("COMPLETED"), &json!(["a", "b", "c"]), &Value::Null)
    );
    assert_eq!(job["progress"]["done"], 3);
    assert_eq!(
        job["files"].as_array().map(Vec::len),
        Some(1),
        "the last step's"
    );
    assert_eq!(job["files"][0]["size"], r#"["a","b","c"]"#.len());
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_task_in_steps_is_ended_between_two_and_taken_up_again(db: PgPool) {
    let app = TestApp::with_guest(db, TASKS).await;
    let admin = app
        .admin(&[Permission::WriteConnector, Permission::SuperAdmin])
        .await;
    let path = in_steps(&admin, "").await;
    do_a_step(&app, &path).await;
    let ended = admin.delete(&path).await;
    assert_eq!(ended.data()["error"], "canceled");
    run_due(&app.app).await;
    let job = admin.get(&path).await;
    assert_eq!(
        (&job.data()["status"], &job.data()["result"]),
        (&json!("FAILED"), &json!(["a"])),
        "what was done is still told"
    );
    let again = admin.post(&format!("{path}/retry"), json!({})).await;
    let again = format!("/job/{}", again.data()["id"].as_str().expect("a job"));
    // It says itself where it stands: nothing is done twice.
    do_a_step(&app, &again).await;
    assert_eq!(admin.get(&again).await.data()["result"], json!(["a", "b"]));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_task_that_never_ends_is_ended(db: PgPool) {
    let app = TestApp::with_guest(db.clone(), TASKS).await;
    let admin = app.admin(&[Permission::WriteConnector]).await;
    let error = async |path: &str| {
        run_due(&app.app).await;
        let job = admin.get(path).await;
        assert_eq!(job.data()["status"], "FAILED", "{job:?}");
        job.data()["error"].as_str().expect("words").to_owned()
    };
    let first = in_steps(&admin, "?kind=endless").await;
    do_a_step(&app, &first).await;
    // The nine hundred and ninety-eight that nobody wants to wait for.
    sqlx::query("update jobs set checkpoint = jsonb_set(checkpoint, '{before}', '998')")
        .execute(&db)
        .await
        .expect("a job");
    assert_eq!(
        error(&first).await,
        "the task has not ended after 1000 steps"
    );
    let same = in_steps(&admin, "?kind=same").await;
    assert!(error(&same).await.contains("its step leads to itself"));
    let old = in_steps(&admin, "?kind=endless").await;
    sqlx::query("update jobs set created_at = created_at - interval '25 hours'")
        .execute(&db)
        .await
        .expect("jobs");
    assert!(error(&old).await.contains("more than a day"));
}
