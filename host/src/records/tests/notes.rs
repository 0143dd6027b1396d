//! What is said of a record and what happened to it: nobody rewrites it, and nobody reads what is none of theirs.

use crate::access::Permission::{ReadOrganization, ReadStore};

use super::*;

async fn write(client: &Client, record: &str, message: &str) -> Answer {
    let data = json!({ "message": message }).to_string();
    let fields = [
        ("relationId", record),
        ("action", "message"),
        ("data", &data),
    ];
    client.upload("/logs", &fields, &[]).await
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_happened_cannot_be_rewritten_by_anybody(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let body = json!({ "name": "Label", "identifierNumber": "1" });
    let made = admin.post("/organization", body).await;
    for statement in [
        "update audit_entries set actor_name = 'Somebody else'",
        "delete from audit_entries",
        "truncate audit_entries",
    ] {
        let tried = sqlx::raw_sql(statement).execute(&db).await;
        assert!(tried.is_err(), "{statement}");
    }
    let path = format!("/history?entity=organization&id={}", made.id());
    let history = admin.get(&path).await;
    let entry = &history.data()[0];
    let name = admin.get("/user/current").await.data()["displayName"].clone();
    assert_eq!(
        (&entry["actor"], &entry["action"]),
        (&name, &json!("create"))
    );
    let request: Option<String> = sqlx::query_scalar(
        "select request_id from audit_entries where action = 'create' and entity = 'organization'",
    )
    .fetch_one(&db)
    .await
    .unwrap();
    let answered = made.headers["x-request-id"].to_str().unwrap();
    assert_eq!(request.as_deref(), Some(answered), "it leads to the log");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_latest_hundred_stand_in_the_history_newest_first(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let id = app.organization().await;
    let path = format!("/organization/{id}");
    for number in 0..104 {
        let body = json!({ "name": format!("Name {number}"), "identifierNumber": "1" });
        assert_eq!(admin.put(&path, body).await.summary(), "200");
        app.app.clock.advance(std::time::Duration::from_millis(1));
    }
    let history = admin
        .get(&format!("/history?entity=organization&id={id}"))
        .await;
    let entries = history.data().as_array().unwrap();
    assert_eq!(entries.len(), 100);
    for (place, entry) in entries.iter().enumerate() {
        let newest = 103 - place;
        let change = entry["changes"]
            .as_array()
            .unwrap()
            .iter()
            .find(|change| change["field"] == "name");
        let change = change.expect("the name");
        assert_eq!(change["after"], format!("Name {newest}"));
        assert_eq!(change["before"], format!("Name {}", newest - 1));
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn notes_stand_with_their_record_newest_first_a_hundred_of_them(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let (one, other) = (app.organization().await, app.organization().await);
    let record = one.to_string();
    for number in 0..103 {
        let written = write(&admin, &record, &format!("  Note {number} ")).await;
        assert_eq!(written.summary(), "201");
        app.app.clock.advance(std::time::Duration::from_millis(1));
    }
    write(&admin, &other.to_string(), "Elsewhere").await;
    let notes = admin.get(&format!("/logs?relationId={one}")).await;
    let messages: Vec<_> = notes
        .data()
        .as_array()
        .unwrap()
        .iter()
        .map(|note| note["data"]["message"].clone())
        .collect();
    let expected: Vec<_> = (3..103)
        .rev()
        .map(|number| json!(format!("Note {number}")))
        .collect();
    assert_eq!(messages, expected);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_note_is_for_the_staff_who_see_its_record(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let organization = app.organization().await;
    let store = app.store(organization).await;
    let (on_store, on_organization) = (store.to_string(), organization.to_string());
    let note = write(&admin, &on_store, "Appelé \u{1F4DE}\n=1+1 <b>\u{202E}").await;
    assert_eq!(
        note.data()["data"]["message"],
        "Appelé \u{1F4DE}\n=1+1 <b>\u{202E}"
    );
    write(&admin, &on_organization, "Not for everybody").await;
    let clerk = app.admin(&[ReadStore, ReadOrganization]).await;
    let half = app.admin(&[ReadOrganization]).await;
    let merchant = app
        .customer(organization, &[store], &[ReadStore, ReadOrganization])
        .await;
    let read = |record: &str| format!("/logs?relationId={record}");
    assert_eq!(
        clerk
            .get(&read(&on_store))
            .await
            .data()
            .as_array()
            .unwrap()
            .len(),
        1
    );
    assert_eq!(
        half.get(&read(&on_organization))
            .await
            .data()
            .as_array()
            .unwrap()
            .len(),
        1
    );
    let missing = "404 NotFoundResourceException";
    assert_eq!(half.get(&read(&on_store)).await.summary(), missing);
    assert_eq!(write(&half, &on_store, "x").await.summary(), missing);
    let note_path = format!("/logs/{}", note.id());
    assert_eq!(
        half.delete(&note_path).await.summary(),
        "404 NotFoundLogException"
    );
    for path in [
        read(&on_store),
        read(&on_organization),
        format!("/history?entity=store&id={store}"),
    ] {
        assert_eq!(
            merchant.get(&path).await.summary(),
            "403 ForbiddenRoleException",
            "{path}"
        );
    }
    assert_eq!(
        write(&merchant, &on_store, "x").await.summary(),
        "403 ForbiddenRoleException"
    );
    assert_eq!(
        app.nobody().get(&read(&on_store)).await.summary(),
        "401 UnauthorizedException"
    );

    // Bounds: what is told of a form that cannot be.
    let full = "é".repeat(2_000);
    assert_eq!(write(&clerk, &on_store, &full).await.summary(), "201");
    assert_eq!(
        write(&clerk, &on_store, &format!("{full}x")).await.issues(),
        ["data.message max"]
    );
    assert_eq!(
        write(&clerk, &on_store, " \n ").await.issues(),
        ["data.message required"]
    );
    for (fields, issue) in [
        (vec![("relationId", "1")], "relationId type"),
        (
            vec![("relationId", on_store.as_str()), ("action", "delete")],
            "action option",
        ),
        (
            vec![("relationId", on_store.as_str()), ("data", "{")],
            "data type",
        ),
        (
            vec![
                ("relationId", on_store.as_str()),
                ("data", r#"{"message":1}"#),
            ],
            "data type",
        ),
    ] {
        assert_eq!(clerk.upload("/logs", &fields, &[]).await.issues(), [issue]);
    }
    // Within the hour it can be taken back, and no longer.
    assert_eq!(clerk.delete(&note_path).await.summary(), "204");
    assert_eq!(
        clerk.delete(&note_path).await.summary(),
        "404 NotFoundLogException"
    );
    app.app.clock.advance(std::time::Duration::from_secs(3_601));
    let late = clerk
        .send("POST", &format!("{note_path}/restore"), None, &[])
        .await;
    assert_eq!(late.summary(), "403 ForbiddenResourceException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_version_is_compared_however_it_is_written_and_only_when_given(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let made = admin
        .post(
            "/organization",
            json!({ "name": "A", "identifierNumber": "1" }),
        )
        .await;
    let path = format!("/organization/{}", made.id());
    let version = made.data()["updatedAt"].as_str().unwrap().to_owned();
    let moment: chrono::DateTime<chrono::Utc> = version.parse().unwrap();
    let paris = moment.with_timezone(&chrono_tz::Europe::Paris).to_rfc3339();
    let body = || Some(json!({ "name": "A", "identifierNumber": "1" }));
    for same in [version.clone(), format!("\"{version}\""), paris] {
        let saved = admin
            .send("PUT", &path, body(), &[("if-match", &same)])
            .await;
        assert_eq!(saved.summary(), "200", "{same}");
    }
    let before = (moment - chrono::TimeDelta::microseconds(1)).to_rfc3339();
    let after = (moment + chrono::TimeDelta::microseconds(1)).to_rfc3339();
    for other in [before, after] {
        let refused = admin
            .send("PUT", &path, body(), &[("if-match", &other)])
            .await;
        assert_eq!(refused.summary(), "409 ConflictEditException", "{other}");
        let payload = &refused.json["error"]["payload"];
        assert_eq!(payload["at"].as_str().unwrap().parse(), Ok(moment));
    }
    for wrong in ["*", "", "W/\"1\"", "2026-11-18"] {
        let refused = admin
            .send("PUT", &path, body(), &[("if-match", wrong)])
            .await;
        assert_eq!(refused.issues(), ["If-Match date"], "{wrong:?}");
    }
}
