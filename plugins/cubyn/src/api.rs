//! The API: JSON below `/v2`, lists by offset and limit.

use comptoir_plugin_sdk::{Connector, Error, Request, Result};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;

const BASE: &str = "https://api.cubyn.com/v2";

/// What is asked for on one page at most.
pub const LARGEST_PAGE: u32 = 100;

/// A reading call: `/parcels`, with its query.
pub fn get(connector: &Connector, path: &str, query: &[(&str, &str)]) -> Request {
    let encode = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let query: Vec<String> = query
        .iter()
        .map(|(name, value)| format!("{}={}", encode(name), encode(value)))
        .collect();
    let mark = if query.is_empty() { "" } else { "?" };
    Request::get(format!("{BASE}{path}{mark}{}", query.join("&"))).with_connector(connector)
}

/// One parcel's path. Ids are numbers: what is none is the id of nothing.
pub fn parcel(id: &str) -> Result<String> {
    let id: u64 = id
        .parse()
        .map_err(|_| Error::not_found(format!("no parcel {id}")))?;
    Ok(format!("/parcels/{id}"))
}

/// A call that makes something; sent twice it would make two.
pub fn post(connector: &Connector, path: &str, body: &impl Serialize) -> Result<Request> {
    Ok(Request::post_json(format!("{BASE}{path}"), body)?.with_connector(connector))
}

/// A call without a body that may be repeated.
pub fn put(connector: &Connector, path: &str) -> Request {
    Request::new("PUT", format!("{BASE}{path}"))
        .with_connector(connector)
        .repeatable()
}
