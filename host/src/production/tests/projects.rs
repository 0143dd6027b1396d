use serde_json::json;
use sqlx::PgPool;
use uuid::Uuid;

use super::Studio;
use crate::access::Permission::{ReadProject, WriteProject};
use crate::testing::{TestApp, cursor};

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_project_is_made_changed_and_found(db: PgPool) {
    let studio = Studio::new(db).await;
    let admin = studio.app.admin(&[ReadProject, WriteProject]).await;
    let input = json!({ "name": " Summer ", "organizationId": studio.organization, "estimatedAt": "2027-06-01" });
    let created = admin.post("/projects", input.clone()).await;
    assert_eq!(created.summary(), "201");
    assert_eq!(created.data()["name"], "Summer");
    assert_eq!(created.data()["status"], "DRAFT");
    let next = json!([{ "status": "PENDING", "asksReason": false }, { "status": "CANCELED", "asksReason": true }]);
    assert_eq!(created.data()["next"], next);
    assert_eq!(created.data()["product"], json!({ "done": 0, "total": 0 }));
    assert_eq!(
        created.data()["organization"]["id"],
        json!(studio.organization)
    );

    let path = format!("/projects/{}", created.id());
    let renamed = admin.patch(&path, json!({ "name": "Winter" })).await;
    assert_eq!(renamed.data()["name"], "Winter");
    assert_eq!(renamed.data()["estimatedAt"], "2027-06-01");
    let found = admin
        .get(&format!(
            "/projects?cursor={}",
            cursor(json!({ "search": "wint" }))
        ))
        .await;
    assert_eq!(found.data()[0]["id"], json!(created.id()));
    let history = admin
        .get(&format!("/history?entity=project&id={}", created.id()))
        .await;
    assert_eq!(history.data()[0]["changes"][0]["field"], "name");

    // The name is free again.
    assert_eq!(
        admin.post("/projects", input.clone()).await.summary(),
        "201"
    );
    assert_eq!(
        admin.post("/projects", input).await.summary(),
        "409 ConflictProjectNameException"
    );
    // Of another organization too.
    let other = studio.app.organization().await;
    let input = json!({ "name": "summer", "organizationId": other, "estimatedAt": "2027-06-01" });
    assert_eq!(admin.post("/projects", input).await.summary(), "201");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_is_wrong_with_a_project_is_told_by_its_field(db: PgPool) {
    let studio = Studio::new(db).await;
    for (input, issue) in [
        (
            json!({ "name": "S", "organizationId": studio.organization, "estimatedAt": "2027-06-01" }),
            "name min",
        ),
        (
            json!({ "name": "Summer", "organizationId": studio.organization }),
            "estimatedAt required",
        ),
        (
            json!({ "name": "Summer", "organizationId": Uuid::nil(), "estimatedAt": "2027-06-01" }),
            "organizationId option",
        ),
        (
            json!({ "name": "Summer", "organizationId": studio.organization, "estimatedAt": "2027-06-01", "status": "PENDING" }),
            "status option",
        ),
    ] {
        assert_eq!(
            studio.admin.post("/projects", input).await.issues(),
            [issue]
        );
    }
    let path = format!("/projects/{}", studio.project().await);
    for (patch, issue) in [
        (json!({ "name": null }), "name type"),
        (json!({ "nam": "x" }), "nam unknown"),
        (
            json!({ "organizationId": Uuid::nil() }),
            "organizationId option",
        ),
        (
            json!({ "status": "CANCELED", "reason": " " }),
            "reason required",
        ),
    ] {
        assert_eq!(studio.admin.patch(&path, patch).await.issues(), [issue]);
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_project_changes_as_a_draft_only_and_ends_once(db: PgPool) {
    let studio = Studio::new(db).await;
    let project = studio.project().await;
    let path = format!("/projects/{project}");
    let to = |status: &str| json!({ "status": status });
    let refused = "409 ConflictProjectStatusException";
    assert_eq!(
        studio.admin.patch(&path, to("COMPLETED")).await.summary(),
        refused
    );
    assert_eq!(
        studio.admin.patch(&path, to("PENDING")).await.summary(),
        "200"
    );
    assert_eq!(
        studio
            .admin
            .patch(&path, json!({ "name": "Other" }))
            .await
            .summary(),
        refused
    );
    // Taken back to be changed, in one step.
    let back = json!({ "status": "DRAFT", "name": "Other" });
    assert_eq!(
        studio.admin.patch(&path, back).await.data()["name"],
        "Other"
    );
    for status in ["PENDING", "IN_PROGRESS"] {
        assert_eq!(studio.admin.patch(&path, to(status)).await.summary(), "200");
    }
    let given_up = json!({ "status": "CANCELED", "reason": "No budget" });
    let given_up = studio.admin.patch(&path, given_up).await;
    assert_eq!(given_up.data()["reason"], "No budget");
    assert_eq!(given_up.data()["next"], json!([]));
    assert_eq!(
        studio.admin.patch(&path, to("DRAFT")).await.summary(),
        refused
    );
    // Nothing begins in what has ended.
    let production = json!({ "projectId": project, "name": "Run" });
    assert_eq!(
        studio
            .admin
            .post("/project-productions", production)
            .await
            .summary(),
        refused
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_change_on_what_somebody_else_changed_is_refused(db: PgPool) {
    let studio = Studio::new(db).await;
    let path = format!("/projects/{}", studio.project().await);
    let read = studio.admin.get(&path).await.data()["updatedAt"].to_string();
    assert_eq!(
        studio
            .admin
            .patch(&path, json!({ "name": "Mine" }))
            .await
            .summary(),
        "200"
    );
    let late = studio
        .admin
        .send(
            "PATCH",
            &path,
            Some(json!({ "name": "Theirs" })),
            &[("if-match", &read)],
        )
        .await;
    assert_eq!(late.summary(), "409 ConflictEditException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn files_hang_on_a_project_and_its_moodboard(db: PgPool) {
    let studio = Studio::new(db).await;
    let project = studio.project().await;
    let path = format!("/projects/{project}");
    let attach = async |kind: Option<&str>| {
        let fields: Vec<(&str, &str)> = kind.map(|kind| ("type", kind)).into_iter().collect();
        let file = ("files", "board.pdf", b"%PDF-1.4".as_slice());
        studio
            .admin
            .upload(&format!("{path}/attachments"), &fields, &[file])
            .await
    };
    assert_eq!(attach(Some("sketch")).await.issues(), ["type option"]);
    let board = attach(Some("moodboard")).await;
    assert_eq!(board.summary(), "201");
    assert_eq!(attach(None).await.data()[0]["type"], "other");
    let files = studio.admin.get(&path).await;
    assert_eq!(files.data()["files"][0]["type"], "moodboard");
    assert_eq!(files.data()["files"][1]["type"], "other");

    let id = board.data()[0]["file"]["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let link = studio
        .admin
        .post(&format!("/file/{id}/link"), json!({}))
        .await;
    assert_eq!(link.summary(), "200");
    // Whoever does not see the project does not see its files.
    let stranger = studio.worker(studio.app.factory().await).await;
    assert!(
        stranger
            .post(&format!("/file/{id}/link"), json!({}))
            .await
            .summary()
            .starts_with("404")
    );
    assert_eq!(
        studio
            .admin
            .delete(&format!("{path}/attachments/{id}"))
            .await
            .summary(),
        "204"
    );
    let left = studio.admin.get(&path).await;
    assert_eq!(left.data()["files"].as_array().map(Vec::len), Some(1));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_is_under_way_keeps_a_project(db: PgPool) {
    let studio = Studio::new(db).await;
    let project = studio.project().await;
    let product = studio.product(project).await;
    let production = studio.production(project, None).await;
    let (of_project, of_production) = (
        format!("/projects/{project}"),
        format!("/project-productions/{production}"),
    );
    studio
        .admin
        .patch(&of_production, json!({ "status": "SAMPLING" }))
        .await;
    let refused = studio.admin.delete(&of_project).await;
    assert_eq!(refused.summary(), "409 ConflictProductionStatusException");
    studio
        .admin
        .patch(&of_production, json!({ "status": "CANCELED" }))
        .await;
    assert_eq!(studio.admin.delete(&of_project).await.summary(), "204");
    // What is in it is gone with it, and comes back with it.
    let in_it = [of_production, format!("/project-products/{product}")];
    for path in &in_it {
        assert!(
            studio.admin.get(path).await.summary().starts_with("404"),
            "{path}"
        );
    }
    assert_eq!(
        studio.admin.get("/project-productions").await.data(),
        &json!([])
    );
    assert_eq!(
        studio
            .admin
            .post(&format!("{of_project}/restore"), json!({}))
            .await
            .summary(),
        "200"
    );
    for path in &in_it {
        assert_eq!(studio.admin.get(path).await.summary(), "200", "{path}");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_factory_sees_its_projects_and_not_whose_they_are(db: PgPool) {
    let studio = Studio::new(db).await;
    let (ours, theirs) = (studio.app.factory().await, studio.app.factory().await);
    let (project, other) = (studio.project().await, studio.project().await);
    let product = studio.product(project).await;
    let production = studio.production(project, Some(ours)).await;
    let elsewhere = studio.production(project, Some(theirs)).await;
    studio.production(other, Some(theirs)).await;
    let worker = studio.worker(ours).await;

    let projects = worker.get("/projects").await;
    assert_eq!(projects.data().as_array().map(Vec::len), Some(1));
    assert_eq!(projects.data()[0]["id"], json!(project));
    assert_eq!(projects.data()[0]["organization"], json!(null));
    for path in [
        format!("/projects/{project}"),
        format!("/project-products/{product}"),
    ] {
        let found = worker.get(&path).await;
        assert_eq!(found.data()["organization"], json!(null), "{path}");
    }
    assert_eq!(
        worker
            .get("/project-products")
            .await
            .data()
            .as_array()
            .map(Vec::len),
        Some(1)
    );
    assert_eq!(
        worker.get("/project-productions").await.data()[0]["id"],
        json!(production)
    );
    for path in [
        format!("/projects/{other}"),
        format!("/project-productions/{elsewhere}"),
    ] {
        assert!(
            worker.get(&path).await.summary().starts_with("404"),
            "{path}"
        );
    }
    // Whose they are is not found out by asking for it.
    for list in ["projects", "project-products"] {
        let asked = cursor(
            json!({ "filters": [{ "field": "organizationId", "values": [studio.organization] }] }),
        );
        let refused = worker.get(&format!("/{list}?cursor={asked}")).await;
        assert_eq!(refused.summary(), "400 BadRequestCursorException");
    }
    assert_eq!(
        worker.post("/projects", json!({})).await.summary(),
        "403 ForbiddenRoleException"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_organization_with_a_project_stays(db: PgPool) {
    let studio = Studio::new(db).await;
    studio.project().await;
    let refused = studio
        .admin
        .delete(&format!("/organization/{}", studio.organization))
        .await;
    assert_eq!(refused.summary(), "409 ConflictInUseException");
}

/// The demo has every state; see [`TestApp::with_demo`].
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_demo_has_projects_in_every_state(db: PgPool) {
    let app = TestApp::with_demo(db).await;
    crate::program::demo::load(&app.app).await.expect("a demo");
    let admin = app.admin(&[ReadProject]).await;
    let projects = admin.get("/projects").await;
    for status in ["DRAFT", "PENDING", "IN_PROGRESS", "COMPLETED", "CANCELED"] {
        let found = projects
            .data()
            .as_array()
            .is_some_and(|all| all.iter().any(|one| one["status"] == status));
        assert!(found, "{status}");
    }
}
