//! A part of a text, said again.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cmec_fuzz::patches_change_one_part(bytes));
