//! Checks the keys of relations.

use cmec_decoder::encode::{sql_quoted, table_parts};
use cmec_executor::catalogue::KeySide;
use cmec_executor::database_schema::{ColumnSchema, TableSchema};

use super::live::{Live, declared};
use crate::finding::{Place, Remarks, Rule, Spanned, tell};
use crate::source::bindings::{Bindings, RelationBindingSource};
use crate::source::codebook::Codebook;

pub(super) fn check(codebook: &Codebook, bindings: &Bindings, live: &mut Live<'_, '_>) {
    for binding in &bindings.relations {
        let mut relations = codebook.relations.iter();
        let relation = relations.find(|relation| relation.name.value == binding.name.value);
        let Some(relation) = relation else { continue };
        let ends = [&relation.from, &relation.to].map(|end| {
            let mut types = bindings.types.iter();
            let bound = types.find(|bound| bound.name.value == end.value)?;
            let table = live.table(bound.table.text())?;
            Some((table, live.column(table, bound.key.first()?.text())?))
        });
        // Problems with the table or its key were reported for its type.
        let [Some(from), Some(to)] = ends else {
            continue;
        };
        relation_keys(binding, (from, to), live);
    }
}

type Key<'s> = (&'s TableSchema, &'s ColumnSchema);

fn relation_keys<'s>(
    binding: &RelationBindingSource,
    (from, to): (Key<'s>, Key<'s>),
    live: &mut Live<'s, '_>,
) {
    let name = format!("`{}`", binding.name);
    let breaks = format!("every question along {name} fails");
    let lead = |table, column: &Spanned<String>, end, live: &mut Live<'s, '_>| {
        if let Some(found) = live.known_column(table, column, &breaks) {
            joins([(table, found), end], column.place, &name, live);
        }
    };
    if let Some(link) = &binding.link {
        if let Some(table) = live.known_table(&link.table, &breaks) {
            lead(table, &link.from, from, live);
            lead(table, &link.to, to, live);
        }
    } else if let Some(column) = &binding.foreign_key {
        let of = binding.of.as_ref().map(|of| of.value).unwrap_or_default();
        match of {
            KeySide::From => lead(from.0, column, to, live),
            KeySide::To => lead(to.0, column, from, live),
        }
    }
}

/// Checks that a column has the type of the key it refers to, and an index. `name`: the field or relation.
pub(super) fn joins(
    [(table, column), (other, key)]: [Key<'_>; 2],
    place: Place,
    name: &str,
    live: &mut Live<'_, '_>,
) {
    let is_known = column.stored.is_some() && key.stored.is_some();
    if live.strict && is_known && column.stored != key.stored {
        let (column, key) = (declared(column, table), declared(key, other));
        let message = format!("the column {column}, and the key {key}");
        tell(live.findings, Rule::ColumnType, place, message)
            .label(format!("every question along {name} fails"));
    }
    if !live.is_indexed(table, column) {
        let message = format!("no index of `{}` starts with `{}`", table.name, column.name);
        tell(live.findings, Rule::NoIndex, place, message)
            .label(format!("each step along {name} reads the whole table"))
            .help(index(table, column));
    }
}

/// The statement that creates an index, valid in both engines.
fn index(table: &TableSchema, column: &ColumnSchema) -> String {
    let parts = table_parts(&table.name).unwrap_or_default();
    let own = parts.last().map_or("", String::as_str);
    let of: Vec<String> = parts.iter().map(|part| sql_quoted(part)).collect();
    let (name, of) = (format!("{own}_{}", column.name), of.join("."));
    let (name, column) = (sql_quoted(&name), sql_quoted(&column.name));
    format!("CREATE INDEX {name} ON {of} ({column})")
}
