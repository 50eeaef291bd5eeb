//! `conformance`: compares the structured lane with the reference evaluator on more random contracts than a test can
//! afford. A contract with a difference is minimised and shown with its data.

use std::path::Path;

use xtask::command::run_with;

/// The tests with random contracts.
pub(crate) const RANDOM: &[&str] = &[
    "-p",
    "cmec-executor",
    "--test",
    "structured",
    "--",
    "--nocapture",
    "random_contracts_over_random_data_have_their_rows",
    "a_row_policy_leaves_what_may_be_seen",
];

/// Compares this many contracts on SQLite and on a required PostgreSQL.
pub(crate) fn conformance(root: &Path, contracts: u32) -> Result<(), String> {
    let contracts = contracts.to_string();
    let said = [
        ("CMEC_CONTRACTS", contracts.as_str()),
        ("CMEC_REQUIRE_PG", "1"),
    ];
    run_with(root, &[&["test", "--release"], RANDOM].concat(), &said)
}
