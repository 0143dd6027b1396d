//! What a plugin may try with the network.

use serde_json::{Value, json};

use crate::bindings::comptoir::plugin::http::{self, Failure};
use crate::bindings::comptoir::plugin::types::{Connector, Error, ErrorKind};
use crate::bindings::comptoir::plugin::{log, progress};
use crate::bindings::exports::comptoir::plugin::routes::Request;
use crate::refusal;

/// Sends a GET to the query's `url`.
pub(crate) fn fetch(request: &Request) -> Value {
    outcome(http::send(&wanted(request, "GET")))
}

/// Sends a GET to the query's `url` with the connector's key and one to `again` without; then says the query's `value`, which
/// may be that key, wherever a plugin can.
pub(crate) fn repeat(request: &Request) -> Error {
    outcome(http::send(&wanted(request, "GET")));
    let bare = http::Request {
        connector: None,
        url: query(request, "again").unwrap_or_default().to_owned(),
        ..wanted(request, "GET")
    };
    let again = outcome(http::send(&bare));
    let value = query(request, "value").unwrap_or_default();
    log::write(
        log::Level::Warn,
        value,
        &[("again".to_owned(), value.to_owned())],
    );
    progress::report(1, None, value);
    Error {
        message: format!("{value} {again}"),
        ..refusal(ErrorKind::Rejected)
    }
}

/// Sends a POST that must not be repeated to the query's `url`.
pub(crate) fn post(request: &Request) -> Value {
    outcome(http::send(&wanted(request, "POST")))
}

/// Sends 200 requests one after the other; tells how many were answered, and what the last one brought.
pub(crate) fn flood(request: &Request) -> Value {
    let mut answered = 0;
    let mut last = Value::Null;
    for _ in 0..200 {
        let answer = http::send(&wanted(request, "GET"));
        answered += u32::from(answer.is_ok());
        last = outcome(answer);
    }
    json!({ "answered": answered, "last": last })
}

/// Sends `n` requests at once, each with its number in the query.
pub(crate) fn all(request: &Request) -> Value {
    let n: u32 = query(request, "n")
        .and_then(|n| n.parse().ok())
        .unwrap_or(1);
    let requests: Vec<_> = (0..n)
        .map(|i| {
            let mut wanted = wanted(request, "GET");
            wanted.url = format!("{}?n={i}", wanted.url);
            wanted
        })
        .collect();
    http::send_all(&requests).into_iter().map(outcome).collect()
}

/// Sends a request with 30,000 headers.
pub(crate) fn headers(request: &Request) -> Value {
    let mut wanted = wanted(request, "GET");
    wanted.headers = (0..30_000)
        .map(|i| (format!("x{i}"), String::new()))
        .collect();
    outcome(http::send(&wanted))
}

/// The body behind the connector's `url`.
pub(crate) fn page(connector: &Connector) -> Result<Vec<u8>, Error> {
    let settings: Value =
        serde_json::from_str(&connector.settings).map_err(|_| refusal(ErrorKind::Internal))?;
    let request = http::Request {
        connector: Some(connector.id.clone()),
        method: "GET".to_owned(),
        url: settings["url"].as_str().unwrap_or_default().to_owned(),
        headers: Vec::new(),
        body: None,
        idempotent: true,
    };
    let answer = http::send(&request).map_err(|_| refusal(ErrorKind::Unavailable))?;
    Ok(answer.body)
}

fn wanted(request: &Request, method: &str) -> http::Request {
    let header = query(request, "header").and_then(|header| header.split_once(':'));
    http::Request {
        connector: query(request, "connector").map(str::to_owned),
        method: method.to_owned(),
        url: query(request, "url").unwrap_or_default().to_owned(),
        headers: header
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
        body: (method == "POST").then(|| b"{}".to_vec()),
        idempotent: false,
    }
}

fn outcome(answer: Result<http::Response, Failure>) -> Value {
    match answer {
        Ok(answer) => json!({
            "status": answer.status,
            "bytes": answer.body.len(),
            "body": String::from_utf8_lossy(&answer.body[..answer.body.len().min(200)]),
        }),
        Err(Failure::Denied(text)) => json!({ "denied": text }),
        Err(Failure::Limit(text)) => json!({ "limit": text }),
        Err(Failure::Timeout) => json!({ "timeout": true }),
        Err(Failure::Connection(text)) => json!({ "connection": text }),
    }
}

/// A value of the request's query.
pub(crate) fn query<'a>(request: &'a Request, name: &str) -> Option<&'a str> {
    let found = request.query.iter().find(|(key, _)| key == name);
    found.map(|(_, value)| value.as_str())
}
