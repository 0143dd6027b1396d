//! A company registry to test against: a real HTTP server that behaves like the French State's company search
//! (`/search`) and like VIES, the European check of VAT numbers (`/taxation_customs/vies/rest-api/…`).
//!
//! Seeded and stateful: a few companies that are always there ([`known`]) and some hundred that are drawn, with valid
//! SIREN, SIRET and VAT numbers. It keeps to the limit of seven searches a second and makes trouble when told to.
//! Nothing is written to disk.
//!
//! ```no_run
//! # async fn example() -> std::io::Result<()> {
//! use registry_simulator::{Kind, Simulator, SimulatorConfig, Trouble};
//! let simulator = Simulator::start(SimulatorConfig { rate_limit: None, ..SimulatorConfig::default() }).await?;
//! println!("{}/search?q=exemple", simulator.base_url());
//! simulator.trouble(Trouble::times(Kind::Errors, 3));
//! simulator.member_state("DE", Some("MS_UNAVAILABLE"));
//! simulator.shutdown().await;
//! # Ok(())
//! # }
//! ```

mod control;
pub mod numbers;
mod search;
mod shared;
mod text;
mod time;
mod trouble;
mod vies;
mod world;

pub use shared::{CompanyRow, State};
pub use trouble::{Kind, Service, Trouble};
pub use world::known;

use axum::Router;
use axum::routing::{any, get, post};
use shared::Shared;
use simulator_kit::control::{done, routes};
use std::io;

/// What to simulate.
#[derive(Clone, Debug)]
pub struct SimulatorConfig {
    /// The port on 127.0.0.1; 0 takes any free one.
    pub port: u16,
    /// Of everything that is drawn: the same seed gives the same companies.
    pub seed: u64,
    /// How many companies are drawn, besides [`known`].
    pub companies: usize,
    /// Searches a second and address; none: no limit.
    pub rate_limit: Option<u32>,
    /// Seconds since 1970 that VIES dates its answers with; none: the machine's time.
    pub fixed_time: Option<i64>,
}

impl Default for SimulatorConfig {
    /// Any port, 300 companies, the registry's own limit, real time.
    fn default() -> Self {
        Self {
            port: 0,
            seed: 1,
            companies: 300,
            rate_limit: Some(7),
            fixed_time: None,
        }
    }
}

simulator_kit::simulator!("registry");

impl Simulator {
    /// Draws the companies and listens; fails when the port is taken.
    pub async fn start(config: SimulatorConfig) -> io::Result<Self> {
        let shared = Shared::new(&config);
        Self::serve(config.port, shared).await
    }

    /// Lets VIES answer with this code for every number of a member state, until called with none.
    ///
    /// # Panics
    /// When there is no such member state or code.
    pub fn member_state(&self, country: &str, error: Option<&str>) {
        if let Err(message) = self.shared.set_member_state(country, error) {
            panic!("{message}");
        }
    }

    /// Closes a company for good, as of a date `2026-11-20`: the registry says so and its VAT numbers are invalid.
    /// False when there is no such company.
    pub fn close(&self, siren: &str, date: &str) -> bool {
        self.shared.close(siren, date)
    }

    /// All companies there are, those of [`known`] first.
    pub fn companies(&self) -> Vec<CompanyRow> {
        self.shared.companies()
    }
}

fn router(shared: Shared) -> Router {
    let vies = Router::new()
        .route("/check-vat-number", post(vies::check_number))
        .route("/check-vat-test-service", post(vies::check_test_number))
        .route("/check-status", get(vies::check_status))
        .fallback(any(vies::unknown_path));
    Router::new()
        .route(
            "/search",
            get(search::search).fallback(search::unknown_path),
        )
        .nest("/taxation_customs/vies/rest-api", vies)
        .route("/control/member-state", post(control::member_state))
        .route("/control/close", post(control::close))
        .route("/control/companies", get(control::companies))
        .merge(routes(
            |shared: &Shared, trouble| done(shared.lock().trouble.set(trouble)),
            Shared::state,
        ))
        .fallback(any(search::unknown_path))
        .with_state(shared)
}
