mod downloads;

use std::net::SocketAddr;
use std::time::Duration;

use futures::future::BoxFuture;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use crate::access::Permission::ReadOrganization;
use crate::program::config;
use crate::testing::{Answer, Client, TestApp};
use crate::testing::{Rows, Tenant};

/// A picture of the customer's. Who downloads has a signature, which no id is.
pub fn rows(tenant: &Tenant) -> BoxFuture<'_, Rows> {
    Box::pin(async move {
        let picture = [("file", "a.gif", b"GIF89a picture".as_slice())];
        let file = tenant.customer.upload("/file", &[], &picture).await.id();
        vec![("/file/{id}", file), ("/download/{token}", file)]
    })
}

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n and what a picture holds";

async fn upload(client: &Client, name: &str, content: &[u8]) -> Answer {
    client
        .upload("/file", &[], &[("file", name, content)])
        .await
}

async fn link(client: &Client, file: &Answer) -> Answer {
    let path = format!("/file/{}/link", file.id());
    client.send("POST", &path, None, &[]).await
}

/// What lies in the object store below a folder.
fn contents(folder: &std::path::Path) -> usize {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return 0;
    };
    let count = |entry: std::fs::DirEntry| match entry.path() {
        path if path.is_dir() => contents(&path),
        _ => 1,
    };
    entries.flatten().map(count).sum()
}

