//! Codebook and old lock → next lock: what was there stays, what is new joins.

use super::{Aliases, Lock, LockedField, LockedRelation, Meaning};
use crate::finding::Spanned;
use crate::source::Source;
use crate::source::elements::{FieldSource, RelationSource};

/// The lock after a codebook that the rules found nothing wrong with.
pub(crate) fn next(source: &Source) -> Lock {
    let codebook = &source.codebook;
    let mut lock = (source.lock.as_ref()).map_or_else(Lock::default, |old| old.lock.clone());
    for ty in &codebook.types {
        lock.types.insert(ty.name.value.clone());
    }
    for field in &codebook.fields {
        let entry = lock.fields.entry(field.code.value.clone()).or_default();
        let aliases = renewed(std::mem::take(&mut entry.aliases), field.alias.as_ref());
        *entry = LockedField {
            aliases,
            ..of_field(field)
        };
    }
    for relation in &codebook.relations {
        let entry = (lock.relations)
            .entry(relation.code.value.clone())
            .or_default();
        let aliases = renewed(std::mem::take(&mut entry.aliases), relation.alias.as_ref());
        *entry = LockedRelation {
            aliases,
            ..of_relation(relation)
        };
    }
    for code in &codebook.reserved {
        let known = lock.types.contains(&code.value)
            || lock.fields.contains_key(&code.value)
            || lock.relations.contains_key(&code.value);
        if !known {
            lock.reserved.insert(code.value.clone());
        }
    }
    lock
}

/// What a field's code means now; without its alias.
pub(crate) fn of_field(field: &FieldSource) -> LockedField {
    LockedField {
        path: field.path.value.clone(),
        meaning: Meaning {
            value_type: field.value_type.value.name().to_owned(),
            array: field.array,
            reference: value(field.reference.as_ref()),
            unit: value(field.unit.as_ref()),
        },
        aliases: Aliases::default(),
    }
}

/// What a relation's code means now; without its alias.
pub(crate) fn of_relation(relation: &RelationSource) -> LockedRelation {
    LockedRelation {
        name: relation.name.value.clone(),
        from: relation.from.value.clone(),
        to: relation.to.value.clone(),
        aliases: Aliases::default(),
    }
}

fn renewed(mut aliases: Aliases, now: Option<&Spanned<String>>) -> Aliases {
    // Where the codebook says none, the one that was given stays.
    let now = value(now).or_else(|| aliases.current.clone());
    if aliases.current != now {
        aliases.former.extend(aliases.current.take());
        aliases.current = now;
    }
    if let Some(current) = &aliases.current {
        aliases.former.remove(current);
    }
    aliases
}

fn value(text: Option<&Spanned<String>>) -> Option<String> {
    text.map(|text| text.value.clone())
}
