//! Reads conditions on the metrics of groups.

use std::borrow::Cow;

use crate::draft::Raw;
use crate::finding::registry;
use crate::language::{Function, Operator};
use crate::ledger::LedgerKind;
use crate::read::sql::draft::columns::{self, is_aggregate, metric};
use crate::read::sql::draft::comparisons::{flipped, negated, operator_of};
use crate::read::sql::draft::query::{Column, Having, Operand, Query};
use crate::read::sql::draft::{Context, groups};
use crate::read::sql::tree::{Expression, Test};
use crate::span::Spanned;

/// If groups are instances of the first table, `COUNT(*)` over a join counts the instances of the only other table.
pub(super) fn count_joined<'a>(context: &mut Context<'a>, query: &mut Query<'a>) {
    let tables = query
        .places
        .iter()
        .enumerate()
        .filter(|(_, place)| place.is_table && !place.is_absent);
    let tables: Vec<usize> = tables.map(|(at, _)| at).collect();
    let [first, other] = tables.as_slice() else {
        return;
    };
    let is_first = |by: &Spanned<Column<'a>>| match &by.value {
        Column::Instances(place) => place == first,
        Column::Field(place, field) => place == first && query.is_key(*place, field),
        _ => false,
    };
    if !query.numbers.group_by.iter().any(is_first) || query.numbers.of_matches.is_some() {
        return;
    }
    for metric in &mut query.numbers.metrics {
        let own = &mut metric.value;
        if own
            .function
            .as_ref()
            .is_some_and(|one| one.value == Function::Count)
            && own.over.is_none()
        {
            let why = "in a group of one thing the things that are joined are counted";
            context.note(
                LedgerKind::Derived,
                "/constraints/aggregation",
                why,
                metric.span,
            );
            own.over = Some(Spanned::new(Column::Instances(*other), metric.span));
            if own.alias.is_none() {
                own.alias = Some(Spanned::new(Cow::Borrowed("count"), metric.span));
            }
        }
    }
}

/// Reads a condition of `HAVING` on a metric; `false` for a condition on rows.
pub(super) fn having<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    said: &Spanned<Expression<'a>>,
    is_negated: bool,
) -> bool {
    let is_number = |context: &mut Context<'a>, query: &mut Query<'a>, one: &Expression<'a>| {
        is_aggregate(context, query, one)
            && !columns::could_be_column(context, query, one, said.span)
    };
    let span = said.span;
    let made = match &said.value {
        Expression::Compare(left, operator, right) => {
            let operator = operator_of(operator);
            let (left, operator, right) = match is_number(context, query, &left.value) {
                true => (left, operator, right),
                false if is_number(context, query, &right.value) => {
                    (right, operator.map(flipped), left)
                }
                false => return false,
            };
            let operator = if is_negated {
                operator.map(negated)
            } else {
                operator
            };
            let metric = metric(context, query, left, None);
            metric.and_then(|metric| {
                let operand = match &right.value {
                    Expression::Query(inner) => {
                        Operand::Group(groups::group(context, inner, right.span)?)
                    }
                    _ => Operand::Value(number(context, right)?),
                };
                Some(Having {
                    metric,
                    operator,
                    operand,
                })
            })
        }
        Expression::Test(left, test, not) if is_number(context, query, &left.value) => {
            let Test::Between(low, high) = &test.value else {
                let help = "compare it with a number";
                context.report(
                    &registry::OPERATOR_NOT_ALLOWED,
                    test.span,
                    "a number of groups is not tested so",
                    help,
                );
                return true;
            };
            if is_negated != *not {
                context.report(
                    &registry::OPERATOR_NOT_ALLOWED,
                    test.span,
                    "groups are not tested so",
                    "write two comparisons",
                );
                return true;
            }
            if let Some(metric) = metric(context, query, left, None) {
                for (operator, value) in [(Operator::Ge, low), (Operator::Le, high)] {
                    let held = number(context, value).map(|value| Having {
                        metric: metric.clone(),
                        operator: Spanned::new(operator, test.span),
                        operand: Operand::Value(value),
                    });
                    query
                        .numbers
                        .having
                        .extend(held.map(|held| Spanned::new(held, span)));
                }
            }
            None
        }
        _ => return false,
    };
    query
        .numbers
        .having
        .extend(made.map(|made| Spanned::new(made, span)));
    true
}

fn number<'a>(
    context: &mut Context<'a>,
    said: &Spanned<Expression<'a>>,
) -> Option<Spanned<Raw<'a>>> {
    let raw = match &said.value {
        Expression::Number(digits) => Raw::Number(digits),
        Expression::Text(text) => Raw::Text(text.clone()),
        _ => {
            let message = format!("`{}` is no number", context.slice(said.span));
            context.report(
                &registry::WRONG_VALUE_TYPE,
                said.span,
                message,
                "compare with a number",
            );
            return None;
        }
    };
    Some(Spanned::new(raw, said.span))
}
