//! Texts read as lines.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cmec_fuzz::any_text_is_a_line_or_findings(bytes));
