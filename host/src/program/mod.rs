//! The program around the server: its commands and settings, the database and its migrations, keys, the clock, logs, the
//! demo company.

pub mod cli;
pub mod clock;
pub mod config;
pub mod database;
pub mod demo;
pub mod keys;
pub mod serve;
pub mod telemetry;
