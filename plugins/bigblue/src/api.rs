//! The Store API: every call is a POST of JSON to `<base><Method>`.

use comptoir_plugin_sdk::{Connector, Request, Result};
use serde::Serialize;

const BASE: &str = "https://api.bigblue.co/bigblue.storeapi.v1.PublicAPI/";

/// What the provider gives on one page at most.
pub const LARGEST_PAGE: u32 = 500;

/// A reading call with the connection's key; the host may repeat it.
pub fn read(connector: &Connector, method: &str, body: &impl Serialize) -> Result<Request> {
    Ok(Request::post_json(format!("{BASE}{method}"), body)?
        .with_connector(connector)
        .repeatable())
}

/// A writing call with the connection's key. The provider knows no idempotency key, so the host must not repeat it.
pub fn write(connector: &Connector, method: &str, body: &impl Serialize) -> Result<Request> {
    Ok(Request::post_json(format!("{BASE}{method}"), body)?.with_connector(connector))
}

/// The body of the calls that list everything.
#[derive(Debug, Serialize)]
pub struct List<'a> {
    pub page_size: u32,
    pub page_token: &'a str,
}

/// The body of ListInventories for one product.
#[derive(Debug, Serialize)]
pub struct ListOfProduct<'a> {
    pub product: &'a str,
    pub page_size: u32,
}

/// The body of ListOrders: orders submitted within the range, RFC 3339.
#[derive(Debug, Serialize)]
pub struct ListOrders<'a> {
    pub date_range: DateRange<'a>,
    pub page_size: u32,
    pub page_token: &'a str,
}

#[derive(Debug, Serialize)]
pub struct DateRange<'a> {
    pub from: &'a str,
    pub to: &'a str,
}

/// The body of GetOrder and GetProduct.
#[derive(Debug, Serialize)]
pub struct ById<'a> {
    pub id: &'a str,
}

/// The body of ListTrackings and CancelOrder.
#[derive(Debug, Serialize)]
pub struct ByOrder<'a> {
    pub order_id: &'a str,
}
