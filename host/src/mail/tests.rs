//! Mails on their way out, to a mail server that listens.

mod headers;

use std::net::SocketAddr;
use std::time::Duration;

use mail_parser::MessageParser;
use serde_json::{Value, json};
use simulator_kit::mail::{MailServer, Mode, Trouble};
use sqlx::{Connection, PgPool};

use crate::access::{Permission, Role};
use crate::testing::TestApp;

/// A mail server with this trouble for its first mail.
async fn server(trouble: Mode) -> MailServer {
    let server = MailServer::start(1).await.expect("a mail server");
    server.trouble(Trouble::times(trouble, 1));
    server
}

const ADDRESS: &str = "zoe@example.test";

/// Somebody asks for a link, and the queue does what is due.
async fn ask(app: &TestApp) {
    let asked = app
        .nobody()
        .post("/auth/link", json!({ "email": ADDRESS }))
        .await;
    assert_eq!(asked.summary(), "202");
    app.run_jobs().await;
}

async fn user(app: &TestApp) {
    let client = app.user(Role::Admin, &[], &[], &[], &[]).await;
    sqlx::query(
        "update users set email = $1, display_name = 'Zoé Martin', locale = 'fr' where id = $2",
    )
    .bind(ADDRESS)
    .bind(client.user)
    .execute(&app.app.db)
    .await
    .expect("a user");
}

/// The latest mail, as the developer page shows it.
async fn shown(app: &TestApp) -> Value {
    let admin = app.admin(&[Permission::SuperAdmin]).await;
    let list = admin.get("/developer/mail").await;
    let id = list.data()[0]["id"].as_str().expect("a mail").to_owned();
    admin
        .get(&format!("/developer/mail/{id}"))
        .await
        .data()
        .clone()
}

