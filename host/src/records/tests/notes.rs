//! What is said of a record and what happened to it: nobody rewrites it, and nobody reads what is none of theirs.

use uuid::Uuid;

use crate::access::Permission::{ReadOrganization, ReadProject, ReadStore};
use crate::access::Role;

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
    let created = admin.post("/organization", body).await;
    for statement in [
        "update audit_entries set actor_name = 'Somebody else'",
        "delete from audit_entries",
        "truncate audit_entries",
    ] {
        let tried = sqlx::raw_sql(statement).execute(&db).await;
        assert!(tried.is_err(), "{statement}");
    }
    let path = format!("/history?entity=organization&id={}", created.id());
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
    let answered = created.headers["x-request-id"].to_str().unwrap();
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
    let created = admin
        .post(
            "/organization",
            json!({ "name": "A", "identifierNumber": "1" }),
        )
        .await;
    let path = format!("/organization/{}", created.id());
    let version = created.data()["updatedAt"].as_str().unwrap().to_owned();
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

/// Writes a note that names people.
async fn mention(client: &Client, record: &str, people: &[Uuid]) -> Answer {
    let message = "@Zoé look at www.example.test before noon";
    let data = json!({ "message": message, "mentions": people }).to_string();
    let fields = [("relationId", record), ("data", &data)];
    client.upload("/logs", &fields, &[]).await
}

