//! `wit/report.wit`: files about what was sold, for somebody who counts.

use std::sync::Arc;

use super::call;
pub use crate::bindings::comptoir::plugin::commerce::ReportBasis;
pub use crate::bindings::exports::comptoir::plugin::report::{Receipt, ReportFile, Request};
use crate::call::Call;
use crate::error::CallError;
use crate::plugin::Plugin;

impl Plugin {
    /// Writes the receiver's files out of the call's sales.
    pub async fn build_report(
        self: &Arc<Self>,
        call: Call,
        request: Request,
    ) -> Result<Vec<ReportFile>, CallError> {
        call!(self, call, report.call_build(&request))
    }

    /// Hands over files that were built, over a channel.
    pub async fn deliver_report(
        self: &Arc<Self>,
        call: Call,
        channel: String,
        files: Vec<ReportFile>,
        replace: bool,
    ) -> Result<Vec<Receipt>, CallError> {
        call!(self, call, report.call_deliver(&channel, &files, replace))
    }
}
