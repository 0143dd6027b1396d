//! What the host added to a request is taken out of its answer: a provider that repeats a key (an error that quotes it, an
//! echo of the headers) would otherwise hand it to the plugin, and by it to logs, errors and screens.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use memchr::memmem;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::header::HeaderValue;
use secrecy::{ExposeSecret, SecretString};
use url::form_urlencoded;

use super::Answer;

/// In a secret's place.
const REDACTED: &[u8] = b"[redacted]";
/// Shorter ones are words that an answer may hold anyway; no provider gives such keys.
const SHORTEST: usize = 8;

/// The secrets that the host added to requests of one call: whatever is told of it afterwards does not hold them, were the
/// provider to repeat them in the answer to another request.
#[derive(Default)]
pub(crate) struct Sealed(Vec<SecretString>);

impl Sealed {
    /// Adds a secret, in each way that an answer may spell it.
    pub(crate) fn add(&mut self, secret: &str) {
        if secret.len() < SHORTEST {
            return;
        }
        let in_form: String = form_urlencoded::byte_serialize(secret.as_bytes()).collect();
        let in_url = utf8_percent_encode(secret, NON_ALPHANUMERIC).to_string();
        let in_base64 = STANDARD.encode(secret).trim_end_matches('=').to_owned();
        let in_json = serde_json::Value::from(secret).to_string();
        let in_json = in_json[1..in_json.len() - 1].to_owned();
        for spelling in [secret.to_owned(), in_form, in_url, in_json, in_base64] {
            let is_new = !self.0.iter().any(|one| one.expose_secret() == spelling);
            if is_new {
                self.0.push(spelling.into());
            }
        }
    }

    /// A text without the secrets: what a plugin says in its errors, its log and its progress.
    pub(crate) fn text(&self, text: String) -> String {
        self.0.iter().fold(text, |text, secret| {
            match text.contains(secret.expose_secret()) {
                true => text.replace(secret.expose_secret(), "[redacted]"),
                false => text,
            }
        })
    }

    /// Takes the secrets out of an answer's headers and body.
    pub(super) fn redact(&self, answer: &mut Answer) {
        for secret in &self.0 {
            let secret = secret.expose_secret().as_bytes();
            if let Some(body) = without(&answer.body, secret) {
                answer.body = body;
            }
            for value in answer.headers.values_mut() {
                if let Some(text) = without(value.as_bytes(), secret) {
                    *value = HeaderValue::from_bytes(&text).unwrap_or(HeaderValue::from_static(""));
                }
            }
        }
    }
}

/// The text with [`REDACTED`] in the secret's place; none when it does not hold it.
fn without(text: &[u8], secret: &[u8]) -> Option<Vec<u8>> {
    let mut rest = 0;
    let mut redacted = Vec::new();
    for at in memmem::find_iter(text, secret) {
        redacted.extend_from_slice(&text[rest..at]);
        redacted.extend_from_slice(REDACTED);
        rest = at + secret.len();
    }
    if rest == 0 {
        return None;
    }
    redacted.extend_from_slice(&text[rest..]);
    Some(redacted)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use reqwest::StatusCode;
    use reqwest::header::HeaderMap;

    use super::*;

    fn answer(header: &str, body: &str) -> Answer {
        let mut headers = HeaderMap::new();
        if let Ok(value) = HeaderValue::from_str(header) {
            headers.insert("x-echo", value);
        }
        Answer {
            status: StatusCode::UNAUTHORIZED,
            headers,
            body: body.as_bytes().to_vec(),
        }
    }

    #[test]
    fn a_secret_is_taken_out_however_the_provider_spells_it() {
        let mut sealed = Sealed::default();
        sealed.add("sk/1 \"2\"&live");
        let mut answer = answer(
            "Bearer sk/1 \"2\"&live",
            r#"{"error":"bad key sk/1 \"2\"&live","as":["sk%2F1+%222%22%26live","c2svMSAiMiImbGl2ZQ=="],"also":"sk"}"#,
        );
        sealed.redact(&mut answer);
        assert_eq!(
            String::from_utf8_lossy(&answer.body),
            r#"{"error":"bad key [redacted]","as":["[redacted]","[redacted]=="],"also":"sk"}"#
        );
        assert_eq!(answer.headers["x-echo"], "Bearer [redacted]");
    }

    #[test]
    fn a_short_word_is_left_alone() {
        let mut sealed = Sealed::default();
        sealed.add("secret");
        let mut answer = answer("", "a secret garden");
        sealed.redact(&mut answer);
        assert_eq!(answer.body, b"a secret garden");
        assert_eq!(sealed.text("a secret".into()), "a secret");
    }

    proptest! {
        #[test]
        fn nothing_else_changes_and_no_secret_stays(
            secret in "[a-z0-9]{8,20}", parts in prop::collection::vec("[A-Z ]{0,12}", 1..5),
        ) {
            let mut sealed = Sealed::default();
            sealed.add(&secret);
            let mut answer = answer("", &parts.join(&secret));
            sealed.redact(&mut answer);
            prop_assert_eq!(String::from_utf8(answer.body).unwrap(), parts.join("[redacted]"));
            prop_assert_eq!(sealed.text(parts.join(&secret)), parts.join("[redacted]"));
        }
    }
}
