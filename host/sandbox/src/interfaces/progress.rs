//! `wit/progress.wit`: how far a call has come, a few times a second.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use crate::bindings::comptoir::plugin::progress::Host;
use crate::call::Progress;
use crate::interfaces::HostCall;
use crate::state::State;

const PAUSE: Duration = Duration::from_millis(250);
/// People read it on one line.
const NOTE: usize = 200;

pub(crate) type Sink = Arc<dyn Fn(Progress) + Send + Sync>;

/// Passes reports on, the first at once, then at most four a second, and always the last.
pub(crate) struct ProgressMeter {
    sink: Option<Sink>,
    last: Option<Instant>,
    waiting: Option<Progress>,
}

impl ProgressMeter {
    pub(crate) fn new(sink: Option<Sink>) -> Self {
        Self {
            sink,
            last: None,
            waiting: None,
        }
    }

    fn report(&mut self, progress: Progress) {
        self.waiting = Some(progress);
        if self.last.is_none_or(|last| last.elapsed() >= PAUSE) {
            self.flush();
        }
    }

    /// Passes on what is held back.
    pub(crate) fn flush(&mut self) {
        if let (Some(sink), Some(progress)) = (&self.sink, self.waiting.take()) {
            sink(progress);
            self.last = Some(Instant::now());
        }
    }
}

impl Host for State {
    async fn report(&mut self, done: u64, total: Option<u64>, note: String) {
        let note = self.scope.sealed().text(note);
        HostCall::of("progress.report", &note).tell(0, done);
        self.progress.report(Progress {
            done,
            total,
            note: note.chars().take(NOTE).collect(),
        });
    }
}
