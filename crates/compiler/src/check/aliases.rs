//! An alias means one thing in the line notation: no other alias, no code, no type.

use std::collections::HashMap;

use crate::finding::{Finding, Place};
use crate::registry::Rule;
use crate::source::Source;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let codebook = &source.codebook;
    let fields = codebook
        .fields
        .iter()
        .filter_map(|field| field.alias.as_ref());
    let relations = codebook.relations.iter();
    let aliases = fields.chain(relations.filter_map(|relation| relation.alias.as_ref()));
    // Most codebooks give few aliases or none; their codes need not be laid out for those.
    if aliases.clone().next().is_none() {
        return;
    }
    let mut taken: HashMap<&str, (&str, Place)> = HashMap::new();
    for ty in &codebook.types {
        taken.insert(ty.name.text(), ("type", ty.name.place));
    }
    for field in &codebook.fields {
        taken.insert(field.code.text(), ("code", field.code.place));
    }
    for relation in &codebook.relations {
        taken.insert(relation.code.text(), ("code", relation.code.place));
    }
    for alias in aliases {
        if let Some((what, place)) = taken.get(alias.text()) {
            findings.push(
                Finding::new(
                    Rule::AliasCollision,
                    alias.place,
                    format!(
                        "the alias `{}` is already a name of something else",
                        alias.value
                    ),
                )
                .also(*place, format!("the {what} is here"))
                .help("choose another alias"),
            );
        } else {
            taken.insert(alias.text(), ("alias", alias.place));
        }
    }
}
