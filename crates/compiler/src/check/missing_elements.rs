//! Checks that every named type, key field and inverse exists.

use std::collections::{HashMap, HashSet};

use crate::finding::{Finding, Place, Remarks, Rule, Spanned, tell, tell_unknown};
use crate::source::Source;
use crate::source::elements::RelationSource;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let codebook = &source.codebook;
    let types: HashSet<&str> = codebook.type_names().collect();
    let mut need = |name: &str, place: Place| {
        if !types.contains(name) && !codebook.lost.has_type(name) {
            let message = format!("there is no type `{name}`");
            let known = codebook.type_names();
            tell_unknown(findings, Rule::DanglingType, (name, place), message, known);
        }
    };
    for field in &codebook.fields {
        need(field.type_name(), field.path.place);
        if let Some(reference) = &field.reference {
            need(reference.text(), reference.place);
        }
    }
    for relation in &codebook.relations {
        need(relation.from.text(), relation.from.place);
        need(relation.to.text(), relation.to.place);
    }
    for of_type in &codebook.policy.rows {
        need(of_type.type_name.text(), of_type.type_name.place);
    }
    for recipe in source.recipes.iter().flat_map(|recipes| &recipes.recipes) {
        let target = &recipe.matches.target_type;
        need(target.text(), target.place);
    }
    let mut fields: HashMap<&str, Vec<&str>> = HashMap::new();
    for field in &codebook.fields {
        let names = fields.entry(field.type_name()).or_default();
        names.push(field.name());
    }
    for ty in &codebook.types {
        let Some(key) = &ty.key else { continue };
        let known = fields.get(ty.name.text()).map_or(&[][..], Vec::as_slice);
        let is_lost = codebook.lost.has_field(ty.name.text(), key.text())
            || codebook.lost.misspelt_types.contains_key(ty.name.text());
        if !known.contains(&key.text()) && !is_lost {
            let message = format!("type `{}` has no field `{key}`", ty.name);
            tell(findings, Rule::DanglingField, key.place, message)
                .nearest(key.text(), known.iter().copied());
        }
    }
    let mut named: HashMap<&str, &RelationSource> = HashMap::new();
    for relation in &codebook.relations {
        named.entry(relation.name.text()).or_insert(relation);
    }
    for relation in &codebook.relations {
        let Some(inverse) = &relation.inverse else {
            continue;
        };
        match named.get(inverse.text()) {
            None if codebook.lost.relations.contains(inverse.text()) => {}
            None => {
                let message = format!("there is no relation `{inverse}`");
                let names = codebook.relation_names().map(Spanned::text);
                let said = (inverse.text(), inverse.place);
                tell_unknown(findings, Rule::DanglingInverse, said, message, names);
            }
            Some(other)
                if other.from.value != relation.to.value
                    || other.to.value != relation.from.value =>
            {
                let message = format!("`{inverse}` does not lead back");
                let ends = format!("from `{}` to `{}`", other.from, other.to);
                tell(findings, Rule::DanglingInverse, inverse.place, message)
                    .also(other.name.place, ends)
                    .help("an inverse has the same ends, the other way round");
            }
            Some(_) => {}
        }
    }
}
