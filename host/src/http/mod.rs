//! Calls over HTTP: the server, how routes are declared, how a request is read and an error is rendered, and what stands
//! before every call (limits, idempotency). It knows no domain.

pub mod error;
/// Readiness and metrics for the operator's tools.
pub mod health;
pub mod idempotency;
pub mod limits;
pub mod openapi;
pub mod request;
pub mod routing;
pub mod server;
/// The portal's files and the plugins' remotes.
pub mod web;

#[cfg(test)]
mod tests;

use crate::register::Domain;

pub static DOMAIN: Domain = Domain {
    routes: openapi::routes,
    ..Domain::NONE
};
