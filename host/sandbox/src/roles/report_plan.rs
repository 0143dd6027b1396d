//! `wit/report-plan.wit`: which reports there are to be, and when.

use std::sync::Arc;

use super::call;
pub use crate::bindings::exports::comptoir::plugin::report_plan::{Period, Plan, Planned, Terms};
use crate::call::Call;
use crate::error::CallError;
use crate::plugin::Plugin;

/// The most periods of a plan.
const PERIODS: usize = 1_000;

impl Plugin {
    /// The plan as it stands now.
    pub async fn report_plan(self: &Arc<Self>, call: Call) -> Result<Plan, CallError> {
        let plan = call!(self, call, report_plan.call_reports())?;
        match plan.reports.iter().map(|each| each.periods.len()).sum() {
            0..=PERIODS => Ok(plan),
            periods => Err(CallError::result_limit(format!(
                "a plan of {periods} periods, at most {PERIODS}"
            ))),
        }
    }
}
