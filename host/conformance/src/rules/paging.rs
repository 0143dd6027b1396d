//! Pulls.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::Case;
use crate::report::Verdict;
use crate::script::Pulled;
use crate::step::Pull;
use crate::tape::differ;

/// The longest cursor, in bytes.
const CURSOR_BYTES: usize = 1024;

/// The pulls that the plugin offers.
fn offered(case: &Case) -> Vec<(Pull, &Pulled)> {
    let pulls = case.transcript.pulls.iter();
    let offered = pulls.filter(|(_, pulled)| {
        let first = pulled.first.first();
        first.is_some_and(|at| !case.transcript.ran[*at].is_unsupported())
    });
    offered.map(|(pull, pulled)| (*pull, pulled)).collect()
}

/// Judges each pull that is offered; `judge` gives what is wrong, and whether there was anything to judge.
fn each(case: &Case, what: &str, judge: impl Fn(Pull, &Pulled) -> (Vec<String>, usize)) -> Verdict {
    let offered = offered(case);
    if offered.is_empty() {
        return Verdict::not_asked("it pulls nothing");
    }
    let (mut problems, mut judged) = (Vec::new(), 0);
    for (pull, pulled) in offered {
        let (found, count) = judge(pull, pulled);
        problems.extend(found.into_iter().map(|words| format!("{pull}: {words}")));
        judged += count;
    }
    if judged == 0 && problems.is_empty() {
        return Verdict::not_judged(format!("no {what} to judge by"));
    }
    Verdict::of(problems, format!("{judged} {what}"))
}

pub(super) fn ends(case: &Case) -> Verdict {
    each(case, "pages", |_, pulled| {
        let mut problems: Vec<String> = pulled.endless.iter().cloned().collect();
        problems.extend(cut(case, &pulled.first));
        (problems, pulled.first.len())
    })
}

/// What a pull ended in instead of its last page. A pull whose every call is refused has no page to judge.
fn cut(case: &Case, pages: &[usize]) -> Option<String> {
    let refusal = case.transcript.ran[*pages.last()?].refusal()?;
    Some(match pages.len() {
        1 => format!("no page came: {refusal}"),
        pages => format!("after {} pages it ended in {refusal}", pages - 1),
    })
}

pub(super) fn limits(case: &Case) -> Verdict {
    let most = usize::try_from(case.bench.setup().limit).unwrap_or(usize::MAX);
    each(case, "pages", |_, pulled| {
        let pages = pulled
            .first
            .iter()
            .chain(&pulled.resumed)
            .chain(&pulled.again);
        let mut problems = Vec::new();
        let mut judged = 0;
        if pulled.first.len() == 1 {
            problems.extend(cut(case, &pulled.first));
        }
        for at in pages {
            match &case.transcript.ran[*at].result {
                Err(refusal) if refusal.name == "LimitResult" && pulled.first.len() > 1 => {
                    problems.push(refusal.to_string());
                }
                Err(_) => {}
                Ok(page) => {
                    judged += 1;
                    let count = |list: &str| page[list].as_array().map_or(0, Vec::len);
                    let items = count("items") + count("rejected");
                    let cursor = page["cursor"].as_str().map_or(0, str::len);
                    problems.extend(over(items, most, "items on a page"));
                    problems.extend(over(cursor, CURSOR_BYTES, "bytes in a cursor"));
                }
            }
        }
        (problems, judged)
    })
}

/// `5 items on a page, at most 2 were asked for`.
fn over(count: usize, most: usize, what: &str) -> Option<String> {
    (count > most).then(|| format!("{count} {what}, at most {most} were asked for"))
}

fn ids(case: &Case, pull: Pull, pages: &[usize]) -> Vec<String> {
    let items = case.transcript.items(pages);
    items.map(|item| pull.id(item)).collect()
}

pub(super) fn stable(case: &Case) -> Verdict {
    each(case, "items", |pull, pulled| {
        let first = ids(case, pull, &pulled.first);
        let known: BTreeSet<&String> = first.iter().collect();
        let second = ids(case, pull, &pulled.again);
        let again: BTreeSet<&String> = second.iter().collect();
        let mut problems = Vec::new();
        if pulled.endless.is_none() && !pulled.again.is_empty() {
            let only = |from: &BTreeSet<&String>, to: &BTreeSet<&String>, words: &str| {
                let gone = from.difference(to).next();
                gone.map(|id| format!("{id} came in the {words} pull only"))
            };
            problems.extend(only(&known, &again, "first"));
            problems.extend(only(&again, &known, "second"));
        }
        if first.iter().any(String::is_empty) {
            problems.push("an item has no id".to_owned());
        }
        let each_once = matches!(pull, Pull::Inventories | Pull::ShopInventories);
        if each_once && known.len() != first.len() {
            let twice = first.len() - known.len();
            problems.push(format!("{twice} SKUs come more than once in a pass"));
        }
        (problems, first.len())
    })
}

/// An item without the moment it was asked.
fn timeless(item: &Value) -> Value {
    let mut item = item.clone();
    for at in ["", "/state"] {
        if let Some(Value::Object(fields)) = item.pointer_mut(at) {
            fields.remove("as_of");
        }
    }
    item
}

pub(super) fn repeats(case: &Case) -> Verdict {
    each(case, "items", |_, pulled| {
        let Some([one, other]) = pulled.repeated else {
            return (Vec::new(), 0);
        };
        let page = |at| -> Vec<Value> { case.transcript.items(&[at]).map(timeless).collect() };
        let (one, other) = (page(one), page(other));
        let mut found = Vec::new();
        differ(&one.clone().into(), &other.into(), "items", &mut found);
        (found, one.len())
    })
}

pub(super) fn nothing_new(case: &Case) -> Verdict {
    each(case, "items", |pull, pulled| {
        if pulled.resumed.is_empty() {
            return (Vec::new(), 0);
        }
        // Of an item that came more than once the last state counts.
        let known: BTreeMap<String, Value> = case
            .transcript
            .items(&pulled.first)
            .map(|item| (pull.id(item), timeless(item)))
            .collect();
        let mut problems = Vec::new();
        for item in case.transcript.items(&pulled.resumed) {
            let id = pull.id(item);
            match known.get(&id) {
                None => problems.push(format!("{id} is new")),
                Some(before) => {
                    let mut found = Vec::new();
                    differ(before, &timeless(item), &id, &mut found);
                    problems.extend(found.into_iter().take(1));
                }
            }
        }
        (problems, known.len())
    })
}
