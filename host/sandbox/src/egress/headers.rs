//! Which headers cross the border between plugin and network.

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use super::policy::denied;
use crate::bindings::comptoir::plugin::http::Failure;

/// Credentials are the host's to add.
const REFUSED: [&str; 2] = ["authorization", "proxy-authorization"];

/// By these a server takes a request for another method than was granted.
const METHODS: [&str; 3] = [
    "x-http-method",
    "x-http-method-override",
    "x-method-override",
];

/// The connection is the host's; `accept-encoding` too, which decides whether an answer is decoded and counted.
const DROPPED: [&str; 11] = [
    "accept-encoding",
    "connection",
    "content-length",
    "expect",
    "host",
    "keep-alive",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// Far above what anyone needs, far below what makes [`HeaderMap`] panic.
const MOST: usize = 100;

/// A plugin's headers without those that are the host's.
pub(super) fn guest_headers(headers: &[(String, String)]) -> Result<HeaderMap, Failure> {
    if headers.len() > MOST {
        return Err(denied(format!("a request may have {MOST} headers")));
    }
    let mut map = HeaderMap::with_capacity(headers.len());
    for (name, value) in headers {
        let lower = name.to_ascii_lowercase();
        if REFUSED.contains(&lower.as_str()) {
            return Err(denied(format!(
                "the header `{lower}` is the host's: bind a credential to the host in plugin.toml"
            )));
        }
        if METHODS.contains(&lower.as_str()) {
            return Err(denied(format!(
                "the header `{lower}` stands for another method: ask by that method"
            )));
        }
        if DROPPED.contains(&lower.as_str()) {
            continue;
        }
        let bad = || denied(format!("the header `{lower}` is not well-formed"));
        let name = HeaderName::from_bytes(lower.as_bytes()).map_err(|_| bad())?;
        let value = HeaderValue::from_str(value).map_err(|_| bad())?;
        map.append(name, value);
    }
    Ok(map)
}

/// An answer's headers as text. Values that are not UTF-8 lose what is not.
pub(super) fn response_headers(headers: &HeaderMap) -> Vec<(String, String)> {
    headers
        .iter()
        .map(|(name, value)| {
            let value = String::from_utf8_lossy(value.as_bytes()).into_owned();
            (name.as_str().to_owned(), value)
        })
        .collect()
}
