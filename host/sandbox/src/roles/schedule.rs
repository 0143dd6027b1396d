//! `wit/schedule.wit`: the plugin's own work in the background.

use std::sync::Arc;

use super::call;
pub use crate::bindings::exports::comptoir::plugin::schedule::Done;
use crate::bindings::exports::comptoir::plugin::schedule::Task as WitTask;
use crate::call::Call;
use crate::error::CallError;
use crate::plugin::Plugin;

/// A piece of the plugin's own work. Its connectors are the call's.
#[derive(Clone, Debug, Default)]
pub struct Task {
    /// As the manifest names it.
    pub name: String,
    /// A JSON object of strings.
    pub arguments: String,
    /// The file that was sent along, among the call's files.
    pub file: Option<String>,
    /// `fr` or `en`.
    pub language: String,
}

impl Plugin {
    /// Runs a task. It may come twice.
    pub async fn run_task(self: &Arc<Self>, call: Call, task: Task) -> Result<Done, CallError> {
        let task = WitTask {
            name: task.name,
            connectors: call.connectors(),
            arguments: task.arguments,
            file: task.file,
            language: task.language,
        };
        call!(self, call, schedule.call_run(&task))
    }
}
