//! What is due by itself, and what is handed over.

use std::sync::{Arc, Mutex};

use axum::extract::{Path, State};
use axum::http::StatusCode;

use super::*;

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_host_that_slept_makes_up_for_what_nobody_made(db: PgPool) {
    let mut world = World::new(db).await;
    let weeks = ["2026-11-13", "2026-11-20", "2026-11-27", "2026-12-04"];
    for week in weeks {
        world.order("SHIPPED", &format!("{week}T12:00:00Z")).await;
    }
    // Three weeks later, two of which are still due; the third has a file of another kind already.
    world
        .app
        .app
        .clock
        .advance(std::time::Duration::from_secs(21 * 86_400));
    world.admin = world.app.admin(&[ReadAudit, WriteAudit]).await;
    let body = json!({
        "start": "2026-11-27", "end": "2026-12-03", "mode": "sold", "shippedAt": "2026-12-01T12:00:00Z",
    });
    let created = world.ask("create", body).await;
    assert_eq!(created["state"], "BUILT", "{created}");
    for _ in 0..2 {
        Hourly::look(&world.app.app).await.unwrap();
        world.app.run_jobs().await;
    }
    let list = world.admin.get("/phonographic/report").await;
    let mut reports: Vec<(&str, &str, &str)> = Vec::new();
    for report in list.data().as_array().unwrap() {
        let text = |field: &str| report[field].as_str().unwrap();
        reports.push((text("first"), text("basis"), text("state")));
    }
    reports.sort_unstable();
    let expected = [
        ("2026-11-20", "shipped", "SENT"),
        ("2026-11-27", "sold", "BUILT"),
    ];
    assert_eq!(reports, expected);
    let sent = world.receiver.state().files;
    assert_eq!(sent.len(), 1);
    assert!(
        world
            .receiver
            .file("SNEP_PORTAL_2026-11-20_2026-11-26.csv")
            .is_some()
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn one_report_that_cannot_be_made_keeps_no_other_from_being_sent(db: PgPool) {
    // The first seller's store is gone.
    let configuration = format!(
        "shops = [{{ code = \"GONE\", name = \"Gone\", store = \"{}\" }}, {{ code = \"PORTAL\", name = \"Portal\" }}]\n{}{}",
        Uuid::now_v7(),
        WEEKLY.split_once('\n').unwrap().1.replace("PORTAL", "GONE"),
        WEEKLY.split_once('\n').unwrap().1,
    );
    let world = World::with(db, &configuration).await;
    world.order("SHIPPED", "2026-11-10T12:00:00Z").await;
    for _ in 0..2 {
        let looked = Hourly::look(&world.app.app).await;
        assert!(looked.is_err(), "whoever reads the log is told");
        world.app.run_jobs().await;
    }
    let list = world.admin.get("/phonographic/report").await;
    assert_eq!(list.json["meta"]["total"], 1);
    assert_eq!(list.data()[0]["state"], "SENT", "{}", list.data()[0]);
    assert!(world.receiver.file(NAME).is_some());
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_week_without_sales_is_empty_however_often_it_is_to_be_sent(db: PgPool) {
    let world = World::new(db).await;
    let first = world.report("send", WEEK[0], WEEK[1]).await;
    let again = world.report("send", WEEK[0], WEEK[1]).await;
    let path = format!("/phonographic/report/{}", first["id"].as_str().unwrap());
    for replace in [false, true] {
        let body = json!({ "replace": replace });
        let asked = world.admin.post(&format!("{path}/send"), body).await;
        assert_eq!(asked.summary(), "202");
        world.app.run_jobs().await;
    }
    let last = world.admin.get(&path).await.data().clone();
    for report in [first, again, last] {
        let shown = (&report["state"], &report["error"], &report["files"]);
        let expected = (&json!("EMPTY"), &Value::Null, &json!([]));
        assert_eq!(shown, expected);
    }
    assert!(world.receiver.state().files.is_empty());
}

/// A receiver's side of an HTTPS channel: the names of what it got.
async fn take(
    State(received): State<Arc<Mutex<Vec<String>>>>,
    Path(name): Path<String>,
) -> StatusCode {
    received.lock().unwrap().push(name);
    StatusCode::CREATED
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_long_report_of_a_file_a_day_is_handed_over_to_its_last_day(db: PgPool) {
    let received = Arc::new(Mutex::new(Vec::new()));
    let router = axum::Router::new()
        .route("/{name}", axum::routing::put(take))
        .with_state(Arc::clone(&received));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    let configuration = format!(
        "shops = [{{ code = \"PORTAL\", name = \"Portal\", retailers = {{ DE = \"29021\" }} }}]\n\
         [[plugins.phonographic.configuration.reports]]\nlayout = \"gfk\"\nshop = \"PORTAL\"\nterritory = \"DE\"\n\
         channel = \"web\"\ncadence = \"daily\"\n\
         [plugins.phonographic.channels.web]\nkind = \"https\"\nurl = \"http://{address}/{{name}}\"\n"
    );
    let world = World::with(db, &configuration).await;
    let order = world.order("SHIPPED", "2026-10-10T12:00:00Z").await;
    world.set(order, "country_code = 'DE'").await;
    let body = json!({
        "start": "2026-07-01", "end": "2026-10-10", "mode": "shipped", "layout": "gfk", "territory": "DE",
    });
    let report = world.ask("send", body).await;
    assert_eq!(report["state"], "SENT", "{}", report["error"]);
    let files = report["files"].as_array().unwrap();
    assert_eq!(files.len(), 102, "days without a sale have a file too");
    let last = &files[101];
    assert_eq!(
        (&last["name"], &last["units"]),
        (&json!("29021_DE_20261010_V24.txt"), &json!(2))
    );
    let path = format!(
        "/phonographic/report/{}/file/29021_DE_20261010_V24.txt",
        report["id"].as_str().unwrap()
    );
    assert_eq!(world.admin.get(&path).await.summary(), "200");
    let mut names = received.lock().unwrap().clone();
    names.sort();
    let listed = files.iter().map(|file| file["name"].as_str().unwrap());
    assert_eq!(names, listed.collect::<Vec<_>>());
    assert!(files.iter().all(|file| file["place"] != ""));
}
