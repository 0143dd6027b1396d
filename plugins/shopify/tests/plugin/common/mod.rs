//! The plugin under a test host, and the simulator that it speaks to over real HTTP.

use comptoir_plugin_sdk::testing::TestHost;
use comptoir_plugin_sdk::{Connector, Error, ErrorKind, Host, time};
use shopify_simulator::{Rate, SimClock, Simulator, SimulatorConfig};
use std::time::Duration;
use tokio::runtime::Runtime;

/// 2026-11-20T09:00:00Z.
const START: i64 = 1_795_165_200;
pub const SHOP: &str = "demo-musi";

pub struct Bench {
    pub host: TestHost,
    pub simulator: Simulator,
    pub musi: Connector,
    _runtime: Runtime,
}

impl Bench {
    /// 150 orders and no limit of cost.
    pub fn new() -> Self {
        Self::with(150, None)
    }

    pub fn with(orders: usize, rate: Option<Rate>) -> Self {
        let runtime = Runtime::new().unwrap();
        let config = SimulatorConfig {
            seed: 7,
            orders,
            rate,
            clock: SimClock::fixed(START),
            ..SimulatorConfig::default()
        };
        let simulator = runtime.block_on(Simulator::start(config)).unwrap();
        let musi = connector("c-musi", r#"{"shop":"demo-musi"}"#);
        let base = |shop: &str| format!("{}/{shop}", simulator.base_url());
        let host = TestHost::new(time::parse("2026-11-20T09:00:00Z").unwrap())
            .with_base("https://demo-musi.myshopify.com", &base(SHOP))
            .with_base("https://elsewhere.myshopify.com", &base("elsewhere"))
            .with_base("https://storage.googleapis.com", &simulator.storage_url())
            .with_timeout(Duration::from_millis(3_000))
            .with_header(&musi, "x-shopify-access-token", "shpat_demo_musi");
        Self {
            host,
            simulator,
            musi,
            _runtime: runtime,
        }
    }

    /// Moves the shop's and the host's clock.
    pub fn advance(&self, seconds: i64) {
        self.simulator.clock().advance(seconds as f64);
        self.host
            .set_now(self.host.now() + time::Duration::seconds(seconds));
    }
}

pub fn connector(id: &str, settings: &str) -> Connector {
    Connector {
        id: id.into(),
        settings: settings.into(),
    }
}

/// What a page of any pull has.
pub struct Page<T> {
    pub items: Vec<T>,
    pub cursor: String,
    pub more: bool,
}

/// A pull from `cursor` to its end, waiting where the plugin says so: its items and the last cursor.
pub fn pull<T>(
    bench: &Bench,
    cursor: Option<&str>,
    ask: impl Fn(Option<&str>) -> Result<Page<T>, Error>,
) -> Result<(Vec<T>, String), Error> {
    let mut cursor = cursor.map(str::to_owned);
    let mut items = Vec::new();
    for _ in 0..500 {
        match ask(cursor.as_deref()) {
            Ok(page) => {
                items.extend(page.items);
                if !page.more {
                    return Ok((items, page.cursor));
                }
                cursor = Some(page.cursor);
            }
            Err(Error {
                kind: ErrorKind::RateLimited(Some(seconds)),
                ..
            }) => {
                bench.advance(i64::try_from(seconds).unwrap());
            }
            Err(error) => return Err(error),
        }
    }
    panic!("the pull does not end");
}
