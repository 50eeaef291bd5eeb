//! Checks that table and column names are valid and bound only once.

use std::collections::HashMap;

use cmec_decoder::encode::{is_sql_name, table_parts};
use cmec_executor::catalogue::KeySide;

use crate::finding::{Finding, Place, Remarks, Rule, Spanned, tell};
use crate::source::Source;
use crate::source::bindings::{Bindings, RelationBindingSource, TypeBindingSource};
use crate::source::elements::RelationSource;

pub(super) fn check(source: &Source, bindings: &Bindings, findings: &mut Vec<Finding>) {
    for (name, part) in names(bindings) {
        name_of(name, part, findings);
    }
    let mut tables = HashMap::new();
    for binding in &bindings.types {
        let table = &binding.table;
        // Several types may share a table if their conditions select different rows.
        let only = binding.only.iter();
        let only: Vec<String> = only.map(|(column, is)| format!("{column}={is}")).collect();
        let rows = format!("{table} {}", only.join(" "));
        let rows = rows.trim_end().to_owned();
        twice(&mut tables, rows, table.place, findings);
        columns(binding, findings);
    }
    keys(source, bindings, findings);
}

/// The part of a binding that a name belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Table,
    Column,
}

fn names(bindings: &Bindings) -> Vec<(&Spanned<String>, Part)> {
    fn column(name: &Spanned<String>) -> (&Spanned<String>, Part) {
        (name, Part::Column)
    }
    let mut names = Vec::new();
    for binding in &bindings.types {
        names.push((&binding.table, Part::Table));
        names.extend(binding.key.iter().map(column));
        names.extend(binding.only.iter().map(|(name, _)| column(name)));
        names.extend(binding.label.iter().map(column));
        names.extend(binding.embedding.iter().map(|own| column(&own.column)));
        for bound in &binding.columns {
            names.push(column(&bound.column));
            if let Some((table, owner)) = &bound.values {
                names.extend([(table, Part::Table), column(owner)]);
            }
        }
    }
    for binding in &bindings.relations {
        names.extend(binding.foreign_key.iter().map(column));
        if let Some(link) = &binding.link {
            let table = (&link.table, Part::Table);
            names.extend([table, column(&link.from), column(&link.to)]);
        }
    }
    names
}

/// Any name that a database can hold is valid, because SQL quotes it.
fn name_of(name: &Spanned<String>, part: Part, findings: &mut Vec<Finding>) {
    let legal = match part {
        Part::Table => {
            let parts = table_parts(name.text());
            parts.is_some_and(|parts| parts.iter().all(|part| is_sql_name(part)))
        }
        Part::Column => is_sql_name(name.text()),
    };
    if legal {
        return;
    }
    let (what, help) = match part {
        Part::Table => (
            "table",
            "write it as the database has it, with `schema.` before it where there is one; \
             a part with a dot or a quote stands in double quotes",
        ),
        Part::Column => (
            "column",
            "write it as the database has it, without control characters, at most 255 bytes",
        ),
    };
    let message = format!("`{name}` is no name of a {what}");
    tell(findings, Rule::BindingName, name.place, message).help(help);
}

/// Reports two fields of a type with the same column.
fn columns(binding: &TypeBindingSource, findings: &mut Vec<Finding>) {
    let mut seen = HashMap::new();
    for column in &binding.columns {
        let name = match &column.values {
            None => column.column.value.clone(),
            Some((table, _)) => format!("{table}.{}", column.column),
        };
        twice(&mut seen, name, column.column.place, findings);
    }
}

fn twice(
    seen: &mut HashMap<String, Place>,
    name: String,
    place: Place,
    findings: &mut Vec<Finding>,
) {
    if let Some(first) = seen.get(&name) {
        repeated(&name, place, *first, findings);
    } else {
        seen.insert(name, place);
    }
}

fn repeated(name: &str, place: Place, first: Place, findings: &mut Vec<Finding>) {
    let message = format!("`{name}` is bound twice");
    tell(findings, Rule::BoundTwice, place, message).also(first, "first here");
}

/// Reports two relations between the same types with the same key, unless they are inverses.
fn keys(source: &Source, bindings: &Bindings, findings: &mut Vec<Finding>) {
    let mut seen: HashMap<(String, [&str; 2]), (&RelationBindingSource, Place)> = HashMap::new();
    for binding in &bindings.relations {
        let Some((key, place)) = key(source, bindings, binding) else {
            continue;
        };
        let seen_as = (key, ends(source, binding));
        match seen.get(&seen_as) {
            Some((other, first)) if !inverse(source, binding, other) => {
                repeated(&seen_as.0, place, *first, findings);
            }
            Some(_) => {}
            None => {
                seen.insert(seen_as, (binding, place));
            }
        }
    }
}

fn relation<'s>(source: &'s Source, binding: &RelationBindingSource) -> Option<&'s RelationSource> {
    let mut relations = source.codebook.relations.iter();
    relations.find(|relation| relation.name.value == binding.name.value)
}

/// The types at both ends of a relation, in a fixed order.
fn ends<'s>(source: &'s Source, binding: &RelationBindingSource) -> [&'s str; 2] {
    let mut ends =
        relation(source, binding).map_or([""; 2], |own| [own.from.text(), own.to.text()]);
    ends.sort_unstable();
    ends
}

/// A key as text, equal for a relation and its inverse.
fn key(
    source: &Source,
    bindings: &Bindings,
    binding: &RelationBindingSource,
) -> Option<(String, Place)> {
    if let Some(link) = &binding.link {
        let mut ends = [link.from.text(), link.to.text()];
        ends.sort_unstable();
        let key = format!("{}.{}", link.table, ends.join("."));
        return Some((key, link.table.place));
    }
    let column = binding.foreign_key.as_ref()?;
    let relation = relation(source, binding)?;
    let end = match binding.of.as_ref().map(|of| of.value).unwrap_or_default() {
        KeySide::From => &relation.from,
        KeySide::To => &relation.to,
    };
    let table = (bindings.types.iter()).find(|ty| ty.name.value == end.value)?;
    Some((format!("{}.{column}", table.table), column.place))
}

fn inverse(source: &Source, one: &RelationBindingSource, other: &RelationBindingSource) -> bool {
    let named = |binding: &RelationBindingSource| {
        let relations = source.codebook.relations.iter();
        relations
            .filter(|relation| relation.name.value == binding.name.value)
            .find_map(|relation| relation.inverse.as_ref())
            .map(|inverse| inverse.value.clone())
    };
    named(one).as_deref() == Some(other.name.text())
        || named(other).as_deref() == Some(one.name.text())
}
