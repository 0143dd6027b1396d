//! Pushes.

use comptoir_sandbox::PluginRole;
use serde_json::Value;

use super::Case;
use crate::report::Verdict;

/// Items of each push of the suite; the second is poisoned.
const ITEMS: usize = 3;

/// Judges each pair of pushes that the plugin offers.
fn each(case: &Case, judge: impl Fn(&Case, [usize; 2]) -> Vec<String>) -> Verdict {
    let setup = case.bench.setup();
    let roles = &setup.manifest.roles;
    if !roles.contains(&PluginRole::Fulfilment) && !roles.contains(&PluginRole::Shop) {
        return Verdict::not_asked("it pushes nothing");
    }
    if !setup.writes {
        return Verdict::not_judged("without --writes nothing is pushed, on a tape neither");
    }
    let supported = |pair: &&[usize; 2]| !case.transcript.ran[pair[0]].is_unsupported();
    let pairs: Vec<&[usize; 2]> = case.transcript.pushes.iter().filter(supported).collect();
    if case.transcript.pushes.is_empty() {
        return Verdict::not_judged("there is no SKU to push: name one in samples.json");
    }
    if pairs.is_empty() {
        return Verdict::not_asked("it pushes nothing");
    }
    let problems = pairs.iter().flat_map(|pair| judge(case, **pair)).collect();
    Verdict::of(problems, format!("{} pushes", pairs.len()))
}

/// The provider's id of an item that was done.
fn done(outcome: &Value) -> Option<&str> {
    outcome["Done"]["id"].as_str()
}

pub(super) fn outcomes(case: &Case) -> Verdict {
    each(case, |case, [first, _]| {
        let ran = &case.transcript.ran[first];
        let label = ran.step.label();
        let outcomes = match &ran.result {
            Ok(outcomes) => outcomes.as_array().map(Vec::as_slice).unwrap_or_default(),
            Err(refusal) => {
                return vec![format!("{label}: one poisoned item ends all in {refusal}")];
            }
        };
        let mut problems = Vec::new();
        if outcomes.len() != ITEMS {
            problems.push(format!(
                "{label}: {} outcomes for {ITEMS} items",
                outcomes.len()
            ));
        }
        for (at, outcome) in outcomes.iter().enumerate().filter(|(at, _)| *at != 1) {
            if done(outcome).is_none() {
                problems.push(format!(
                    "{label}: item {at} is good and has the outcome {outcome}"
                ));
            }
        }
        problems
    })
}

pub(super) fn repeated(case: &Case) -> Verdict {
    each(case, |case, pair| {
        let of = |at: usize| case.transcript.ran[at].result.as_ref().ok();
        let label = case.transcript.ran[pair[1]].step.label();
        let [Some(first), Some(second)] = pair.map(of) else {
            return vec![format!("{label}: it was refused as a whole")];
        };
        let mut problems = Vec::new();
        for at in [0, ITEMS - 1] {
            let (before, after) = (done(&first[at]), done(&second[at]));
            if before.is_none() || before != after {
                problems.push(format!(
                    "{label}: item {at} was {} and is {} the second time",
                    before.unwrap_or("not done"),
                    after.unwrap_or("not done")
                ));
            }
        }
        problems.extend(doubled(case));
        problems
    })
}

/// Orders that the provider holds twice afterwards.
fn doubled(case: &Case) -> Option<String> {
    let orders = case.transcript.items(&case.transcript.afterwards);
    let mut ids: Vec<&str> = orders
        .filter(|order| order["reference"] == "CONFORMANCE-1")
        .filter(|order| {
            let began = &case.bench.setup().now;
            let at = order["submitted_at"].as_str().unwrap_or_default();
            // Those of an earlier run are older.
            chrono::DateTime::parse_from_rfc3339(at).is_ok_and(|at| at >= *began)
        })
        .filter_map(|order| order["state"]["id"].as_str())
        .collect();
    ids.sort_unstable();
    ids.dedup();
    (ids.len() > 1).then(|| format!("the order of one key is there as {}", ids.join(" and ")))
}
