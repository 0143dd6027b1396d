//! The simulator over the network, as a client meets it, and as a program.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod api;
mod program;
