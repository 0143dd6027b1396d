//! Comptoir's host: identity, resources, the data model, and the plugins that speak to the world outside.
//!
//! One module a domain, the same few files in each: `mod.rs` (what it is), `model.rs` (rules, no I/O), `sql.rs` (every
//! query on the tables it owns), `list.rs` (what its lists show), `routes.rs` (calls), `jobs.rs` (work done later),
//! `tests.rs` (through HTTP). Arrows go one way: users → organizations → stores → products → orders,
//! inbound, tickets.

pub mod access;
pub mod address;
pub mod app;
pub mod audit;
pub mod cli;
pub mod clock;
mod codes;
pub mod config;
pub mod database;
pub mod edition;
pub mod error;
pub mod idempotency;
pub mod keys;
pub mod language;
pub mod limits;
pub mod list;
pub mod openapi;
pub mod records;
pub mod request;
pub mod routing;
pub mod serve;
pub mod server;
pub mod telemetry;
pub mod words;

/// Readiness and metrics for the operator's tools.
pub mod health;
/// Server-sent events: progress of jobs, changed lists.
pub mod live;
/// The portal's files and the plugins' remotes.
pub mod web;

/// Bundles: several articles sold as one.
pub mod bundles;
/// Countries and their names.
pub mod countries;
/// Files handed to somebody outside, over channels that the operator set up.
pub mod delivery;
/// The demo company.
pub mod demo;
/// For developers and operators: environment, versions, the outbox.
pub mod developer;
/// Lists as files.
pub mod exports;
/// Factories.
pub mod factories;
/// Files and their contents.
pub mod files;
/// How users sign in.
pub mod identity;
/// Goods on their way to a provider's warehouse.
pub mod inbound;
/// Background work and its records.
pub mod jobs;
/// Notes on records, and their histories.
pub mod logs;
/// Mails and the outbox.
pub mod mail;
/// Orders, as providers tell them.
pub mod orders;
/// Merchants.
pub mod organizations;
/// What chart compilers count: records, and the reports of their sales.
pub mod phonographic;
/// Pictures that lie with a provider, shown through our own origin.
pub mod pictures;
/// The sandboxed connectors: loading, serving, their memory and credentials.
pub mod plugins;
/// What stores sell.
pub mod products;
/// A merchant's stores and their connectors.
pub mod stores;
/// Pulls: what providers hold comes here page by page.
pub mod sync;
/// What consumers ask, and what answering is charged.
pub mod tickets;
/// People and their rights.
pub mod users;
/// Saved views of lists.
pub mod views;
/// What providers send by themselves.
pub mod webhooks;

#[cfg(test)]
mod permission_matrix;
#[cfg(test)]
mod testing;

/// The version of the API's description.
pub const API_VERSION: &str = "1.0.0";
/// The version shown on the developer page (specification, document 1, section 2.3).
pub const APPLICATION_VERSION: &str = concat!("v", env!("CARGO_PKG_VERSION"));
