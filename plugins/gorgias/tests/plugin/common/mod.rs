//! The plugin under a test host, and the simulator that it speaks to over real HTTP.

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use comptoir_plugin_sdk::commerce::Ticket;
use comptoir_plugin_sdk::testing::TestHost;
use comptoir_plugin_sdk::{Connector, Error, Host, RejectedItem, Request, Support, time};
use gorgias_plugin::Gorgias;
use gorgias_simulator::{SimClock, Simulator, SimulatorConfig};
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::runtime::Runtime;

pub const START: &str = "2026-11-20T09:00:00Z";
const API: &str = "https://aurore.gorgias.com/api";

pub struct Bench {
    pub host: TestHost,
    pub simulator: Simulator,
    /// The store with the tag `aurore-records`.
    pub records: Connector,
    pub runtime: Runtime,
}

/// What a synchronisation brought.
#[derive(Default)]
pub struct Sync {
    /// The last state of each, as the host would keep it.
    pub tickets: BTreeMap<String, Ticket>,
    pub rejected: Vec<RejectedItem>,
    pub pages: usize,
    pub cursor: String,
}

impl Bench {
    pub fn new(tickets: usize) -> Self {
        Self::with(tickets, None)
    }

    pub fn with(tickets: usize, burst: Option<u32>) -> Self {
        let runtime = Runtime::new().unwrap();
        let now = time::parse(START).unwrap();
        let config = SimulatorConfig {
            port: 0,
            seed: 7,
            tickets,
            burst,
            clock: SimClock::fixed(now),
        };
        let simulator = runtime.block_on(Simulator::start(config)).unwrap();
        let records = connector("c-records", "aurore", "aurore-records");
        let key = BASE64.encode("ops@aurore.example:demo-key-aurore");
        let host = TestHost::new(now)
            .with_base(
                "https://aurore.gorgias.com",
                &format!("{}/aurore", simulator.base_url()),
            )
            .with_timeout(Duration::from_millis(1_500))
            .with_header(&records, "authorization", &format!("Basic {key}"));
        Self {
            host,
            simulator,
            records,
            runtime,
        }
    }

    /// Moves the provider's clock.
    pub fn advance(&self, seconds: i64) {
        self.simulator.clock().advance(seconds);
    }

    /// Does something in Gorgias, as an agent would, and gives the answer.
    pub fn act(&self, method: &str, path: &str, body: &str) -> serde_json::Value {
        let mut request =
            Request::new(method, format!("{API}{path}")).with_connector(&self.records);
        request.body = Some(body.into());
        let answer = self.host.send(request).unwrap();
        assert!(answer.status < 300, "{path}: {}", answer.status);
        serde_json::from_slice(&answer.body).unwrap_or_default()
    }

    /// A synchronisation from `cursor` to its end.
    pub fn sync(&self, cursor: Option<&str>) -> Result<Sync, Error> {
        self.sync_with(cursor, 500, |_| ())
    }

    /// The same, with something happening after each page.
    pub fn sync_with(
        &self,
        cursor: Option<&str>,
        limit: u32,
        meanwhile: impl Fn(usize),
    ) -> Result<Sync, Error> {
        let mut sync = Sync::default();
        let mut cursor = cursor.map(str::to_owned);
        loop {
            let page = Gorgias.tickets(&self.host, &self.records, cursor.as_deref(), limit)?;
            assert!(page.items.len() + page.rejected.len() <= limit as usize);
            for ticket in page.items {
                let id = ticket.id.clone();
                let known = sync.tickets.get(&id);
                // An older state never replaces a newer one.
                if known.is_none_or(|known| known.as_of <= ticket.as_of) {
                    sync.tickets.insert(id, ticket);
                }
            }
            sync.rejected.extend(page.rejected);
            sync.pages += 1;
            sync.cursor.clone_from(&page.cursor);
            if !page.more {
                return Ok(sync);
            }
            meanwhile(sync.pages);
            cursor = Some(page.cursor);
        }
    }
}

pub fn connector(id: &str, account: &str, tag: &str) -> Connector {
    let settings =
        serde_json::json!({ "account": account, "email": "ops@aurore.example", "tag": tag });
    Connector {
        id: id.into(),
        settings: settings.to_string(),
    }
}
