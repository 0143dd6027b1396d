//! A shop platform to test against: a real HTTP server that behaves like Shopify's Admin API.
//!
//! Several shops, each below its own first path segment (`/{shop}/admin/api/{version}/graphql.json`), seeded and
//! stateful. A query is checked against the schema, so that a field that does not exist is refused as Shopify refuses
//! it; costs run through a leaky bucket; bulk operations leave files; webhooks are signed, repeated and reordered.
//! Nothing is written to disk.
//!
//! ```no_run
//! # async fn example() -> std::io::Result<()> {
//! use shopify_simulator::{Mode, SimClock, Simulator, SimulatorConfig, Trouble};
//! let clock = SimClock::fixed(1_795_165_200);
//! let simulator = Simulator::start(SimulatorConfig { clock: clock.clone(), ..SimulatorConfig::default() }).await?;
//! println!("{}/demo-musi/admin/api/2026-07/graphql.json", simulator.base_url());
//! simulator.trouble(Trouble::times(Mode::Throttled, 3));
//! clock.advance(86_400.0);
//! simulator.shutdown().await;
//! # Ok(())
//! # }
//! ```

mod api;
mod bucket;
mod clock;
mod graphql;
mod search;
mod sender;
mod shared;
mod trouble;
mod world;

pub use bucket::Rate;
pub use clock::SimClock;
pub use shared::{Habits, ShopState, State};
pub use trouble::{Calls, Mode, Trouble};
pub use world::{Shop, ShopSeed};

use axum::Router;
use axum::routing::{get, post};
use shared::Shared;
use simulator_kit::control;
use std::io;

/// What to simulate.
#[derive(Clone, Debug)]
pub struct SimulatorConfig {
    /// The port on 127.0.0.1; 0 takes any free one.
    pub port: u16,
    /// Of everything that is drawn: the same seed gives the same world.
    pub seed: u64,
    /// How many orders the 18 months before the start hold, for each shop.
    pub orders: usize,
    /// The bucket of each shop; none: no limit.
    pub rate: Option<Rate>,
    /// The shops.
    pub shops: Vec<ShopSeed>,
    /// Their time.
    pub clock: SimClock,
}

impl Default for SimulatorConfig {
    /// Any port, the three demo shops with 400 orders each, the standard plan's limit, real time.
    fn default() -> Self {
        Self {
            port: 0,
            seed: 1,
            orders: 400,
            rate: Some(Rate::STANDARD),
            shops: ShopSeed::demo(),
            clock: SimClock::real(),
        }
    }
}

simulator_kit::simulator!("shopify", clock: SimClock);

impl Simulator {
    /// Makes the shops and listens; fails when the port is taken.
    pub async fn start(config: SimulatorConfig) -> io::Result<Self> {
        let SimulatorConfig {
            port,
            seed,
            orders,
            rate,
            shops,
            clock,
        } = config;
        let shared = Shared::new(&shops, seed, orders, rate, clock);
        let mut simulator = Self::serve(port, shared.clone()).await?;
        simulator.server.keep(sender::start(shared));
        Ok(simulator)
    }

    /// Where `https://storage.googleapis.com` leads to.
    pub fn storage_url(&self) -> String {
        format!("{}/storage", self.base_url())
    }

    /// How webhooks are delivered from now on.
    pub fn deliver(&self, habits: Habits) {
        self.shared.lock().habits = habits;
    }

    /// Does something to a shop, at the present moment.
    ///
    /// # Panics
    /// When there is no shop of that name.
    pub fn shop<T>(&self, name: &str, act: impl FnOnce(&mut Shop, i64) -> T) -> T {
        match self.shared.with_shop(name, act) {
            Ok(done) => done,
            Err(message) => panic!("{message}"),
        }
    }
}

fn router(shared: Shared) -> Router {
    Router::new()
        .route(
            "/{shop}/admin/api/{version}/graphql.json",
            post(api::graphql),
        )
        .route("/{shop}/admin/oauth/access_token", post(api::access_token))
        .route("/storage/{*path}", get(api::file))
        .route("/control/orders", post(api::control::orders))
        .route("/control/change", post(api::control::change))
        .route("/control/delivery", post(api::control::delivery))
        .merge(control::advance(|shared: &Shared, seconds| {
            shared.clock.advance(seconds);
        }))
        .merge(control::routes(api::control::trouble, Shared::state))
        .with_state(shared)
}
