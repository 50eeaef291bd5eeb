//! An intent in prose.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cmec_fuzz::extraction_is_accounted_for(bytes));