/// What a mail says in both forms, then all of it as it came.
fn decoded(mail: &str) -> String {
    let message = MessageParser::default().parse(mail).expect("a mail");
    let (text, html) = (message.body_text(0), message.body_html(0));
    format!("{}\n{}\n{mail}", text.expect("a text"), html.expect("HTML"))
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_link_waits_for_no_other_work(db: PgPool) {
    let receiver = server(Mode::None).await;
    let app = TestApp::with(db.clone(), |config| {
        config.plugins.clear();
        config.mail.smtp_url = Some(format!("smtp://{}", receiver.address()).into());
        config.jobs.concurrency = 1;
    })
    .await;
    user(&app).await;
    let admin = app.admin(&[Permission::SuperAdmin]).await;
    for number in 0..3 {
        let guest = json!({ "email": format!("guest{number}@example.test"), "displayName": "Guest", "role": "admin",
            "permissions": [] });
        assert_eq!(admin.post("/user", guest).await.summary(), "201");
    }
    // Whoever delivers one of them waits to write down that it went.
    let options = db.connect_options();
    let mut locker = sqlx::PgConnection::connect_with(&options)
        .await
        .expect("a connection of our own");
    let mut lock = locker.begin().await.expect("a transaction");
    sqlx::query("select from mails for update")
        .execute(&mut *lock)
        .await
        .expect("a lock");
    let worker = crate::jobs::Worker::start(&app.app)
        .await
        .expect("a worker");
    let received = async |count: usize| {
        let mut pause = tokio::time::interval(Duration::from_millis(10));
        let all = async {
            while receiver.received().len() < count {
                pause.tick().await;
            }
        };
        let all = tokio::time::timeout(Duration::from_secs(20), all).await;
        all.expect("mails in time");
        receiver.received()
    };
    received(1).await;
    let asked = json!({ "email": ADDRESS });
    let asked = app.nobody().post("/auth/link", asked).await;
    assert_eq!(asked.summary(), "202");
    let mails = received(2).await;
    assert!(mails[1].contains("To: zoe@example.test"), "{mails:?}");
    lock.rollback().await.expect("the lock is gone");
    received(4).await;
    worker.stop(Duration::from_secs(20)).await;
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_link_arrives_in_its_readers_language_and_works(db: PgPool) {
    let receiver = server(Mode::None).await;
    let app = TestApp::with_mail(db, receiver.address()).await;
    user(&app).await;
    ask(&app).await;
    let received = receiver.received();
    assert_eq!(received.len(), 1);
    let mail = decoded(&received[0]);
    for part in [
        "From: Comptoir <portal@comptoir.test>",
        "To: zoe@example.test",
        "Auto-Submitted: auto-generated",
        "multipart/alternative",
        "text/plain",
        "text/html",
        "Bonjour Zoé Martin,",
        "<a class=\"action\" href=",
    ] {
        assert!(mail.contains(part), "{part} in {mail}");
    }
    let id = mail.lines().find(|line| line.starts_with("Message-ID:"));
    assert!(
        id.is_some_and(|id| id.ends_with("@comptoir.test>")),
        "{mail}"
    );

    let token = mail
        .split("token=")
        .nth(1)
        .and_then(|rest| rest.split(['&', '\n']).next());
    let session = app
        .nobody()
        .post("/auth/session", json!({ "token": token.expect("a link") }))
        .await;
    assert_eq!(session.summary(), "200");

    let shown = shown(&app).await;
    assert_eq!(
        (&shown["status"], &shown["attempts"]),
        (&json!("sent"), &json!(1))
    );
    assert!(shown["sentAt"].is_string());
    assert_eq!(shown["text"], "", "a link that is out is not kept readable");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_server_that_asks_for_patience_is_tried_again(db: PgPool) {
    let receiver = server(Mode::LaterWhole).await;
    let app = TestApp::with_mail(db, receiver.address()).await;
    user(&app).await;
    ask(&app).await;
    let waits = shown(&app).await;
    assert_eq!(waits["status"], "queued");
    assert!(
        waits["error"]
            .as_str()
            .is_some_and(|text| text.contains("later")),
        "{waits}"
    );
    sqlx::query("update graphile_worker._private_jobs set run_at = now()")
        .execute(&app.app.db)
        .await
        .expect("time passes");
    app.run_jobs().await;
    assert_eq!(receiver.received().len(), 1);
    let sent = shown(&app).await;
    assert_eq!(
        (&sent["status"], &sent["attempts"], &sent["error"]),
        (&json!("sent"), &json!(2), &Value::Null)
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_refused_mail_fails_with_the_servers_words(db: PgPool) {
    let receiver = server(Mode::Refused).await;
    let app = TestApp::with_mail(db, receiver.address()).await;
    user(&app).await;
    ask(&app).await;
    app.run_jobs().await;
    let failed = shown(&app).await;
    assert_eq!(
        (&failed["status"], &failed["attempts"]),
        (&json!("failed"), &json!(1))
    );
    assert!(
        failed["error"]
            .as_str()
            .is_some_and(|text| text.contains("no such person")),
        "{failed}"
    );
    assert!(receiver.received().is_empty());
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_link_that_has_expired_is_not_sent_any_more(db: PgPool) {
    // Nobody listens there.
    let nowhere = SocketAddr::from(([127, 0, 0, 1], 1));
    let app = TestApp::with_mail(db, nowhere).await;
    user(&app).await;
    ask(&app).await;
    assert_eq!(shown(&app).await["status"], "queued");
    app.app
        .clock
        .advance(std::time::Duration::from_secs(16 * 60));
    sqlx::query("update graphile_worker._private_jobs set run_at = now()")
        .execute(&app.app.db)
        .await
        .expect("time passes");
    app.run_jobs().await;
    let failed = shown(&app).await;
    assert_eq!(
        (&failed["status"], &failed["text"]),
        (&json!("failed"), &json!(""))
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn without_a_mail_server_the_outbox_keeps_what_is_written(db: PgPool) {
    let app = TestApp::new(db).await;
    user(&app).await;
    ask(&app).await;
    let kept = shown(&app).await;
    assert_eq!(
        (&kept["status"], &kept["to"]),
        (&json!("kept"), &json!(ADDRESS))
    );
    assert!(
        kept["text"]
            .as_str()
            .is_some_and(|text| text.contains("token="))
    );
}

#[test]
fn an_unusable_server_is_refused_without_telling_its_password() {
    for url in [
        "mail.example",
        "http://user:secret@mail.example",
        "smtp://user:secret@",
    ] {
        let config = crate::program::config::Mail {
            smtp_url: Some(url.to_owned().into()),
            ..Default::default()
        };
        let error = super::Server::from_config(&config)
            .map(drop)
            .expect_err(url);
        let text = format!("{error:#}");
        assert!(
            text.contains("mail.smtp_url") && !text.contains("secret"),
            "{text}"
        );
    }
}
