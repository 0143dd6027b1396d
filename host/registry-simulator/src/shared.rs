//! What all requests share, behind one lock: the work of a call is short.

use crate::SimulatorConfig;
use crate::trouble::{Kind, Service, Trouble};
use crate::vies;
use crate::world::World;
use serde::Serialize;
use simulator_kit::{Limiter, Troublemaker};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The simulator's state; clones are the same one.
#[derive(Clone, Debug)]
pub struct Shared(Arc<Mutex<Inner>>);

/// The state under the lock.
#[derive(Debug)]
pub struct Inner {
    /// The companies.
    pub world: World,
    /// The limit of searches.
    pub limiter: Limiter<IpAddr>,
    /// The time of VIES, when it stands still.
    pub fixed_time: Option<i64>,
    /// The code that each troubled member state answers with.
    pub member_states: BTreeMap<&'static str, &'static str>,
    /// How many proofs of a check VIES has given.
    pub proofs: u64,
    /// The trouble that is switched on.
    pub trouble: Troublemaker<Trouble>,
    requests: BTreeMap<&'static str, u64>,
}

/// What was asked so far and what is switched on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct State {
    /// Requests since the start, refused ones included: `search`, `vies`.
    pub requests: BTreeMap<&'static str, u64>,
    /// Companies there are.
    pub companies: usize,
    /// Those of them that are closed.
    pub closed: usize,
    /// The code that each troubled member state answers with.
    pub member_states: BTreeMap<&'static str, &'static str>,
    /// What is switched on.
    pub trouble: Trouble,
    /// How many calls any trouble hit.
    pub trouble_hits: u64,
}

/// One company in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CompanyRow {
    /// Nine digits.
    pub siren: String,
    /// Of the head office, fourteen digits.
    pub siret: String,
    /// As it is shown.
    pub name: String,
    /// Not closed.
    pub active: bool,
    /// Its VAT numbers: often one, sometimes none or several.
    pub vat: Vec<String>,
}

impl Shared {
    /// A world of its own.
    pub fn new(config: &SimulatorConfig) -> Self {
        Self(Arc::new(Mutex::new(Inner {
            world: World::new(config.seed, config.companies),
            limiter: Limiter::new(config.rate_limit, Duration::from_secs(1)),
            fixed_time: config.fixed_time,
            member_states: BTreeMap::new(),
            proofs: 0,
            trouble: Troublemaker::new(config.seed),
            requests: BTreeMap::new(),
        })))
    }

    /// The state, for one caller at a time. A panic elsewhere leaves nothing half done, so its lock is taken over.
    pub fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Decides what happens to a call that is let in; a slow one has waited when this returns.
    pub async fn strike(&self, service: Service) -> Kind {
        let (kind, pause) = {
            let mut inner = self.lock();
            let kind = inner
                .trouble
                .strike(|trouble| trouble.service.is_none_or(|only| only == service));
            (kind.unwrap_or(Kind::None), inner.trouble.pause())
        };
        if kind == Kind::Slow {
            tokio::time::sleep(pause).await;
        }
        kind
    }

    /// Troubles a member state or frees it; refused with a sentence when there is no such state or code.
    pub fn set_member_state(&self, country: &str, error: Option<&str>) -> Result<(), String> {
        let country = vies::member_state(country)
            .ok_or_else(|| format!("country: {country} is not in VIES"))?;
        let mut inner = self.lock();
        match error {
            Some(code) => {
                let code = vies::error_code(code)
                    .ok_or_else(|| format!("error: {code} is not a code of VIES"))?;
                inner.member_states.insert(country, code);
            }
            None => {
                inner.member_states.remove(country);
            }
        }
        Ok(())
    }

    /// Closes a company; false when there is none.
    pub fn close(&self, siren: &str, date: &str) -> bool {
        self.lock().world.close(siren, date)
    }

    /// All companies in short.
    pub fn companies(&self) -> Vec<CompanyRow> {
        let inner = self.lock();
        let row = |company: &crate::world::Company| CompanyRow {
            siren: company.siren.clone(),
            siret: company.siret(company.head()),
            name: company.full_name(),
            active: company.closed.is_none(),
            vat: company.vat.clone(),
        };
        inner.world.companies().iter().map(row).collect()
    }

    /// Counts of everything.
    pub fn state(&self) -> State {
        let inner = self.lock();
        let companies = inner.world.companies();
        State {
            requests: inner.requests.clone(),
            companies: companies.len(),
            closed: companies
                .iter()
                .filter(|company| company.closed.is_some())
                .count(),
            member_states: inner.member_states.clone(),
            trouble: inner.trouble.current().clone(),
            trouble_hits: inner.trouble.hits(),
        }
    }
}

impl Inner {
    /// Notes a request.
    pub fn count(&mut self, service: &'static str) {
        *self.requests.entry(service).or_default() += 1;
    }
}
