//! Tables and old lock → next lock: old entries stay, new ones are added.

use cmec_decoder::tables::{FieldDef, MetricDef, RelationDef, Tables, Text};

use crate::lock::{Aliases, Lock, LockedField, LockedMetric, LockedRelation, Meaning};

/// The lock after a codebook without errors.
pub(crate) fn next(old: &Lock, tables: &Tables) -> Lock {
    let mut lock = old.clone();
    for ty in tables.types.iter() {
        lock.types.insert(ty.name.to_string());
    }
    for field in tables.fields.iter() {
        let entry = lock.fields.entry(field.code.to_string()).or_default();
        let aliases = renewed(std::mem::take(&mut entry.aliases), field.alias.as_ref());
        *entry = of_field(field, aliases);
    }
    for relation in tables.relations.iter() {
        let entry = lock.relations.entry(relation.code.to_string()).or_default();
        let aliases = renewed(std::mem::take(&mut entry.aliases), relation.alias.as_ref());
        *entry = of_relation(relation, aliases);
    }
    for metric in tables.metrics.iter() {
        lock.metrics
            .insert(metric.code.to_string(), of_metric(metric));
    }
    for code in tables.reserved.iter() {
        let code: &str = code;
        if !lock.types.contains(code) && !lock.has(code) {
            lock.reserved.insert(code.to_owned());
        }
    }
    lock
}

fn of_field(field: &FieldDef, aliases: Aliases) -> LockedField {
    LockedField {
        path: field.path.to_string(),
        meaning: Meaning {
            value_type: field.value_type.name().to_owned(),
            array: field.array,
            reference: field.reference.as_ref().map(Text::to_string),
            unit: field.unit.as_ref().map(Text::to_string),
        },
        aliases,
    }
}

fn of_relation(relation: &RelationDef, aliases: Aliases) -> LockedRelation {
    LockedRelation {
        name: relation.name.to_string(),
        from: relation.from.to_string(),
        to: relation.to.to_string(),
        aliases,
    }
}

pub(crate) fn of_metric(metric: &MetricDef) -> LockedMetric {
    LockedMetric {
        name: metric.name.to_string(),
        of: metric.type_name.to_string(),
        unit: metric.unit.as_ref().map(Text::to_string),
    }
}

fn renewed(mut aliases: Aliases, now: Option<&Text>) -> Aliases {
    let now = now.map(Text::to_string);
    if aliases.current != now {
        aliases.former.extend(aliases.current.take());
        aliases.current = now;
    }
    if let Some(current) = &aliases.current {
        aliases.former.remove(current);
    }
    aliases
}
