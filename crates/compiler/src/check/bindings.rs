//! Checks that every type, field and relation is bound to tables, and that nothing else is.

use cmec_decoder::language::ValueType;
use cmec_executor::catalogue::{KeySide, MatchMode};

use crate::finding::{Finding, Remarks, Rule, Spanned, tell};
use crate::source::Source;
use crate::source::bindings::{Bindings, ColumnSource, RelationBindingSource, TypeBindingSource};
use crate::source::codebook::Codebook;
use crate::source::elements::{FieldSource, RelationSource};

pub(super) fn check(source: &Source, bindings: &Bindings, findings: &mut Vec<Finding>) {
    nowhere(source, bindings, findings);
    types(source, bindings, findings);
    relations(source, bindings, findings);
}

/// Reports bindings of unknown elements.
fn nowhere(source: &Source, bindings: &Bindings, findings: &mut Vec<Finding>) {
    let codebook = &source.codebook;
    for binding in &bindings.types {
        if codebook.lost.has_type(binding.name.text()) {
            continue;
        }
        if codebook.type_named(binding.name.text()).is_none() {
            let message = format!("there is no type `{}` to bind", binding.name);
            missing(message, &binding.name, codebook.type_names(), findings);
            continue;
        }
        let fields = fields_of(source, binding);
        for ColumnSource { field, .. } in &binding.columns {
            let known = fields.iter().map(|field| field.name());
            let ty = &binding.name.value;
            if !known.clone().any(|name| name == field.value)
                && !codebook.lost.has_field(ty, field.text())
            {
                let message = format!("`{ty}` has no field `{field}` to bind");
                missing(message, field, known, findings);
            }
        }
    }
    for binding in &bindings.relations {
        let known = codebook.relation_names().map(Spanned::text);
        let is_lost = codebook.lost.relations.contains(binding.name.text());
        if is_lost || known.clone().any(|name| name == binding.name.value) {
            continue;
        }
        let message = format!("there is no relation `{}` to bind", binding.name);
        match by_code(codebook, binding) {
            Some(named) => {
                let help = format!("`{}` is the code of `{}`", binding.name, named.name);
                tell(findings, Rule::BindingNowhere, binding.name.place, message).help(help);
            }
            None => missing(message, &binding.name, known, findings),
        }
    }
}

/// The relation whose code is used as the name of a binding.
fn by_code<'c>(
    codebook: &'c Codebook,
    binding: &RelationBindingSource,
) -> Option<&'c RelationSource> {
    let mut relations = codebook.relations.iter();
    relations.find(|relation| relation.code.value == binding.name.value)
}

fn missing<'k>(
    message: String,
    name: &Spanned<String>,
    known: impl IntoIterator<Item = &'k str> + Clone,
    findings: &mut Vec<Finding>,
) {
    tell(findings, Rule::BindingNowhere, name.place, message).nearest(name.text(), known);
}

fn fields_of<'s>(source: &'s Source, binding: &TypeBindingSource) -> Vec<&'s FieldSource> {
    let fields = source.codebook.fields.iter();
    fields
        .filter(|field| field.type_name() == binding.name.value)
        .collect()
}

/// Checks that every type has a table and every field a column that can hold its values.
fn types(source: &Source, bindings: &Bindings, findings: &mut Vec<Finding>) {
    for ty in &source.codebook.types {
        let mut bound = bindings.types.iter();
        let Some(binding) = bound.find(|binding| binding.name.value == ty.name.value) else {
            let lost = &source.codebook.lost;
            if lost.misspelt_types.contains_key(ty.name.text()) {
                continue;
            }
            let message = format!("the type `{}` has no table", ty.name);
            tell(findings, Rule::UnboundType, ty.name.place, message)
                .help("bind it under `types` of `bindings.yaml`");
            continue;
        };
        let vector = binding.embedding.as_ref();
        if let Some(none) = vector.filter(|own| own.dimension.value == 0) {
            let message = format!("vectors of `{}` have no numbers", ty.name);
            tell(findings, Rule::BindingShape, none.dimension.place, message)
                .help("say how many numbers the model gives");
        }
        for field in fields_of(source, binding) {
            let column = (binding.columns.iter()).find(|column| column.field.value == field.name());
            match column {
                None if source.codebook.lost.renamed.contains(field.path.text()) => {}
                None => {
                    let message = format!("the field `{}` has no column", field.path);
                    tell(findings, Rule::UnboundField, field.path.place, message)
                        .also(binding.name.place, "its type is bound here")
                        .help(format!("add `{}` to `columns`", field.name()));
                }
                Some(column) => {
                    if column.values.is_some() || field.reference.is_some() {
                        one_column(binding, &column.field, findings);
                    }
                    matching(column, field, findings);
                }
            }
        }
    }
}

