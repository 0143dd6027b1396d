#![no_main]
//! Lists' cursors: JSON, and what is not even that.

libfuzzer_sys::fuzz_target!(|text: &str| comptoir::list::fuzz(text));
