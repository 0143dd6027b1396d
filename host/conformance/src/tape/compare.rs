//! What a plugin returns now beside what it returned then, in words.

use serde_json::Value;

use super::Tape;
use crate::script::Transcript;

/// Differences listed of one call.
const DIFFERENCES: usize = 8;
/// Characters shown of a value.
const SHOWN: usize = 80;

impl Tape {
    /// What is different now; empty when nothing is.
    pub(crate) fn differences(&self, now: &Transcript) -> Vec<String> {
        let mut differences = Vec::new();
        let results = now.results();
        for missed in now.missed() {
            differences.push(missed.clone());
        }
        for (at, (call, result)) in results.iter().enumerate() {
            let Some(then) = self.returned.get(at) else {
                differences.push(format!("{call}: is not on the tape"));
                continue;
            };
            if then.call != *call {
                differences.push(format!("call {at} was {}, now it is {call}", then.call));
                // From here on nothing stands beside its own.
                return differences;
            }
            let place = then.same_as.unwrap_or(at);
            let kept = self
                .returned
                .get(place)
                .and_then(|kept| kept.result.as_ref());
            let mut found = Vec::new();
            differ(kept.unwrap_or(&Value::Null), result, "", &mut found);
            let more = found.len().saturating_sub(DIFFERENCES);
            differences.extend(
                found
                    .into_iter()
                    .take(DIFFERENCES)
                    .map(|words| format!("{call}: {words}")),
            );
            if more > 0 {
                differences.push(format!("{call}: and {more} more"));
            }
        }
        for missing in self.returned.iter().skip(results.len()) {
            differences.push(format!(
                "{}: is on the tape and was not called now",
                missing.call
            ));
        }
        differences
    }
}

/// Each place where two values differ: `items[3].total.minor: 1290 then, 1300 now`.
pub(crate) fn differ(then: &Value, now: &Value, at: &str, found: &mut Vec<String>) {
    match (then, now) {
        (Value::Object(then), Value::Object(now)) => {
            for key in then
                .keys()
                .chain(now.keys().filter(|key| !then.contains_key(*key)))
            {
                let dot = if at.is_empty() { "" } else { "." };
                let one =
                    |of: &serde_json::Map<String, Value>| of.get(key).cloned().unwrap_or_default();
                differ(&one(then), &one(now), &format!("{at}{dot}{key}"), found);
            }
        }
        (Value::Array(then), Value::Array(now)) => {
            if then.len() != now.len() {
                found.push(format!("{at}: {} then, {} now", then.len(), now.len()));
            }
            for (place, (then, now)) in then.iter().zip(now).enumerate() {
                differ(then, now, &format!("{at}[{place}]"), found);
            }
        }
        (then, now) if then != now => {
            found.push(format!("{at}: {} then, {} now", short(then), short(now)));
        }
        _ => {}
    }
}

/// A value's begin.
pub(crate) fn short(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
