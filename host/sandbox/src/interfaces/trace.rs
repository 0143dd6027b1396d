//! Every call of a plugin to the host, traced for whoever watches: `comptoir plugin dev`, or the log at `trace`.

use std::fmt::{Debug, Display};

use tokio::time::Instant;

use super::one_line;

/// Characters of what a call is about.
const WHAT: usize = 500;

/// One call, from its begin.
pub(crate) struct HostCall {
    function: &'static str,
    what: String,
    began: Instant,
}

impl HostCall {
    /// A call of `interface.function` about something: a key, a file, a request.
    pub(crate) fn of(function: &'static str, what: impl Display) -> Self {
        // Nobody watches mostly: then nothing is written.
        let is_watched = tracing::enabled!(target: "comptoir::plugin::host", tracing::Level::TRACE);
        Self {
            function,
            what: match is_watched {
                true => one_line(&what.to_string(), WHAT),
                false => String::new(),
            },
            began: Instant::now(),
        }
    }

    /// Tells how it ended: so many bytes went one way or the other.
    pub(crate) fn ended<T, F: Debug>(self, answer: &Result<T, F>, bytes: impl Fn(&T) -> usize) {
        match answer {
            Ok(answer) => self.tell(bytes(answer), "ok"),
            Err(failure) => self.tell(0, format_args!("{failure:?}")),
        }
    }

    pub(crate) fn tell(self, bytes: usize, outcome: impl Display) {
        let micros = u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX);
        let Self { function, what, .. } = self;
        tracing::trace!(target: "comptoir::plugin::host", function, what, bytes, micros, %outcome);
    }
}
