//! The plugin under a test host, and the simulator that it speaks to over real HTTP.

use comptoir_plugin_sdk::commerce::{Order, OrderLine};
use comptoir_plugin_sdk::fulfilment::OrderDraft;
use comptoir_plugin_sdk::testing::TestHost;
use comptoir_plugin_sdk::{Address, Connector, Error, Fulfilment, Host, Money, RejectedItem, time};
use cubyn_plugin::Cubyn;
use cubyn_simulator::{MERCHANTS, SimClock, Simulator, SimulatorConfig};
use std::time::Duration;
use tokio::runtime::Runtime;

pub const START: &str = "2026-11-20T09:00:00Z";
/// A SKU that the first merchant has.
pub const SKU: &str = "LUNE-000001-0001";

pub struct Bench {
    pub host: TestHost,
    pub simulator: Simulator,
    pub lune: Connector,
    pub runtime: Runtime,
}

/// What a synchronisation brought.
#[derive(Default)]
pub struct Sync {
    pub orders: Vec<Order>,
    pub rejected: Vec<RejectedItem>,
    pub pages: usize,
    pub cursor: String,
}

impl Bench {
    pub fn new(parcels: usize) -> Self {
        Self::with(parcels, None)
    }

    pub fn with(parcels: usize, rate_limit: Option<u32>) -> Self {
        let runtime = Runtime::new().unwrap();
        let now = time::parse(START).unwrap();
        let config = SimulatorConfig {
            port: 0,
            seed: 7,
            parcels,
            rate_limit,
            clock: SimClock::fixed(now),
        };
        let simulator = runtime.block_on(Simulator::start(config)).unwrap();
        let lune = connector("c-lune", "706293859");
        let host = TestHost::new(now)
            .with_base("https://api.cubyn.com", &simulator.base_url())
            .with_timeout(Duration::from_millis(1_500))
            .with_header(&lune, "x-application", MERCHANTS[0].0);
        Self {
            host,
            simulator,
            lune,
            runtime,
        }
    }

    /// Moves the provider's and the host's clock.
    pub fn advance(&self, seconds: i64) {
        self.simulator.clock().advance(seconds);
        self.host
            .set_now(self.host.now() + time::Duration::seconds(seconds));
    }

    /// How many parcels both merchants have with these statuses.
    pub fn parcel_count(&self) -> usize {
        self.simulator.state().parcels.values().sum()
    }

    /// A synchronisation from `cursor` to its end.
    pub fn sync(&self, cursor: Option<&str>, limit: u32) -> Result<Sync, Error> {
        let mut sync = Sync::default();
        let mut cursor = cursor.map(str::to_owned);
        loop {
            let page = Cubyn.orders(&self.host, &self.lune, cursor.as_deref(), limit)?;
            assert!(page.items.len() <= limit as usize);
            sync.orders.extend(page.items);
            sync.rejected.extend(page.rejected);
            sync.pages += 1;
            sync.cursor.clone_from(&page.cursor);
            if !page.more {
                return Ok(sync);
            }
            cursor = Some(page.cursor);
        }
    }
}

pub fn connector(id: &str, merchant: &str) -> Connector {
    Connector {
        id: id.into(),
        settings: format!(r#"{{"id":"{merchant}"}}"#),
    }
}

pub fn draft(key: &str, attempt: u32) -> OrderDraft {
    let nothing = Money {
        minor: 0,
        currency: "EUR".into(),
    };
    let text = String::new;
    OrderDraft {
        key: key.into(),
        reference: "portal-1042".into(),
        attempt,
        first_tried_at: START.into(),
        language: "fr".into(),
        currency: "EUR".into(),
        lines: vec![OrderLine {
            sku: SKU.into(),
            quantity: 2,
            unit_price: nothing.clone(),
            unit_tax: nothing.clone(),
            discount: nothing.clone(),
        }],
        shipping_method: text(),
        shipping_price: nothing.clone(),
        shipping_tax: nothing,
        shipping_address: Address {
            company: text(),
            first_name: "Ana".into(),
            last_name: "B".into(),
            line1: "2 rue B".into(),
            line2: text(),
            city: "Bruxelles".into(),
            zip: "1000".into(),
            state: text(),
            country: "BE".into(),
            phone: text(),
            email: text(),
        },
        billing_address: None,
        extra: Vec::new(),
    }
}
