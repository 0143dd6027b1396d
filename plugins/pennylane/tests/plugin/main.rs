//! The plugin under a test host that speaks to its simulator over real HTTP, and the component as it is shipped.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod books;
mod changes;
mod common;
mod component;
mod credits;
mod customers;
mod invoices;
mod trouble;
