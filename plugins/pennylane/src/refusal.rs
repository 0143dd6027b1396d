//! What Pennylane's refusals mean, in its own words.

use comptoir_plugin_sdk::{Error, ErrorKind, Response, Result};
use serde_json::Value;

/// How many of its words are repeated.
const MOST: usize = 500;

/// The answer itself when the status is 2xx, otherwise what it means. The scope is the one that the request needs: Pennylane
/// does not always name it.
pub fn unless_successful(answer: Response, scope: &str) -> Result<Response> {
    if (200..300).contains(&answer.status) {
        return Ok(answer);
    }
    let kind = Error::from_answer(&answer).kind;
    let words = words(&answer.body);
    let words = words.as_deref().unwrap_or("no reason given");
    let message = match answer.status {
        401 => format!("Pennylane does not accept the token: {words}"),
        403 if words.contains(scope) => format!("the token may not do this: {words}"),
        403 => format!("the token may not do this, it needs the scope {scope}: {words}"),
        429 => format!("Pennylane asks to wait: {words}"),
        408 | 500.. => format!("Pennylane answered {}: {words}", answer.status),
        _ => format!("Pennylane refuses it: {words}"),
    };
    Err(Error::new(kind, message).with_status(answer.status))
}

/// Whether it is a refusal of what was sent, not of who sent it or when.
pub fn is_of_content(error: &Error) -> bool {
    matches!(error.kind, ErrorKind::Rejected | ErrorKind::Conflict)
}

/// `error`, then `message`, then `details`. An `error` that is only a code is left out beside a sentence.
fn words(body: &[u8]) -> Option<String> {
    let body: Value = serde_json::from_slice(body).ok()?;
    let text = |name: &str| body[name].as_str().map(str::trim).unwrap_or_default();
    let (error, message) = (text("error"), text("message"));
    let is_code = !message.is_empty() && !error.contains(' ');
    let mut parts: Vec<String> = Vec::new();
    for part in [if is_code { "" } else { error }, message] {
        if !part.is_empty() && !parts.iter().any(|known| known == part) {
            parts.push(part.to_owned());
        }
    }
    let details = flat(&body["details"]);
    if !details.is_empty() {
        parts.push(details);
    }
    let mut words = parts.join("; ");
    words.truncate(words.floor_char_boundary(MOST));
    (!words.is_empty()).then_some(words)
}

/// `{"field":"date","issue":"is missing"}` becomes `field: date, issue: is missing`.
fn flat(details: &Value) -> String {
    match details {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => join(items.iter().map(flat)),
        Value::Object(fields) => join(fields.iter().map(|(name, value)| {
            let value = flat(value);
            if value.is_empty() {
                value
            } else {
                format!("{name}: {value}")
            }
        })),
        other => other.to_string(),
    }
}

fn join(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(status: u16, body: &str) -> Error {
        let answer = Response {
            status,
            headers: vec![("retry-after".into(), "3".into())],
            body: body.into(),
        };
        unless_successful(answer, "customers:all").expect_err("a refusal")
    }

    #[test]
    fn each_status_has_its_kind_and_keeps_the_words() {
        for (status, kind) in [
            (400, ErrorKind::Rejected),
            (401, ErrorKind::Unauthorized),
            (403, ErrorKind::Unauthorized),
            (404, ErrorKind::NotFound),
            (409, ErrorKind::Conflict),
            (422, ErrorKind::Rejected),
            (429, ErrorKind::RateLimited(Some(3))),
            (500, ErrorKind::Unavailable),
            (503, ErrorKind::Unavailable),
        ] {
            let error = error(status, r#"{"error":"Missing scope: customers:all"}"#);
            assert_eq!((&error.kind, error.status), (&kind, Some(status)));
            assert!(
                error.message.ends_with(": Missing scope: customers:all"),
                "{error:?}"
            );
        }
    }

    #[test]
    fn the_missing_scope_is_named_where_pennylane_does_not() {
        let bare = error(403, r#"{"error":"Forbidden","status":403}"#);
        assert!(bare.message.contains("customers:all"), "{bare:?}");
    }

    #[test]
    fn error_message_and_details_are_told_once_each() {
        for (body, words) in [
            ("<html>", "no reason given"),
            ("{}", "no reason given"),
            (r#"{"error":"Non","message":"Non"}"#, "Non"),
            (r#"{"error":"not_found"}"#, "not_found"),
            (
                r#"{"error":"unprocessable_entity","message":"Champ manquant","details":{"field":"date","issue":"is required","more":null}}"#,
                "Champ manquant; field: date, issue: is required",
            ),
            (
                r#"{"status":422,"message":"Refus","details":["a",{"b":1}]}"#,
                "Refus; a, b: 1",
            ),
        ] {
            assert_eq!(
                error(422, body).message,
                format!("Pennylane refuses it: {words}")
            );
        }
        let long = format!(r#"{{"error":"{}"}}"#, "é ".repeat(1_000));
        assert!(error(422, &long).message.len() < 600);
    }
}
