//! Elements that come, with names that queries say bare: `diff` breaks models where an output breaks, and only there.

use cmec_compiler::diff;
use cmec_compiler::diff::Audience;

use crate::book::{Book, compiled};
use crate::breaks;

const FIELDS: &str = "fields:\n";
const RELATIONS: &str = "relations:\n";
const TYPES: &str = "types:\n";
const METRICS: &str = "metrics:\n";

/// A text of `codebook.yaml`, its replacement, and whether that breaks models.
const CHANGES: &[(&str, &str, bool)] = &[
    // A column of two joined tables.
    (
        FIELDS,
        "F900: {path: park.short_name, type: string, label: {zh: a, ru: a, en: a}}",
        true,
    ),
    (
        FIELDS,
        "F900: {path: park.motto, type: string, label: {zh: a, ru: a, en: a}}",
        false,
    ),
    (
        FIELDS,
        "F900: {path: park.motto, type: string, alias: revenue, label: {zh: a, ru: a, en: a}}",
        true,
    ),
    (
        FIELDS,
        "F900: {path: park.motto, type: string, sql: Website, label: {zh: a, ru: a, en: a}}",
        true,
    ),
    (
        FIELDS,
        "F900: {path: park.employees, type: enum, values: [a], label: {zh: a, ru: a, en: a}}",
        true,
    ),
    // A word that is a table, a key or a value as long as no column has it; a metric goes first.
    (
        FIELDS,
        "F900: {path: enterprise.park, type: string, label: {zh: a, ru: a, en: a}}",
        true,
    ),
    (
        FIELDS,
        "F900: {path: enterprise.id, type: string, label: {zh: a, ru: a, en: a}}",
        true,
    ),
    (
        FIELDS,
        "F900: {path: park.private, type: string, label: {zh: a, ru: a, en: a}}",
        true,
    ),
    (
        FIELDS,
        "F900: {path: park.motto, type: string, sql: listed_share, label: {zh: a, ru: a, en: a}}",
        false,
    ),
    // A relation: its name, and one way more between two tables.
    (
        RELATIONS,
        "R900: {name: website, from: park, to: park, label: {zh: a, ru: a, en: a}}",
        true,
    ),
    (
        RELATIONS,
        "R900: {name: lies_in, from: enterprise, to: park, label: {zh: a, ru: a, en: a}}",
        true,
    ),
    (
        RELATIONS,
        "R900: {name: holds, from: park, to: enterprise, inverse: enterprise_2_park, label: {zh: a, ru: a, en: a}}",
        true,
    ),
    (
        RELATIONS,
        "R900: {name: visits, from: person, to: park, label: {zh: a, ru: a, en: a}}",
        true,
    ),
    // A type with a word of another.
    (TYPES, "motto: {label: {zh: a, ru: a, en: a}}", false),
    (
        TYPES,
        "motto: {sql: Enterprise, label: {zh: a, ru: a, en: a}}",
        true,
    ),
    (TYPES, "active: {label: {zh: a, ru: a, en: a}}", true),
    (
        METRICS,
        "M900: {name: motto, definition: SELECT COUNT(*) FROM park, label: {zh: a, ru: a, en: a}}",
        false,
    ),
];

#[test]
fn a_name_that_is_said_bare_is_told() {
    let mut book = Book::bare("enterprise");
    // What comes need not be bound.
    book.without("bindings.yaml");
    let mut faults = Vec::new();
    for (section, line, is_breaking) in CHANGES {
        let mut files = book.files.clone();
        let text = files.get_mut("codebook.yaml").unwrap();
        // An `inverse` leads back.
        *text = text.replacen(section, &format!("{section}  {line}\n"), 1);
        let model = compiled(&files).unwrap_or_else(|why| panic!("{line}: {why}"));
        let changes = diff(&book.model, &model);
        let told = breaks(&changes, Audience::Model);
        let lost = book.loses(&model);
        if told != *is_breaking || lost.is_some() != *is_breaking {
            let rules: Vec<&str> = changes.iter().map(|change| change.rule.id).collect();
            faults.push(format!("{line}: {rules:?}, lost: {lost:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
