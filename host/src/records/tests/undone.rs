//! How long a deletion can be undone, what then goes for good, and editions of two who write at once.

use std::time::Duration;

use crate::access::Permission::{ReadOrganization, ReadStore, ReadUser};

use super::*;

const HOUR: Duration = Duration::from_secs(3_600);
const DAY: Duration = Duration::from_secs(86_400);

async fn at_work(app: &TestApp) -> Client {
    app.admin(&[SuperAdmin]).await
}

/// Has every domain forget what has served its time, as every night; tells how much that was.
async fn sweep(app: &TestApp) -> u64 {
    let mut gone = 0;
    for sweep in app.app.register.sweeps() {
        gone += sweep(&app.app, 100).await.expect("a sweep");
    }
    gone
}

/// Whether its row is there, deleted or not.
async fn lies(db: &PgPool, case: &Case) -> bool {
    let table = match case.kind {
        "organization" => "organizations",
        "store" => "stores",
        "user" => "users",
        "phonographic" => "phonographic_products",
        "bundle" => "bundles",
        other => panic!("{other}"),
    };
    let row = format!("select exists (select from {table} where id = $1)");
    let row = sqlx::query_scalar(sqlx::AssertSqlSafe(row)).bind(case.created.id());
    row.fetch_one(db).await.expect("a query")
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_deletion_is_undone_for_an_hour_and_final_after_a_day(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let admin = at_work(&app).await;
    let cases = Case::all(&app, &admin).await;
    for case in &cases {
        assert_eq!(admin.delete(&case.path).await.summary(), "204");
    }
    app.app.clock.advance(HOUR);
    // Bringing a user back takes a sign-in of the last ten minutes.
    let admin = at_work(&app).await;
    for case in &cases {
        let restored = case.act(&admin, "restore").await;
        assert_eq!(
            restored.summary(),
            "200",
            "{}: in the last moment",
            case.kind
        );
        assert_eq!(restored.data(), case.created.data(), "{}", case.kind);
        assert_eq!(admin.delete(&case.path).await.summary(), "204");
    }
    app.app.clock.advance(HOUR + Duration::from_micros(1));
    let admin = at_work(&app).await;
    for case in &cases {
        let late = case.act(&admin, "restore").await;
        assert_eq!(
            late.summary(),
            "403 ForbiddenResourceException",
            "{}",
            case.kind
        );
        let french = [("accept-language", "fr")];
        let late = admin
            .send("POST", &format!("{}/restore", case.path), None, &french)
            .await;
        let message = late.json["error"]["message"].as_str().unwrap();
        assert!(message.starts_with("Il est trop tard"), "{message}");
        assert_eq!(admin.get(&case.path).await.status, 404, "it stays deleted");
    }
    // A day after it was deleted, to the moment, it still lies there for who has to look.
    app.app.clock.advance(DAY - HOUR - Duration::from_micros(1));
    sweep(&app).await;
    for case in &cases {
        assert!(lies(&db, case).await, "{}", case.kind);
    }
    app.app.clock.advance(Duration::from_micros(1));
    let (one, other) = join(sweep(&app), sweep(&app)).await;
    assert!(one + other >= cases.len() as u64);
    let admin = at_work(&app).await;
    for case in &cases {
        assert!(!lies(&db, case).await, "{}", case.kind);
        let gone = case.act(&admin, "restore").await;
        assert_eq!(gone.status, 404, "{}", case.kind);
        let history =
            "select array_agg(action order by at, id) from audit_entries where entity_id = $1";
        let history: Vec<String> = sqlx::query_scalar(history)
            .bind(case.created.id())
            .fetch_one(&db)
            .await
            .unwrap();
        assert_eq!(
            history,
            ["create", "delete", "restore", "delete"],
            "what happened stays told"
        );
    }
    assert_eq!(sweep(&app).await, 0);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn who_took_its_place_meanwhile_keeps_it(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = at_work(&app).await;
    for case in Case::all(&app, &admin).await {
        let conflict = match case.kind {
            // Two labels may have one name.
            "organization" => continue,
            "store" => "409 ConflictStoreNameException",
            "user" => "409 ConflictUserEmailException",
            _ => "409 ConflictProductUniqueException",
        };
        assert_eq!(admin.delete(&case.path).await.summary(), "204");
        let calls = case.path.rsplit_once('/').unwrap().0;
        let other = Case::make(&admin, case.kind, calls, case.body.clone()).await;
        let refused = case.act(&admin, "restore").await;
        assert!(
            refused.summary().starts_with(conflict),
            "{}: {}",
            case.kind,
            refused.summary()
        );
        assert_eq!(admin.get(&case.path).await.status, 404, "{}", case.kind);
        assert_eq!(admin.get(&other.path).await.data(), other.created.data());
        // Out of the way again, the first comes back.
        assert_eq!(admin.delete(&other.path).await.summary(), "204");
        let back = case.act(&admin, "restore").await;
        assert_eq!(back.data(), case.created.data(), "{}", case.kind);
        let history = case.history(&admin).await;
        assert_eq!(
            history,
            ["create", "delete", "restore"],
            "a refusal is no change"
        );
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn of_two_who_edit_the_same_edition_one_does_and_the_other_is_told_who(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let (admin, other) = (at_work(&app).await, at_work(&app).await);
    let named =
        async |client: &Client| client.get("/user/current").await.data()["displayName"].clone();
    let names = [named(&admin).await, named(&other).await];
    let cases = Case::all(&app, &admin).await;
    for case in cases.iter().filter(|case| case.is_edited()) {
        let as_read = [("if-match", case.version())];
        let (first, second) = join(case.edit(&admin, &as_read), case.edit(&other, &as_read)).await;
        assert_eq!(statuses(&first, &second), [200, 409], "{}", case.kind);
        let (saved, refused, by) = match first.status.as_u16() {
            200 => (&first, &second, &names[0]),
            _ => (&second, &first, &names[1]),
        };
        assert_eq!(refused.summary(), "409 ConflictEditException");
        let payload = &refused.json["error"]["payload"];
        let version = &saved.data()["updatedAt"];
        assert_eq!(
            (&payload["by"], &payload["at"]),
            (by, version),
            "{}",
            case.kind
        );
        assert_eq!(case.history(&admin).await, ["create", "update"]);
        // Read again, it can be edited.
        let read = admin.get(&case.path).await;
        let version = read.data()["updatedAt"].as_str().unwrap();
        let edited = case.edit(&other, &[("if-match", version)]).await;
        assert_eq!(edited.summary(), "200", "{}", case.kind);
    }
    // A host whose clock is behind makes newer editions all the same.
    let case = &cases[0];
    app.app.clock.advance(HOUR);
    let behind = TestApp::new(db).await;
    let mut editions = Vec::new();
    for client in [&admin, &admin.at(&behind), &admin] {
        let edited = case.edit(client, &[]).await;
        let edition = edited.data()["updatedAt"].as_str().unwrap();
        editions.push(edition.parse::<chrono::DateTime<chrono::Utc>>().unwrap());
    }
    assert!(
        editions[0] < editions[1] && editions[1] < editions[2],
        "{editions:?}"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_history_is_told_to_who_may_read_its_record_while_it_is_there(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = at_work(&app).await;
    let cases = Case::all(&app, &admin).await;
    let of = |entity: &str, id: &str| format!("/history?entity={entity}&id={id}");
    let missing = "404 NotFoundResourceException";
    let clerk = app.admin(&[ReadOrganization, ReadStore]).await;
    for case in &cases {
        let id = case.created.id().to_string();
        let may = matches!(case.kind, "organization" | "store");
        let answer = clerk.get(&of(case.kind, &id)).await;
        assert_eq!(
            answer.summary(),
            if may { "200" } else { missing },
            "{}",
            case.kind
        );
        // One kind's id is no other's.
        for other in cases.iter().filter(|other| other.kind != case.kind) {
            assert_eq!(admin.get(&of(other.kind, &id)).await.summary(), missing);
        }
        assert_eq!(admin.delete(&case.path).await.summary(), "204");
        let deleted = admin.get(&of(case.kind, &id)).await;
        assert_eq!(deleted.summary(), missing, "{}", case.kind);
    }
    let nil = uuid::Uuid::nil().to_string();
    for unknown in ["nothing", "", "audit_entries", "User", "user'--"] {
        assert_eq!(admin.get(&of(unknown, &nil)).await.summary(), missing);
    }
    for (query, issue) in [
        (format!("/history?id={nil}"), "entity required"),
        ("/history?entity=user".to_owned(), "id required"),
        ("/history?entity=user&id=1".to_owned(), "id type"),
    ] {
        assert_eq!(admin.get(&query).await.issues(), [issue], "{query}");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_note_goes_with_its_files_and_comes_back_with_them(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let admin = at_work(&app).await;
    let organization = app.organization().await.to_string();
    let data = json!({ "message": "See" }).to_string();
    let fields = [("relationId", organization.as_str()), ("data", &data)];
    let pdf: &[u8] = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF";
    let files = [("files", "a.pdf", pdf), ("files", "b.pdf", pdf)];
    let note = admin.upload("/logs", &fields, &files).await;
    assert_eq!(note.summary(), "201", "{}", note.json);
    let attached = async || -> Vec<String> {
        let notes = admin.get(&format!("/logs?relationId={organization}")).await;
        let notes = notes.data().as_array().unwrap().iter();
        let files = notes.flat_map(|note| note["data"]["files"].as_array().unwrap().clone());
        let mut names: Vec<String> = files
            .map(|file| file["name"].as_str().unwrap().to_owned())
            .collect();
        names.sort();
        names
    };
    assert_eq!(attached().await, ["a.pdf", "b.pdf"]);
    let path = format!("/logs/{}", note.id());
    let history = format!("/history?entity=log&id={}", note.id());
    assert_eq!(admin.get(&history).await.summary(), "200");
    let file = note.data()["data"]["files"][0]["id"].as_str().unwrap();
    let link = format!("/file/{file}/link");
    assert_eq!(admin.post(&link, json!({})).await.summary(), "200");

    assert_eq!(admin.delete(&path).await.summary(), "204");
    assert_eq!(attached().await, Vec::<String>::new());
    assert_eq!(
        admin.post(&link, json!({})).await.status,
        404,
        "nor its files"
    );
    assert_eq!(admin.get(&history).await.status, 404);
    app.app.clock.advance(HOUR);
    let restore = format!("{path}/restore");
    assert_eq!(
        admin.send("POST", &restore, None, &[]).await.summary(),
        "204"
    );
    assert_eq!(attached().await, ["a.pdf", "b.pdf"]);
    assert_eq!(admin.post(&link, json!({})).await.summary(), "200");
    let again = admin.send("POST", &restore, None, &[]).await;
    assert_eq!(again.summary(), "404 NotFoundLogException", "it is there");

    // Who may not read what it is about does not bring it back either.
    assert_eq!(admin.delete(&path).await.summary(), "204");
    let stranger = app.admin(&[ReadStore, ReadUser]).await;
    let refused = stranger.send("POST", &restore, None, &[]).await;
    assert_eq!(refused.summary(), "404 NotFoundLogException");
    app.app.clock.advance(DAY + Duration::from_secs(1));
    sweep(&app).await;
    let admin = at_work(&app).await;
    let gone = admin.send("POST", &restore, None, &[]).await;
    assert_eq!(gone.summary(), "404 NotFoundLogException");
    let left: i64 = sqlx::query_scalar("select count(*) from log_entries")
        .fetch_one(&db)
        .await
        .unwrap();
    assert_eq!(left, 0);
}
