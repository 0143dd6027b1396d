//! What the plugin plans: which reports there are to be, and which of them are due.

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use comptoir_sandbox::report_plan::{Period, Plan, Planned, Terms};
use comptoir_sandbox::{Call, CallError, PluginRole};

use super::model::{Basis, Due, ReportInput};
use crate::app::App;
use crate::http::error::{Error, Result};
use crate::plugins::{self, Ready};

/// The plugin that makes reports, and plans them; none: the operator has not enabled one.
pub fn reporter(app: &App) -> Option<Arc<Ready>> {
    let mut ready = app.plugins.all_ready().into_iter();
    ready.find(|ready| {
        let roles = &ready.plugin.manifest().roles;
        roles.contains(&PluginRole::ReportPlan)
    })
}

/// The same for whoever asks for a report.
///
/// # Errors
/// Not found: nobody makes reports here.
pub fn needed(app: &App) -> Result<Arc<Ready>> {
    reporter(app).ok_or(Error::missing("Plugin"))
}

async fn read(ready: &Ready) -> Result<Plan, CallError> {
    ready.plugin.report_plan(Call::task(Vec::new())).await
}

/// The reports that are due now, the oldest first.
///
/// # Errors
/// The plugin failed, or what it says is none.
pub async fn due(ready: &Ready, now: DateTime<Utc>) -> anyhow::Result<Vec<Due>> {
    let plan = read(ready).await?;
    let mut due = Vec::new();
    for report in &plan.reports {
        for period in &report.periods {
            if DateTime::parse_from_rfc3339(&period.due_at)? <= now {
                due.push(Due::of(report, period)?);
            }
        }
    }
    due.sort_by_key(|due| due.last);
    Ok(due)
}

impl Due {
    fn of(report: &Planned, period: &Period) -> anyhow::Result<Self> {
        let Terms { store, .. } = &report.terms;
        let days = (period.first.parse()?, period.last.parse()?);
        let store_id = store.as_ref().map(|id| id.parse()).transpose()?;
        let due = Self::by(report.terms.clone(), days, report.basis.into());
        Ok(Self { store_id, ..due })
    }

    /// Of all stores.
    fn by(terms: Terms, (first, last): (NaiveDate, NaiveDate), basis: Basis) -> Self {
        Self {
            layout: terms.layout,
            shop: terms.shop,
            territory: terms.territory,
            first,
            last,
            basis,
            channel: terms.channel,
            with_tax: terms.with_tax,
            time_zone: terms.time_zone,
            store_id: None,
            shipped_at: None,
        }
    }
}

/// The report that somebody asks for, with what they left open taken from the plan.
///
/// # Errors
/// The plugin failed.
pub async fn complete(ready: &Ready, input: &ReportInput, store: Option<&str>) -> Result<Due> {
    let (Some(first), Some(last), Some(basis)) = (input.start, input.end, input.mode) else {
        return Err(Error::field("start", "required"));
    };
    if last < first {
        return Err(Error::field("end", "dateOrder"));
    }
    // A leap year is the longest.
    if last - first >= TimeDelta::days(366) {
        return Err(Error::field("end", "dateSpan"));
    }
    if basis == Basis::Sold && input.shipped_at.is_none() {
        return Err(Error::field("shippedAt", "required"));
    }
    let fits = |terms: &Terms| {
        let same = |asked: &Option<String>, planned: &str| {
            asked.as_deref().is_none_or(|asked| asked == planned)
        };
        same(&input.layout, &terms.layout) && same(&input.territory, &terms.territory)
    };
    let plan = read(ready).await;
    let plan = plan.map_err(|error| plugins::call_error(ready.plugin.id(), error))?;
    let mut planned = plan.reports.into_iter().map(|report| report.terms);
    let terms = planned.find(fits).unwrap_or(plan.otherwise);
    // Reports of one store and of all are two.
    let shop = match store {
        Some(name) => slug::slugify(name).to_uppercase(),
        None => terms.shop.clone(),
    };
    let due = Due::by(terms, (first, last), basis);
    Ok(Due {
        layout: input.layout.clone().unwrap_or(due.layout),
        shop: input.shop.clone().unwrap_or(shop),
        territory: input.territory.clone().unwrap_or(due.territory),
        channel: input.channel.clone().or(due.channel),
        with_tax: input.with_tax.unwrap_or(due.with_tax),
        time_zone: input.time_zone.clone().unwrap_or(due.time_zone),
        store_id: input.store_id,
        shipped_at: input.shipped_at.filter(|_| basis == Basis::Sold),
        ..due
    })
}
