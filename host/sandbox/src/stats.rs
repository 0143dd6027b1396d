//! What a plugin did since it was loaded: for the plugins page, and as metrics.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::breaker::BreakerState;
use crate::error::CallError;

/// A plugin's figures since it was loaded.
#[derive(Clone, Debug, Serialize)]
pub struct Stats {
    /// Calls that ended, well or not.
    pub calls: u64,
    /// Those that brought nothing, by [`CallError::name`].
    pub failures: BTreeMap<&'static str, u64>,
    /// Requests and uses of host interfaces that were refused.
    pub denials: u64,
    /// HTTP requests on the wire, retries and redirects included.
    pub requests: u64,
    /// All calls' time from begin to end, in seconds.
    pub wall_seconds: f64,
    /// All calls' computing time, in seconds.
    pub cpu_seconds: f64,
    /// The most that memories and tables of one call held together.
    pub peak_memory_bytes: u64,
    pub last_error: Option<LastError>,
    pub breaker: BreakerState,
    /// The calls that ended last, the latest first.
    pub recent: Vec<CallRecord>,
    /// What was refused last, each text once, the latest first. A text says which line would allow it.
    pub denied: Vec<Denial>,
}

/// A call that ended.
#[derive(Clone, Debug, Serialize)]
pub struct CallRecord {
    /// When it ended.
    pub at: DateTime<Utc>,
    /// The function: `orders`.
    pub function: &'static str,
    /// `Ok`, else [`CallError::name`].
    pub outcome: &'static str,
    pub wall: Duration,
    pub cpu: Duration,
    pub memory_bytes: u64,
    pub requests: u64,
    pub denials: u64,
}

/// Something that a plugin asked for and may not.
#[derive(Clone, Debug, Serialize)]
pub struct Denial {
    /// The last time.
    pub at: DateTime<Utc>,
    pub text: String,
    pub times: u64,
}

/// Calls and denials remembered, each.
const REMEMBERED: usize = 100;

/// The last call that brought nothing.
#[derive(Clone, Debug, Serialize)]
pub struct LastError {
    pub at: DateTime<Utc>,
    /// The function: `orders`.
    pub function: &'static str,
    /// [`CallError::name`].
    pub name: &'static str,
    pub text: String,
}

/// What one call used.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Usage {
    pub(crate) wall: Duration,
    pub(crate) cpu: Duration,
    pub(crate) memory_bytes: u64,
    pub(crate) requests: u64,
    pub(crate) denials: u64,
}

#[derive(Debug, Default)]
pub(crate) struct Ledger(Mutex<Totals>);

#[derive(Debug, Default)]
struct Totals {
    calls: u64,
    failures: BTreeMap<&'static str, u64>,
    usage: Usage,
    last_error: Option<LastError>,
    recent: VecDeque<CallRecord>,
    denied: VecDeque<Denial>,
}

impl Ledger {
    /// Books a call that ended.
    pub(crate) fn book(
        &self,
        plugin: &str,
        function: &'static str,
        usage: Usage,
        at: DateTime<Utc>,
        failure: Option<&CallError>,
    ) {
        let outcome = failure.map_or("Ok", CallError::name);
        emit(plugin, function, outcome, usage);
        let mut totals = self.lock();
        totals.calls += 1;
        totals.usage.wall += usage.wall;
        totals.usage.cpu += usage.cpu;
        totals.usage.memory_bytes = totals.usage.memory_bytes.max(usage.memory_bytes);
        totals.usage.requests += usage.requests;
        totals.usage.denials += usage.denials;
        totals.recent.truncate(REMEMBERED - 1);
        totals.recent.push_front(CallRecord {
            at,
            function,
            outcome,
            wall: usage.wall,
            cpu: usage.cpu,
            memory_bytes: usage.memory_bytes,
            requests: usage.requests,
            denials: usage.denials,
        });
        if let Some(error) = failure {
            *totals.failures.entry(error.name()).or_default() += 1;
            totals.last_error = Some(LastError {
                at,
                function,
                name: error.name(),
                text: error.to_string(),
            });
        }
    }

    /// Books something that was refused.
    pub(crate) fn deny(&self, at: DateTime<Utc>, text: &str) {
        let mut totals = self.lock();
        let known = totals.denied.iter().position(|denial| denial.text == text);
        let before = known.and_then(|place| totals.denied.remove(place));
        totals.denied.truncate(REMEMBERED - 1);
        totals.denied.push_front(Denial {
            at,
            text: text.to_owned(),
            times: before.map_or(0, |denial| denial.times) + 1,
        });
    }

    pub(crate) fn snapshot(&self, breaker: BreakerState) -> Stats {
        let totals = self.lock();
        Stats {
            calls: totals.calls,
            failures: totals.failures.clone(),
            denials: totals.usage.denials,
            requests: totals.usage.requests,
            wall_seconds: totals.usage.wall.as_secs_f64(),
            cpu_seconds: totals.usage.cpu.as_secs_f64(),
            peak_memory_bytes: totals.usage.memory_bytes,
            last_error: totals.last_error.clone(),
            breaker,
            recent: totals.recent.iter().cloned().collect(),
            denied: totals.denied.iter().cloned().collect(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Totals> {
        // Plain figures: a panic elsewhere leaves nothing half done in them.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn emit(plugin: &str, function: &'static str, outcome: &'static str, usage: Usage) {
    let plugin = plugin.to_owned();
    metrics::counter!("comptoir_plugin_calls_total", "plugin" => plugin.clone(), "function" => function, "outcome" => outcome)
        .increment(1);
    metrics::counter!("comptoir_plugin_requests_total", "plugin" => plugin.clone())
        .increment(usage.requests);
    metrics::counter!("comptoir_plugin_denials_total", "plugin" => plugin.clone())
        .increment(usage.denials);
    metrics::histogram!("comptoir_plugin_wall_seconds", "plugin" => plugin.clone(), "function" => function)
        .record(usage.wall);
    metrics::histogram!("comptoir_plugin_cpu_seconds", "plugin" => plugin.clone(), "function" => function)
        .record(usage.cpu);
    #[allow(
        clippy::cast_precision_loss,
        reason = "a memory size fits a double exactly"
    )]
    metrics::histogram!("comptoir_plugin_memory_bytes", "plugin" => plugin)
        .record(usage.memory_bytes as f64);
}
