//! A question.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cmec_fuzz::quantities_are_in_order(bytes));
