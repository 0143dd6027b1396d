//! How much of everything one plugin may use.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The table `[plugins.<id>.limits]` of `plugins.toml`. What is left out has the value of [`Limits::default`].
///
/// Limits are a call's unless they say otherwise. The `job_` ones hold for background work, the others for calls that
/// a person waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// From begin to end, waiting included.
    pub wall_seconds: u64,
    /// Spent computing, waiting excluded.
    pub cpu_seconds: u64,
    pub job_wall_seconds: u64,
    pub job_cpu_seconds: u64,
    /// All memories and tables of the instance together.
    pub memory_mib: u64,
    /// What goes from the plugin to the host at once: a result, the arguments of one host call.
    pub result_mib: u64,
    /// HTTP requests that the plugin asks for; retries and redirects are the host's and do not count.
    pub requests: u64,
    pub job_requests: u64,
    /// Requests of one `send-all` on their way at the same time.
    pub concurrent_requests: u64,
    /// The decoded body of one answer.
    pub response_mib: u64,
    /// What the key/value store holds for each connector, and for the plugin itself.
    pub store_mib: u64,
    /// What one call may write to files.
    pub file_mib: u64,
    /// What one call may write to the log.
    pub log_kib: u64,
    /// What all calls of a minute may.
    pub log_kib_per_minute: u64,
    /// What all calls of a minute may read from the key/value store and write to it; each access counts as four KiB at least.
    pub store_kib_per_minute: u64,
    /// Calls at the same time.
    pub concurrent_calls: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            wall_seconds: 30,
            cpu_seconds: 2,
            job_wall_seconds: 120,
            job_cpu_seconds: 20,
            memory_mib: 64,
            result_mib: 4,
            requests: 50,
            job_requests: 500,
            concurrent_requests: 8,
            response_mib: 10,
            store_mib: 1,
            file_mib: 50,
            log_kib: 64,
            log_kib_per_minute: 1_024,
            store_kib_per_minute: 65_536,
            concurrent_calls: 16,
        }
    }
}

const MIB: u64 = 1 << 20;

impl Limits {
    /// The first limit that is zero or absurd, by its key.
    pub(crate) fn problem(&self) -> Option<(&'static str, &'static str)> {
        let all = [
            ("wall_seconds", self.wall_seconds),
            ("cpu_seconds", self.cpu_seconds),
            ("job_wall_seconds", self.job_wall_seconds),
            ("job_cpu_seconds", self.job_cpu_seconds),
            ("memory_mib", self.memory_mib),
            ("result_mib", self.result_mib),
            ("requests", self.requests),
            ("job_requests", self.job_requests),
            ("concurrent_requests", self.concurrent_requests),
            ("response_mib", self.response_mib),
            ("store_mib", self.store_mib),
            ("file_mib", self.file_mib),
            ("log_kib", self.log_kib),
            ("log_kib_per_minute", self.log_kib_per_minute),
            ("store_kib_per_minute", self.store_kib_per_minute),
            ("concurrent_calls", self.concurrent_calls),
        ];
        all.into_iter().find_map(|(key, value)| match value {
            0 => Some((key, "must be at least 1")),
            1_000_001.. => Some((key, "must be at most 1000000")),
            _ => None,
        })
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        bytes(self.memory_mib * MIB)
    }

    pub(crate) fn result_bytes(&self) -> usize {
        bytes(self.result_mib * MIB)
    }

    pub(crate) fn response_bytes(&self) -> usize {
        bytes(self.response_mib * MIB)
    }

    pub(crate) fn store_bytes(&self) -> u64 {
        self.store_mib * MIB
    }

    pub(crate) fn file_bytes(&self) -> u64 {
        self.file_mib * MIB
    }

    pub(crate) fn log_bytes(&self) -> usize {
        bytes(self.log_kib * 1024)
    }

    /// The three limits that depend on who waits.
    pub(crate) fn of(&self, job: bool) -> Allowance {
        let (wall, cpu, requests) = if job {
            (
                self.job_wall_seconds,
                self.job_cpu_seconds,
                self.job_requests,
            )
        } else {
            (self.wall_seconds, self.cpu_seconds, self.requests)
        };
        Allowance {
            wall: Duration::from_secs(wall),
            cpu: Duration::from_secs(cpu),
            requests,
        }
    }
}

/// What one call may use of time and requests.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    pub(crate) wall: Duration,
    pub(crate) cpu: Duration,
    pub(crate) requests: u64,
}

fn bytes(value: u64) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}
