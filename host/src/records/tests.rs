//! The life of records of every kind that has one: what two people do at once, and what changes nothing.

mod as_of;
mod chain;
mod notes;
mod undone;

use futures::future::join;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::access::Permission::SuperAdmin;
use crate::testing::{Answer, Client, TestApp, unique};

/// A record to try things on.
struct Case {
    kind: &'static str,
    path: String,
    /// What it was made of.
    body: Value,
    created: Answer,
}

impl Case {
    async fn make(admin: &Client, kind: &'static str, calls: &str, body: Value) -> Self {
        let created = admin.post(calls, body.clone()).await;
        assert_eq!(created.summary(), "201", "{kind}: {}", created.json);
        Self {
            kind,
            path: format!("{calls}/{}", created.id()),
            body,
            created,
        }
    }

    /// One of each kind, on which nothing else depends.
    async fn all(app: &TestApp, admin: &Client) -> Vec<Self> {
        let organization = app.organization().await;
        let store = app.store(organization).await;
        let mut cases = Vec::new();
        let plain = json!({ "name": unique("Label"), "identifierNumber": "1" });
        cases.push(Self::make(admin, "organization", "/organization", plain).await);
        let owned = json!({ "name": unique("Shop"), "organizations": [{ "organizationId": organization }] });
        cases.push(Self::make(admin, "store", "/store", owned).await);
        let person = json!({
            "email": "ines@example.test", "displayName": "Inès", "role": "customer", "permissions": [],
            "organizations": [organization], "stores": [store],
        });
        cases.push(Self::make(admin, "user", "/user", person).await);
        let record = json!({
            "name": "Aube", "sku": "AUBE-LP", "barcode": "3760000000017", "format": "vinyl", "artist": "Nora K",
            "title": "Aube", "label": "Label X",
        });
        let audit = format!("/store/{store}/phonographic");
        cases.push(Self::make(admin, "phonographic", &audit, record).await);
        let component =
            json!({ "name": "T-shirt", "sku": "TEE", "quantity": 2, "externalVariantId": "1" });
        let bundle = json!({
            "storeId": store, "sku": "CPSLSB-SUMMER-0001", "name": "Été", "components": [component],
        });
        cases.push(Self::make(admin, "bundle", "/bundle", bundle).await);
        cases
    }

    fn is_edited(&self) -> bool {
        self.kind != "bundle"
    }

    fn is_archived(&self) -> bool {
        matches!(self.kind, "bundle" | "organization" | "store")
    }

    /// What happened to it, oldest first.
    async fn history(&self, admin: &Client) -> Vec<String> {
        let path = format!("/history?entity={}&id={}", self.kind, self.created.id());
        let history = admin.get(&path).await;
        let entries = history.data().as_array().expect("entries").iter().rev();
        let action = |entry: &Value| entry["action"].as_str().unwrap_or_default().to_owned();
        entries.map(action).collect()
    }

    async fn act(&self, admin: &Client, act: &str) -> Answer {
        let path = format!("{}/{act}", self.path);
        admin.send("POST", &path, None, &[]).await
    }

    /// Saves it under another name.
    async fn edit(&self, admin: &Client, headers: &[(&str, &str)]) -> Answer {
        let mut body = self.body.clone();
        let field = if self.kind == "user" {
            "displayName"
        } else {
            "name"
        };
        body[field] = json!(unique("Other"));
        admin.send("PUT", &self.path, Some(body), headers).await
    }

    fn version(&self) -> &str {
        self.created.data()["updatedAt"]
            .as_str()
            .expect("a version")
    }
}

