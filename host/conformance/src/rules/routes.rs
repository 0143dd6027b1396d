//! What the plugin's own routes answer, beside what its manifest says of them.

use comptoir_sandbox::{Manifest, PluginRole, Route};
use jsonschema::error::ValidationErrorKind;
use serde_json::Value;

use super::Case;
use crate::bench::{Ran, Refusal};
use crate::report::Verdict;
use crate::samples::SampleRoute;
use crate::step::Step;

pub(super) fn described(case: &Case) -> Verdict {
    let manifest = &case.bench.setup().manifest;
    if !manifest.roles.contains(&PluginRole::Routes) {
        return Verdict::not_asked("it has no routes");
    }
    let (mut problems, mut judged, mut silent) = (Vec::new(), 0, 0);
    for (call, ran) in case.all().filter_map(routed) {
        match found(manifest, call, ran) {
            None => silent += 1,
            Some(found) => {
                judged += 1;
                problems.extend(found);
            }
        }
    }
    match (judged, silent) {
        (0, 0) => Verdict::not_judged("no route answered: name a call in samples.json"),
        (0, _) => Verdict::not_judged("plugin.toml describes no answer"),
        _ => Verdict::of(
            problems,
            format!("{judged} answers, {silent} not described"),
        ),
    }
}

/// What is wrong with the answers of some calls.
pub(super) fn problems<'a>(manifest: &Manifest, ran: impl Iterator<Item = &'a Ran>) -> Vec<String> {
    ran.filter_map(routed)
        .filter_map(|(call, ran)| found(manifest, call, ran))
        .flatten()
        .collect()
}

/// A call of a route that the plugin answered, or broke at. An error is the host's to tell, in the form of every error.
fn routed(ran: &Ran) -> Option<(&SampleRoute, &Ran)> {
    let is_error = ran.refusal().is_some_and(Refusal::is_value);
    match &ran.step {
        Step::Route(call) if !is_error => Some((call, ran)),
        _ => None,
    }
}

/// What is wrong with one answer; none where the manifest does not describe it.
fn found(manifest: &Manifest, call: &SampleRoute, ran: &Ran) -> Option<Vec<String>> {
    let mut routes = manifest.routes.iter();
    let route = routes.find(|route| route.method == call.method && route.matches(&call.path))?;
    let words = match &ran.result {
        Ok(answer) => wrong(manifest, route, answer)?,
        Err(refusal) => vec![format!("it ends in {refusal}")],
    };
    let problems = words
        .into_iter()
        .map(|words| format!("{}: {words}", ran.step.label()));
    Some(problems.collect())
}

/// Where an answer is another than its description.
fn wrong(manifest: &Manifest, route: &Route, answer: &Value) -> Option<Vec<String>> {
    let status = answer["status"].as_u64().unwrap_or_default();
    if !(200..300).contains(&status) {
        let Some(schema) = route.refused.get(&status.to_string()) else {
            let words = format!("it answers {status}, and refused.{status} is not there");
            return Some(vec![words]);
        };
        return Some(differs(manifest, schema, &answer["data"], "data"));
    }
    if route.answer.is_null() {
        return None;
    }
    let mut problems = differs(manifest, &route.answer, &answer["data"], "data");
    match (route.meta.is_null(), answer["meta"].is_null()) {
        (false, _) => problems.extend(differs(manifest, &route.meta, &answer["meta"], "meta")),
        (true, false) => problems.push("it answers a meta that is not described".to_owned()),
        (true, true) => {}
    }
    Some(problems)
}

/// Each place where a value is not what a schema says: `data/0/stock: "none" is not of type "object"`.
fn differs(manifest: &Manifest, schema: &Value, value: &Value, name: &str) -> Vec<String> {
    let rules = jsonschema::options()
        .should_validate_formats(true)
        .build(&manifest.whole_schema(schema));
    match rules {
        Ok(rules) => {
            let errors = rules.iter_errors(value);
            errors
                .map(|error| {
                    let place = error.instance_path();
                    match error.kind() {
                        ValidationErrorKind::FalseSchema => format!("{name}{place}: not described"),
                        _ => format!("{name}{place}: {error}"),
                    }
                })
                .collect()
        }
        Err(error) => vec![format!("{name}: not a JSON Schema: {error}")],
    }
}
