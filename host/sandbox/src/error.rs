//! Why a call into a plugin brought nothing.

use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::types::{Error, ErrorKind};

/// A plugin's word on when to come back is believed up to a day: callers add it to the time.
const LONGEST_PAUSE_SECONDS: u64 = 24 * 60 * 60;

/// Why a call into a plugin brought nothing.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// The plugin's own answer: what the provider, or the plugin, had to refuse.
    #[error("{}", .0.message)]
    Refused(Error),
    /// The plugin used more than it may; the text says of what, and how much it may.
    #[error("{1}")]
    Limit(LimitKind, String),
    /// No result within the wall-clock limit.
    #[error("no result within {} s", .0.as_secs())]
    Timeout(Duration),
    /// The plugin crashed; the text is what it said last.
    #[error("the plugin crashed: {0}")]
    Trapped(String),
    /// All its places are taken by other calls.
    #[error("the plugin is busy with other calls")]
    Busy,
    /// It failed too often lately and rests.
    #[error("the plugin failed several times in a row and rests until {retry_at}")]
    BreakerOpen {
        retry_at: DateTime<Utc>,
        /// How long that is from now.
        rest: Duration,
    },
    /// The plugin does not play the role that this call belongs to.
    #[error("the plugin does not do that")]
    Unsupported,
    /// The sandbox itself failed, not the plugin.
    #[error("the sandbox failed")]
    Internal(#[source] anyhow::Error),
}

/// Which limit a call hit. Those of requests, responses, logs and the store are told to the plugin and end no call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitKind {
    /// Time spent computing.
    Cpu,
    /// Memories and tables together.
    Memory,
    /// Size of what goes from the plugin to the host.
    Result,
}

/// Whether and when calling again may help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retry {
    /// The same call would fail the same way.
    Never,
    /// Not before this much time has passed.
    After(Duration),
    /// With the caller's usual pauses.
    Soon,
}

impl CallError {
    /// A stable name: for metrics, statistics and messages that are looked up.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Refused(error) => match &error.kind {
                ErrorKind::Unauthorized => "Unauthorized",
                ErrorKind::InvalidConfig(_) => "InvalidConfig",
                ErrorKind::NotFound => "NotFound",
                ErrorKind::Rejected => "Rejected",
                ErrorKind::Conflict => "Conflict",
                ErrorKind::RateLimited(_) => "RateLimited",
                ErrorKind::Unavailable => "Unavailable",
                ErrorKind::Unsupported => "Unsupported",
                ErrorKind::Internal => "PluginInternal",
            },
            Self::Limit(LimitKind::Cpu, _) => "LimitCpu",
            Self::Limit(LimitKind::Memory, _) => "LimitMemory",
            Self::Limit(LimitKind::Result, _) => "LimitResult",
            Self::Timeout(_) => "Timeout",
            Self::Trapped(_) => "Trapped",
            Self::Busy => "Busy",
            Self::BreakerOpen { .. } => "BreakerOpen",
            Self::Unsupported => "Unsupported",
            Self::Internal(_) => "SandboxInternal",
        }
    }

    /// What a job should do next.
    pub fn retry(&self) -> Retry {
        match self {
            Self::Refused(error) => match error.kind {
                ErrorKind::RateLimited(Some(seconds)) => {
                    Retry::After(Duration::from_secs(seconds.min(LONGEST_PAUSE_SECONDS)))
                }
                ErrorKind::RateLimited(None) | ErrorKind::Unavailable => Retry::Soon,
                _ => Retry::Never,
            },
            Self::BreakerOpen { rest, .. } => Retry::After(*rest),
            Self::Timeout(_) | Self::Busy | Self::Internal(_) => Retry::Soon,
            Self::Limit(..) | Self::Trapped(_) | Self::Unsupported => Retry::Never,
        }
    }

    /// Whether the plugin itself is to blame, so that its circuit breaker counts it.
    pub(crate) fn is_plugins_fault(&self) -> bool {
        matches!(self, Self::Limit(..) | Self::Timeout(_) | Self::Trapped(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_absurd_pause_is_a_day() {
        let error = CallError::Refused(Error {
            kind: ErrorKind::RateLimited(Some(u64::MAX)),
            message: String::new(),
            status: None,
        });
        assert_eq!(error.retry(), Retry::After(Duration::from_secs(86_400)));
    }
}
