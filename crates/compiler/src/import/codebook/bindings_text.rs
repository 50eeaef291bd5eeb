//! Bound elements of a book → the text of `bindings.yaml`.

use std::fmt::Write as _;

use cmec_executor::catalogue::KeyType;

use super::schema_bindings::{Bound, BoundBy};
use super::text::scalar;

/// The schema for editors.
pub(crate) const BINDINGS_SCHEMA: &str = "bindings.schema.json";

fn one_or_several(columns: &[String]) -> String {
    match columns {
        [only] => scalar(only),
        several => {
            let several: Vec<String> = several.iter().map(|own| scalar(own)).collect();
            format!("[{}]", several.join(", "))
        }
    }
}

pub(crate) fn bindings_text(bound: &Bound) -> String {
    let mut text = format!(
        "# yaml-language-server: $schema={BINDINGS_SCHEMA}\n\
         # Made by `cmec import` from a database; the next import writes it anew.\ntypes:\n"
    );
    // Writing to a `String` cannot fail.
    for ty in &bound.types {
        let (name, table) = (scalar(&ty.name), scalar(&ty.table));
        let (key, label) = (one_or_several(&ty.key), one_or_several(&ty.label));
        let _ = writeln!(text, "  {name}:\n    table: {table}\n    key: {key}");
        if ty.key_type == KeyType::Uuid {
            text.push_str("    key_type: uuid\n");
        }
        let _ = writeln!(text, "    label: {label}");
        if let Some((column, dimension)) = &ty.embedding {
            let column = scalar(column);
            let said = format!("{{column: {column}, dimension: {dimension}}}");
            let _ = writeln!(text, "    embedding: {said}");
        }
        let none = if ty.columns.is_empty() { " {}" } else { "" };
        let _ = writeln!(text, "    columns:{none}");
        for bound in &ty.columns {
            let column = scalar(&bound.column);
            let column = match &bound.values {
                None => column,
                Some((table, owner)) => {
                    let [table, owner] = [table, owner].map(|part| scalar(part));
                    format!("{{table: {table}, owner: {owner}, column: {column}}}")
                }
            };
            let _ = writeln!(text, "      {}: {column}", scalar(&bound.field));
        }
    }
    if !bound.relations.is_empty() {
        text.push_str("relations:\n");
    }
    for relation in &bound.relations {
        let by = match &relation.by {
            BoundBy::Key { column, of_to } => {
                let of = if *of_to { ", of: to" } else { "" };
                format!("foreign_key: {}{of}", scalar(column))
            }
            BoundBy::Link { table, from, to } => {
                let [table, from, to] = [table, from, to].map(|part| scalar(part));
                format!("link: {{table: {table}, from: {from}, to: {to}}}")
            }
        };
        let _ = writeln!(text, "  {}: {{{by}}}", scalar(&relation.name));
    }
    text
}
