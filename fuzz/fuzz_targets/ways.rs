//! Every way through the decoder.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cmec_fuzz::the_ways_agree(bytes));
