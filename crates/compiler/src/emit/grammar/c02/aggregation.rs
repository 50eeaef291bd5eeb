//! Aggregations: metrics over the fields their function fits, groups, conditions, order.

use cmec_decoder::language::{Derivation, Function, Key, Operator, Part};
use cmec_decoder::tables::{FieldDef, Tables};

use super::codes::{columns, fields_or_derived, groupable};
use super::filters::{group_operators, value};
use super::objects::{list, may, must, object};
use super::parts::{descending, page};
use crate::emit::grammar::derived::{Derived, of_metrics};
use crate::emit::grammar::model::{Expr, Grammar, any_of, choice, literal};
use crate::emit::grammar::numbers::decimal;
use crate::emit::grammar::strings::{name, one_of, place_name, quoted, reference};

/// `agg`; `unsaid`: the limit of its groups that need not be said.
pub(super) fn aggregation(grammar: &mut Grammar, tables: &Tables, unsaid: u32) -> Option<Expr> {
    let cap = Some(tables.limits.list_cap);
    let metrics = list(metric(grammar, tables)?, cap);
    let groupable = groupable(grammar, tables);
    let by = groupable.clone().map(|column| list(column, cap));
    let condition = condition(grammar, tables)?;
    // The decoder has no cap on conditions and on the order of groups.
    let having = may(Key::Hav, list(condition, None));
    let column = groupable.map(|column| sort_key(grammar, "column_sort_key", column));
    let reference = reference(grammar);
    let key = sort_key(grammar, "metric_sort_key", reference);
    let page = page(grammar, tables, Some(unsaid));
    let page = || page.clone().map(|page| may(Key::Pg, page));
    let any_key = any_of(column.clone().flatten().into_iter().chain(key))?;
    let mut members = vec![must(Key::M, metrics)];
    members.extend(by.clone().map(|by| may(Key::By, by)));
    members.push(having);
    members.push(may(Key::Srt, list(any_key, None)));
    members.extend(page());
    let mut forms = vec![object(&members)?];
    // Groups without a metric have only what they are made by.
    if let (Some(by), Some(Some(column))) = (by, column) {
        let mut members = vec![must(Key::By, by), may(Key::Srt, list(column, None))];
        members.extend(page());
        forms.extend(object(&members));
    }
    Some(grammar.phrase("aggregation", choice(forms)))
}

fn sort_key(grammar: &mut Grammar, called: &str, by: Expr) -> Option<Expr> {
    let key = object(&[must(Key::By, by), may(Key::Ord, descending())])?;
    Some(grammar.phrase(called, key))
}

fn metric(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let any = fields_or_derived(grammar, tables, "field", |_| true, Derived::any);
    let is_number = |field: &FieldDef| field.value_type.is_number();
    let numbers = fields_or_derived(grammar, tables, "number_field", is_number, Derived::numbers);
    let ordered = FieldDef::has_order;
    let ordered = fields_or_derived(grammar, tables, "ordered_field", ordered, Derived::any);
    let alias = name(grammar);
    let over = [
        (vec![Function::CountDistinct, Function::List], any.clone()),
        (vec![Function::Sum, Function::Avg], numbers),
        (vec![Function::Min, Function::Max], ordered),
    ];
    // Rows can be counted with no field; everything else is computed over one.
    let mut count = vec![must(Key::Fn, one_of([Function::Count.code()])?)];
    count.extend(columns(grammar, tables).map(|column| may(Key::F, column)));
    count.push(may(Key::As, alias.clone()));
    let over = over.into_iter().filter_map(|(functions, field)| {
        let functions = one_of(functions.iter().map(|function| function.code()))?;
        object(&[
            must(Key::Fn, functions),
            must(Key::F, field?),
            may(Key::As, alias.clone()),
        ])
    });
    let name_of_one = place_name(grammar);
    let derived = quoted([of_metrics(grammar, name_of_one, Derivation::code)]);
    let derived = object(&[must(Key::F, derived), may(Key::As, alias.clone())]);
    // The quotes stand apart, as they do around what is derived.
    let codes = tables.metrics.iter().map(|metric| literal(&metric.code));
    let defined = any_of(codes).map(|code| quoted([code]));
    let defined =
        defined.and_then(|code| object(&[must(Key::F, code), may(Key::As, alias.clone())]));
    let options: Vec<Expr> = object(&count)
        .into_iter()
        .chain(over)
        .chain(derived)
        .chain(defined)
        .collect();
    Some(grammar.phrase("metric", choice(options)))
}

/// A condition on a metric. Which metric it is decides on the type of the value, which no grammar of this size can say.
fn condition(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let mut values = vec![decimal(grammar)];
    let ordered = tables.fields.iter().filter(|field| field.has_order());
    for field in ordered.filter(|field| !field.value_type.is_number()) {
        values.extend(value(grammar, field));
    }
    let reference = reference(grammar);
    let with_value = object(&[
        must(Key::M, reference.clone()),
        must(Key::Op, one_of(Operator::comparing().map(Operator::code))?),
        must(Key::V, choice(values)),
    ])?;
    let with_group = tables.may_have(Part::Groups).then(|| {
        object(&[
            must(Key::M, reference.clone()),
            must(Key::Op, group_operators()?),
            must(Key::Gr, reference),
        ])
    });
    let forms = std::iter::once(with_value).chain(with_group.flatten());
    Some(grammar.phrase("condition", choice(forms)))
}