async fn mails_to(app: &TestApp, client: &Client) -> Vec<String> {
    let email = client.get("/user/current").await.data()["email"].clone();
    sqlx::query_scalar("select body_text from mails where recipient = $1 order by created_at")
        .bind(email.as_str().expect("an address"))
        .fetch_all(&app.app.db)
        .await
        .expect("the outbox")
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn who_is_named_in_a_note_is_told_once_and_sees_it_until_they_have(db: PgPool) {
    let app = TestApp::new(db).await;
    let author = app.admin(&[ReadOrganization]).await;
    let named = app.admin(&[ReadOrganization]).await;
    let id = named.user.expect("a user");
    let organization = app.organization().await.to_string();
    let note = mention(&author, &organization, &[id, id]).await;
    assert_eq!(note.summary(), "201");
    assert_eq!(note.data()["mentions"], Value::Null);
    assert_eq!(note.data()["data"]["mentions"][0]["id"], json!(id));
    assert_eq!(note.data()["entity"], "organization");

    let mails = mails_to(&app, &named).await;
    assert_eq!(mails.len(), 1, "named twice, told once");
    let link = format!("/note/{}", note.id());
    assert!(
        mails[0].contains("before noon") && mails[0].contains(&link),
        "{}",
        mails[0]
    );
    assert!(
        !mails[0].contains("www.example.test"),
        "nothing leads elsewhere: {}",
        mails[0]
    );

    let mine = named.get("/logs/mentions").await;
    assert_eq!(
        (&mine.data()[0]["log"]["id"], &mine.data()[0]["seen"]),
        (&note.data()["id"], &json!(false))
    );
    assert_eq!(author.get("/logs/mentions").await.data(), &json!([]));
    let until = json!({ "until": note.data()["createdAt"] });
    assert_eq!(
        author
            .post("/logs/mentions/seen", until.clone())
            .await
            .summary(),
        "204"
    );
    assert_eq!(
        named.get("/logs/mentions").await.data()[0]["seen"],
        false,
        "others see for themselves"
    );
    assert_eq!(
        named.post("/logs/mentions/seen", until).await.summary(),
        "204"
    );
    assert_eq!(named.get("/logs/mentions").await.data()[0]["seen"], true);
    assert_eq!(
        named.get(&format!("/logs/{}", note.id())).await.data(),
        note.data()
    );

    assert_eq!(
        author
            .delete(&format!("/logs/{}", note.id()))
            .await
            .summary(),
        "204"
    );
    assert_eq!(named.get("/logs/mentions").await.data(), &json!([]));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn nobody_is_flooded_with_mails_by_what_others_write(db: PgPool) {
    let app = TestApp::new(db).await;
    let author = app.admin(&[ReadOrganization]).await;
    let named = app.admin(&[ReadOrganization]).await;
    let id = named.user.expect("a user");
    let organization = app.organization().await.to_string();
    for _ in 0..12 {
        let note = mention(&author, &organization, &[id]).await;
        assert_eq!(note.summary(), "201");
    }
    assert_eq!(mails_to(&app, &named).await.len(), 10);
    let mine = named.get("/logs/mentions").await;
    assert_eq!(mine.data().as_array().map(Vec::len), Some(12));
    // Who has looked is written to again.
    let until = json!({ "until": mine.data()[0]["log"]["createdAt"] });
    assert_eq!(
        named.post("/logs/mentions/seen", until).await.summary(),
        "204"
    );
    mention(&author, &organization, &[id]).await;
    assert_eq!(mails_to(&app, &named).await.len(), 11);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn only_readers_of_a_note_are_offered_and_named_in_it(db: PgPool) {
    let app = TestApp::new(db).await;
    let author = app.admin(&[ReadOrganization]).await;
    let reader = app.admin(&[ReadOrganization]).await.user.expect("a user");
    let stranger = app.admin(&[ReadStore]).await.user.expect("a user");
    let organization = app.organization().await;
    let store = app.store(organization).await;
    let customer = app
        .customer(organization, &[store], &[])
        .await
        .user
        .expect("a user");
    let factory = app.factory().await;
    let maker = app
        .user(Role::Factory, &[ReadProject], &[], &[], &[factory])
        .await;
    let organization = organization.to_string();

    let offered = author
        .get(&format!("/logs/people?relationId={organization}"))
        .await;
    let ids: Vec<&Value> = offered
        .data()
        .as_array()
        .expect("people")
        .iter()
        .map(|each| &each["id"])
        .collect();
    assert_eq!(ids, [&json!(reader)]);
    let path = format!("/logs/people?relationId={organization}&search=nobody+of+this+name");
    assert_eq!(author.get(&path).await.data(), &json!([]));
    for (search, issue) in [("%00", "search type"), (&"x".repeat(101), "search max")] {
        let path = format!("/logs/people?relationId={organization}&search={search}");
        assert_eq!(author.get(&path).await.issues(), [issue]);
    }
    assert_eq!(
        maker
            .get(&format!("/logs/people?relationId={organization}"))
            .await
            .status,
        404
    );

    let maker = maker.user.expect("a user");
    for other in [stranger, customer, maker, Uuid::now_v7()] {
        let refused = mention(&author, &organization, &[reader, other]).await;
        assert_eq!(refused.issues(), ["data.mentions option"]);
    }
    let many: Vec<Uuid> = (0..21).map(|_| Uuid::now_v7()).collect();
    assert_eq!(
        mention(&author, &organization, &many).await.issues(),
        ["data.mentions max"]
    );
    let mails: i64 = sqlx::query_scalar("select count(*) from mails")
        .fetch_one(&app.app.db)
        .await
        .unwrap();
    assert_eq!(mails, 0, "nobody is told of a note that is not written");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_note_that_one_may_no_longer_read_names_one_no_more(db: PgPool) {
    let app = TestApp::new(db).await;
    let author = app.admin(&[ReadOrganization, SuperAdmin]).await;
    let named = app.admin(&[ReadOrganization]).await;
    let id = named.user.expect("a user");
    let organization = app.organization().await.to_string();
    let note = mention(&author, &organization, &[id]).await;
    let less = json!({ "permissions": [] });
    assert_eq!(
        author.patch(&format!("/user/{id}"), less).await.summary(),
        "200"
    );
    assert_eq!(named.get("/logs/mentions").await.data(), &json!([]));
    assert_eq!(named.get(&format!("/logs/{}", note.id())).await.status, 404);
}