/// The statuses of two answers, the lower first.
fn statuses(first: &Answer, second: &Answer) -> [u16; 2] {
    let mut both = [first.status.as_u16(), second.status.as_u16()];
    both.sort_unstable();
    both
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn of_two_who_delete_or_restore_at_once_one_does(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    for case in Case::all(&app, &admin).await {
        let kind = case.kind;
        let (first, second) = join(admin.delete(&case.path), admin.delete(&case.path)).await;
        assert_eq!(statuses(&first, &second), [204, 404], "{kind}");
        let (first, second) = join(case.act(&admin, "restore"), case.act(&admin, "restore")).await;
        // Where restoring also takes back from the archive, the second finds nothing to do.
        let other = if case.is_archived() { 200 } else { 404 };
        assert_eq!(statuses(&first, &second), [200, other], "{kind}");
        assert_eq!(
            case.history(&admin).await,
            ["create", "delete", "restore"],
            "{kind}"
        );
        assert_eq!(
            admin.get(&case.path).await.data(),
            case.created.data(),
            "{kind}: as it was"
        );
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn who_edits_what_is_being_deleted_is_first_or_finds_nothing(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let cases = Case::all(&app, &admin).await;
    for case in cases.iter().filter(|case| case.is_edited()) {
        let (edited, deleted) = join(case.edit(&admin, &[]), admin.delete(&case.path)).await;
        assert_eq!(deleted.status.as_u16(), 204, "{}", case.kind);
        // Nobody reads the history of what is deleted.
        assert_eq!(case.act(&admin, "restore").await.summary(), "200");
        let history = case.history(&admin).await;
        match edited.status.as_u16() {
            200 => assert_eq!(history, ["create", "update", "delete", "restore"]),
            404 => assert_eq!(history, ["create", "delete", "restore"]),
            other => panic!("{}: {other}", case.kind),
        }
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn who_edits_what_is_being_archived_is_first_or_is_told(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let cases = Case::all(&app, &admin).await;
    for case in cases.iter().filter(|case| case.is_archived()) {
        let as_read = [("if-match", case.version())];
        let (edited, archived) =
            join(case.edit(&admin, &as_read), case.act(&admin, "archive")).await;
        assert_eq!(archived.summary(), "200", "{}", case.kind);
        let history = case.history(&admin).await;
        match edited.summary().as_str() {
            "200" => assert_eq!(history, ["create", "update", "archive"], "{}", case.kind),
            summary => {
                assert_eq!(summary, "409 ConflictEditException", "{}", case.kind);
                assert_eq!(history, ["create", "archive"], "{}", case.kind);
            }
        }
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_changes_nothing_is_no_change(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    for case in Case::all(&app, &admin).await {
        let kind = case.kind;
        if case.is_edited() {
            let saved = admin.put(&case.path, case.body.clone()).await;
            assert_eq!(saved.data(), case.created.data(), "{kind}");
        }
        if case.is_archived() {
            let restored = case.act(&admin, "restore").await;
            assert_eq!(restored.data(), case.created.data(), "{kind}: it was there");
        }
        assert_eq!(case.history(&admin).await, ["create"], "{kind}");
        if case.is_edited() {
            let as_read = [("if-match", case.version())];
            assert_eq!(case.edit(&admin, &as_read).await.summary(), "200", "{kind}");
        }
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_is_archived_stays_so_since_then(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let cases = Case::all(&app, &admin).await;
    for case in cases.iter().filter(|case| case.is_archived()) {
        let first = case.act(&admin, "archive").await;
        app.app.clock.advance(std::time::Duration::from_secs(60));
        let (again, twice) = join(case.act(&admin, "archive"), case.act(&admin, "archive")).await;
        assert_eq!((again.data(), twice.data()), (first.data(), first.data()));
        let back = case.act(&admin, "restore").await;
        assert_eq!(back.data()["archivedAt"], Value::Null);
        let history = case.history(&admin).await;
        assert_eq!(history, ["create", "archive", "unarchive"], "{}", case.kind);
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_was_said_of_a_record_of_any_kind_goes_with_it(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let (register, now) = (app.app.register, app.app.now());
    for kind in register.kinds().filter(|kind| kind.rows.is_some()) {
        // Of a record that is gone for good.
        let said = "with note as (
                insert into log_entries (id, entity, relation_id, action, data, user_name, created_at)
                values (gen_random_uuid(), $1, gen_random_uuid(), 'message', '{}', 'Inès', $2))
             insert into files (id, name, path, media_type, size, sha256, entity, entity_id, kind, created_at)
             values (gen_random_uuid(), 'a.pdf', $1, 'application/pdf', 1, '', $1, gen_random_uuid(), 'x', $2)";
        let said = sqlx::query(said).bind(kind.name).bind(now);
        said.execute(&db).await.expect("a note and a file");
    }
    let mut connection = db.acquire().await.expect("a connection");
    let swept = crate::records::sweep(register, &mut connection, now).await;
    let left: Vec<String> = sqlx::query_scalar(
        "select entity from log_entries union all select entity from files where deleted_at is null",
    )
    .fetch_all(&db)
    .await
    .expect("a query");
    assert_eq!(left, Vec::<String>::new());
    assert!(swept.expect("a sweep") > 10);
}
