//! Aggregations: metrics over the fields their function fits, groups, conditions, order and page.

use cmec_decoder::language::{Function, Key, Operator};
use cmec_decoder::line::{self, rows};
use cmec_decoder::tables::Tables;

use super::fields::Fields;
use super::items::{behind, some};
use super::texts::{metric as metric_name, metric_key, name};
use super::values::datetime;
use crate::emit::grammar::model::{
    Expr, Grammar, any_of, choice, literal, optional, repeat, sequence,
};
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
    let order = sequence([order, metric_key(grammar)]);
    let order = grammar.phrase("group_order", order);
    parts.push(repeat(behind(order), 0, Some(cap)));
    let limit = limit(grammar, tables, Some(group_limit(tables)));
    parts.extend(limit.map(|limit| optional(behind(limit))));
    parts.extend(offset(grammar, tables).map(|offset| optional(behind(offset))));
    grammar.phrase("numbers", sequence(parts))
}

/// A number of rows but `unsaid`: with its word where a bare figure could be something else.
pub(super) fn limit(grammar: &mut Grammar, tables: &Tables, unsaid: Option<u32>) -> Option<Expr> {
    let cap = u64::from(tables.limits.page_cap);
    let unsaid = unsaid.map_or(u64::MAX, u64::from);
    let (least, most) = (u64::from(rows::GROUPED.0), u64::from(rows::GROUPED.1));
    let word = |rows: Expr| sequence([literal(rows::WORD), literal(" "), rows]);
    let mut all = |name: &str, least: u64, most: u64| {
        let rows = range_but(least, most.min(cap), unsaid)?;
        Some(grammar.token(name, rows))
    };
    let limit = if rows::are_named(tables) {
        word(all("rows", 1, cap)?)
    } else {
        let grouped = all("grouped_rows", least, most).map(word);
        let bare = [
            all("few_rows", 1, least - 1),
            all("many_rows", most + 1, cap),
        ];
        any_of(bare.into_iter().flatten().chain(grouped))?
    };
    Some(grammar.phrase("limit", limit))
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
        metric_name(grammar),
        choice(operators),
        choice(values),
    ];
    grammar.phrase("condition", sequence(condition))
}
