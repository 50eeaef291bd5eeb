//! The grammar of c0.3, the line: what the encoder writes, and nothing else.
//!
//! Words, marks and blanks are literals, each a whole token of the line, so that a reader that takes the longest one is
//! right; texts, figures and dates are tokens. What a name means depends on the type a line is about, so the rules
//! branch by it.

mod aggregation;
mod enums;
mod fields;
mod graph;
mod grounding;
mod groups;
mod items;
mod names;
mod options;
mod retrieval;
mod scenario;
mod state;
mod texts;
mod values;

use cmec_decoder::language::{Part, Scenario};
use cmec_decoder::tables::Tables;

use super::model::{Expr, Grammar};
use fields::AllFields;
use names::Names;
use options::texts_of;
use texts::Texts;

/// What a grammar of the notation leaves to the decoder, a line each.
pub(super) const LEFT: &[&str] = &[
    "which types fit beside entities, relations or several types, and which a relation fits",
    "ends of relations that point past the entities",
    "that a relation leads to a place which is read, that something is read at a place with a name, and in lines with groups filters at such places",
    "names of metrics and groups: given once, no field's, given where they are referred to, and in quotes only where a field of the groups has the name",
    "the type of the value a metric is compared with, and the default name of a metric that is written out",
    "that `a..b` says its smaller value first",
    "that a field is compared with another one",
    "which units go together in a derived field, and of what type and unit it is where it is compared with a field",
    "that a group which is compared with is given before, used, and fits what it is compared with; and how many stand in one another",
    "filters, conditions and sort keys that do not hold together",
    "how deep operations on sets nest, where some stand side by side inside of brackets",
    "how many hops follow one another, and how many relations there are beside some that must not be there",
    "how many items and values there are",
    "that a text is more than white space, and needs its quotes",
    "the length of the whole text",
];

/// The scenarios that can be said in a codebook, each with its rule, in the order of the scenario table.
pub(super) fn scenarios(grammar: &mut Grammar, tables: &Tables) -> Vec<(Scenario, Expr)> {
    let names = Names::of(tables);
    let bare = AllFields::new(grammar, &names, Texts::Bare);
    let quoted = AllFields::new(grammar, &names, Texts::Quoted);
    let inside = match tables.may_have(Part::Groups) {
        true => scenario::inside_group(grammar, &names, &bare),
        false => None,
    };
    let rows = tables.scenarios.iter();
    rows.filter_map(|row| {
        let fields = match texts_of(row) {
            Texts::Bare => &bare,
            Texts::Quoted => &quoted,
        };
        let rule = scenario::scenario(grammar, &names, fields, row, inside.as_ref())?;
        Some((row.scenario, rule))
    })
    .collect()
}
