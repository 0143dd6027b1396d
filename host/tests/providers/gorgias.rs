//! A support desk on Gorgias: its tickets by tag, and its bad days.

use gorgias_simulator::{Calls, Mode, SimClock, Simulator, SimulatorConfig, Trouble};
use rand::RngExt;
use rand::rngs::StdRng;
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::chaos::{Provider, Rows, bad_days, catch_up, same};
use crate::host::{Connected, Installation, Session, by_key, count, eventually, settled};

const BASE: &str = "https://{account}.gorgias.com";
const ACCOUNT: &str = "aurore";
const TAG: &str = "aurore-records";
const USER: (&str, &str) = ("ops@aurore.example", "demo-key-aurore");

async fn simulator(seed: u64, tickets: usize, burst: Option<u32>) -> Simulator {
    let config = SimulatorConfig {
        port: 0,
        seed,
        tickets,
        burst,
        clock: SimClock::real(),
    };
    Simulator::start(config).await.expect("a simulator")
}

async fn connect(session: &Session) -> Connected {
    let (email, key) = USER;
    let data = json!({ "account": ACCOUNT, "email": email, "apiKey": key, "tag": TAG });
    session.connect("gorgias", "support", data).await
}

/// Every ticket that the portal holds, as the desk has it now.
fn tickets_there(simulator: &Simulator) -> Rows {
    let tickets = simulator.account(ACCOUNT, |account| account.tickets_with_messages());
    let tagged = |ticket: &&Value| {
        let tags = ticket["tags"].as_array().expect("tags");
        tags.iter().any(|tag| tag["name"] == TAG)
    };
    let tickets = tickets.expect("the account");
    tickets.iter().filter(tagged).map(row).collect()
}

fn row(ticket: &Value) -> (String, Value) {
    let messages = ticket["messages"].as_array().expect("messages");
    let standing = messages
        .iter()
        .filter(|message| message["deleted_datetime"].is_null());
    let charged = standing.clone().filter(|message| {
        message["public"] == true
            && message["from_agent"] == true
            && message["failed_datetime"].is_null()
    });
    let status = match ticket["status"].as_str() {
        _ if ticket["spam"] == true || !ticket["trashed_datetime"].is_null() => "TRASHED",
        Some("closed") if !ticket["snooze_datetime"].is_null() => "SNOOZED",
        Some("closed") => "CLOSED",
        _ => "OPEN",
    };
    let row = json!({
        "subject": ticket["subject"], "status": status, "agent_messages": charged.count(),
        "messages": standing.count(),
    });
    (ticket["id"].to_string(), row)
}

async fn mirrored(simulator: &Simulator, db: &PgPool) {
    let kept = "select provider_id as key, subject, status, agent_messages, messages from tickets";
    same(
        "tickets",
        &tickets_there(simulator),
        &by_key(db, kept).await,
    );
    let doubled = "select count(*) - count(distinct provider_id) from tickets";
    assert_eq!(count(db, doubled).await, 0);
}

/// One of the desk's people, or a consumer, does something; in the middle of trouble it may not be done.
async fn act(simulator: &Simulator, method: Method, path: &str, body: &Value) {
    let url = format!("{}/{ACCOUNT}/api/{path}", simulator.base_url());
    let (email, key) = USER;
    let request = reqwest::Client::new().request(method, url);
    drop(request.basic_auth(email, Some(key)).json(body).send().await);
}

async fn write(simulator: &Simulator, number: u64) {
    let ticket = json!({
        "subject": format!("Colis {number}"), "customer": { "email": format!("c{number}@example.org") },
        "tags": [{ "name": TAG }], "messages": [{ "body_text": "Bonjour, où est mon colis ?" }],
    });
    act(simulator, Method::POST, "tickets", &ticket).await;
}

