//! What a plugin writes to the log while it is called, and what it asks of the host.

use std::fmt::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tracing::field::{Field, Visit};
use tracing::instrument::WithSubscriber;
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::{Layer, Registry};

/// What the sandbox logs for plugins.
const TARGET: &str = "comptoir::plugin";
/// Where it tells each call to the host.
const HOST_CALLS: &str = "comptoir::plugin::host";

/// A call of the plugin to the host.
#[derive(Clone, Debug, Default)]
pub struct HostCall {
    /// `http.send`
    pub function: String,
    /// What it is about: `GET https://api.acme.example/me`, a key, a file; empty where there is nothing to say.
    pub what: String,
    /// Bytes that it gave or took.
    pub bytes: u64,
    pub time: Duration,
    /// `ok`, an HTTP status, or the failure.
    pub outcome: String,
}

/// What was seen of one call.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) lines: Vec<String>,
    pub(crate) host_calls: Vec<HostCall>,
}

#[derive(Clone, Default)]
struct Watcher(Arc<Mutex<Seen>>);

struct Words(String);

impl Visit for Words {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        // Writing to a text cannot fail.
        let _ = write!(self.0, "{}={value:?} ", field.name());
    }
}

impl Visit for HostCall {
    fn record_u64(&mut self, field: &Field, value: u64) {
        match field.name() {
            "micros" => self.time = Duration::from_micros(value),
            _ => self.bytes = value,
        }
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "function" => value.clone_into(&mut self.function),
            _ => value.clone_into(&mut self.what),
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if field.name() == "outcome" {
            self.outcome = format!("{value:?}");
        }
    }
}

impl<S: Subscriber> Layer<S> for Watcher {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match event.metadata().target() {
            TARGET => {
                let mut words = Words(String::new());
                event.record(&mut words);
                seen.lines.push(words.0);
            }
            HOST_CALLS => {
                let mut call = HostCall::default();
                event.record(&mut call);
                seen.host_calls.push(call);
            }
            _ => {}
        }
    }
}

/// Runs `work`; what was seen of its plugin meanwhile beside its result.
pub(crate) async fn watched<T>(work: impl Future<Output = T>) -> (T, Seen) {
    let watcher = Watcher::default();
    let done = work
        .with_subscriber(Registry::default().with(watcher.clone()))
        .await;
    let mut seen = watcher.0.lock().unwrap_or_else(PoisonError::into_inner);
    (done, std::mem::take(&mut *seen))
}
