//! Conversations, read from a desk: the real plugin in the real sandbox, the desk's simulator over HTTP.

use gorgias_simulator::{Mode, SimClock, Simulator, SimulatorConfig, Trouble};

use super::*;
use crate::testing::{Client, noon};

const ACCOUNT: &str = "aurore";
const TAG: &str = "aurore-records";
const USER: (&str, &str) = ("ops@aurore.example", "demo-key-aurore");

/// A portal that speaks to the simulator.
async fn portal(db: PgPool, simulator: &Simulator) -> TestApp {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let address = simulator.base_url();
    let place = address.trim_start_matches("http://");
    let folder = tempfile::tempdir().unwrap();
    let overlay = folder.path().join("plugins.toml");
    let text = format!(
        "[plugins.gorgias]\nbase_urls = {{ \"https://{{account}}.gorgias.com\" = \"{address}/{{account}}\" }}\n\
         private = [\"{place}\"]"
    );
    std::fs::write(&overlay, text).unwrap();
    let app = TestApp::with(db, |config| {
        config.plugins = vec![root.join("plugins.toml"), overlay];
    })
    .await;
    assert!(app.app.plugins.ready("gorgias").is_some());
    app
}

/// A store whose consumers write to a desk.
struct Support {
    simulator: Simulator,
    app: TestApp,
    admin: Client,
    customer: Client,
}

impl Support {
    async fn new(db: PgPool) -> Self {
        let config = SimulatorConfig {
            tickets: 0,
            burst: None,
            clock: SimClock::fixed(noon()),
            ..SimulatorConfig::default()
        };
        let simulator = Simulator::start(config).await.unwrap();
        let app = portal(db, &simulator).await;
        let organization = app.organization().await;
        let store = app.store(organization).await;
        let new = NewConnector {
            store,
            role: ConnectorRole::Support,
            plugin: "gorgias".into(),
            settings: json!({ "account": ACCOUNT, "email": USER.0, "tag": TAG }),
            secrets: [("apiKey".to_owned(), USER.1.into())].into(),
        };
        let mut connection = app.app.db.acquire().await.unwrap();
        let author = Author::system("test");
        crate::stores::connectors::connect_to(&mut connection, &app.app.keys, &author, new)
            .await
            .unwrap();
        drop(connection);
        Self {
            admin: app.admin(&[ReadOrder, WriteOrder]).await,
            customer: app.customer(organization, &[store], &[ReadOrder]).await,
            simulator,
            app,
        }
    }

    /// A ticket with these messages, pulled from the desk: its id there, and the call that reads its conversation.
    async fn ticket(&self, subject: &str, messages: Vec<Value>) -> (u64, String) {
        let ticket = json!({
            "subject": subject, "customer": { "email": "zoe@example.org" }, "tags": [{ "name": TAG }],
            "messages": messages,
        });
        let url = format!("{}/{ACCOUNT}/api/tickets", self.simulator.base_url());
        let written = reqwest::Client::new()
            .post(url)
            .basic_auth(USER.0, Some(USER.1))
            .json(&ticket)
            .send()
            .await
            .unwrap();
        assert_eq!(written.status().as_u16(), 201);
        let written: Value = written.json().await.unwrap();
        let asked = self.admin.post("/ticket/synchronize", json!({})).await;
        assert_eq!(asked.summary(), "202");
        self.app.run_jobs().await;
        let query = cursor(json!({ "search": subject }));
        let list = self.admin.get(&format!("/ticket?cursor={query}")).await;
        let id = list.data()[0]["id"].as_str().expect("it was pulled");
        (
            written["id"].as_u64().unwrap(),
            format!("/ticket/{id}/message"),
        )
    }
}

/// What a consumer wrote; every third is a note among agents.
fn message(number: usize) -> Value {
    let channel = if number.is_multiple_of(3) {
        "internal-note"
    } else {
        "email"
    };
    json!({ "body_text": format!("Message {number}"), "from_agent": number % 2 == 1, "channel": channel })
}

