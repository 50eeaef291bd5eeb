//! `conformance`: the structured lane held against the reference evaluator, over more random contracts than a test has time
//! for. A contract that differs is made smaller until nothing can be left out, and shown with its data.

use std::path::Path;

use xtask::command::run_with;

/// The tests that draw contracts.
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

/// Compares so many contracts, on SQLite and on a PostgreSQL that must be there.
pub(crate) fn conformance(root: &Path, contracts: u32) -> Result<(), String> {
    let contracts = contracts.to_string();
    let said = [
        ("CMEC_CONTRACTS", contracts.as_str()),
        ("CMEC_REQUIRE_PG", "1"),
    ];
    run_with(root, &[&["test", "--release"], RANDOM].concat(), &said)
}
