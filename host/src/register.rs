//! What the host consists of. Each domain says in its `DOMAIN` what it has, `domains.rs` lists the domains, and every
//! mechanism (calls, records, jobs, exports, pulls, plugins) goes through what is registered: it knows no domain by name.

use std::collections::BTreeSet;
use std::fmt;

use futures::future::BoxFuture;

use crate::app::App;
use crate::http::error::Result;
use crate::http::routing::Routes;
use crate::jobs::{JobType, Schedule};
use crate::providers::sync::{PullKind, TakeChanges};
use crate::records::Kind;

/// What one domain has; what it does not name, it has not: `Domain { routes, kinds: &[&BUNDLE], ..Domain::NONE }`.
pub struct Domain {
    /// Its calls, below `/api`.
    pub routes: fn() -> Routes,
    /// The first segments of its calls that are a plugin's id as well (the specification has them so): what does not stand
    /// there is the plugin's to answer.
    pub shared: &'static [&'static str],
    /// Its kinds of record.
    pub kinds: &'static [&'static Kind],
    /// What is pulled from providers. Their jobs need not be named again.
    pub pulls: &'static [PullKind],
    /// What it takes of an event that a provider sent.
    pub changes: Option<TakeChanges>,
    pub jobs: &'static [JobType],
    pub schedules: &'static [Schedule],
    /// What forgets what has served its time, every night, in the order of `domains.rs`.
    pub sweeps: &'static [Sweep],
    /// A tenant's rows, for the test of the permission matrix.
    #[cfg(test)]
    pub rows: crate::testing::MakeRows,
}

/// Removes one batch of at most so many rows; tells how many, 0 when nothing is left to do.
pub type Sweep = for<'a> fn(&'a App, i64) -> BoxFuture<'a, Result<u64>>;

impl Domain {
    pub const NONE: Self = Self {
        routes: Routes::new,
        shared: &[],
        kinds: &[],
        pulls: &[],
        changes: None,
        jobs: &[],
        schedules: &[],
        sweeps: &[],
        #[cfg(test)]
        rows: |_| Box::pin(async { Vec::new() }),
    };
}

impl fmt::Debug for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.kinds.iter().map(|kind| kind.name).collect();
        f.debug_struct("Domain")
            .field("kinds", &names)
            .finish_non_exhaustive()
    }
}

/// The domains of this host.
#[derive(Debug, Clone, Copy)]
pub struct Register(pub &'static [&'static Domain]);

impl Register {
    /// Every call of the API.
    pub fn routes(self) -> Routes {
        let domains = self.0.iter().map(|domain| (domain.routes)());
        domains.fold(Routes::new(), Routes::merge)
    }

    /// What no plugin may take as its id: the first segments of calls, here or to come.
    pub fn reserved(self) -> BTreeSet<String> {
        let shared = |segment: &str| self.0.iter().any(|domain| domain.shared.contains(&segment));
        let routes = self.routes();
        let segments = routes
            .paths()
            .filter_map(|path| path.split('/').nth(1).map(ToOwned::to_owned));
        segments.filter(|segment| !shared(segment)).collect()
    }

    pub fn kinds(self) -> impl Iterator<Item = &'static Kind> {
        self.0.iter().flat_map(|domain| domain.kinds).copied()
    }

    /// The kind of record that the audit trail calls so.
    pub fn kind(self, name: &str) -> Option<&'static Kind> {
        self.kinds().find(|kind| kind.name == name)
    }

    /// The kind of record that the contract with plugins calls so.
    pub fn kind_of(self, entity: comptoir_sandbox::Entity) -> Option<&'static Kind> {
        let is_named = |kind: &&Kind| kind.provided.is_some_and(|known| known.entity == entity);
        self.kinds().find(is_named)
    }

    pub fn pulls(self) -> impl Iterator<Item = &'static PullKind> {
        self.0.iter().flat_map(|domain| domain.pulls)
    }

    /// What is pulled, by its name in schedules and in plugins' answers.
    pub fn pull(self, name: &str) -> Option<&'static PullKind> {
        self.pulls().find(|pull| pull.name == name)
    }

    /// What is pulled when a person asks for this.
    pub fn pulls_with(self, name: &str) -> impl Iterator<Item = &'static PullKind> {
        self.pulls().filter(move |pull| pull.with == name)
    }

    /// What takes the changes that plugins tell of.
    pub fn changes(self) -> impl Iterator<Item = TakeChanges> {
        self.0.iter().filter_map(|domain| domain.changes)
    }

    /// Every job there is: what is not among them would wait for ever.
    pub fn jobs(self) -> impl Iterator<Item = &'static JobType> {
        let domains = self.0.iter();
        domains.flat_map(|domain| {
            domain
                .jobs
                .iter()
                .chain(domain.pulls.iter().flat_map(|pull| &pull.jobs))
        })
    }

    /// What the queue asks for by itself.
    pub fn schedules(self) -> impl Iterator<Item = &'static Schedule> {
        self.0.iter().flat_map(|domain| domain.schedules)
    }

    pub fn sweeps(self) -> impl Iterator<Item = &'static Sweep> {
        self.0.iter().flat_map(|domain| domain.sweeps)
    }
}
