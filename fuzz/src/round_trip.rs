//! Contracts, written and read again.

use cmec_decoder::encode::encode;
use cmec_decoder::{Contract, Decoder, Notation, Tables, Valid, Verdict};

use crate::said::domains;

/// What decodes to a contract is written in every notation that can say it, and decodes to the same contract.
pub fn contracts_round_trip(bytes: &[u8]) {
    for tables in domains() {
        let decoded = Decoder::new(tables).decode_bytes(bytes, "1");
        if let Verdict::Contract(contract) = &decoded.verdict {
            round_trips(contract, tables);
        }
    }
}

/// A contract comes back from each notation as it went in.
fn round_trips(contract: &Valid<Contract<'_>>, tables: &Tables) {
    for notation in [
        Notation::C02,
        Notation::Mec,
        Notation::ToolCall,
    ] {
        let written = encode(contract, tables, notation).expect("a contract can be written");
        let again = Decoder::new(tables).decode(&written, "1");
        let Verdict::Contract(read) = &again.verdict else {
            panic!("{written}: {:#?}", again.account.findings);
        };
        assert_eq!(read.get(), contract.get(), "{written}");
    }
}
