//! Every type, field and relation has its place in the tables, and nothing else has one.

use crate::finding::{Finding, Rule, Spanned};
use crate::source::Source;
use crate::source::bindings::{Bindings, RelationBindingSource, TypeBindingSource};
use crate::source::elements::FieldSource;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let Some(bindings) = &source.bindings else {
        return;
    };
    nowhere(source, bindings, findings);
    types(source, bindings, findings);
    relations(source, bindings, findings);
}

/// What is bound and is not in the codebook.
fn nowhere(source: &Source, bindings: &Bindings, findings: &mut Vec<Finding>) {
    let codebook = &source.codebook;
    for binding in &bindings.types {
        if codebook.type_named(binding.name.text()).is_none() {
            let message = format!("there is no type `{}` to bind", binding.name.value);
            findings.push(missing(message, &binding.name, codebook.type_names()));
            continue;
        }
        let fields = fields_of(source, binding);
        for (field, _) in &binding.columns {
            let known = fields.iter().map(|field| field.name.as_str());
            if !known.clone().any(|name| name == field.value) {
                let ty = &binding.name.value;
                let message = format!("`{ty}` has no field `{}` to bind", field.value);
                findings.push(missing(message, field, known));
            }
        }
    }
    for binding in &bindings.relations {
        let known = codebook
            .relations
            .iter()
            .map(|relation| relation.name.text());
        if !known.clone().any(|name| name == binding.name.value) {
            let message = format!("there is no relation `{}` to bind", binding.name.value);
            findings.push(missing(message, &binding.name, known));
        }
    }
}

fn missing<'k>(
    message: String,
    name: &Spanned<String>,
    known: impl IntoIterator<Item = &'k str> + Clone,
) -> Finding {
    Finding::new(Rule::BindingNowhere, name.place, message).nearest(name.text(), known)
}

fn fields_of<'s>(source: &'s Source, binding: &TypeBindingSource) -> Vec<&'s FieldSource> {
    let fields = source.codebook.fields.iter();
    fields
        .filter(|field| field.type_name == binding.name.value)
        .collect()
}

/// Every type has a table, every field of it a column that can hold its values.
fn types(source: &Source, bindings: &Bindings, findings: &mut Vec<Finding>) {
    for ty in &source.codebook.types {
        let mut bound = bindings.types.iter();
        let Some(binding) = bound.find(|binding| binding.name.value == ty.name.value) else {
            let message = format!("the type `{}` has no table", ty.name.value);
            findings.push(
                Finding::new(Rule::UnboundType, ty.name.place, message)
                    .help("bind it under `types` of `bindings.yaml`"),
            );
            continue;
        };
        for field in fields_of(source, binding) {
            let column = (binding.columns.iter()).find(|(name, _)| name.value == field.name);
            match column {
                None => {
                    let message = format!("the field `{}` has no column", field.path.value);
                    findings.push(
                        Finding::new(Rule::UnboundField, field.path.place, message)
                            .also(binding.name.place, "its type is bound here")
                            .help(format!("add `{}` to `columns`", field.name)),
                    );
                }
                Some((name, column)) if column.values.is_some() && !field.array => {
                    let message =
                        format!("`{}` has one value, and a table of them", field.path.value);
                    findings.push(
                        Finding::new(Rule::BindingShape, name.place, message)
                            .also(field.path.place, "the field")
                            .help("name a column, or make it an `array` in the codebook"),
                    );
                }
                Some(_) => {}
            }
        }
    }
}

/// Every relation is one foreign key or one link table.
fn relations(source: &Source, bindings: &Bindings, findings: &mut Vec<Finding>) {
    for relation in &source.codebook.relations {
        let mut bound = bindings.relations.iter();
        let Some(binding) = bound.find(|binding| binding.name.value == relation.name.value) else {
            let message = format!(
                "the relation `{}` is no foreign key and no link table",
                relation.name.value
            );
            findings.push(
                Finding::new(Rule::UnboundRelation, relation.name.place, message)
                    .help("bind it under `relations` of `bindings.yaml`"),
            );
            continue;
        };
        findings.extend(one_way(binding));
    }
}

fn one_way(binding: &RelationBindingSource) -> Option<Finding> {
    let what = match (&binding.foreign_key, &binding.link, &binding.of) {
        (Some(_), None, _) | (None, Some(_), None) => return None,
        (Some(_), Some(_), _) => "is a foreign key and a link table",
        (None, Some(_), Some(_)) => "is a link table, and those have no end with the key",
        (None, None, _) => "is no foreign key and no link table",
    };
    let message = format!("the relation `{}` {what}", binding.name.value);
    Some(
        Finding::new(Rule::UnboundRelation, binding.name.place, message).help(
            "write `{foreign_key: COLUMN, of: from}` or `{link: {table: T, from: A, to: B}}`",
        ),
    )
}
