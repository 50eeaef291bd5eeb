//! Aggregations: metrics over the fields their function fits, groups, conditions, order and page.

use cmec_decoder::language::{Function, Key, Operator};
use cmec_decoder::line;
use cmec_decoder::tables::Tables;

use super::fields::Fields;
use super::items::{behind, some};
use super::texts::{key, name};
use super::values::datetime;
use crate::emit::grammar::model::{Expr, Grammar, choice, literal, optional, repeat, sequence};
use crate::emit::grammar::moments::day;
use crate::emit::grammar::numbers::{decimal, group_limit, range, range_but};

/// Everything from the first metric on.
pub(super) fn aggregation(grammar: &mut Grammar, tables: &Tables, fields: &Fields) -> Expr {
    let cap = tables.limits.list_cap;
    let metric = metric(grammar, fields);
    let mut parts = vec![some(metric, " ", cap)];
    if let Some(field) = &fields.groupable {
        let by = [
            literal(Key::By.in_line()),
            literal(" "),
            some(field.clone(), ",", cap),
        ];
        parts.push(optional(behind(sequence(by))));
    }
    let condition = condition(grammar);
    parts.push(repeat(behind(condition), 0, Some(cap)));
    let order = choice([literal("-"), literal("+")]);
    let order = sequence([order, key(grammar)]);
    let order = grammar.phrase("group_order", order);
    parts.push(repeat(behind(order), 0, Some(cap)));
    let limit = range_but(1, tables.limits.page_cap.into(), group_limit(tables).into());
    parts.extend(limit.map(|limit| optional(behind(grammar.token("group_limit", limit)))));
    parts.extend(offset(grammar, tables).map(|offset| optional(behind(offset))));
    grammar.phrase("numbers", sequence(parts))
}

/// Rows that are left out.
pub(super) fn offset(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let offset = range(1, u64::from(tables.limits.offset_cap))?;
    Some(sequence([literal("+"), grammar.token("offset", offset)]))
}

fn metric(grammar: &mut Grammar, fields: &Fields) -> Expr {
    let called = sequence([literal(":"), name(grammar)]);
    let over = |functions: &[Function], field: &Option<Expr>| {
        let functions = functions.iter().map(|function| literal(function.mark()));
        let functions = choice(functions);
        let field = field.clone()?;
        Some(sequence([functions, literal("("), field, literal(")")]))
    };
    let metrics = [
        Some(literal(line::COUNT)),
        over(&[Function::Count, Function::CountDistinct], &fields.any),
        over(&[Function::Sum, Function::Avg], &fields.numbers),
        over(&[Function::Min, Function::Max], &fields.ordered),
    ];
    let metric = sequence([choice(metrics.into_iter().flatten()), optional(called)]);
    grammar.phrase("metric", metric)
}

/// A condition on a metric. Which metric it is decides on the type of the value, which no grammar of this size can say.
fn condition(grammar: &mut Grammar) -> Expr {
    let operators = Operator::on_metrics().map(|operator| literal(operator.mark()));
    let values = [decimal(grammar), day(grammar), datetime(grammar)];
    let condition = [
        literal(Key::Hav.in_line()),
        literal(" "),
        name(grammar),
        choice(operators),
        choice(values),
    ];
    grammar.phrase("condition", sequence(condition))
}
