//! What an error out of wasmtime means.

use std::time::Duration;

use wasmtime::PoolConcurrencyLimitError;

use crate::error::{CallError, LimitKind};
use crate::interfaces::one_line;
use crate::limits::Limits;
use crate::state::{CallScope, State};
use crate::types::Error;

/// The epoch callback's verdict.
#[derive(Debug, thiserror::Error)]
#[error("more than {} s of computing", .0.as_secs())]
pub(super) struct CpuSpent(pub(super) Duration);

/// wasmtime keeps the type of this error to itself; a test holds us to its text.
const FUEL_EXHAUSTED: &str = "fuel allocated for hostcalls has been exhausted";

/// Logs and pages show it, however much a plugin has to say.
const MESSAGE_CHARS: usize = 1_000;

/// The plugin's own refusal.
pub(super) fn refused(mut error: Error, scope: &CallScope) -> CallError {
    // Before it is cut: half a secret is no secret that is found.
    let message = scope.sealed().text(error.message);
    error.message = one_line(&message, MESSAGE_CHARS);
    CallError::Refused(error)
}

/// Why the guest ended without an answer.
pub(super) fn of(error: anyhow::Error, state: &State, limits: &Limits) -> CallError {
    if let Some(spent) = error.downcast_ref::<CpuSpent>() {
        return CallError::Limit(LimitKind::Cpu, spent.to_string());
    }
    if error.is::<PoolConcurrencyLimitError>() {
        return CallError::Busy;
    }
    // A guest that is refused memory gives up in its own way; what it was refused is the reason.
    if state.memory.refused() {
        let text = format!("more than {} MiB of memory", limits.memory_mib);
        return CallError::Limit(LimitKind::Memory, text);
    }
    if error
        .chain()
        .any(|cause| cause.to_string().contains(FUEL_EXHAUSTED))
    {
        let text = format!("more than {} MiB to the host at once", limits.result_mib);
        return CallError::Limit(LimitKind::Result, text);
    }
    // Rust's advice to set an environment variable, of which there are none here.
    let said = state.stderr.text();
    let said = said.split("\nnote: run with").next().unwrap_or_default();
    CallError::Trapped(if said.is_empty() {
        format!("{:#}", error.root_cause())
    } else {
        // A panic's words are the plugin's to choose.
        let said = state.scope.sealed().text(said.to_owned());
        one_line(&said, said.len())
    })
}
