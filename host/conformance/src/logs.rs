//! What a plugin writes to the log while it is called.

use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

use tracing::field::{Field, Visit};
use tracing::instrument::WithSubscriber;
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::{Layer, Registry};

/// What the sandbox logs for plugins.
const TARGET: &str = "comptoir::plugin";

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<String>>>);

struct Words(String);

impl Visit for Words {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        // Writing to a text cannot fail.
        let _ = write!(self.0, "{}={value:?} ", field.name());
    }
}

impl<S: Subscriber> Layer<S> for Lines {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        if event.metadata().target() == TARGET {
            let mut words = Words(String::new());
            event.record(&mut words);
            let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            lines.push(words.0);
        }
    }
}

/// Runs `work`; what plugins logged meanwhile beside its result.
pub(crate) async fn watched<T>(work: impl Future<Output = T>) -> (T, Vec<String>) {
    let lines = Lines::default();
    let done = work
        .with_subscriber(Registry::default().with(lines.clone()))
        .await;
    let mut lines = lines.0.lock().unwrap_or_else(PoisonError::into_inner);
    (done, std::mem::take(&mut *lines))
}
