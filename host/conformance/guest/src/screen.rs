//! Its routes.

use comptoir_plugin_sdk::routes::{Request, Response};
use comptoir_plugin_sdk::{Connector, Error, Host, Result};
use serde_json::{Value, json};

use crate::orders;

/// Rows of the list.
const MOST: u32 = 2;

fn row(id: &str, fault: &str) -> Value {
    match fault {
        "route-lies" => json!({ "id": id.len() }),
        _ => json!({ "id": id }),
    }
}

/// `GET /order`.
pub fn orders(host: &impl Host, connector: &Connector, fault: &str) -> Result<Response> {
    let page = orders::pull(host, connector, fault, None, MOST)?;
    let ids = page.items.iter().map(|order| row(&order.state.id, fault));
    let rows: Vec<Value> = ids.collect();
    Response::data(&rows)?.with_meta(&json!({ "more": page.more }))
}

/// `GET /order/{id}`.
pub fn order(host: &impl Host, connector: &Connector, fault: &str, id: &str) -> Result<Response> {
    let page = orders::pull(host, connector, fault, None, MOST)?;
    let known = page.items.iter().any(|order| order.state.id == id);
    let found = known.then(|| row(id, fault));
    let answer = Response::data(&found.ok_or_else(|| Error::not_found("no such order"))?)?;
    match fault {
        "route-says-more" => answer.with_meta(&json!({ "asked": id })),
        _ => Ok(answer),
    }
}

/// `PUT /note`: an empty note is refused.
pub fn note(request: &Request, fault: &str) -> Result<Response> {
    let note: Value = serde_json::from_slice(request.body.as_deref().unwrap_or_default())
        .map_err(|error| Error::rejected(error.to_string()))?;
    let status = match (note["text"].as_str(), fault) {
        (None | Some(""), "route-improvises") => 422,
        (None | Some(""), _) => 400,
        _ => 200,
    };
    let answer = Response::data(&json!({ "issues": ["text"] }))?;
    Ok(Response { status, ..answer })
}