/// An S3-compatible server on loopback with one bucket, and the settings that lead to it.
async fn s3(root: &std::path::Path) -> config::Files {
    std::fs::create_dir_all(root.join("comptoir-files")).unwrap();
    let mut builder = S3ServiceBuilder::new(s3s_fs::FileSystem::new(root).unwrap());
    builder.set_auth(SimpleAuth::from_single("an-id", "a-secret"));
    let service = builder.build();
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0))
        .await
        .unwrap();
    let address: SocketAddr = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            let service = service.clone();
            tokio::spawn(async move {
                let http = auto::Builder::new(TokioExecutor::new());
                drop(http.serve_connection(TokioIo::new(socket), service).await);
            });
        }
    });
    config::Files {
        bucket: Some("comptoir-files".into()),
        endpoint: Some(format!("http://{address}").parse().unwrap()),
        region: Some("us-east-1".into()),
        access_key_id: Some("an-id".into()),
        secret_access_key: Some("a-secret".to_owned().into()),
        folder: None,
        ..config::Files::default()
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_file_goes_to_a_bucket_and_comes_back(db: PgPool) {
    let folder = tempfile::tempdir().unwrap();
    let app = TestApp::with_files(db, s3(folder.path()).await).await;
    let admin = app.admin(&[]).await;
    // Larger than one part of a multipart upload.
    let large = [PNG, &vec![7; 12 << 20]].concat();
    let uploaded = upload(&admin, "poster.png", &large).await;
    assert_eq!(uploaded.summary(), "201", "{:?}", uploaded.json);
    assert_eq!(uploaded.data()["size"], large.len());
    assert_eq!(uploaded.data()["mediaType"], "image/png");
    let url = link(&admin, &uploaded).await.data()["url"]
        .as_str()
        .unwrap()
        .to_owned();
    let whole = app.nobody().raw("GET", &url, None, &[]).await;
    let body = axum::body::to_bytes(whole.into_body(), 64 << 20)
        .await
        .unwrap();
    assert_eq!(body, large);
    let end = app
        .nobody()
        .raw("GET", &url, None, &[("range", "bytes=-4")])
        .await;
    assert_eq!(end.status().as_u16(), 206);
    assert_eq!(
        axum::body::to_bytes(end.into_body(), 99).await.unwrap(),
        [7; 4].as_slice()
    );
    app.app.clock.advance(Duration::from_secs(25 * 3_600));
    assert_eq!(super::sweep(&app.app, 100).await.unwrap(), 1);
    let gone = app.nobody().get(&url).await;
    assert_eq!(gone.summary(), "404 NotFoundFileException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_waits_to_be_attached_is_bounded_and_nobody_elses(db: PgPool) {
    let folder = tempfile::tempdir().unwrap();
    let app = TestApp::with(db, |config| {
        config.plugins.clear();
        config.files.folder = Some(folder.path().to_owned());
        config.limits.unattached_mib = 1;
    })
    .await;
    let (ada, bob) = (app.admin(&[]).await, app.admin(&[]).await);
    let third = [PNG, &[0; 300 << 10]].concat();
    // Many at once are as many as one after the other.
    let sent = (0..6).map(|_| upload(&ada, "a.png", &third));
    let answers = futures::future::join_all(sent).await;
    let (kept, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 201);
    assert_eq!(kept.len(), 3);
    for answer in refused {
        assert_eq!(answer.issues(), ["file quota"]);
    }
    assert_eq!(contents(folder.path()), 3, "what is refused is not kept");
    assert_eq!(upload(&bob, "a.png", &third).await.status, 201);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_upload_is_its_makers_own_and_its_link_lasts_a_minute(db: PgPool) {
    let app = TestApp::new(db).await;
    let (ada, bob) = (app.admin(&[]).await, app.admin(&[]).await);
    let uploaded = upload(&ada, "../../Pochette d’été.png", PNG).await;
    assert_eq!(uploaded.data()["name"], "Pochette d’été.png");
    let path = uploaded.data()["path"].as_str().unwrap();
    let folder = format!("uploads/{}/", ada.user.unwrap().simple());
    assert!(
        path.starts_with(&folder) && path.ends_with("-pochette-d-ete.png"),
        "{path}"
    );
    assert_eq!(
        link(&bob, &uploaded).await.summary(),
        "404 NotFoundFileException"
    );
    let url = link(&ada, &uploaded).await.data()["url"]
        .as_str()
        .unwrap()
        .to_owned();
    let read = app.nobody().get(&url).await;
    assert_eq!(read.status.as_u16(), 200);
    assert_eq!(read.headers["x-content-type-options"], "nosniff");
    assert!(
        read.headers["content-disposition"]
            .to_str()
            .unwrap()
            .starts_with("attachment;")
    );
    let forged = url.replace(&url[url.len() - 4..], "AAAA");
    assert_eq!(
        app.nobody().get(&forged).await.summary(),
        "404 NotFoundFileException"
    );
    app.app.clock.advance(Duration::from_secs(61));
    assert_eq!(
        app.nobody().get(&url).await.summary(),
        "404 NotFoundFileException"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn nothing_is_left_of_an_upload_that_failed(db: PgPool) {
    let folder = tempfile::tempdir().unwrap();
    let files = config::Files {
        folder: Some(folder.path().to_owned()),
        ..config::Files::default()
    };
    let app = TestApp::with_files(db, files).await;
    let admin = app.admin(&[]).await;
    assert_eq!(
        upload(&admin, "a.exe", b"MZ\x90").await.issues(),
        ["file fileType"]
    );
    let second = [("file", "a.png", PNG), ("file", "b.png", PNG)];
    assert_eq!(
        admin.upload("/file", &[], &second).await.issues(),
        ["file max"]
    );
    assert_eq!(
        admin
            .upload("/file", &[], &[("picture", "a.png", PNG)])
            .await
            .issues(),
        ["picture unknown"]
    );
    assert_eq!(contents(folder.path()), 0);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn contents_without_a_record_are_swept_but_no_others(db: PgPool) {
    let folder = tempfile::tempdir().unwrap();
    let files = config::Files {
        folder: Some(folder.path().to_owned()),
        ..config::Files::default()
    };
    let app = TestApp::with_files(db, files).await;
    let admin = app.admin(&[]).await;
    upload(&admin, "kept.png", PNG).await;
    std::fs::create_dir_all(folder.path().join("uploads/x")).unwrap();
    std::fs::write(folder.path().join("uploads/x/lost.png"), PNG).unwrap();
    // The contents bear the machine's time, the portal its own.
    app.app.clock.advance(Duration::from_secs(24 * 3_600));
    let behind =
        crate::program::clock::Clock::system().now() - app.app.now() + chrono::TimeDelta::days(2);
    app.app.clock.advance(behind.to_std().unwrap_or_default());
    assert_eq!(super::sql::sweep_orphans(&app.app).await.unwrap(), 1);
    assert_eq!(contents(folder.path()), 1);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn notes_are_written_with_files_and_deleted_with_them(db: PgPool) {
    use crate::access::Permission::{ReadOrganization, SuperAdmin};
    let app = TestApp::new(db).await;
    let (ada, bob) = (
        app.admin(&[SuperAdmin]).await,
        app.admin(&[ReadOrganization]).await,
    );
    let blind = app.admin(&[]).await;
    let organization = app.organization().await;
    let relation = organization.to_string();
    let fields = [
        ("relationId", relation.as_str()),
        ("action", "message"),
        ("data", r#"{"message":"Rappelé <b>hier</b>."}"#),
    ];
    let written = ada
        .upload("/logs", &fields, &[("files", "a.png", PNG)])
        .await;
    assert_eq!(written.summary(), "201", "{:?}", written.json);
    assert_eq!(written.data()["data"]["message"], "Rappelé <b>hier</b>.");
    let path = format!("/logs?relationId={relation}");
    let read = bob.get(&path).await;
    assert_eq!(read.data()[0]["data"]["files"][0]["name"], "a.png");
    let file = read.data()[0]["data"]["files"][0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let ask = format!("/file/{file}/link");
    assert_eq!(bob.send("POST", &ask, None, &[]).await.summary(), "200");
    assert_eq!(
        blind.get(&path).await.summary(),
        "404 NotFoundResourceException"
    );
    assert_eq!(
        blind.send("POST", &ask, None, &[]).await.summary(),
        "404 NotFoundResourceException"
    );
    let merchant = app.customer(organization, &[], &[ReadOrganization]).await;
    assert_eq!(
        merchant.get(&path).await.summary(),
        "403 ForbiddenRoleException"
    );

    let empty = ada.upload("/logs", &[fields[0]], &[]).await;
    assert_eq!(empty.issues(), ["data.message required"]);
    let long = json!({ "message": "x".repeat(2_001) }).to_string();
    assert_eq!(
        ada.upload("/logs", &[fields[0], ("data", &long)], &[])
            .await
            .issues(),
        ["data.message max"]
    );
    let unkept = json!({ "message": "a\0b" }).to_string();
    assert_eq!(
        ada.upload("/logs", &[fields[0], ("data", &unkept)], &[])
            .await
            .issues(),
        ["data.message type"]
    );
    assert_eq!(
        ada.upload("/logs", &[fields[2]], &[]).await.issues(),
        ["relationId required"]
    );
    let nowhere = [
        ("relationId", "00000000-0000-0000-0000-000000000000"),
        fields[2],
    ];
    assert_eq!(
        ada.upload("/logs", &nowhere, &[]).await.summary(),
        "404 NotFoundResourceException"
    );

    assert_eq!(
        bob.delete(&format!("/logs/{}", written.id()))
            .await
            .summary(),
        "204"
    );
    assert_eq!(bob.get(&path).await.data(), &Value::Array(Vec::new()));
    assert_eq!(
        bob.send("POST", &ask, None, &[]).await.summary(),
        "404 NotFoundFileException"
    );

    let back = format!("/logs/{}/restore", written.id());
    assert_eq!(
        blind.send("POST", &back, None, &[]).await.summary(),
        "404 NotFoundLogException"
    );
    assert_eq!(bob.send("POST", &back, None, &[]).await.summary(), "204");
    assert_eq!(bob.get(&path).await.data(), read.data());
    assert_eq!(bob.send("POST", &ask, None, &[]).await.summary(), "200");
    assert_eq!(
        bob.send("POST", &back, None, &[]).await.summary(),
        "404 NotFoundLogException",
        "it is there"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_belongs_to_a_record_goes_with_it_for_good(db: PgPool) {
    use crate::access::Permission::SuperAdmin;
    let folder = tempfile::tempdir().unwrap();
    let files = config::Files {
        folder: Some(folder.path().to_owned()),
        ..config::Files::default()
    };
    let app = TestApp::with_files(db.clone(), files).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let (gone, kept) = (app.organization().await, app.organization().await);
    for organization in [gone, kept] {
        let relation = organization.to_string();
        let path = format!("/organization/{organization}/contract");
        assert_eq!(
            admin
                .upload(&path, &[], &[("file", "a.pdf", b"%PDF-1.7")])
                .await
                .summary(),
            "201"
        );
        let fields = [("relationId", relation.as_str())];
        assert_eq!(
            admin
                .upload("/logs", &fields, &[("files", "a.png", PNG)])
                .await
                .summary(),
            "201"
        );
    }
    assert_eq!(
        admin
            .delete(&format!("/organization/{gone}"))
            .await
            .summary(),
        "204"
    );
    app.app.clock.advance(Duration::from_secs(25 * 3_600));
    let now = app.app.now();
    assert_eq!(
        crate::records::life::sweep::<crate::organizations::Organization>(&app.app, 10)
            .await
            .unwrap(),
        1
    );
    let mut connection = db.acquire().await.unwrap();
    crate::records::sweep(app.app.register, &mut connection, now)
        .await
        .unwrap();
    assert_eq!(super::sweep(&app.app, 10).await.unwrap(), 2);
    assert_eq!(contents(folder.path()), 2, "the other organization's");
}

/// A note with a file, on an organization.
async fn note(client: &Client, organization: Uuid, content: &[u8]) -> Answer {
    let (organization, data) = (
        organization.to_string(),
        json!({ "message": "See" }).to_string(),
    );
    let fields = [("relationId", &*organization), ("data", &*data)];
    let files = [("files", "a.png", content)];
    client.upload("/logs", &fields, &files).await
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_a_user_sends_is_bounded_wherever_it_goes(db: PgPool) {
    let folder = tempfile::tempdir().unwrap();
    let app = TestApp::with(db.clone(), |config| {
        config.plugins.clear();
        config.files.folder = Some(folder.path().to_owned());
        config.limits.files_mib = 1;
    })
    .await;
    let organization = app.organization().await;
    let store = app.store(organization).await;
    let merchant = app.customer(organization, &[store], &[]).await;
    let colleague = app.customer(organization, &[store], &[]).await;
    let (large, small) = (
        [PNG, &[0; 600 << 10]].concat(),
        [PNG, &[0; 300 << 10]].concat(),
    );
    assert_eq!(upload(&merchant, "a.png", &large).await.summary(), "201");
    // What belongs to a record by now is theirs as much as what waits for one.
    sqlx::query("update files set entity = 'organization', entity_id = $1, kind = 'attachment'")
        .bind(organization)
        .execute(&db)
        .await
        .unwrap();
    let before = contents(folder.path());
    let refused = upload(&merchant, "a.png", &large).await;
    assert_eq!(refused.issues(), ["file quota"], "more than is left");
    assert_eq!(
        contents(folder.path()),
        before,
        "what is refused is not kept"
    );
    assert_eq!(upload(&merchant, "a.png", &small).await.summary(), "201");
    sqlx::query("update files set size = 1 << 20 where created_by = $1")
        .bind(merchant.user)
        .execute(&db)
        .await
        .unwrap();
    assert_eq!(
        upload(&merchant, "a.png", PNG).await.issues(),
        ["file filesQuota"]
    );
    // Nobody else's room is theirs, and the staff has all.
    assert_eq!(upload(&colleague, "a.png", &large).await.summary(), "201");
    let admin = app.admin(&[ReadOrganization]).await;
    for _ in 0..3 {
        assert_eq!(note(&admin, organization, &large).await.summary(), "201");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_disk_that_is_nearly_full_takes_no_more_files_and_everything_else_goes_on(db: PgPool) {
    let folder = tempfile::tempdir().unwrap();
    let app = TestApp::with(db, |config| {
        config.plugins.clear();
        config.files.folder = Some(folder.path().to_owned());
        // More than any disk has.
        config.files.free_mib = 1 << 40;
    })
    .await;
    let admin = app.admin(&[ReadOrganization]).await;
    let organization = app.organization().await;
    assert_eq!(upload(&admin, "a.png", PNG).await.issues(), ["file full"]);
    assert_eq!(
        note(&admin, organization, PNG).await.issues(),
        ["files full"]
    );
    assert_eq!(contents(folder.path()), 0);
    let saved = admin
        .patch("/user/current", json!({ "locale": "fr" }))
        .await;
    assert_eq!(saved.summary(), "200");
}