/// The whole conversation as somebody reads it: how many messages each page has, and their texts.
async fn read(client: &Client, path: &str) -> (Vec<usize>, Vec<String>) {
    let (mut pages, mut texts) = (Vec::new(), Vec::new());
    let mut call = path.to_owned();
    loop {
        let page = client.get(&call).await;
        assert_eq!(page.summary(), "200", "{}", page.json);
        let messages = page.data()["messages"].as_array().unwrap();
        pages.push(messages.len());
        let text = |message: &Value| message["text"].as_str().unwrap().to_owned();
        texts.extend(messages.iter().map(text));
        match page.data()["next"].as_str() {
            Some(next) if pages.len() < 10 => call = format!("{path}?cursor={next}"),
            next => {
                assert_eq!(next, None, "it has an end");
                return (pages, texts);
            }
        }
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_conversation_is_read_to_its_end_by_each_as_far_as_they_may(db: PgPool) {
    let support = Support::new(db.clone()).await;
    let (_, path) = support
        .ticket("Colis perdu", (0..120).map(message).collect())
        .await;
    let text = |number: usize| format!("Message {number}");
    let (pages, texts) = read(&support.admin, &path).await;
    assert_eq!(pages, [50, 50, 20]);
    assert_eq!(texts, (0..120).map(text).collect::<Vec<_>>());

    // Notes among agents are no merchant's to read, and leave gaps in their pages.
    let (pages, texts) = read(&support.customer, &path).await;
    assert_eq!(pages, [33, 33, 14]);
    let public = (0..120).filter(|number| number % 3 != 0);
    assert_eq!(texts, public.map(text).collect::<Vec<_>>());

    let first = support.admin.get(&path).await;
    let message = &first.data()["messages"][1];
    assert_eq!(
        (&message["fromAgent"], &message["public"], &message["at"]),
        (&json!(true), &json!(true), &json!("2026-11-18T12:00:00Z"))
    );
    // A page's link outlives the host that gave it.
    let next = first.data()["next"].as_str().unwrap();
    let restarted = portal(db, &support.simulator).await;
    let second = support.admin.at(&restarted);
    let second = second.get(&format!("{path}?cursor={next}")).await;
    assert_eq!(second.data()["messages"][0]["text"], "Message 50");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_page_is_of_its_own_conversation_and_of_nobody_elses(db: PgPool) {
    let support = Support::new(db.clone()).await;
    let long = (0..60).map(message).collect();
    let (desk_id, path) = support.ticket("Colis perdu", long).await;
    let (_, other) = support.ticket("Facture", vec![message(1)]).await;
    let page = support.admin.get(&path).await;
    let next = page.data()["next"].as_str().unwrap().to_owned();
    for (path, cursor) in [
        (&other, next.as_str()),
        (&path, &next[..next.len() - 4]),
        (&path, "e30"),
        (&path, "%F0%9F%92%A9"),
        (&path, ""),
    ] {
        let refused = support.admin.get(&format!("{path}?cursor={cursor}")).await;
        let summary = refused.summary();
        assert_eq!(summary, "400 BadRequestCursorException", "{cursor}");
    }
    let unknown = support.admin.get(&format!("{path}?page=2")).await;
    assert_eq!(unknown.status, 400);
    let stranger = support.app.organization().await;
    let stores = [support.app.store(stranger).await];
    let stranger = support.app.customer(stranger, &stores, &[ReadOrder]).await;
    for call in [path.clone(), format!("{path}?cursor={next}")] {
        let refused = stranger.get(&call).await;
        assert_eq!(refused.summary(), "404 NotFoundResourceException");
    }

    // What was taken back at the desk meanwhile is not told any more.
    let changed = support.simulator.account(ACCOUNT, |account| {
        let ticket = account.tickets.get_mut(&desk_id).unwrap();
        ticket.messages[1].deleted = true;
    });
    changed.expect("the account");
    let (_, texts) = read(&support.admin, &path).await;
    assert_eq!(texts.len(), 59);
    assert!(!texts.contains(&"Message 1".to_owned()));

    // A desk in trouble is told as such, and well again tells all.
    support.simulator.trouble(Trouble::of(Mode::Garbage));
    let failed = support.admin.get(&path).await;
    assert!(failed.status.is_server_error(), "{}", failed.json);
    let error = &failed.json["error"];
    assert_eq!(
        (&error["name"], &error["payload"]["plugin"]),
        (&json!("ConnectorException"), &json!("gorgias"))
    );
    support.simulator.trouble(Trouble::of(Mode::None));
    assert_eq!(support.admin.get(&path).await.summary(), "200");
    // Nobody at the desk can be asked for a ticket that is gone there; what is kept of it stays.
    support
        .simulator
        .account(ACCOUNT, |account| account.tickets.remove(&desk_id));
    assert_eq!(support.admin.get(&path).await.status, 404);
    let kept = path.trim_end_matches("/message");
    assert_eq!(support.admin.get(kept).await.summary(), "200");
    sqlx::query("update connectors set disconnected_at = now()")
        .execute(&db)
        .await
        .unwrap();
    for path in [&path, &other] {
        let ended = support.admin.get(path).await;
        assert_eq!(ended.summary(), "404 NotFoundConnectorException");
    }
}
