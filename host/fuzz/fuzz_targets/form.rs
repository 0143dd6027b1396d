#![no_main]
//! Multipart forms and the names of the files in them.

libfuzzer_sys::fuzz_target!(|body: &[u8]| comptoir::files::fuzz::form(body));
