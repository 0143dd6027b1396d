//! The suite on our five connectors and the examples for authors, its tapes, and a broken plugin for each rule.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod broken;
mod examples;
mod five;
mod support;
