use futures::future::join_all;
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::{Studio, onward};
use crate::access::Permission::SuperAdmin;
use crate::testing::cursor;

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_production_moves_over_the_board(db: PgPool) {
    let studio = Studio::new(db).await;
    let project = studio.project().await;
    let product = studio.product(project).await;
    let factory = studio.app.factory().await;
    let input = json!({
        "projectId": project, "name": "First run", "productId": product, "factoryId": factory, "quantity": 500,
        "dueAt": "2020-01-01",
    });
    let created = studio
        .admin
        .post("/project-productions", input.clone())
        .await;
    assert_eq!(created.summary(), "201");
    assert_eq!(created.data()["isLate"], true);
    assert_eq!(created.data()["factory"]["id"], json!(factory));
    let again = studio.admin.post("/project-productions", input).await;
    assert_eq!(again.summary(), "409 ConflictProductionNameException");

    let path = format!("/project-productions/{}", created.id());
    let to = async |status: &str| studio.admin.patch(&path, json!({ "status": status })).await;
    assert_eq!(to("QUALITY_CONTROL").await.summary(), "200");
    assert_eq!(
        to("SAMPLING").await.summary(),
        "409 ConflictProductionStatusException"
    );
    assert_eq!(to("IN_PRODUCTION").await.summary(), "200");
    let shipped = to("SHIPPED").await;
    assert_eq!(shipped.data()["isLate"], false);
    assert_eq!(onward(&shipped), ["QUALITY_CONTROL", "DONE", "CANCELED"]);
    let load = studio.admin.get(&format!("/factories/{factory}")).await;
    assert_eq!(load.data()["load"], json!({ "open": 1, "quantity": 500 }));
    assert_eq!(to("DONE").await.summary(), "200");
    assert_eq!(
        to("CANCELED").await.summary(),
        "409 ConflictProductionStatusException"
    );
    let history = studio
        .admin
        .get(&format!(
            "/history?entity=project-production&id={}",
            created.id()
        ))
        .await;
    assert_eq!(history.data().as_array().map(Vec::len), Some(5));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_is_wrong_with_a_production_is_told_by_its_field(db: PgPool) {
    let studio = Studio::new(db).await;
    let project = studio.project().await;
    let elsewhere = studio.product(studio.project().await).await;
    for (field, value, issue) in [
        ("name", json!("R"), "name min"),
        ("projectId", json!(Uuid::nil()), "projectId option"),
        ("productId", json!(elsewhere), "productId option"),
        ("factoryId", json!(Uuid::nil()), "factoryId option"),
        ("quantity", json!(0), "quantity required"),
        ("dueAt", json!("01/06/2027"), "dueAt type"),
        ("status", json!("DONE"), "status option"),
        ("status", json!("LOST"), "status option"),
    ] {
        let mut input = json!({ "projectId": project, "name": "Run" });
        input[field] = value;
        assert_eq!(
            studio
                .admin
                .post("/project-productions", input)
                .await
                .issues(),
            [issue]
        );
    }
    let path = format!(
        "/project-productions/{}",
        studio.production(project, None).await
    );
    let moved = json!({ "projectId": studio.project().await });
    assert_eq!(
        studio.admin.patch(&path, moved).await.issues(),
        ["projectId fixed"]
    );
}

/// Two hundred drags of a card at once, all from the board as it was: one is done, the others hear by whom.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn of_many_moves_at_once_one_is_done(db: PgPool) {
    let studio = Studio::new(db).await;
    let path = format!(
        "/project-productions/{}",
        studio.production(studio.project().await, None).await
    );
    let read = studio.admin.get(&path).await.data()["updatedAt"].to_string();
    let statuses = ["SAMPLING", "IN_PRODUCTION", "QUALITY_CONTROL", "SHIPPED"];
    // Of one person a hundred wait at most.
    let colleague = || studio.app.admin(&[SuperAdmin]);
    let people = [colleague().await, colleague().await, colleague().await];
    let moves = (0..200).map(|at| {
        let body = json!({ "status": statuses[at % statuses.len()] });
        let (admin, path, read) = (&people[at % people.len()], &path, &read);
        async move {
            admin
                .send("PATCH", path, Some(body), &[("if-match", read)])
                .await
        }
    });
    let answers = join_all(moves).await;
    let done: Vec<&Value> = answers
        .iter()
        .filter(|answer| answer.summary() == "200")
        .map(|answer| &answer.data()["status"])
        .collect();
    assert_eq!(done.len(), 1);
    let refused = answers
        .iter()
        .filter(|answer| answer.summary() == "409 ConflictEditException");
    assert_eq!(refused.count(), 199);
    assert_eq!(&studio.admin.get(&path).await.data()["status"], done[0]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_factory_moves_what_is_in_its_hands_and_changes_nothing_else(db: PgPool) {
    let studio = Studio::new(db).await;
    let factory = studio.app.factory().await;
    let project = studio.project().await;
    let path = format!(
        "/project-productions/{}",
        studio.production(project, Some(factory)).await
    );
    let worker = studio.worker(factory).await;
    let refused = "409 ConflictProductionStatusException";
    // It has not been given to them yet.
    assert!(onward(&worker.get(&path).await).is_empty());
    assert_eq!(
        worker
            .patch(&path, json!({ "status": "SAMPLING" }))
            .await
            .summary(),
        refused
    );
    studio
        .admin
        .patch(&path, json!({ "status": "SAMPLING" }))
        .await;
    let found = worker.get(&path).await;
    assert_eq!(
        onward(&found),
        ["IN_PRODUCTION", "QUALITY_CONTROL", "SHIPPED"]
    );
    assert_eq!(
        worker
            .patch(&path, json!({ "status": "SHIPPED" }))
            .await
            .summary(),
        "200"
    );
    for status in ["DONE", "CANCELED"] {
        assert_eq!(
            worker
                .patch(&path, json!({ "status": status }))
                .await
                .summary(),
            refused,
            "{status}"
        );
    }
    for (field, value) in [
        ("name", json!("Mine")),
        ("quantity", json!(1)),
        ("dueAt", Value::Null),
        ("productId", Value::Null),
        ("factoryId", Value::Null),
        ("projectId", json!(project)),
    ] {
        let refused = worker.patch(&path, json!({ field: value })).await;
        assert_eq!(refused.summary(), "403 ForbiddenRoleException", "{field}");
    }
    // Others of another factory know of none.
    let stranger = studio.worker(studio.app.factory().await).await;
    assert!(
        stranger
            .patch(&path, json!({ "status": "SHIPPED" }))
            .await
            .summary()
            .starts_with("404")
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_board_is_in_the_order_of_its_days(db: PgPool) {
    let studio = Studio::new(db).await;
    let project = studio.project().await;
    for (name, due) in [
        ("Later", json!("2027-06-02")),
        ("Whenever", Value::Null),
        ("Sooner", json!("2027-06-01")),
    ] {
        let input = json!({ "projectId": project, "name": name, "dueAt": due });
        studio.admin.post("/project-productions", input).await;
    }
    let of_project = cursor(json!({ "filters": [{ "field": "projectId", "values": [project] }] }));
    let board = studio
        .admin
        .get(&format!("/project-productions?cursor={of_project}"))
        .await;
    let names: Vec<&Value> = board
        .data()
        .as_array()
        .expect("cards")
        .iter()
        .map(|card| &card["name"])
        .collect();
    assert_eq!(names, ["Sooner", "Later", "Whenever"]);
}
