//! Calls that a plugin answers: the real component in the sandbox, the provider's simulator behind it.

mod lifecycle;

use bigblue_simulator::{Mode, SimClock, Simulator, SimulatorConfig, Trouble};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::access::{Permission, Role};
use crate::jobs::run_due;
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

#[sqlx::test(migrator = "crate::database::MIGRATOR")]
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
    let sent = admin.post("/bigblue/product", json!({})).await;
    assert_eq!(sent.summary(), "404 NotFoundResourceException");
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

#[sqlx::test(migrator = "crate::database::MIGRATOR")]
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

#[sqlx::test(migrator = "crate::database::MIGRATOR")]
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

#[sqlx::test(migrator = "crate::database::MIGRATOR")]
async fn the_shell_is_told_of_the_screens_that_its_user_may_open(db: PgPool) {
    let (_simulator, app) = fixture(db).await;
    let screens = async |permissions: &[Permission]| {
        let list = app.admin(permissions).await.get("/plugins").await;
        list.data()
            .as_array()
            .into_iter()
            .flatten()
            .flat_map(|plugin| plugin["screens"].as_array().cloned().unwrap_or_default())
            .map(|screen| screen["path"].clone())
            .collect::<Vec<Value>>()
    };
    assert_eq!(screens(&[Permission::ReadConnector]).await.len(), 1);
    assert_eq!(screens(&[Permission::ReadOrder]).await, Vec::<Value>::new());
}

#[sqlx::test(migrator = "crate::database::MIGRATOR")]
async fn a_scheduled_moment_asks_for_a_pull_of_each_connection(db: PgPool) {
    let (_simulator, app) = fixture(db).await;
    for account in ["MUSI", "NOVA"] {
        let store = app.store(app.organization().await).await;
        app.bigblue(store, account).await;
    }
    let schedules = app.app.plugins.schedules();
    assert_eq!(schedules.len(), 1);
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
