//! The sandboxed connectors: which are loaded and why others are not, the services the sandbox asks of us (time, secrets,
//! memory), the calls that plugins answer themselves, and what runs by schedule. What a plugin may do is the sandbox's business.

mod actions;
mod archive;
mod call_files;
pub mod cli;
mod columns;
mod confine;
mod links;
mod loading;
mod model;
mod operator;
mod own_list;
mod own_query;
mod own_routes;
mod patience;
mod routes;
mod schedule;
mod services;
mod sql;
mod tasks;
#[cfg(test)]
mod tests;
mod versions;

use crate::access::Access;
use crate::jobs::{Schedule, jobs};
use crate::records::Kind;
use crate::register::Domain;
pub use actions::{Performed, bulk_offers, check_bulk, perform};
pub use call_files::{CallFiles, Given};
pub use columns::{Extra, Offered, TooLong, Values, accepted_columns};
pub use confine::confine;
pub use links::{PluginLink, links_of};
pub use loading::Plugins;
pub use model::{Ready, broken, call_error, field_issue};

pub use own_routes::own_routes;
pub use patience::patiently;
pub use schedule::Scheduled;
pub use tasks::{RunTask, watched};

jobs!(RunTask);

/// What administrators decide about a plugin is told in a history too.
pub static PLUGIN: Kind = Kind::new("plugin", Access::admin(&[]));

pub static DOMAIN: Domain = Domain {
    routes: routes::routes,
    kinds: &[&PLUGIN],
    jobs: JOBS,
    schedules: &[Schedule::of::<Scheduled>(|app| Ok(app.plugins.schedules()))],
    // Plugins are nobody's.
    #[cfg(test)]
    rows: |_| {
        Box::pin(std::future::ready(vec![
            ("/plugins/{id}", uuid::Uuid::nil()),
            ("/plugins/events/{id}", uuid::Uuid::nil()),
        ]))
    },
    ..Domain::NONE
};

/// Reloads plugins as the operator's files change and administrators decide, on this host, for as long as it runs.
pub async fn watch(app: crate::app::App) {
    app.plugins.watch(app.live.heard()).await;
}
