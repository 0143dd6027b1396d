//! The plugin under a test host that speaks to its simulator over real HTTP, and the component as it is shipped.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod common;
mod component;
mod correcting;
mod goods;
mod orders;
mod trouble;
mod writing;
