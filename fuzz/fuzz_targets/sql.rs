//! Texts read as SQL.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cmec_fuzz::any_text_is_sql_or_findings(bytes));
