//! A store's connections to providers, each spoken to by a plugin. Settings are plain; secrets are sealed at rest, are
//! never read back by anyone but the sandbox's host side, and never enter a guest.

mod model;
mod routes;
mod secrets;
mod sql;

pub use model::{AtProvider, Connector, NewConnector, Role};
pub use routes::routes;
pub use secrets::{accepted, forget_secrets, reseal, secret};
pub use sql::{active, connect, find, of_store, of_stores};
