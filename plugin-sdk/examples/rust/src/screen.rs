//! What the plugin's screen shows: the orders as Acme tells them now.

use crate::orders;
use comptoir_plugin_sdk::routes::{Request, Response};
use comptoir_plugin_sdk::{Host, ListQuery, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Asked for of each connection.
const MOST: u32 = 100;

/// One order; what else Acme tells of it is left out.
#[derive(Debug, Deserialize, Serialize)]
struct Row {
    id: String,
    reference: String,
    status: String,
    #[serde(rename(serialize = "changedAt"))]
    changed_at: String,
}

/// `GET /api/acme/order`: the orders of the connections that the caller may use.
pub fn orders(host: &impl Host, request: &Request) -> Result<Response> {
    let query = ListQuery::of(request, &[20, 50, 100])?;
    let mut rows = Vec::new();
    for connector in &request.connectors {
        let page = orders::page(host, connector, 0, MOST)?;
        rows.extend(page.orders.iter().filter_map(row_of));
    }
    rows.retain(|row| query.finds(&[&row.reference]));
    rows.sort_by(|one, other| one.reference.cmp(&other.reference));
    Response::data(&query.slice(&rows))?.with_meta(&query.meta(rows.len()))
}

/// None for an order that cannot be understood; the pull tells of it.
fn row_of(order: &Value) -> Option<Row> {
    Row::deserialize(order).ok()
}
