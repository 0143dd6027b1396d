//! Comptoir's host: identity, resources, the data model, and the plugins that speak to the world outside.
//!
//! One module a domain, the same few files in each: `mod.rs` (what it is and has), `model.rs` (rules, no I/O), `sql.rs`
//! (every query on the tables it owns), `list.rs` (what its lists show), `routes.rs` (calls), `jobs.rs` (work done later),
//! `tests.rs` (through HTTP). [`domains`] lists them. Arrows go one way: domains know mechanisms, never the other way
//! round, and each other by the short list of `domains/arrows.rs`.

pub mod access;
pub mod analytics;
pub mod app;
/// The list of the domains.
pub mod domains;
/// Calls over HTTP: the server and what every request passes.
pub mod http;
/// Lists: the engine, and what people do with lists (exports, saved views).
pub mod list;
/// Exact amounts: rounding, percent, splits, bounds.
pub mod money;
/// The program around the server: commands, settings, database, keys, time.
pub mod program;
/// What all records have: a history, notes, versions, people who watch them change.
pub mod records;
/// What domains say of themselves.
pub mod register;
/// Languages, countries, addresses, the names of codes.
pub mod words;

/// For developers and operators: environment, versions, the outbox.
pub mod developer;
/// Files and their contents.
pub mod files;
/// Background work and its records.
pub mod jobs;
/// Mails and the outbox.
pub mod mail;
/// The sandboxed connectors: loading, serving, their memory and credentials.
pub mod plugins;
/// What goes to and comes from providers: pulls, webhooks, deliveries, pictures.
pub mod providers;

/// Bundles: several articles sold as one.
pub mod bundles;
/// What chart compilers count: records, and the reports of their sales.
pub mod charts;
/// What stores are charged: fees, recurring charges, commissions.
pub mod finance;
/// How users sign in.
pub mod identity;
/// Goods on their way to a provider's warehouse.
pub mod inbound;
/// Orders, as providers tell them.
pub mod orders;
/// Merchants.
pub mod organizations;
/// What organizations have made: projects, their products, factories.
pub mod production;
/// What stores sell.
pub mod products;
/// Who carries parcels, and what that costs.
pub mod shipping;
/// A merchant's stores and their connectors.
pub mod stores;
/// What consumers ask, and what answering is charged.
pub mod tickets;
/// People and their rights.
pub mod users;

#[cfg(test)]
mod testing;

/// The version of the API's description.
pub const API_VERSION: &str = "1.0.0";
/// The version shown on the developer page (specification, document 1, section 2.3).
pub const APPLICATION_VERSION: &str = concat!("v", env!("CARGO_PKG_VERSION"));