/// Has the desk tell of changes by itself, or not any more.
async fn webhooks(session: &Session, db: &PgPool, action: &str) {
    let asked = json!({ "type": action });
    session.post("/store/webhooks/enqueue", &asked).await;
    settled(db).await;
    let done = "select count(*) from jobs where name = 'stores.webhooks' and status <> 'COMPLETED'";
    assert_eq!(count(db, done).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_desks_tickets_come_by_their_tag_within_its_limit() {
    // The desk's limit holds, and the host keeps it: a pull of so many tickets takes its time.
    let simulator = simulator(7, 120, Some(40)).await;
    let place = simulator.base_url().replace("http://", "");
    let mut grant = toml::toml! { enabled = true };
    grant.insert("private".into(), vec![place].into());
    let places = simulator.places().into_iter();
    let bases = places.map(|(base, address)| (base.to_owned(), address.into()));
    grant.insert("base_urls".into(), toml::Table::from_iter(bases).into());
    let installation = Installation::new(&[]).grant("gorgias", grant);
    let host = installation.start().await;
    let session = installation.sign_in(&host).await;
    let connected = connect(&session).await;
    let db = installation.database().await;
    session.post("/ticket/synchronize", &json!({})).await;
    let pending = "select count(*) from jobs where status = 'PENDING'";
    eventually("the pull ended", || async {
        count(&db, pending).await == 0
    })
    .await;
    mirrored(&simulator, &db).await;
    let failed = "select count(*) from jobs where status = 'FAILED'";
    assert_eq!(count(&db, failed).await, 0);

    webhooks(&session, &db, "REGISTER").await;
    webhooks(&session, &db, "REGISTER").await;
    let registered = simulator.state().integrations[ACCOUNT];
    let row = session.get("/gorgias/integration").await;
    assert_eq!(
        (&row[0]["account"], &row[0]["tag"], &row[0]["webhooks"]),
        (&json!(ACCOUNT), &json!(TAG), &json!("registered")),
        "{row}"
    );
    let tags = format!("/gorgias/integration/{}/tag", connected.id);
    let tags = session.get(&tags).await;
    let chosen = tags.as_array().expect("tags").iter();
    let chosen: Vec<_> = chosen.filter(|tag| tag["chosen"] == true).collect();
    assert_eq!(chosen.len(), 1, "{tags}");
    assert_eq!(chosen[0]["name"], TAG);

    // Told by the desk itself, without a pull.
    write(&simulator, 1).await;
    let there = i64::try_from(tickets_there(&simulator).len()).expect("a count");
    eventually("the ticket is here", || async {
        count(&db, "select count(*) from tickets").await == there
    })
    .await;
    settled(&db).await;
    mirrored(&simulator, &db).await;
    // The address is the secret; who has another one learns nothing and leaves nothing.
    let forged = connected.webhooks.replace("/webhooks/", "/webhooks/x");
    let elsewhere = [forged, format!("{}x", connected.webhooks)];
    let kept = count(&db, "select count(*) from webhook_events").await;
    for address in elsewhere {
        let answer = reqwest::Client::new().post(address).body("{}").send().await;
        assert!(answer.expect("an answer").status().is_client_error());
    }
    assert_eq!(
        count(&db, "select count(*) from webhook_events").await,
        kept
    );

    webhooks(&session, &db, "PURGE").await;
    assert!(simulator.state().integrations[ACCOUNT] < registered);
    db.close().await;
    host.stop().await;
}

impl Provider for Simulator {
    const PLUGIN: &'static str = "gorgias";
    const TROUBLES: usize = TROUBLES.len();
    const PULLS: &'static [&'static str] = &["/ticket/synchronize"];

    async fn of(seed: u64) -> Self {
        simulator(seed, 120, None).await
    }

    fn places(&self) -> Vec<(&'static str, String)> {
        vec![(BASE, format!("{}/{{account}}", self.base_url()))]
    }

    async fn connect(&self, session: &Session) -> Connected {
        let connected = connect(session).await;
        let register = json!({ "type": "REGISTER" });
        session.post("/store/webhooks/enqueue", &register).await;
        connected
    }

    fn trouble(&self, kind: usize, rng: &mut StdRng) {
        let (mode, calls) = TROUBLES[kind];
        self.trouble(Trouble {
            calls,
            ..Trouble::drawn(mode, rng)
        });
    }

    async fn event(&self, rng: &mut StdRng) {
        let tickets: Vec<String> = tickets_there(self).into_keys().collect();
        let one = &tickets[rng.random_range(0..tickets.len())];
        let ticket = format!("tickets/{one}");
        let now = self.clock().now().to_rfc3339();
        match rng.random_range(0..7) {
            0 | 1 => write(self, rng.random_range(0..1_000)).await,
            2 => {
                let answer = json!({ "body_text": "Il arrive demain.", "from_agent": true });
                let path = format!("{ticket}/messages");
                act(self, Method::POST, &path, &answer).await;
            }
            3 => act(self, Method::PUT, &ticket, &json!({ "status": "closed" })).await,
            4 => act(self, Method::PUT, &ticket, &json!({ "status": "open" })).await,
            5 => {
                act(
                    self,
                    Method::PUT,
                    &ticket,
                    &json!({ "trashed_datetime": now }),
                )
                .await
            }
            // Its clock runs ahead of ours, and is put right now and then.
            _ => self.clock().advance(rng.random_range(0..60)),
        }
    }

    fn calm(&self) {
        self.trouble(Trouble::of(Mode::None));
    }

    async fn compare(&self, session: &Session, db: &PgPool) {
        catch_up::<Self>(session, db).await;
        mirrored(self, db).await;
    }
}

const TROUBLES: [(Mode, Option<Calls>); 10] = [
    (Mode::Errors500, None),
    (Mode::Rate429, None),
    (Mode::Slow, Some(Calls::Reads)),
    (Mode::Garbage, Some(Calls::Reads)),
    (Mode::HalfPage, Some(Calls::Reads)),
    (Mode::Drop, None),
    (Mode::Reset, None),
    (Mode::HookTwice, None),
    (Mode::HookLate, None),
    (Mode::HookLost, None),
];

#[tokio::test(flavor = "multi_thread")]
async fn after_any_bad_day_the_portal_holds_what_the_desk_holds() {
    bad_days::<Simulator>().await;
}
