//! Real components in the real sandbox, against a real HTTP server.

mod behaviours;
mod breaker;
mod cache;
mod contract;
mod egress;
mod files;
mod host_interfaces;
mod hostile;
mod languages;
mod loading;
mod rates;
mod roles;
mod support;
mod tokens;
