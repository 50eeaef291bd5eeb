//! Aggregations: metrics over the fields their function fits, groups, conditions, order and page.

use cmec_decoder::language::{Derivation, Function, Key, Operator, Part};
use cmec_decoder::line::{self, rows};
use cmec_decoder::tables::Tables;

use super::fields::{About, AllFields, Fields, group_mark};
use super::items::{behind, some};
use super::texts::{Texts, name, reference};
use super::values::datetime;
use crate::emit::grammar::derived::of_metrics;
use crate::emit::grammar::model::{
    Expr, Grammar, any_of, choice, literal, optional, repeat, sequence,
};
use crate::emit::grammar::moments::day;
use crate::emit::grammar::numbers::{decimal, range, range_but};
use crate::emit::grammar::strings::place_name;

/// Everything from the first metric on; `unsaid`: the limit of groups that need not be said.
pub(super) fn aggregation(
    grammar: &mut Grammar,
    tables: &Tables,
    all: &AllFields,
    about: About,
    unsaid: u32,
) -> Expr {
    let fields = all.of(about);
    let group = all.or_type(&fields.groupable);
    let cap = tables.limits.list_cap;
    let defined = defined(tables, about);
    let metric = metric(grammar, fields, all.or_type(&fields.any), defined);
    let by = group.clone().map(|column| {
        let columns = some(column, ",", cap);
        sequence([literal(Key::By.in_line()), literal(" "), columns])
    });
    let reference = reference(grammar);
    let mut keys: Vec<Expr> = group.into_iter().collect();
    let by_column = order(grammar, keys.clone()).map(|key| repeat(behind(key), 0, None));
    keys.push(reference);
    let order = order(grammar, keys).map(|key| repeat(behind(key), 0, None));
    let mut page = Vec::new();
    let limit = limit(grammar, tables, Some(unsaid));
    page.extend(limit.map(|limit| optional(behind(limit))));
    page.extend(offset(grammar, tables).map(|offset| optional(behind(offset))));
    page.extend(per(grammar, tables, all, about).map(|per| optional(behind(per))));
    let condition = condition(grammar, tables);
    let mut parts = vec![some(metric, " ", cap)];
    parts.extend(by.clone().map(|by| optional(behind(by))));
    parts.push(repeat(behind(condition), 0, None));
    parts.extend(order);
    parts.extend(page.clone());
    // Groups without a metric have only what they are made by.
    let alone = by.map(|by| sequence(std::iter::once(by).chain(by_column).chain(page)));
    let numbers = choice(std::iter::once(sequence(parts)).chain(alone));
    grammar.phrase("numbers", numbers)
}

/// The order of groups by one of these.
fn order(grammar: &mut Grammar, keys: Vec<Expr>) -> Option<Expr> {
    let order = sequence([choice([literal("-"), literal("+")]), any_of(keys)?]);
    Some(grammar.phrase("group_order", order))
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

/// `per country`: what has a page for each value.
pub(super) fn per(
    grammar: &mut Grammar,
    tables: &Tables,
    all: &AllFields,
    about: About,
) -> Option<Expr> {
    let column = all.or_type(&all.of(about).groupable)?;
    let columns = some(column, ",", tables.limits.list_cap);
    let per = sequence([literal(Key::Per.in_line()), literal(" "), columns]);
    Some(grammar.phrase("per", per))
}

/// The metrics of the codebook that are computed over what a line is about.
fn defined(tables: &Tables, about: About) -> Option<Expr> {
    let (About::Only(at) | About::With(at)) = about else {
        return None;
    };
    let of = tables.types.get(at)?;
    let metrics = tables.metrics.iter();
    let metrics = metrics.filter(|metric| metric.type_name == of.name);
    any_of(metrics.map(|metric| literal(&metric.name)))
}

fn metric(
    grammar: &mut Grammar,
    fields: &Fields,
    counted: Option<Expr>,
    defined: Option<Expr>,
) -> Expr {
    let called = sequence([literal(":"), name(grammar)]);
    let place_name = place_name(grammar);
    let over = |functions: &[Function], field: &Option<Expr>| {
        let functions = functions.iter().map(|function| literal(function.mark()));
        let functions = choice(functions);
        let field = field.clone()?;
        Some(sequence([functions, literal("("), field, literal(")")]))
    };
    let metrics = [
        Some(literal(line::COUNT)),
        over(&[Function::Count], &counted),
        over(&[Function::CountDistinct, Function::List], &fields.any),
        over(&[Function::Sum, Function::Avg], &fields.numbers),
        over(&[Function::Min, Function::Max], &fields.ordered),
        Some(of_metrics(grammar, place_name, Derivation::mark)),
        defined,
    ];
    let metric = sequence([choice(metrics.into_iter().flatten()), optional(called)]);
    grammar.phrase("metric", metric)
}

/// A condition on a metric. Which metric it is decides on the type of the value, which no grammar of this size can say.
fn condition(grammar: &mut Grammar, tables: &Tables) -> Expr {
    let operators = Operator::comparing().map(|operator| literal(operator.mark()));
    let values = [decimal(grammar), day(grammar), datetime(grammar)];
    let with_value = sequence([choice(operators), choice(values)]);
    // The least and the greatest text, where some texts have an order.
    let texts = tables.fields.iter().any(|field| field.ordered);
    let with_text = texts.then(|| {
        let comparing = Operator::comparing().map(|operator| {
            let text = match operator.quotes_texts() {
                true => Texts::Quoted.name(grammar),
                false => Texts::Bare.name(grammar),
            };
            sequence([literal(operator.mark()), text])
        });
        choice(comparing)
    });
    let reference = reference(grammar);
    let with_group = group_mark().filter(|_| tables.may_have(Part::Groups));
    let with_group = with_group.map(|mark| sequence([mark, reference.clone()]));
    let condition = [
        literal(Key::Hav.in_line()),
        literal(" "),
        reference,
        choice(
            [Some(with_value), with_text, with_group]
                .into_iter()
                .flatten(),
        ),
    ];
    grammar.phrase("condition", sequence(condition))
}
