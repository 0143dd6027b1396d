//! What the plugin plans: which reports there are to be, and which of them are due.

use std::sync::Arc;

use chrono::TimeDelta;
use comptoir_sandbox::schedule::Task;
use comptoir_sandbox::{Call, CallError, Role, RouteRequest};
use serde::Deserialize;

use super::model::{Basis, Due, ReportInput, paris};
use crate::app::App;
use crate::http::error::{Error, Result};
use crate::plugins::{self, Ready};

/// The plugin that makes reports; none: the operator has not enabled one.
pub fn reporter(app: &App) -> Option<Arc<Ready>> {
    let mut ready = app.plugins.all_ready().into_iter();
    ready.find(|ready| ready.plugin.manifest().roles.contains(&Role::Report))
}

/// The same for whoever asks for a report.
///
/// # Errors
/// Not found: nobody makes reports here.
pub fn needed(app: &App) -> Result<Arc<Ready>> {
    reporter(app).ok_or(Error::missing("Plugin"))
}

/// The reports that the plugin says are due now.
///
/// # Errors
/// The plugin failed, or what it says is none.
pub async fn due(ready: &Ready) -> Result<Vec<Due>, CallError> {
    #[derive(Deserialize)]
    struct Answer {
        due: Vec<Due>,
    }
    if !ready.plugin.manifest().roles.contains(&Role::Schedule) {
        return Ok(Vec::new());
    }
    let task = Task {
        name: "due".to_owned(),
        arguments: "{}".to_owned(),
        file: None,
        language: "en".to_owned(),
    };
    let done = ready.plugin.run_task(Call::task(Vec::new()), task).await?;
    let answer: Answer = serde_json::from_str(&done.data)
        .map_err(|error| CallError::Internal(anyhow::anyhow!("what is due: {error}")))?;
    Ok(answer.due)
}

/// A row of the plan, as far as it says how a report is made.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Planned {
    layout: String,
    shop: String,
    territory: String,
    #[serde(default)]
    channel: Option<String>,
    #[serde(default)]
    with_tax: bool,
    #[serde(default = "paris")]
    time_zone: String,
}

/// What the plugin plans, as its own call `GET /schedule` tells it.
async fn planned(ready: &Ready) -> Result<Vec<Planned>> {
    let manifest = ready.plugin.manifest();
    if !manifest.roles.contains(&Role::Routes) {
        return Ok(Vec::new());
    }
    let request = RouteRequest {
        method: "GET".to_owned(),
        path: "/schedule".to_owned(),
        query: Vec::new(),
        body: None,
        language: "en".to_owned(),
    };
    let answer = ready.plugin.handle(Call::request(Vec::new()), request);
    let answer = answer
        .await
        .map_err(|error| plugins::call_error(&manifest.id, error))?;
    Ok(serde_json::from_str(&answer.data).map_err(anyhow::Error::from)?)
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
    if last - first > TimeDelta::days(366) {
        return Err(Error::field("end", "dateSpan"));
    }
    if basis == Basis::Sold && input.shipped_at.is_none() {
        return Err(Error::field("shippedAt", "required"));
    }
    let fits = |row: &Planned| {
        let same = |asked: &Option<String>, planned: &str| {
            asked.as_deref().is_none_or(|asked| asked == planned)
        };
        same(&input.layout, &row.layout) && same(&input.territory, &row.territory)
    };
    let planned = planned(ready).await?.into_iter().find(fits);
    let planned = planned.unwrap_or_else(|| Planned {
        layout: "generic".into(),
        shop: "COMPTOIR".into(),
        territory: String::new(),
        channel: None,
        with_tax: false,
        time_zone: paris(),
    });
    // Reports of one store and of all are two.
    let shop = match store {
        Some(name) => slug::slugify(name).to_uppercase(),
        None => planned.shop,
    };
    Ok(Due {
        layout: input.layout.clone().unwrap_or(planned.layout),
        shop: input.shop.clone().unwrap_or(shop),
        territory: input.territory.clone().unwrap_or(planned.territory),
        first,
        last,
        basis,
        channel: input.channel.clone().or(planned.channel),
        with_tax: input.with_tax.unwrap_or(planned.with_tax),
        time_zone: input.time_zone.clone().unwrap_or(planned.time_zone),
        store_id: input.store_id,
        shipped_at: input.shipped_at.filter(|_| basis == Basis::Sold),
    })
}
