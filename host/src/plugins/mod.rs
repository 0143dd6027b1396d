//! The sandboxed connectors: which are loaded and why others are not, the services the sandbox asks of us (time, secrets,
//! memory), the calls that plugins answer themselves, and what runs by schedule. What a plugin may do is the sandbox's business.

mod actions;
mod archive;
mod call_files;
pub mod cli;
mod columns;
mod links;
mod loading;
mod model;
mod operator;
mod own_routes;
mod routes;
mod schedule;
mod services;
mod shelf;
mod sql;
mod tasks;
#[cfg(test)]
mod tests;

pub use call_files::{CallFiles, Given};
pub use columns::{Extra, Offered, Values, kept};
pub use links::{PluginLink, links_of};
pub use loading::Plugins;
pub use model::{Ready, call_error};
pub use own_routes::own_routes;
pub use routes::routes;
pub use schedule::Scheduled;
pub use tasks::RunTask;

/// Reloads plugins as the operator's files change and administrators decide, on this host, for as long as it runs.
pub async fn watch(app: crate::app::App) {
    app.plugins.watch(app.live.heard()).await;
}
