//! Texts read as SQL.
#![no_main]

use cmec_decoder::Notation;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cmec_fuzz::any_text_is_an_intent_or_findings(bytes, Notation::Sql);
});
