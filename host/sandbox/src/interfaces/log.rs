//! `wit/log.wit`: lines in the host's log, so many bytes a call and a minute.

use crate::bindings::comptoir::plugin::log::{Host, Level};
use crate::budget::Budget;
use crate::interfaces::one_line;
use crate::state::State;

/// What a call may still write, and what it no longer could.
#[derive(Debug)]
pub(crate) struct LogBook {
    left: usize,
    dropped: u64,
}

impl LogBook {
    pub(crate) fn new(bytes: usize) -> Self {
        Self {
            left: bytes,
            dropped: 0,
        }
    }

    /// Whether a line of so many bytes still fits, here and into what all calls of the plugin may write; counts it either way.
    fn admit(&mut self, bytes: usize, of_all: &Budget) -> bool {
        let left = self.left.checked_sub(bytes);
        match left.filter(|_| of_all.take(bytes)) {
            Some(left) => {
                self.left = left;
                true
            }
            None => {
                // What is over is over: smaller lines later would make a log with holes.
                self.left = 0;
                self.dropped += 1;
                false
            }
        }
    }

    /// Says once how many lines are missing.
    pub(crate) fn close(&self) {
        if self.dropped > 0 {
            tracing::warn!(target: "comptoir::plugin", lines = self.dropped, "log limit reached, lines dropped");
        }
    }
}

impl Host for State {
    async fn write(&mut self, level: Level, message: String, fields: Vec<(String, String)>) {
        let fields_bytes: usize = fields
            .iter()
            .map(|(name, value)| name.len() + value.len())
            .sum();
        // An empty line costs the log something too.
        let bytes = message.len() + fields_bytes + 1;
        if !self.log.admit(bytes, &self.scope.plugin.log_budget) {
            return;
        }
        let (message, fields) = {
            let sealed = self.scope.sealed();
            let plain = fields
                .into_iter()
                .map(|(name, value)| (name, sealed.text(value)));
            let fields: Vec<(String, String)> = plain.collect();
            (sealed.text(message), fields)
        };
        let message = one_line(&message, message.len());
        // The enclosing span has the plugin, its version, the function and the call.
        macro_rules! line {
            ($level:ident) => {
                tracing::$level!(target: "comptoir::plugin", ?fields, "{message}")
            };
        }
        match level {
            Level::Trace => line!(trace),
            Level::Debug => line!(debug),
            Level::Info => line!(info),
            Level::Warn => line!(warn),
            Level::Error => line!(error),
        }
    }
}
