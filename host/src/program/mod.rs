//! The program around the server: its commands and settings, the database and its migrations, keys, the clock, logs, the
//! demo company.

pub mod cli;
pub mod clock;
pub mod config;
pub mod database;
/// The demo company.
pub mod demo;
mod demo_finance;
mod demo_invoices;
mod demo_production;
mod demo_provider_invoices;
mod demo_records;
mod demo_shipping;
pub mod keys;
pub mod serve;
pub mod telemetry;
