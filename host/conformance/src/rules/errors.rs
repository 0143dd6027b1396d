//! A bad provider.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Case, Trouble};
use crate::bench::Refusal;
use crate::report::Verdict;
use crate::step::{Pull, Step};
use crate::wires::{Fault, Named, RETRY_AFTER, UNHEARD, UNHEARD_NUMBER};

/// The kind that a status has to become.
fn kind_of(status: u16) -> &'static str {
    match status {
        401 | 403 => "Unauthorized",
        404 => "NotFound",
        409 => "Conflict",
        429 => "RateLimited",
        500.. => "Unavailable",
        _ => "Rejected",
    }
}

/// Judges the calls of some faults.
fn each(case: &Case, judge: impl Fn(&Trouble) -> Option<Option<String>>) -> Verdict {
    if case.bench.setup().manifest.hosts.is_empty() {
        return Verdict::not_asked("it asks for no host");
    }
    let (mut problems, mut judged) = (Vec::new(), 0);
    // What a route makes of it for its screen is its own business.
    let is_own = |trouble: &&Trouble| matches!(trouble.ran.step, Step::Route(_));
    for trouble in case.troubles.iter().filter(|trouble| !is_own(trouble)) {
        if let Some(problem) = judge(trouble) {
            judged += 1;
            problems.extend(problem.map(|words| format!("{}: {words}", trouble.ran.step.label())));
        }
    }
    match judged {
        0 => Verdict::not_judged("no call that went well asks the provider for anything"),
        _ => Verdict::of(problems, format!("{judged} bad answers")),
    }
}

pub(super) fn mapped(case: &Case) -> Verdict {
    each(case, |trouble| {
        let Fault::Status(status) = trouble.fault else {
            return None;
        };
        let expected = kind_of(status);
        let Err(refusal) = &trouble.ran.result else {
            return Some(Some(format!("{status} is {expected}, it says all is well")));
        };
        Some(wrong(refusal, status, expected, &trouble.ran.step))
    })
}

/// What is wrong with what a status became.
fn wrong(refusal: &Refusal, status: u16, expected: &str, step: &Step) -> Option<String> {
    let is_check = matches!(step, Step::Check(_));
    // Whoever connects is told which setting it is, where the plugin knows.
    let names_setting =
        is_check && refusal.name == "InvalidConfig" && (400..=404).contains(&status);
    if names_setting {
        return None;
    }
    if refusal.name != expected {
        return Some(format!("{status} is {expected}, it says {refusal}"));
    }
    if status == 429 && refusal.seconds != Some(RETRY_AFTER) {
        return Some(format!(
            "429 came with Retry-After: {RETRY_AFTER}, it says {:?}",
            refusal.seconds
        ));
    }
    if refusal.status != Some(status) {
        return Some(format!(
            "{status} is not passed on as the error's status: {:?}",
            refusal.status
        ));
    }
    None
}

pub(super) fn broken(case: &Case) -> Verdict {
    each(case, |trouble| {
        let (words, away) = match trouble.fault {
            Fault::Status(_) | Fault::Statuses(..) => return None,
            Fault::Reset => ("a connection that breaks", true),
            Fault::Silence => ("no answer in time", true),
            Fault::Half => ("half an answer", false),
            Fault::Html => ("a page of HTML", false),
            Fault::Bytes => ("bytes that are no text", false),
            Fault::Empty => ("an empty answer", false),
        };
        Some(match &trouble.ran.result {
            Ok(_) => Some(format!("{words} is taken for a good answer")),
            Err(refusal) if !refusal.is_value() || refusal.is_limit() => {
                Some(format!("{words} ends in {refusal}"))
            }
            Err(refusal) if away && refusal.name != "Unavailable" => {
                Some(format!("{words} is Unavailable, it says {refusal}"))
            }
            Err(_) => None,
        })
    })
}

pub(super) fn statuses(case: &Case) -> Verdict {
    let mut by_pull: BTreeMap<Pull, Vec<(&Trouble, Named)>> = BTreeMap::new();
    for trouble in &case.troubles {
        if let (Fault::Statuses(_, named), Some(pull)) = (trouble.fault, trouble.pull()) {
            by_pull.entry(pull).or_default().push((trouble, named));
        }
    }
    if by_pull.is_empty() {
        return Verdict::not_asked("it pulls nothing with a status");
    }
    let (mut problems, mut judged) = (Vec::new(), 0);
    for (pull, troubles) in by_pull {
        let crashes = troubles
            .iter()
            .filter_map(|(trouble, _)| trouble.ran.refusal());
        let crashes = crashes.filter(|refusal| !refusal.is_value());
        problems
            .extend(crashes.map(|refusal| format!("{pull}: an unknown status ends in {refusal}")));
        let replaced = troubles.iter().filter(|(trouble, _)| trouble.replaced > 0);
        let ends: Vec<Result<usize, String>> = replaced
            .filter_map(|(trouble, named)| unheard(case, pull, trouble, *named))
            .collect();
        let kept: usize = ends.iter().flatten().sum();
        judged += kept;
        // In another answer of the call, or under another name, it was another's status.
        if kept == 0 {
            problems.extend(ends.into_iter().filter_map(Result::err).take(1));
        }
    }
    match (judged, problems.is_empty()) {
        (0, true) => Verdict::not_judged("no answer of the provider tells a status by that name"),
        _ => Verdict::of(problems, format!("{judged} items")),
    }
}

/// How many items kept the word or were rejected for it; what is wrong when none was. Nothing where the name is not a
/// status's by itself and no item's status depends on it.
fn unheard(
    case: &Case,
    pull: Pull,
    trouble: &Trouble,
    named: Named,
) -> Option<Result<usize, String>> {
    let is_sure = named == Named::Status;
    let page = match &trouble.ran.result {
        Ok(page) => page,
        // A number may be what says that the answer is a good one.
        Err(_) if named == Named::Number => return None,
        Err(refusal) => return Some(Err(format!("{pull}: an unknown status ends in {refusal}"))),
    };
    let items = list(page, "items");
    let rejected = list(page, "rejected").len();
    let number = UNHEARD_NUMBER.to_string();
    let is_kept = |item: &&Value| {
        let other = pull.status(item)["Other"].as_str();
        other.is_some_and(|word| word.contains(UNHEARD) || word.contains(&number))
    };
    match (items.iter().filter(is_kept).count() + rejected, items) {
        (0, [first, ..]) => {
            let depends = is_sure || statuses_of(pull, items) != before(case, pull, trouble);
            depends.then(|| {
                Err(format!(
                    "{pull}: {} items with an unknown status have a known one: {}",
                    items.len(),
                    pull.status(first)
                ))
            })
        }
        (kept, _) => Some(Ok(kept)),
    }
}

fn list<'a>(page: &'a Value, name: &str) -> &'a [Value] {
    page[name].as_array().map(Vec::as_slice).unwrap_or_default()
}

fn statuses_of(pull: Pull, items: &[Value]) -> Vec<&Value> {
    items.iter().map(|item| pull.status(item)).collect()
}

/// The statuses of the same page in good times.
fn before<'a>(case: &'a Case, pull: Pull, trouble: &Trouble) -> Vec<&'a Value> {
    let label = trouble.ran.step.label();
    let mut ran = case.transcript.ran.iter();
    let same = ran.find(|ran| ran.step.label() == label);
    let page = same.and_then(|ran| ran.result.as_ref().ok());
    page.map_or_else(Vec::new, |page| statuses_of(pull, list(page, "items")))
}
