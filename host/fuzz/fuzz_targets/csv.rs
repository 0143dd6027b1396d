#![no_main]
//! Texts as cells of an export.

libfuzzer_sys::fuzz_target!(|text: &str| comptoir::list::exports::fuzz(text));
