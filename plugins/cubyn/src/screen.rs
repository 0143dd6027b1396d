//! What the plugin's screens show: its connections, and whether Cubyn still answers them.

use crate::account;
use crate::settings::Settings;
use comptoir_plugin_sdk::routes::{Request, Response};
use comptoir_plugin_sdk::{Connector, Error, ErrorKind, Host, ListQuery, Result};
use serde::Serialize;

/// One connection.
#[derive(Debug, Serialize)]
struct Row {
    connector: String,
    /// Cubyn's number of the merchant.
    merchant: String,
    /// What the merchant called the application; null when Cubyn did not say.
    application: Option<String>,
    /// Why Cubyn did not say: `credentials`, `busy`, `unavailable`, `broken`.
    problem: Option<&'static str>,
}

/// The connections of the caller, at most twenty a page: each costs a call.
pub fn connections(host: &impl Host, request: &Request) -> Result<Response> {
    let query = ListQuery::of(request, &[20])?;
    let found: Vec<(&Connector, String)> = request
        .connectors
        .iter()
        .map(|connector| (connector, merchant_of(connector)))
        .filter(|(_, merchant)| query.finds(&[merchant]))
        .collect();
    let rows: Vec<Row> = query
        .slice(&found)
        .iter()
        .map(|(connector, merchant)| row_of(host, connector, merchant.clone()))
        .collect();
    Response::data(&rows)?.with_meta(&query.meta(found.len()))
}

/// Empty where the settings are not readable.
fn merchant_of(connector: &Connector) -> String {
    Settings::of(connector).map_or_else(|_| String::new(), |settings| settings.id)
}

fn row_of(host: &impl Host, connector: &Connector, merchant: String) -> Row {
    let (application, problem) = match account::root(host, connector) {
        Ok(root) => (Some(root.auth.application.name), None),
        Err(error) => (None, Some(problem(&error))),
    };
    Row {
        connector: connector.id.clone(),
        merchant,
        application,
        problem,
    }
}

fn problem(error: &Error) -> &'static str {
    match error.kind {
        ErrorKind::Unauthorized => "credentials",
        ErrorKind::RateLimited(_) => "busy",
        ErrorKind::Unavailable | ErrorKind::NotFound => "unavailable",
        _ => "broken",
    }
}
