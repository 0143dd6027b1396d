//! A fulfilment provider to test against: a real HTTP server that behaves like Bigblue's Store API.
//!
//! Seeded and stateful: three merchants with products, stock in two warehouses and orders that walk through thirteen
//! statuses as time goes by. It keeps to the provider's rules (Twirp-style calls, zero values left out, a request limit
//! for each key) and makes trouble when told to. Nothing is written to disk.
//!
//! ```no_run
//! # async fn example() -> std::io::Result<()> {
//! use bigblue_simulator::{Mode, SimClock, Simulator, SimulatorConfig, Trouble};
//! let clock = SimClock::fixed(1_763_712_000);
//! let simulator = Simulator::start(SimulatorConfig { clock: clock.clone(), ..SimulatorConfig::default() }).await?;
//! println!("{}", simulator.base_url());
//! simulator.trouble(Trouble::times(Mode::Errors500, 3));
//! clock.advance(86_400);
//! simulator.shutdown().await;
//! # Ok(())
//! # }
//! ```

mod api;
mod catalogue;
mod clock;
mod error;
mod events;
mod invoice;
mod people;
mod shared;
mod status;
mod time;
mod trouble;
pub mod wire;
mod world;

pub use clock::{Now, SimClock};
pub use shared::{Orders, Requests, State};
pub use status::Status;
pub use trouble::{Mode, Trouble};
pub use world::{Holdings, MERCHANTS};

use axum::Router;
use axum::routing::{any, get, post};
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
    /// How many orders the 18 months before the start hold.
    pub orders: usize,
    /// Requests a minute and key; none: no limit.
    pub rate_limit: Option<u32>,
    /// The time that orders move with.
    pub clock: SimClock,
}

impl Default for SimulatorConfig {
    /// Any port, 4,000 orders, the provider's own limit, real time.
    fn default() -> Self {
        Self {
            port: 0,
            seed: 1,
            orders: 4_000,
            rate_limit: Some(200),
            clock: SimClock::real(1.0),
        }
    }
}

simulator_kit::simulator!("bigblue", clock: SimClock);

impl Simulator {
    /// Makes the world and listens; fails when the port is taken.
    pub async fn start(config: SimulatorConfig) -> io::Result<Self> {
        let shared = Shared::new(config.seed, config.orders, config.rate_limit, config.clock);
        Self::serve(config.port, shared).await
    }

    /// Lets `count` orders come in now.
    pub fn add_orders(&self, count: usize) {
        self.shared.add_orders(count);
    }

    /// An order is in that status (by its code) from now on, until somebody changes it. Whether there is one.
    pub fn stop(&self, id: &str, status: &str) -> bool {
        Status::of(status).is_some_and(|status| self.shared.stop(id, status))
    }

    /// All that a merchant (by its prefix) has here; none: no such merchant.
    pub fn holdings(&self, prefix: &str) -> Option<Holdings> {
        self.shared.holdings(prefix)
    }
}

fn router(shared: Shared) -> Router {
    Router::new()
        .route(
            "/bigblue.storeapi.v1.PublicAPI/{method}",
            post(api::call).fallback(api::bad_route),
        )
        .route("/control/merchant/{prefix}", get(api::control::merchant))
        .route("/control/orders", post(api::control::orders))
        .route("/control/stop", post(api::control::stop))
        .route("/control/webhooks", post(events::connect))
        .route("/control/webhooks/send", post(events::send))
        .route("/control/invoice.csv", get(invoice::download))
        .merge(control::advance(|shared: &Shared, seconds| {
            shared.clock.advance(seconds);
        }))
        .merge(control::routes(api::control::trouble, Shared::state))
        .fallback(any(api::bad_route))
        .with_state(shared)
}
