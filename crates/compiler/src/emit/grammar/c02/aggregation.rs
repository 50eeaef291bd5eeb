//! Aggregations: metrics over the fields their function fits, groups, conditions, order.

use cmec_decoder::language::{Function, Key, Operator};
use cmec_decoder::tables::Tables;

use super::codes::fields;
use super::filters::value;
use super::objects::{list, may, must, object};
use super::parts::{descending, page};
use crate::emit::grammar::model::{Expr, Grammar, choice};
use crate::emit::grammar::numbers::{decimal, group_limit};
use crate::emit::grammar::strings::{name, one_of};

/// `agg`.
pub(super) fn aggregation(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let cap = Some(tables.limits.list_cap);
    let mut members = vec![must(Key::M, list(metric(grammar, tables)?, cap))];
    let groupable = fields(grammar, tables, "groupable", |field| field.groupable);
    members.extend(groupable.map(|field| may(Key::By, list(field, cap))));
    let condition = condition(grammar, tables)?;
    // The decoder has no cap on conditions and on the order of groups.
    members.push(may(Key::Hav, list(condition, None)));
    let key = object(&[must(Key::By, name(grammar)), may(Key::Ord, descending())])?;
    members.push(may(
        Key::Srt,
        list(grammar.phrase("group_sort_key", key), None),
    ));
    let page = page(grammar, tables, Some(group_limit(tables)));
    members.extend(page.map(|page| may(Key::Pg, page)));
    Some(grammar.phrase("aggregation", object(&members)?))
}

fn metric(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let any = fields(grammar, tables, "field", |_| true);
    let numbers = fields(grammar, tables, "number_field", |field| {
        field.value_type.is_number()
    });
    let ordered = fields(grammar, tables, "ordered_field", |field| {
        field.value_type.is_ordered()
    });
    let alias = name(grammar);
    let over = [
        (vec![Function::CountDistinct], any.clone()),
        (vec![Function::Sum, Function::Avg], numbers),
        (vec![Function::Min, Function::Max], ordered),
    ];
    // Rows can be counted with no field; everything else is computed over one.
    let mut count = vec![must(Key::Fn, one_of([Function::Count.code()])?)];
    count.extend(any.map(|field| may(Key::F, field)));
    count.push(may(Key::As, alias.clone()));
    let over = over.into_iter().filter_map(|(functions, field)| {
        let functions = one_of(functions.iter().map(|function| function.code()))?;
        object(&[
            must(Key::Fn, functions),
            must(Key::F, field?),
            may(Key::As, alias.clone()),
        ])
    });
    let options: Vec<Expr> = object(&count).into_iter().chain(over).collect();
    Some(grammar.phrase("metric", choice(options)))
}

/// A condition on a metric. Which metric it is decides on the type of the value, which no grammar of this size can say.
fn condition(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let mut values = vec![decimal(grammar)];
    let ordered = tables
        .fields
        .iter()
        .filter(|field| field.value_type.is_ordered());
    for field in ordered.filter(|field| !field.value_type.is_number()) {
        values.extend(value(grammar, field));
    }
    let condition = object(&[
        must(Key::M, name(grammar)),
        must(Key::Op, one_of(Operator::on_metrics().map(Operator::code))?),
        must(Key::V, choice(values)),
    ])?;
    Some(grammar.phrase("condition", condition))
}
