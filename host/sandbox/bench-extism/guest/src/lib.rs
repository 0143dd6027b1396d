//! The hostile guest's page of orders as an Extism plug-in: the same parsing and the same records, as JSON to the host.

use extism_pdk::{FnResult, HttpRequest, Json, Memory, http, plugin_fn};
use hostile_guest::orders::{self, OrderPage};

/// Fetches a page and makes records of it.
#[plugin_fn]
pub fn orders(url: String) -> FnResult<Json<OrderPage>> {
    let answer = http::request::<Vec<u8>>(&HttpRequest::new(url), None)?;
    Ok(Json(orders::page(&answer.body())?))
}

/// The same with the page as its input.
#[plugin_fn]
pub fn page(body: Vec<u8>) -> FnResult<Json<OrderPage>> {
    Ok(Json(orders::page(&body)?))
}

/// Hands its input back: what a call costs that does nothing.
#[plugin_fn]
pub fn check(settings: String) -> FnResult<Memory> {
    Ok(Memory::from_bytes(settings)?)
}

/// The bytes behind an address.
#[plugin_fn]
pub fn fetch(url: String) -> FnResult<Vec<u8>> {
    Ok(http::request::<Vec<u8>>(&HttpRequest::new(url), None)?.body())
}
