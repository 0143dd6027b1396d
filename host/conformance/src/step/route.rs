//! Calls of the plugin's own routes.

use std::fmt::Write;

use comptoir_sandbox::{Call, CallError, RouteRequest};
use serde_json::{Value, json};

use crate::bench::Bench;
use crate::samples::SampleRoute;
use crate::tape::short;

/// A call in words: `PUT /product/A-1?page=2 with {…}`.
pub(super) fn words(call: &SampleRoute) -> String {
    let mut words = format!("{} {}", call.method, call.path);
    for (at, (name, value)) in call.query.iter().enumerate() {
        // Writing to a text cannot fail.
        let _ = write!(words, "{}{name}={value}", if at == 0 { '?' } else { '&' });
    }
    if let Some(body) = &call.body {
        let _ = write!(words, " with {}", short(body));
    }
    words
}

/// Makes the call: `{ status, data, meta }`.
pub(super) async fn answer(
    bench: &Bench,
    call: Call,
    asked: &SampleRoute,
) -> Result<Value, CallError> {
    let request = RouteRequest {
        method: asked.method.clone(),
        path: asked.path.clone(),
        query: asked.query.clone().into_iter().collect(),
        body: asked
            .body
            .as_ref()
            .map(|body| body.to_string().into_bytes()),
        language: "en".to_owned(),
    };
    let answer = bench.plugin().handle(call, request).await?;
    // What is no JSON stays a text, for the rule to see.
    let read = |text: &str| serde_json::from_str(text).unwrap_or_else(|_| Value::from(text));
    Ok(json!({
        "status": answer.status,
        "data": read(&answer.data),
        "meta": answer.meta.as_deref().map(read),
    }))
}
