//! Deliveries to a real SFTP server, a real HTTP server and the outbox.

use std::net::SocketAddr;
use std::sync::Arc;

use async_trait::async_trait;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use comptoir_sandbox::channels::{Channel, SecretPlace};
use comptoir_sandbox::{Delivery, DeliveryFailure, Files, Grant, Parcel};
use phonographic_simulator::{Mode, Simulator, SimulatorConfig, Trouble};
use sqlx::PgPool;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::Deliveries;

const NAME: &str = "SNEP_PORTAL_2026-11-13_2026-11-19.csv";

/// One file, as a call holds it.
struct One(Vec<u8>);

#[async_trait]
impl Files for One {
    async fn size(&self, name: &str) -> anyhow::Result<Option<u64>> {
        Ok((name == "made").then_some(self.0.len() as u64))
    }

    async fn read(&self, _: &str, offset: u64, length: u32) -> anyhow::Result<Option<Vec<u8>>> {
        let rest = &self.0[usize::try_from(offset)?.min(self.0.len())..];
        Ok(Some(rest[..rest.len().min(length as usize)].to_vec()))
    }

    async fn append(&self, _: &str, _: Vec<u8>) -> anyhow::Result<()> {
        anyhow::bail!("read only")
    }

    fn delivery(&self) -> Option<Delivery> {
        Some(Delivery {
            id: "the delivery".into(),
            on_failure: serde_json::json!({ "name": "mail.deliver", "consumer": "mail", "identifier": "1",
                "payload": {}, "maxAttempts": 1 }),
        })
    }
}

/// The portal's own report with this many lines.
fn report(lines: usize) -> Vec<u8> {
    let mut text = "\u{feff}week_start;week_end;barcode;artist;title;label;format;country;quantity;unit_price_ex_vat;\
                    amount_ex_vat;currency\r\n"
        .to_owned();
    for _ in 0..lines {
        text.push_str(
            "2026-11-13;2026-11-19;3760000000017;Nora K;Aube (LP);Label X;vinyl;FR;42;20.75;871.50;EUR\r\n",
        );
    }
    text.into_bytes()
}

fn parcel(content: Vec<u8>, replace: bool) -> Parcel {
    Parcel {
        files: Arc::new(One(content)),
        file: "made".into(),
        name: NAME.into(),
        replace,
    }
}

/// A channel as the operator writes it, with its secret in a file.
struct Operator {
    folder: TempDir,
    deliveries: Deliveries,
}

impl Operator {
    fn new(db: PgPool, mails: bool) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        Self {
            folder: tempfile::tempdir().unwrap(),
            deliveries: Deliveries::new(db, mails).unwrap(),
        }
    }

    fn channel(&self, text: &str, secret: &str) -> Channel {
        let place = self.folder.path().join("secret");
        std::fs::write(&place, format!("{secret}\n")).unwrap();
        let text = text.replace("SECRET", &format!("{{ file = {place:?} }}"));
        let file = self.folder.path().join("plugins.toml");
        let text = format!("[plugins.x]\nsource = \".\"\n[plugins.x.channels.occ]\n{text}");
        let mut grants = Grant::parse(&file, &text).unwrap();
        grants.remove("x").unwrap().channels.remove("occ").unwrap()
    }

    fn sftp(&self, address: SocketAddr, host_key: &str, password: &str) -> Channel {
        let port = address.port();
        let text = format!(
            "kind = \"sftp\"\nhost = \"127.0.0.1\"\nport = {port}\nuser = \"charts\"\npassword = SECRET\n\
             host_key = \"{host_key}\"\ntimeout_seconds = 5"
        );
        self.channel(&text, password)
    }

    async fn send(
        &self,
        channel: &Channel,
        content: Vec<u8>,
        replace: bool,
    ) -> Result<u64, DeliveryFailure> {
        let sent = self
            .deliveries
            .send("x", channel, parcel(content, replace))
            .await;
        sent.map(|delivered| delivered.bytes)
    }
}

async fn simulator() -> Simulator {
    Simulator::start(SimulatorConfig::default()).await.unwrap()
}

