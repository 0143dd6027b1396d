//! Secrets, hosts, limits.

use super::Case;
use crate::report::Verdict;
use crate::step::{Given, Step};
use crate::tape::{SHORTEST_SECRET, holds};

pub(super) fn secrets(case: &Case) -> Verdict {
    let secrets = case.bench.secret_texts();
    if secrets.is_empty() {
        return Verdict::not_asked("it has no secrets");
    }
    let short = |(_, secret): &&(String, String)| secret.len() < SHORTEST_SECRET;
    if let Some((name, _)) = secrets.iter().find(short) {
        return Verdict::not_judged(format!("{name} is too short to be told from other words"));
    }
    let mut problems = Vec::new();
    for ran in case.all() {
        let asked = ran.asked.iter().flat_map(|asked| {
            let body = asked.body.as_deref().map(String::from_utf8_lossy);
            let headers = asked
                .headers
                .iter()
                .map(|(name, value)| format!("{name}: {value}"));
            let lines = headers.chain(body.map(|body| body.into_owned()));
            lines.chain([asked.url.clone()])
        });
        let places = [
            ("returns", vec![ran.json().to_string()]),
            ("logs", ran.log.clone()),
            ("asks with", asked.collect()),
        ];
        for (does, texts) in places {
            for (name, secret) in &secrets {
                if texts.iter().any(|text| holds(text, secret)) {
                    problems.push(format!("{}: it {does} the secret {name}", ran.step.label()));
                }
            }
        }
    }
    for (name, secret) in &secrets {
        if case
            .transcript
            .remembered
            .iter()
            .any(|text| holds(text, secret))
        {
            problems.push(format!("its store holds the secret {name}"));
        }
    }
    Verdict::of(problems, format!("{} calls", case.all().count()))
}

pub(super) fn hosts(case: &Case) -> Verdict {
    let denied = case.bench.plugin().stats().denied;
    let problems: Vec<String> = denied.into_iter().map(|denial| denial.text).collect();
    let requests = case.all().map(|ran| ran.asked.len()).sum::<usize>();
    if requests == 0 && problems.is_empty() {
        return Verdict::not_asked("it asks for no host");
    }
    Verdict::of(problems, format!("{requests} requests"))
}

pub(super) fn answers(case: &Case) -> Verdict {
    let (mut problems, mut unsupported, mut judged) = (Vec::new(), 0, 0);
    for ran in &case.transcript.ran {
        let may_refuse = match &ran.step {
            Step::Check(given) => *given != Given::Everything,
            Step::Event { what, .. } => !what.starts_with("sample"),
            // Whoever calls a route may have left out what it needs.
            Step::Route(_) => true,
            _ => false,
        };
        judged += 1;
        match ran.refusal() {
            None => {}
            Some(refusal) if refusal.name == "Unsupported" => unsupported += 1,
            Some(refusal)
                if !refusal.is_value()
                    || !may_refuse
                    || refusal.name == "PluginInternal" && matches!(ran.step, Step::Route(_)) =>
            {
                problems.push(format!("{}: {refusal}", ran.step.label()));
            }
            Some(_) => {}
        }
    }
    Verdict::of(
        problems,
        format!("{judged} calls, {unsupported} unsupported"),
    )
}

pub(super) fn limits(case: &Case) -> Verdict {
    let over = case.all().filter_map(|ran| {
        let refusal = ran.refusal().filter(|refusal| refusal.is_limit())?;
        Some(format!("{}: {refusal}", ran.step.label()))
    });
    let memory = case
        .all()
        .filter_map(|ran| Some(ran.usage.as_ref()?.memory_bytes));
    let requests = case.all().map(|ran| ran.asked.len()).max();
    let note = format!(
        "at most {} KiB of memory and {} requests a call",
        memory.max().unwrap_or_default() >> 10,
        requests.unwrap_or_default()
    );
    Verdict::of(over.collect(), note)
}
