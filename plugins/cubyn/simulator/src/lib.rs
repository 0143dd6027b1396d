//! A fulfilment provider to test against: a real HTTP server that behaves like Cubyn's API, as far as that is known.
//!
//! Seeded and stateful: two merchants with products, stock, deliveries and parcels that walk from created to delivered
//! when told to. Nothing is written to disk.
//!
//! ```no_run
//! # async fn example() -> std::io::Result<()> {
//! use cubyn_simulator::{Mode, Simulator, SimulatorConfig, Trouble};
//! let simulator = Simulator::start(SimulatorConfig::default()).await?;
//! println!("{}/v2/parcels", simulator.base_url());
//! simulator.trouble(Trouble::times(Mode::Errors500, 3));
//! simulator.work();
//! simulator.shutdown().await;
//! # Ok(())
//! # }
//! ```

mod api;
mod clock;
mod error;
pub mod invoice;
mod parcels;
mod shared;
mod stock;
mod trouble;

pub use shared::{Holdings, MERCHANTS, State};
pub use simulator_kit::{Calls, SimClock};
pub use trouble::{Mode, Trouble};

use axum::Router;
use axum::extract::Query;
use axum::routing::{any, get, post};
use serde::Deserialize;
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
    /// How many parcels each merchant holds.
    pub parcels: usize,
    /// Requests a second and key (assumed); none: no limit.
    pub rate_limit: Option<u32>,
    /// The time that changes are stamped with.
    pub clock: SimClock,
}

impl Default for SimulatorConfig {
    /// Any port, 400 parcels a merchant, five requests a second, real time.
    fn default() -> Self {
        Self {
            port: 0,
            seed: 1,
            parcels: 400,
            rate_limit: Some(5),
            clock: SimClock::real(),
        }
    }
}

simulator_kit::simulator!("cubyn", clock: SimClock);

impl Simulator {
    /// Makes the world and listens; fails when the port is taken.
    pub async fn start(config: SimulatorConfig) -> io::Result<Self> {
        let shared = Shared::new(config.seed, config.parcels, config.rate_limit, config.clock);
        Self::serve(config.port, shared).await
    }

    /// Every parcel that can goes one step further, and goods are stored.
    pub fn work(&self) {
        self.shared.work();
    }

    /// Gives a parcel a status; false when there is no such parcel.
    pub fn set_status(&self, id: u64, status: &str) -> bool {
        self.shared.set_status(id, status)
    }

    /// Sends the notifications of the merchant with that key to the address.
    pub fn notify(&self, application: &str, url: &str) {
        if let Some(at) = MERCHANTS.iter().position(|(key, _)| *key == application) {
            self.shared.lock().addresses[at] = Some(url.into());
        }
    }

    /// All that the merchant with that key has here; none: no such key.
    pub fn holdings(&self, application: &str) -> Option<Holdings> {
        self.shared.holdings(application)
    }
}

#[derive(Deserialize)]
struct Lines {
    lines: u32,
}

async fn invoice_file(Query(Lines { lines }): Query<Lines>) -> String {
    invoice::csv(lines)
}

fn router(shared: Shared) -> Router {
    Router::new()
        .route("/v2", any(api::call_root))
        .route("/v2/{*path}", any(api::call))
        .route(
            "/control/merchant/{application}",
            get(api::control::merchant),
        )
        .route("/control/invoice.csv", get(invoice_file))
        .route("/control/notifications", post(api::control::notifications))
        .route("/control/status", post(api::control::status))
        .route("/control/work", post(api::control::work))
        .merge(control::routes(api::control::trouble, Shared::state))
        .fallback(any(api::nowhere))
        .with_state(shared)
}
