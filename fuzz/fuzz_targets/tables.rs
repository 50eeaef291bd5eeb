//! Compiled table files.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cmec_fuzz::table_files_are_refused_or_serve(bytes));
