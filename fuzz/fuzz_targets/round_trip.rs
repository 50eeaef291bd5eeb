//! Contracts, written and read again.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cmec_fuzz::contracts_round_trip(bytes));