/// What a failure says, never with a secret in it.
fn words(failure: Result<u64, DeliveryFailure>) -> String {
    let text = format!("{:?}", failure.unwrap_err());
    assert!(
        !text.contains("password") && !text.contains("hunter2"),
        "{text}"
    );
    text
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_file_arrives_whole_once_and_is_replaced_only_on_demand(db: PgPool) {
    let (operator, server) = (Operator::new(db, false), simulator().await);
    let channel = operator.sftp(server.address(), &server.fingerprint(), "demo-password");
    // Some hundreds of kilobytes: several pieces.
    let first = report(5_000);
    let sent = operator.send(&channel, first.clone(), false).await;
    assert_eq!(sent.unwrap(), first.len() as u64);
    assert_eq!(server.file(NAME).unwrap(), first);
    assert_eq!(server.state().files.len(), 1, "no temporary file is left");

    let again = operator.send(&channel, report(1), false).await;
    assert!(matches!(again, Err(DeliveryFailure::Exists)), "{again:?}");
    assert_eq!(server.file(NAME).unwrap(), first, "what was there stays");
    operator.send(&channel, report(2), true).await.unwrap();
    assert_eq!(server.file(NAME).unwrap(), report(2));

    let listed = operator.deliveries.list(&channel).await.unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0].bytes, report(2).len() as u64);
    assert_eq!(listed[0].place, format!("sftp://127.0.0.1/{NAME}"));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn wrong_secrets_and_wrong_servers_are_refused_in_words_without_secrets(db: PgPool) {
    let (operator, server) = (Operator::new(db, false), simulator().await);
    let wrong = operator.sftp(server.address(), &server.fingerprint(), "hunter2");
    let text = words(operator.send(&wrong, report(1), false).await);
    assert!(
        text.contains("Refused") && text.contains("charts"),
        "{text}"
    );

    let other = operator.sftp(server.address(), "SHA256:somebodyelse", "demo-password");
    let text = words(operator.send(&other, report(1), false).await);
    assert!(
        text.contains("Refused") && text.contains(&server.fingerprint()),
        "{text}"
    );
    assert_eq!(server.state().logins, 0, "no password was shown to it");

    let mut gone = operator.sftp(server.address(), &server.fingerprint(), "demo-password");
    if let Channel::Sftp(sftp) = &mut gone {
        sftp.password = Some(SecretPlace::File("nowhere".into()));
    }
    let text = words(operator.send(&gone, report(1), false).await);
    assert!(text.contains("Refused"), "{text}");

    let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let nobody = free.local_addr().unwrap();
    drop(free);
    let away = operator.sftp(nobody, &server.fingerprint(), "demo-password");
    let text = words(operator.send(&away, report(1), false).await);
    assert!(text.contains("Unavailable"), "worth another try: {text}");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_server_in_trouble_says_so_and_keeps_nothing_half(db: PgPool) {
    let (operator, server) = (Operator::new(db, false), simulator().await);
    let channel = operator.sftp(server.address(), &server.fingerprint(), "demo-password");
    for mode in [Mode::Quota, Mode::RenameDenied, Mode::Refuse] {
        server.trouble(Trouble::of(mode));
        let text = words(operator.send(&channel, report(1), false).await);
        assert!(text.contains("Refused"), "{mode:?}: {text}");
        server.trouble(Trouble::of(Mode::None));
        assert_eq!(server.state().files, [], "{mode:?}");
    }
    operator.send(&channel, report(1), false).await.unwrap();

    let mut odd = parcel(report(1), false);
    odd.name = "../escape.csv".into();
    let refused = operator.deliveries.send("x", &channel, odd).await;
    assert!(matches!(refused, Err(DeliveryFailure::Refused(_))));
    let mut unknown = parcel(report(1), false);
    unknown.file = "other".into();
    let refused = operator.deliveries.send("x", &channel, unknown).await;
    assert!(matches!(refused, Err(DeliveryFailure::UnknownFile)));
}

/// Passes connections on to a server and cuts each after so many bytes toward it.
async fn cutting(server: SocketAddr, after: usize) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            let mut upstream = TcpStream::connect(server).await.unwrap();
            tokio::spawn(async move {
                let (mut from_client, mut to_client) = client.split();
                let (mut from_server, mut to_server) = upstream.split();
                let up = async {
                    let mut piece = [0; 4096];
                    let mut passed = 0;
                    while passed < after {
                        match from_client.read(&mut piece).await {
                            Ok(read @ 1..) => {
                                passed += read;
                                drop(to_server.write_all(&piece[..read]).await);
                            }
                            _ => break,
                        }
                    }
                };
                let down = tokio::io::copy(&mut from_server, &mut to_client);
                tokio::select! { () = up => {}, _ = down => {} }
            });
        }
    });
    address
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_connection_lost_half_way_is_worth_another_try_which_succeeds(db: PgPool) {
    let (operator, server) = (Operator::new(db, false), simulator().await);
    let content = report(20_000);
    let address = cutting(server.address(), content.len() / 2).await;
    let cut = operator.sftp(address, &server.fingerprint(), "demo-password");
    let text = words(operator.send(&cut, content.clone(), false).await);
    assert!(text.contains("Unavailable"), "{text}");
    assert!(
        server.file(NAME).is_none(),
        "under its name only when it is whole"
    );
    let channel = operator.sftp(server.address(), &server.fingerprint(), "demo-password");
    operator
        .send(&channel, content.clone(), false)
        .await
        .unwrap();
    assert_eq!(server.file(NAME).unwrap(), content);
}

