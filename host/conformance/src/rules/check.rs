//! `check`.

use super::Case;
use crate::report::Verdict;
use crate::step::Given;

pub(super) fn good(case: &Case) -> Verdict {
    let mut problems = Vec::new();
    let mut account = String::new();
    for (_, ran) in case
        .transcript
        .checks()
        .filter(|(given, _)| **given == Given::Everything)
    {
        match &ran.result {
            Err(refusal) if refusal.name == "Unsupported" => {
                return Verdict::not_asked("it connects nothing");
            }
            Err(refusal) => problems.push(format!("it answers {refusal}")),
            Ok(name) => account = name.as_str().unwrap_or_default().to_owned(),
        }
    }
    Verdict::of(problems, account)
}

pub(super) fn bad(case: &Case) -> Verdict {
    let mut problems = Vec::new();
    let mut judged = 0;
    for (given, ran) in case.transcript.checks() {
        let refusal = ran.refusal();
        let name = refusal.map_or("yes", |refusal| refusal.name);
        if name == "Unsupported" {
            return Verdict::not_asked("it connects nothing");
        }
        match given {
            Given::Everything => continue,
            Given::Without(field) => {
                let named = refusal.is_some_and(|refusal| refusal.fields.contains(field));
                if !(named && name == "InvalidConfig") {
                    problems.push(format!(
                        "without {field} it answers {name} and does not name it"
                    ));
                }
            }
            Given::WrongSecrets if !matches!(name, "Unauthorized" | "InvalidConfig") => {
                problems.push(format!("to wrong secrets it answers {name}"));
            }
            Given::WrongSecrets => {}
        }
        judged += 1;
    }
    match judged {
        0 => Verdict::not_asked("it has no required settings"),
        _ => Verdict::of(problems, format!("{judged} bad connections")),
    }
}
