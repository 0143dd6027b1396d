//! A help desk to test against: a real HTTP server that behaves like Gorgias' REST API.
//!
//! Seeded and stateful: two accounts with tags, agents, consumers and tickets whose messages are public, internal, failed
//! or taken back. It keeps to the provider's rules (basic credentials, cursor pages, unknown parameters refused, 40 calls
//! at once and two a second), tells HTTP integrations of what happens, and makes trouble when told to. Nothing is written
//! to disk.
//!
//! ```no_run
//! # async fn example() -> std::io::Result<()> {
//! use gorgias_simulator::{Mode, Simulator, SimulatorConfig, Trouble};
//! let simulator = Simulator::start(SimulatorConfig::default()).await?;
//! println!("{}/aurore/api/tickets", simulator.base_url());
//! simulator.trouble(Trouble::times(Mode::Errors500, 3));
//! simulator.shutdown().await;
//! # Ok(())
//! # }
//! ```

mod api;
mod bucket;
mod clock;
mod error;
mod paging;
mod shared;
mod trouble;
mod world;

pub use shared::State;
pub use simulator_kit::{Calls, SimClock};
pub use trouble::{Mode, Trouble};
pub use world::{ACCOUNTS, Account, Message, Ticket};

use axum::Router;
use axum::routing::{any, post};
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
    /// How many tickets each account holds.
    pub tickets: usize,
    /// Calls at once an account, which it gets back within 20 seconds; none: no limit.
    pub burst: Option<u32>,
    /// The time that changes are stamped with.
    pub clock: SimClock,
}

impl Default for SimulatorConfig {
    /// Any port, 600 tickets an account, the provider's own limit, real time.
    fn default() -> Self {
        Self {
            port: 0,
            seed: 1,
            tickets: 600,
            burst: Some(40),
            clock: SimClock::real(),
        }
    }
}

simulator_kit::simulator!("gorgias", clock: SimClock);

impl Simulator {
    /// Makes the world and listens; fails when the port is taken.
    pub async fn start(config: SimulatorConfig) -> io::Result<Self> {
        let shared = Shared::new(config.seed, config.tickets, config.burst, config.clock);
        Self::serve(config.port, shared).await
    }

    /// Looks at an account or changes it, by its domain. None when there is no such account.
    pub fn account<T>(&self, domain: &str, look: impl FnOnce(&mut Account) -> T) -> Option<T> {
        let mut inner = self.shared.lock();
        let mut accounts = inner.accounts.iter_mut();
        accounts.find(|account| account.domain == domain).map(look)
    }
}

fn router(shared: Shared) -> Router {
    Router::new()
        .route("/{account}/api/{*path}", any(api::call))
        .route("/control/deactivate", post(api::control::deactivate))
        .merge(control::advance(|shared: &Shared, seconds| {
            shared.clock.advance(seconds);
        }))
        .merge(control::routes(api::control::trouble, Shared::state))
        .fallback(any(api::nowhere))
        .with_state(shared)
}