type Received = Arc<std::sync::Mutex<Vec<(HeaderMap, usize)>>>;

async fn take(
    State(received): State<Received>,
    headers: HeaderMap,
    body: axum::body::Bytes,
) -> (StatusCode, &'static str) {
    let mut received = received.lock().unwrap();
    let is_first = received.is_empty();
    if !is_first && headers.contains_key("if-none-match") {
        return (StatusCode::PRECONDITION_FAILED, "there is one");
    }
    if body.is_empty() {
        return (StatusCode::UNPROCESSABLE_ENTITY, "it is empty");
    }
    received.push((headers, body.len()));
    (StatusCode::CREATED, "taken")
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_https_channel_puts_the_file_with_its_secret(db: PgPool) {
    let operator = Operator::new(db, false);
    let received = Received::default();
    let router = axum::Router::new()
        .route("/in/{name}", axum::routing::put(take))
        .layer(axum::extract::DefaultBodyLimit::disable())
        .with_state(Arc::clone(&received));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    let text = format!(
        "kind = \"https\"\nurl = \"http://{address}/in/{{name}}\"\nheader = \"x-key\"\nsecret = SECRET"
    );
    let channel = operator.channel(&text, "hunter2");
    operator.send(&channel, report(3), false).await.unwrap();
    let (headers, size) = received.lock().unwrap()[0].clone();
    assert_eq!(headers["x-key"], "hunter2");
    assert_eq!(size, report(3).len());
    let again = operator.send(&channel, report(3), false).await;
    assert!(matches!(again, Err(DeliveryFailure::Exists)), "{again:?}");
    operator.send(&channel, report(3), true).await.unwrap();
    let text = words(operator.send(&channel, Vec::new(), true).await);
    assert!(
        text.contains("it is empty") && text.contains("Refused"),
        "{text}"
    );
    let listed = operator.deliveries.list(&channel).await;
    assert!(matches!(listed, Err(DeliveryFailure::Unsupported)));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_mail_with_the_file_enters_the_outbox_once_a_delivery(db: PgPool) {
    crate::program::database::migrate(&db).await.unwrap();
    let text = "kind = \"mail\"\nto = [\"charts@example.test\", \"copy@example.test\"]";
    let without = Operator::new(db.clone(), false);
    let refused = without
        .send(&without.channel(text, ""), report(1), false)
        .await;
    assert!(words(refused).contains("mail server"));

    let operator = Operator::new(db.clone(), true);
    let channel = operator.channel(text, "");
    for _ in 0..2 {
        operator.send(&channel, report(1), false).await.unwrap();
    }
    let mails: Vec<(String, String, i64)> = sqlx::query_as(
        "select recipient, a.name, length(content)::bigint from mails m join mail_attachments a on a.mail_id = m.id
         order by recipient",
    )
    .fetch_all(&db)
    .await
    .unwrap();
    let expected = ["charts@example.test", "copy@example.test"]
        .map(|to| (to.to_owned(), NAME.to_owned(), report(1).len() as i64));
    assert_eq!(mails, expected);
}

/// A receiver by HTTPS that answers always the same, and remembers how it was asked.
async fn answering(
    status: u16,
    body: &'static str,
) -> (SocketAddr, Arc<std::sync::Mutex<Vec<String>>>) {
    let asked = Arc::new(std::sync::Mutex::new(Vec::new()));
    let seen = Arc::clone(&asked);
    let answer = move |request: axum::extract::Request| async move {
        let line = format!("{} {}", request.method(), request.uri());
        seen.lock().unwrap().push(line);
        // All of it, as a server that answers before the end may cut the way.
        let _ = axum::body::to_bytes(request.into_body(), usize::MAX).await;
        let location = [("location", "/elsewhere")];
        (StatusCode::from_u16(status).unwrap(), location, body)
    };
    let router = axum::Router::new().fallback(answer);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    (address, asked)
}

/// No database is asked by what goes over HTTPS.
fn without_database() -> PgPool {
    PgPool::connect_lazy("postgres://nobody@127.0.0.1:1/none").unwrap()
}

#[tokio::test]
async fn what_a_receiver_answers_decides_whether_to_try_again() {
    let operator = Operator::new(without_database(), false);
    for (status, replace, expected) in [
        (201, false, "sent"),
        (204, true, "sent"),
        (409, false, "Exists"),
        (412, false, "Exists"),
        (409, true, "Refused"),
        (412, true, "Refused"),
        (401, false, "Refused"),
        (404, false, "Refused"),
        (408, false, "Unavailable"),
        (429, false, "Unavailable"),
        (500, true, "Unavailable"),
        (503, false, "Unavailable"),
        // Nobody is followed elsewhere with a secret in hand.
        (302, false, "Refused"),
        (307, true, "Refused"),
    ] {
        let (address, asked) = answering(status, "").await;
        let text = format!(
            "kind = \"https\"\nurl = \"http://{address}/in/{{name}}?key=hunter2\"\nheader = \"x-key\"\nsecret = SECRET"
        );
        let channel = operator.channel(&text, "password");
        let sent = operator.send(&channel, report(1), replace).await;
        let outcome = match &sent {
            Ok(bytes) => {
                assert_eq!(*bytes, report(1).len() as u64);
                "sent"
            }
            Err(_) => {
                let text = words(sent);
                assert!(text.contains(expected), "{status}: {text}");
                expected
            }
        };
        assert_eq!(outcome, expected, "{status}");
        let name = NAME
            .replace('_', "%5F")
            .replace('-', "%2D")
            .replace('.', "%2E");
        let asked = asked.lock().unwrap().clone();
        assert_eq!(asked, [format!("PUT /in/{name}?key=hunter2")], "once");
    }
}

#[tokio::test]
async fn a_receivers_words_are_told_shortly_and_on_one_line() {
    let operator = Operator::new(without_database(), false);
    let long: &'static str =
        Box::leak(format!("no\r\n\u{1b}[31m{}", "é".repeat(5_000)).into_boxed_str());
    let (address, _) = answering(422, long).await;
    let text = format!("kind = \"https\"\nurl = \"http://{address}/{{name}}\"\nmethod = \"POST\"");
    let channel = operator.channel(&text, "");
    let sent = operator
        .deliveries
        .send("x", &channel, parcel(report(1), false))
        .await;
    let Err(DeliveryFailure::Refused(text)) = sent else {
        panic!("{sent:?}");
    };
    assert!(
        text.starts_with("422 ") && text.contains("no[31mé"),
        "{text}"
    );
    assert!(
        !text.contains(char::is_control) && text.chars().count() < 260,
        "{text}"
    );
    // Where it lies is told without what the operator put behind the question mark.
    let (address, _) = answering(200, "").await;
    let text = format!("kind = \"https\"\nurl = \"http://{address}/{{name}}?key=hunter2\"");
    let channel = operator.channel(&text, "");
    let mut odd = parcel(report(1), false);
    odd.name = "été & co.csv".into();
    let delivered = operator.deliveries.send("x", &channel, odd).await.unwrap();
    assert_eq!(delivered.name, "été & co.csv");
    let place = format!("http://{address}/%C3%A9t%C3%A9%20%26%20co%2Ecsv");
    assert_eq!(delivered.place, place);
    // A secret that can stand in no header is refused before anybody is asked.
    let (address, asked) = answering(200, "").await;
    let text = format!(
        "kind = \"https\"\nurl = \"http://{address}/\"\nheader = \"x-key\"\nsecret = SECRET"
    );
    let broken = operator.channel(&text, "hunter2\nhunter2");
    let text = words(operator.send(&broken, report(1), false).await);
    assert!(text.contains("Refused"), "{text}");
    assert!(asked.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_name_that_leaves_its_folder_is_sent_nowhere() {
    let operator = Operator::new(without_database(), true);
    let (address, asked) = answering(200, "").await;
    let https = operator.channel(
        &format!("kind = \"https\"\nurl = \"http://{address}/{{name}}\""),
        "",
    );
    let mail = operator.channel("kind = \"mail\"\nto = [\"charts@example.test\"]", "");
    let (fits, long) = ("x".repeat(255), "é".repeat(128));
    for name in [
        "", ".", "..", "a/b", "../a", "a\\b", "a\0", "a\nb", "\u{85}", &long,
    ] {
        for channel in [&https, &mail] {
            let mut odd = parcel(report(1), true);
            odd.name = name.into();
            let refused = operator.deliveries.send("x", channel, odd).await;
            assert!(
                matches!(refused, Err(DeliveryFailure::Refused(_))),
                "{name:?}: {refused:?}"
            );
        }
    }
    assert!(asked.lock().unwrap().is_empty());
    for name in [".a", "...", "a b", "é.csv", &fits] {
        let mut plain = parcel(report(1), true);
        plain.name = name.into();
        let sent = operator.deliveries.send("x", &https, plain).await;
        assert_eq!(sent.unwrap().name, name);
    }
    // What no mail server takes is refused before it is read or written.
    let heavy = operator.send(&mail, vec![0; (20 << 20) + 1], false).await;
    assert!(words(heavy).contains("too many for a mail"));
}
