//! What stands in the records.

use chrono::DateTime;
use comptoir_sandbox::PluginRole;
use iso_currency::Currency;
use serde_json::Value;

use super::Case;
use crate::report::Verdict;
use crate::tape::short;

/// The longest id, SKU or name of something, in bytes.
const ID_BYTES: usize = 255;
/// The longest text.
const TEXT_BYTES: usize = 64 << 10;
/// The longest copy of an item that was rejected.
const RAW_BYTES: usize = 16 << 10;

/// Fields that are times.
const TIMES: [&str; 9] = [
    "as_of",
    "at",
    "closed_at",
    "created_at",
    "due_at",
    "expected_at",
    "received_at",
    "submitted_at",
    "updated_at",
];
/// Fields that something is found by.
const IDS: [&str; 5] = ["id", "sku", "reference", "barcode", "number"];

/// Every value below with its field's name and its place.
fn walk(value: &Value, name: &str, at: &str, see: &mut impl FnMut(&str, &str, &Value)) {
    see(name, at, value);
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                walk(value, name, &format!("{at}.{name}"), see);
            }
        }
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                walk(item, name, &format!("{at}[{place}]"), see);
            }
        }
        _ => {}
    }
}

/// Looks at every value of every answer; `see` counts what it judged and tells what is wrong.
fn every(
    case: &Case,
    what: &str,
    see: impl Fn(&str, &Value) -> Option<Result<(), String>>,
) -> Verdict {
    let (mut problems, mut judged) = (Vec::new(), 0);
    for ran in &case.transcript.ran {
        // A route's answer is the plugin's own business.
        let is_own = matches!(ran.step, crate::step::Step::Route(_));
        let Some(value) = ran.result.as_ref().ok().filter(|_| !is_own) else {
            continue;
        };
        walk(
            value,
            "",
            "",
            &mut |name, at, value| match see(name, value) {
                None => {}
                Some(verdict) => {
                    judged += 1;
                    if let Err(words) = verdict {
                        problems.push(format!(
                            "{}: {}: {words}",
                            ran.step.label(),
                            at.trim_start_matches('.')
                        ));
                    }
                }
            },
        );
    }
    match judged {
        0 => Verdict::not_judged(format!("no {what} came")),
        _ => Verdict::of(problems, format!("{judged} {what}")),
    }
}

fn currency(code: &str) -> Result<(), String> {
    match Currency::from_code(code) {
        Some(_) => Ok(()),
        None => Err(format!("{code:?} is no currency of ISO 4217")),
    }
}

fn plays(case: &Case, roles: &[PluginRole]) -> bool {
    let played = &case.bench.setup().manifest.roles;
    roles.iter().any(|role| played.contains(role))
}

pub(super) fn money(case: &Case) -> Verdict {
    if !plays(case, &[PluginRole::Fulfilment, PluginRole::Shop]) {
        return Verdict::not_asked("its records hold no amounts");
    }
    every(case, "amounts", |_, value| {
        let fields = value.as_object()?;
        match (fields.get("minor"), fields.get("currency")?.as_str()) {
            (Some(_), Some(code)) => Some(currency(code)),
            // An order's own.
            (None, Some(code)) if fields.contains_key("lines") => Some(currency(code)),
            _ => None,
        }
    })
}

pub(super) fn times(case: &Case) -> Verdict {
    if !plays(
        case,
        &[
            PluginRole::Fulfilment,
            PluginRole::Shop,
            PluginRole::Support,
        ],
    ) {
        return Verdict::not_asked("its records hold no times");
    }
    every(case, "times", |name, value| {
        let text = value.as_str().filter(|_| TIMES.contains(&name))?;
        let good = text.ends_with('Z') && DateTime::parse_from_rfc3339(text).is_ok();
        Some(match good {
            true => Ok(()),
            false => Err(format!("{text:?} is not like 2026-11-20T09:12:44Z")),
        })
    })
}

pub(super) fn texts(case: &Case) -> Verdict {
    every(case, "texts", |name, value| {
        let text = value.as_str()?;
        let most = match name {
            "raw" => RAW_BYTES,
            _ if IDS.contains(&name) => ID_BYTES,
            _ => TEXT_BYTES,
        };
        Some(if text.len() > most {
            Err(format!("{} bytes, at most {most}", text.len()))
        } else if text.contains('\0') {
            Err(format!("{} holds a zero character", short(value)))
        } else {
            Ok(())
        })
    })
}
