//! The plugin under a test host, and the simulator that it speaks to over real HTTP.

use bigblue_plugin::Bigblue;
use bigblue_simulator::{SimClock, Simulator, SimulatorConfig};
use comptoir_plugin_sdk::commerce::Order;
use comptoir_plugin_sdk::testing::TestHost;
use comptoir_plugin_sdk::{Connector, Error, Fulfilment, RejectedItem, time};
use std::time::Duration;
use tokio::runtime::Runtime;

/// 2026-11-20T09:00:00Z.
const START: i64 = 1_795_165_200;

pub struct Bench {
    pub host: TestHost,
    pub simulator: Simulator,
    pub musi: Connector,
    _runtime: Runtime,
}

/// What a synchronisation brought.
#[derive(Default)]
pub struct Sync {
    pub orders: Vec<Order>,
    pub rejected: Vec<RejectedItem>,
    /// The cursor after each page.
    pub cursors: Vec<String>,
}

impl Bench {
    /// 1,200 orders and no request limit.
    pub fn new() -> Self {
        Self::with(1_200, None)
    }

    pub fn with(orders: usize, rate_limit: Option<u32>) -> Self {
        let runtime = Runtime::new().unwrap();
        let config = SimulatorConfig {
            port: 0,
            seed: 7,
            orders,
            rate_limit,
            clock: SimClock::fixed(START),
        };
        let simulator = runtime.block_on(Simulator::start(config)).unwrap();
        let musi = connector("c-musi", "MUSI");
        let host = TestHost::new(time::parse("2026-11-20T09:00:00Z").unwrap())
            .with_base("https://api.bigblue.co", &simulator.base_url())
            .with_bearer("apiKey")
            .with_timeout(Duration::from_millis(1_500))
            .with_secret(&musi, "apiKey", "demo-key-musi");
        Self {
            host,
            simulator,
            musi,
            _runtime: runtime,
        }
    }

    /// The same with a file that calls are given.
    pub fn with_file(self, name: &str, content: impl Into<Vec<u8>>) -> Self {
        Self {
            host: self.host.with_file(name, content),
            ..self
        }
    }

    /// Moves the provider's and the host's clock.
    pub fn advance(&self, seconds: u32) {
        use comptoir_plugin_sdk::Host;
        self.simulator.clock().advance(seconds);
        self.host
            .set_now(self.host.now() + time::Duration::seconds(seconds.into()));
    }

    /// How many orders the provider holds for MUSI.
    pub fn order_count(&self) -> usize {
        self.simulator.state().orders.by_merchant["MUSI"]
    }

    /// A synchronisation from `cursor` to its end.
    pub fn sync(&self, cursor: Option<&str>, limit: u32) -> Result<Sync, Error> {
        self.sync_with(cursor, limit, || ())
    }

    /// The same, with something happening after each page.
    pub fn sync_with(
        &self,
        cursor: Option<&str>,
        limit: u32,
        meanwhile: impl Fn(),
    ) -> Result<Sync, Error> {
        let mut sync = Sync::default();
        let mut cursor = cursor.map(str::to_owned);
        loop {
            let page = Bigblue.orders(&self.host, &self.musi, cursor.as_deref(), limit)?;
            assert!(page.items.len() <= limit as usize);
            sync.orders.extend(page.items);
            sync.rejected.extend(page.rejected);
            sync.cursors.push(page.cursor.clone());
            if !page.more {
                return Ok(sync);
            }
            meanwhile();
            cursor = Some(page.cursor);
        }
    }
}

pub fn connector(id: &str, prefix: &str) -> Connector {
    Connector {
        id: id.into(),
        settings: format!(r#"{{"id":"{prefix}"}}"#),
    }
}

/// The orders' ids, sorted.
pub fn ids(orders: &[Order]) -> Vec<&str> {
    let mut ids: Vec<&str> = orders.iter().map(|order| order.state.id.as_str()).collect();
    ids.sort_unstable();
    ids
}
