//! Any bytes, every domain, every way of reading.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cmec_fuzz::any_bytes_have_a_verdict(bytes));
