//! A file of a codebook's folder.
#![no_main]

libfuzzer_sys::fuzz_target!(
    |bytes: &[u8]| cmec_fuzz::any_file_of_a_codebook_is_model_or_findings(bytes)
);
