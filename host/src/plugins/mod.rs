//! The sandboxed connectors: which are loaded and why others are not, the services the sandbox asks of us (time, secrets,
//! memory), the calls that plugins answer themselves, and what runs by schedule. What a plugin may do is the sandbox's business.

mod call_files;
mod model;
mod own_routes;
mod routes;
mod schedule;
mod services;
mod sql;
mod tasks;
#[cfg(test)]
mod tests;

pub use call_files::{CallFiles, Given};
pub use model::{Plugins, call_error};
pub use own_routes::own_routes;
pub use routes::routes;
pub use schedule::Scheduled;
pub use tasks::RunTask;
