//! The grammar of cMEC c0.2: what the encoder writes, and nothing else.
//!
//! Every key, code, operator and value that is written by rule is a literal; texts, numbers and dates are tokens.
//! Literals end with a whole token of JSON, so that no literal is the beginning of another that may stand in its
//! place: a reader that takes the longest one is right.

mod aggregation;
mod codes;
mod constraints;
mod filters;
mod graph;
mod objects;
mod parts;
mod plain_members;
mod retrieval;
mod scenario;
mod sets;
mod step;
mod values;

use cmec_decoder::language::Scenario;
use cmec_decoder::tables::Tables;

use super::model::{Expr, Grammar};
use values::Values;

/// What a grammar of the notation leaves to the decoder, a line each.
pub(super) const LEFT: &[&str] = &[
    "which types a field or a relation fits",
    "ends of relations that point past `E`",
    "that a relation leads to a place which is read, and that something is read at a place with a name",
    "names of metrics and groups: given once, no field's, given where they are referred to",
    "the type of the value a metric is compared with, and the default name of a metric that is written out",
    "that `BT` says its smaller value first",
    "that a field is compared with another one",
    "which units go together in a derived field, and of what type and unit it is where it is compared with a field",
    "that a group which is compared with is given before, used, and fits what it is compared with; and how many stand in one another",
    "how many hops follow one another",
    "caps of lists above 256",
    "that a text is more than white space",
    "the length of the whole text",
];

/// The scenarios that can be said in a codebook, each with its rule, in the order of the scenario table.
pub(super) fn scenarios(grammar: &mut Grammar, tables: &Tables) -> Vec<(Scenario, Expr)> {
    let values = Values::new(grammar, tables);
    let rows = tables.scenarios.iter();
    rows.filter_map(|row| {
        let rule = scenario::scenario(grammar, tables, &values, row)?;
        Some((row.scenario, rule))
    })
    .collect()
}
