//! A text, cut at arbitrary places.
#![no_main]

libfuzzer_sys::fuzz_target!(
    |bytes: &[u8]| cmec_fuzz::pieces_come_to_the_verdict_on_the_whole(bytes)
);