/// Checks that the key that other tables refer to is a single column.
fn one_column(binding: &TypeBindingSource, named: &Spanned<String>, findings: &mut Vec<Finding>) {
    if let [_, second, ..] = binding.key.as_slice() {
        let of = &binding.name;
        let message = format!("`{named}` needs a key of one column, and `{of}` has several");
        tell(findings, Rule::BindingShape, named.place, message)
            .also(second.place, "the second column of the key")
            .help("name a column that identifies a row alone, where there is one");
    }
}

/// Checks that only arrays of texts have members that are matched in part.
fn matching(column: &ColumnSource, field: &FieldSource, findings: &mut Vec<Finding>) {
    let Some(said) = (column.matching.as_ref()).filter(|said| said.value != MatchMode::Exact)
    else {
        return;
    };
    if field.array && matches!(field.value_type.value, ValueType::String | ValueType::Text) {
        return;
    }
    let path = &field.path;
    let message = format!("`{path}` is no array of texts, and has no members with parts");
    tell(findings, Rule::BindingShape, said.place, message)
        .also(path.place, "the field")
        .help("leave `match` out, or make the field an `array` of `string` in the codebook");
}

/// Checks that every relation is one foreign key or one link table.
fn relations(source: &Source, bindings: &Bindings, findings: &mut Vec<Finding>) {
    for relation in &source.codebook.relations {
        let mut bound = bindings.relations.iter();
        // A relation bound by its code is reported elsewhere and counts as bound.
        let is_of = |binding: &&RelationBindingSource| {
            [&relation.name.value, &relation.code.value].contains(&&binding.name.value)
        };
        let Some(binding) = bound.find(is_of) else {
            let name = &relation.name;
            if source.codebook.lost.renamed.contains(name.text()) {
                continue;
            }
            let message = format!("the relation `{name}` is no foreign key and no link table");
            tell(findings, Rule::UnboundRelation, name.place, message)
                .help("bind it under `relations` of `bindings.yaml`");
            continue;
        };
        one_way(binding, findings);
        of_one(relation, binding, findings);
        let of = binding.of.as_ref().map(|of| of.value).unwrap_or_default();
        let (from, to) = (&relation.from, &relation.to);
        let named: &[&Spanned<String>] = match (&binding.link, of) {
            (Some(_), _) => &[from, to],
            (None, KeySide::From) => &[to],
            (None, KeySide::To) => &[from],
        };
        for end in named {
            let mut bound = bindings.types.iter();
            if let Some(end) = bound.find(|own| own.name.value == end.value) {
                one_column(end, &binding.name, findings);
            }
        }
    }
}

/// A foreign key leads to one row from the side that holds it; anything else may lead to several.
fn of_one(relation: &RelationSource, binding: &RelationBindingSource, findings: &mut Vec<Finding>) {
    let side = binding.of.as_ref().map_or(KeySide::From, |of| of.value);
    let leads_to_one = |end| binding.foreign_key.is_some() && side == end;
    for (key, said, bound) in [
        ("to_one", relation.to_one, leads_to_one(KeySide::From)),
        ("from_one", relation.from_one, leads_to_one(KeySide::To)),
    ] {
        let name = &relation.name;
        let (message, help) = match (said, bound) {
            (false, true) => (
                format!("the foreign key of `{name}` leads to one, and `{key}` is not said"),
                format!("say `{key}: true` of the relation"),
            ),
            (true, false) => (
                format!("`{name}` is `{key}`, and what it is bound to can hold several"),
                "bind it by a foreign key of the other end, or ignore this with the reason"
                    .to_owned(),
            ),
            _ => continue,
        };
        tell(findings, Rule::BindingOne, name.place, message)
            .also(binding.name.place, "it is bound here")
            .help(help);
    }
}

fn one_way(binding: &RelationBindingSource, findings: &mut Vec<Finding>) {
    let what = match (&binding.foreign_key, &binding.link, &binding.of) {
        (Some(_), None, _) | (None, Some(_), None) => return,
        (Some(_), Some(_), _) => "is a foreign key and a link table",
        (None, Some(_), Some(_)) => "is a link table, and those have no end with the key",
        (None, None, _) => "is no foreign key and no link table",
    };
    let message = format!("the relation `{}` {what}", binding.name);
    tell(findings, Rule::UnboundRelation, binding.name.place, message)
        .help("write `{foreign_key: COLUMN, of: from}` or `{link: {table: T, from: A, to: B}}`");
}
