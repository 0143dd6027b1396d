//! Events and reports: what comes twice; and the plan of reports.

use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use comptoir_sandbox::PluginRole;
use serde_json::Value;

use super::Case;
use crate::report::Verdict;
use crate::tape::differ;

/// What is different between two calls that should return the same.
fn differences(case: &Case, pair: [usize; 2]) -> Vec<String> {
    let [first, second] = pair.map(|at| &case.transcript.ran[at]);
    let label = first.step.label();
    if let Some(refusal) = first.refusal() {
        return vec![format!("{label}: {refusal}")];
    }
    let mut found = Vec::new();
    differ(&first.json(), &second.json(), "", &mut found);
    found
        .into_iter()
        .map(|words| format!("{label}: {words}"))
        .collect()
}

fn plays(case: &Case, role: PluginRole) -> bool {
    case.bench.setup().manifest.roles.contains(&role)
}

pub(super) fn twice(case: &Case) -> Verdict {
    if !plays(case, PluginRole::Webhooks) {
        return Verdict::not_asked("it takes no events");
    }
    let events = &case.transcript.events;
    if events.is_empty() {
        return Verdict::not_judged("samples.json has no events");
    }
    let problems = events.iter().flat_map(|pair| differences(case, *pair));
    Verdict::of(problems.collect(), format!("{} events", events.len()))
}

pub(super) fn garbage(case: &Case) -> Verdict {
    if !plays(case, PluginRole::Webhooks) {
        return Verdict::not_asked("it takes no events");
    }
    let mut problems = Vec::new();
    for at in &case.transcript.garbage {
        let ran = &case.transcript.ran[*at];
        let changes = |changes: &Value| {
            // To look for oneself is an answer to anything.
            let lists = changes.as_object().into_iter().flatten();
            let mut lists = lists.filter(|(name, _)| *name != "pull");
            lists.any(|(_, list)| list.as_array().is_some_and(|list| !list.is_empty()))
        };
        match &ran.result {
            Ok(value) if changes(value) => {
                problems.push(format!("{}: it takes changes from it", ran.step.label()));
            }
            Err(refusal) if !refusal.is_value() => {
                problems.push(format!("{}: it ends in {refusal}", ran.step.label()));
            }
            _ => {}
        }
    }
    Verdict::of(
        problems,
        format!("{} events", case.transcript.garbage.len()),
    )
}

pub(super) fn reports(case: &Case) -> Verdict {
    if !plays(case, PluginRole::Report) {
        return Verdict::not_asked("it builds no reports");
    }
    let reports = &case.transcript.reports;
    if reports.is_empty() {
        return Verdict::not_judged("samples.json has no reports");
    }
    let mut problems = Vec::new();
    for pair in reports {
        problems.extend(differences(case, *pair));
        let ran = &case.transcript.ran[pair[0]];
        if let Ok(built) = &ran.result {
            problems.extend(
                astray(built)
                    .into_iter()
                    .map(|words| format!("{}: {words}", ran.step.label())),
            );
        }
    }
    Verdict::of(problems, format!("{} reports", reports.len()))
}

pub(super) fn plan(case: &Case) -> Verdict {
    let Some(pair) = case.transcript.plan else {
        return Verdict::not_asked("it plans no reports");
    };
    let mut problems = differences(case, pair);
    let ran = &case.transcript.ran[pair[0]];
    let mut periods = 0;
    if let Ok(plan) = &ran.result {
        let reports: Vec<&Value> = plan["reports"].as_array().into_iter().flatten().collect();
        for (at, report) in reports.iter().enumerate() {
            let list: Vec<&Value> = report["periods"].as_array().into_iter().flatten().collect();
            periods += list.len();
            let label = format!("{}: reports[{at}]", ran.step.label());
            let now = case.bench.setup().now;
            problems.extend(misplaced(&list, now).map(|words| format!("{label}: {words}")));
            problems.extend(unnamed(&report["terms"]).map(|words| format!("{label}: {words}")));
        }
        let label = format!("{}: otherwise", ran.step.label());
        problems.extend(unnamed(&plan["otherwise"]).map(|words| format!("{label}: {words}")));
    }
    Verdict::of(problems, format!("{periods} periods"))
}

/// What a report cannot be made without.
fn unnamed(terms: &Value) -> impl Iterator<Item = String> {
    let needed = ["layout", "shop", "time_zone"].into_iter();
    let empty = needed.filter(|name| terms[name].as_str().is_none_or(str::is_empty));
    empty.map(|name| format!("its {name} is empty"))
}

/// Periods that are none, come before their time, or stand out of their order; the last one is still to come.
fn misplaced(periods: &[&Value], now: DateTime<Utc>) -> impl Iterator<Item = String> {
    let mut problems = Vec::new();
    let (mut before, mut last_due) = (None, None);
    for period in periods {
        let text = |name: &str| period[name].as_str().unwrap_or_default();
        let [first, last] = ["first", "last"].map(|name| text(name).parse::<NaiveDate>().ok());
        let due = DateTime::parse_from_rfc3339(text("due_at")).ok();
        let name = format!("the period {} to {}", text("first"), text("last"));
        let (Some(first), Some(last), Some(due)) = (first, last, due) else {
            problems.push(format!("{name}: no days, or no time when it is due"));
            continue;
        };
        if last < first {
            problems.push(format!("{name} ends before it begins"));
        }
        // Anywhere on earth the day is over by then.
        if due.to_utc() < last.and_time(NaiveTime::MIN).and_utc() + TimeDelta::hours(10) {
            problems.push(format!("{name} is due before its last day has ended"));
        }
        if before.is_some_and(|before| first <= before) {
            problems.push(format!("{name} does not come after the one before it"));
        }
        (before, last_due) = (Some(last), Some(due.to_utc()));
    }
    if last_due.is_none_or(|due| due <= now) {
        problems.push("it names no period that is still to come".to_owned());
    }
    problems.into_iter()
}

/// Files that were told and not written, and sales that are in them twice, or were never given.
fn astray(built: &Value) -> Vec<String> {
    let mut problems = Vec::new();
    let list = |name: &str| built[name].as_array().into_iter().flatten();
    for file in list("files") {
        let name = file["name"].as_str().unwrap_or_default();
        if built["contents"][name].is_null() {
            problems.push(format!("the file {name} was not written"));
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    for sale in list("reported") {
        let (id, file) = (
            sale["sale"].to_string(),
            sale["file"].as_str().unwrap_or_default(),
        );
        if !list("given").any(|given| given == &sale["sale"]) {
            problems.push(format!("the sale {id} was never given"));
        }
        if built["contents"][file].is_null() {
            problems.push(format!(
                "the sale {id} is said to be in {file}, which was not written"
            ));
        }
        if !seen.insert((id.clone(), file.to_owned())) {
            problems.push(format!("the sale {id} is told twice for {file}"));
        }
    }
    problems
}
