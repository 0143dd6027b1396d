//! Books to test against: a real HTTP server that behaves like Pennylane's Company API v2, as far as the plugin needs it.
//!
//! Stateful: customers, ledger accounts, documents, imported invoices and credit notes, and a log of their changes. Payments
//! are booked by whoever runs it. Nothing is written to disk.
//!
//! ```no_run
//! # async fn example() -> std::io::Result<()> {
//! use pennylane_simulator::{Calls, Mode, Simulator, SimulatorConfig, Trouble};
//! let simulator = Simulator::start(SimulatorConfig::default()).await?;
//! println!("{}/api/external/v2/me", simulator.base_url());
//! simulator.trouble(Trouble::times(Mode::Reset, 1).only(Calls::Imports));
//! simulator.pay("F-2026-0042", Some("12.50")).expect("an invoice");
//! simulator.shutdown().await;
//! # Ok(())
//! # }
//! ```

mod api;
mod clock;
mod error;
mod listing;
mod shared;
mod trouble;
mod world;

pub use shared::{Booked, State, TOKEN, TOKENS};
pub use simulator_kit::SimClock;
pub use trouble::{Calls, Mode, Trouble};

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{any, get, post};
use serde_json::Value;
use shared::Shared;
use simulator_kit::control;
use std::io;

/// The longest document that is taken.
const MOST_BYTES: usize = 32 << 20;

/// What to simulate.
#[derive(Clone, Debug)]
pub struct SimulatorConfig {
    /// The port on 127.0.0.1; 0 takes any free one.
    pub port: u16,
    /// Of everything that is drawn: the same seed gives the same references and the same trouble.
    pub seed: u64,
    /// How many invoices the books of each company hold at the start.
    pub invoices: usize,
    /// Requests in five seconds and token; none: no limit.
    pub rate_limit: Option<u32>,
    /// The time that everything goes by.
    pub clock: SimClock,
}

impl Default for SimulatorConfig {
    /// Any port, three invoices, 25 requests in five seconds, real time.
    fn default() -> Self {
        Self {
            port: 0,
            seed: 1,
            invoices: 3,
            rate_limit: Some(25),
            clock: SimClock::real(),
        }
    }
}

simulator_kit::simulator!("pennylane", clock: SimClock);

impl Simulator {
    /// Opens the books and listens; fails when the port is taken.
    pub async fn start(config: SimulatorConfig) -> io::Result<Self> {
        let shared = Shared::new(
            config.seed,
            config.invoices,
            config.rate_limit,
            config.clock,
        );
        Self::serve(config.port, shared).await
    }

    /// Something of an invoice is paid, or (none) all that remains; refused with a sentence.
    pub fn pay(&self, number: &str, amount: Option<&str>) -> Result<(), String> {
        self.shared.pay(number, amount)
    }

    /// An invoice disappears, as drafts do; refused with a sentence.
    pub fn delete(&self, number: &str) -> Result<(), String> {
        self.shared.delete(number)
    }

    /// Gives an invoice a status by hand; refused with a sentence.
    pub fn set_status(&self, number: &str, status: &str) -> Result<(), String> {
        self.shared.set_status(number, status)
    }

    /// What is in the first company's books, and how often each was asked to be.
    pub fn booked(&self) -> Booked {
        self.shared.booked()
    }

    /// The first company's customers, as the API shows them.
    pub fn customers(&self) -> Vec<Value> {
        self.shared.customers()
    }

    /// The document of an invoice; none: no such invoice.
    pub fn document(&self, number: &str) -> Option<Vec<u8>> {
        self.shared.document(number)
    }
}

fn router(shared: Shared) -> Router {
    Router::new()
        .route("/api/external/v2/{*path}", any(api::call))
        .route("/control/customers", get(api::control::customers))
        .route("/control/delete", post(api::control::delete))
        .route("/control/document/{number}", get(api::control::document))
        .route("/control/invoices", get(api::control::invoices))
        .route("/control/payment", post(api::control::payment))
        .route("/control/status", post(api::control::status))
        .merge(control::advance(|shared: &Shared, seconds| {
            shared.clock.advance(seconds);
        }))
        .merge(control::routes(api::control::trouble, Shared::state))
        .fallback(any(api::nowhere))
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .with_state(shared)
}
