//! The sandboxed connectors: which are loaded and why others are not, the services the sandbox asks of us (time, secrets,
//! memory), the calls that plugins answer themselves, and what runs by schedule. What a plugin may do is the sandbox's business.

mod model;
mod own_routes;
mod routes;
mod schedule;
mod services;
mod sql;
#[cfg(test)]
mod tests;

pub use model::{Plugins, Ready, call_error};
pub use own_routes::own_routes;
pub use routes::routes;
pub use schedule::Scheduled;
