//! Mails on their way out, to a mail server that listens.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use sqlx::PgPool;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

use crate::access::{Permission, Role};
use crate::testing::TestApp;

/// Speaks as much SMTP (RFC 5321) as it takes to receive mails.
struct Receiver {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    received: Vec<String>,
    /// What the next mails are answered, before all are taken.
    answers: Vec<&'static str>,
}

impl Receiver {
    async fn start(answers: &[&'static str]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let state = Arc::new(Mutex::new(State {
            received: Vec::new(),
            answers: answers.to_vec(),
        }));
        let shared = Arc::clone(&state);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(converse(stream, Arc::clone(&shared)));
            }
        });
        Self { address, state }
    }

    fn received(&self) -> Vec<String> {
        self.state.lock().expect("the state").received.clone()
    }
}

async fn converse(mut stream: TcpStream, state: Arc<Mutex<State>>) -> std::io::Result<()> {
    let (reader, mut writer) = stream.split();
    let mut lines = BufReader::new(reader).lines();
    writer.write_all(b"220 mail.test\r\n").await?;
    while let Some(line) = lines.next_line().await? {
        let verb = line
            .split([' ', ':'])
            .next()
            .unwrap_or_default()
            .to_uppercase();
        let answer = match verb.as_str() {
            "DATA" => {
                writer.write_all(b"354 go on\r\n").await?;
                let mut mail = String::new();
                while let Some(line) = lines.next_line().await?.filter(|line| line != ".") {
                    mail.push_str(&line);
                    mail.push('\n');
                }
                let mut state = state.lock().expect("the state");
                if state.answers.is_empty() {
                    state.received.push(mail);
                    "250 taken"
                } else {
                    state.answers.remove(0)
                }
            }
            "QUIT" => "221 bye",
            _ => "250 fine",
        };
        writer.write_all(format!("{answer}\r\n").as_bytes()).await?;
    }
    Ok(())
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

/// The parts of a mail, decoded.
fn decoded(mail: &str) -> String {
    // Quoted-printable (RFC 2045): soft line breaks, then bytes.
    let joined = mail.replace("=\n", "");
    let mut bytes = Vec::new();
    let mut rest = joined.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = tail.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match code.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) if *first == b'=' => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            _ => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[sqlx::test(migrator = "crate::database::MIGRATOR")]
async fn a_link_arrives_in_its_readers_language_and_works(db: PgPool) {
    let receiver = Receiver::start(&[]).await;
    let app = TestApp::with_mail(db, receiver.address).await;
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

#[sqlx::test(migrator = "crate::database::MIGRATOR")]
async fn a_server_that_asks_for_patience_is_tried_again(db: PgPool) {
    let receiver = Receiver::start(&["451 later"]).await;
    let app = TestApp::with_mail(db, receiver.address).await;
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

#[sqlx::test(migrator = "crate::database::MIGRATOR")]
async fn a_refused_mail_fails_with_the_servers_words(db: PgPool) {
    let receiver = Receiver::start(&["550 no such person"]).await;
    let app = TestApp::with_mail(db, receiver.address).await;
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

#[sqlx::test(migrator = "crate::database::MIGRATOR")]
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

#[sqlx::test(migrator = "crate::database::MIGRATOR")]
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
        let config = crate::config::Mail {
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
