//! An ontology.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cmec_fuzz::any_bytes_are_a_codebook_or_a_finding(bytes));
