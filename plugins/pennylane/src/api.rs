//! The API: JSON below `/api/external/v2`, lists by cursor, filters as JSON in the query.

use crate::refusal;
use crate::wire::Page;
use comptoir_plugin_sdk::{Connector, Error, Host, Request, Response, Result};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

/// Where it is.
pub const BASE: &str = "https://app.pennylane.com/api/external/v2";

/// What is asked for on one page of a list at most.
pub const LARGEST_PAGE: u32 = 100;

/// Pages of one list that are read at most.
const MOST_PAGES: usize = 20;

/// A reading call: `/customers`, with its query.
pub fn get(connector: &Connector, path: &str, query: &[(&str, &str)]) -> Request {
    let query: Vec<String> = query
        .iter()
        .map(|(name, value)| format!("{name}={}", utf8_percent_encode(value, NON_ALPHANUMERIC)))
        .collect();
    let mark = if query.is_empty() { "" } else { "?" };
    Request::get(format!("{BASE}{path}{mark}{}", query.join("&"))).with_connector(connector)
}

/// A call that makes something; sent twice it would make two.
pub fn post(connector: &Connector, path: &str, body: &impl Serialize) -> Result<Request> {
    Ok(Request::post_json(format!("{BASE}{path}"), body)?.with_connector(connector))
}

/// A call that replaces something.
pub fn put(connector: &Connector, path: &str, body: &impl Serialize) -> Result<Request> {
    let request = post(connector, path, body)?;
    Ok(Request {
        method: "PUT".into(),
        ..request
    }
    .repeatable())
}

/// One condition of a list: `filter=[{"field":…,"operator":…,"value":…}]`.
pub fn filter(field: &str, operator: &str, value: impl Serialize) -> String {
    json!([{ "field": field, "operator": operator, "value": json!(value) }]).to_string()
}

/// A successful answer, or what the refusal means.
pub fn answer(host: &impl Host, request: Request) -> Result<Response> {
    let scope = scope(&request.method, &request.url);
    refusal::unless_successful(host.send(request)?, &scope)
}

/// The scope of the token that a request needs.
fn scope(method: &str, url: &str) -> String {
    let path = url.strip_prefix(BASE).unwrap_or_default();
    let group = match path.trim_start_matches('/').split(['/', '?']).next() {
        Some("company_customers") => "customers",
        Some("changelogs") => "customer_invoices",
        group => group.unwrap_or_default(),
    };
    let part = if method == "GET" { "readonly" } else { "all" };
    format!("{group}:{part}")
}

/// A successful answer's JSON.
pub fn fetch<T: DeserializeOwned>(host: &impl Host, request: Request) -> Result<T> {
    answer(host, request)?.json()
}

/// All that a list has under a filter.
pub fn list<T: DeserializeOwned>(
    host: &impl Host,
    connector: &Connector,
    path: &str,
    filter: &str,
) -> Result<Vec<T>> {
    let first = host.send(page(connector, path, filter, None))?;
    rest(host, connector, path, filter, first)
}

/// The lists under several filters, asked for at once.
pub fn lists<T: DeserializeOwned>(
    host: &impl Host,
    connector: &Connector,
    path: &str,
    filters: &[String],
) -> Result<Vec<T>> {
    let requests = filters
        .iter()
        .map(|filter| page(connector, path, filter, None))
        .collect();
    let mut items = Vec::new();
    for (filter, first) in filters.iter().zip(host.send_all(requests)) {
        items.extend(rest(host, connector, path, filter, first?)?);
    }
    Ok(items)
}

/// The list that begins with this answer. Pennylane's cursors know nothing of the filter: each page is asked for with it.
fn rest<T: DeserializeOwned>(
    host: &impl Host,
    connector: &Connector,
    path: &str,
    filter: &str,
    first: Response,
) -> Result<Vec<T>> {
    let mut page: Page<T> =
        refusal::unless_successful(first, &scope("GET", &format!("{BASE}{path}")))?.json()?;
    let mut items = page.items;
    for _ in 1..MOST_PAGES {
        let Some(cursor) = page.next_cursor.filter(|_| page.has_more) else {
            return Ok(items);
        };
        page = fetch(host, self::page(connector, path, filter, Some(&cursor)))?;
        items.extend(page.items);
        page.items = Vec::new();
    }
    if page.has_more {
        let message = format!("{path} has more than {MOST_PAGES} pages under {filter}");
        return Err(Error::internal(message));
    }
    Ok(items)
}

fn page(connector: &Connector, path: &str, filter: &str, cursor: Option<&str>) -> Request {
    let limit = LARGEST_PAGE.to_string();
    let mut query = vec![("filter", filter), ("limit", limit.as_str())];
    query.extend(cursor.map(|cursor| ("cursor", cursor)));
    get(connector, path, &query)
}

/// An id of Pennylane's. What is no number is the id of nothing.
pub fn id(what: &str, text: &str) -> Result<u64> {
    text.parse()
        .map_err(|_| Error::not_found(format!("Pennylane has no {what} {text}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_call_needs_its_scope() {
        for (method, path, needed) in [
            ("GET", "/customers?limit=1", "customers:readonly"),
            ("PUT", "/company_customers/1", "customers:all"),
            ("POST", "/file_attachments", "file_attachments:all"),
            ("GET", "/customer_invoices/1", "customer_invoices:readonly"),
            (
                "GET",
                "/changelogs/customer_invoices?limit=1",
                "customer_invoices:readonly",
            ),
            (
                "GET",
                "/ledger_accounts?filter=x",
                "ledger_accounts:readonly",
            ),
        ] {
            assert_eq!(scope(method, &format!("{BASE}{path}")), needed);
        }
    }
}
