//! Contracts, written and read again.

use cmec_decoder::encode::encode;
use cmec_decoder::ledger::{LedgerEntry, LedgerKind};
use cmec_decoder::vocabulary::Scenario;
use cmec_decoder::{Contract, Decoder, Ledger, Notation, Tables, Valid, Verdict};

use crate::said::domains;

/// What decodes to a contract is written in every notation that can say it, and decodes to the same contract.
pub fn contracts_round_trip(bytes: &[u8]) {
    for tables in domains() {
        let decoded = Decoder::new(tables).decode_bytes(bytes, "1");
        if let Verdict::Contract(contract) = &decoded.verdict
            && !lost_its_filters(contract, &decoded.account.ledger)
        {
            round_trips(contract, tables);
        }
    }
}

/// Whether every filter of a hybrid was dropped, as the codebook allows: what is left is a contract, and as a text of
/// its own it would lack the filter its scenario needs.
fn lost_its_filters(contract: &Contract<'_>, ledger: &Ledger<'_>) -> bool {
    let dropped = |line: &LedgerEntry<'_>| line.kind == LedgerKind::Dropped;
    contract.intent.scenario == Scenario::Hybrid
        && contract.constraints.filters.is_empty()
        && ledger.entries().iter().any(dropped)
}

/// A contract comes back from each notation as it went in.
fn round_trips(contract: &Valid<Contract<'_>>, tables: &Tables) {
    for notation in [Notation::C02, Notation::Mec, Notation::ToolCall] {
        let written = encode(contract, tables, notation).expect("a contract can be written");
        let again = Decoder::new(tables).decode(&written, "1");
        let Verdict::Contract(read) = &again.verdict else {
            panic!("{written}: {:#?}", again.account.findings);
        };
        assert_eq!(read.get(), contract.get(), "{written}");
    }
}
