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
    let tables = query.places.iter().enumerate();
    let tables = tables.filter(|(_, place)| place.is_table && !place.is_absent);
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
        let function = own.function.as_ref().map(|one| one.value);
        if function == Some(Function::Count) && own.over.is_none() {
            let why = "in a group of one thing the things that are joined are counted";
            let path = "/constraints/aggregation";
            context.note(LedgerKind::Derived, path, why, metric.span);
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
    // The metric, and the operators and values that it is compared with.
    let (metric, tests) = match &said.value {
        Expression::Compare(left, operator, right) => {
            let mut operator = operator_of(operator);
            let (left, right) = match is_number(context, query, &left.value) {
                true => (left, right),
                false if is_number(context, query, &right.value) => {
                    operator = operator.map(flipped);
                    (right, left)
                }
                false => return false,
            };
            if is_negated {
                operator = operator.map(negated);
            }
            (
                metric(context, query, left, None),
                vec![(operator, right.as_ref())],
            )
        }
        Expression::Test(left, test, not) if is_number(context, query, &left.value) => {
            let Test::Between(low, high) = &test.value else {
                let help = "compare it with a number";
                let message = "a number of groups is not tested so";
                context.report(&registry::OPERATOR_NOT_ALLOWED, test.span, message, help);
                return true;
            };
            if is_negated != *not {
                let message = "groups are not tested so";
                let help = "write two comparisons";
                context.report(&registry::OPERATOR_NOT_ALLOWED, test.span, message, help);
                return true;
            }
            let at = |operator| Spanned::new(operator, test.span);
            let tests = vec![(at(Operator::Ge), low), (at(Operator::Le), high)];
            (metric(context, query, left, None), tests)
        }
        _ => return false,
    };
    let Some(metric) = metric else {
        return true;
    };
    let is_compared = matches!(said.value, Expression::Compare(..));
    for (operator, value) in tests {
        let operand = match &value.value {
            Expression::Query(inner) if is_compared => {
                groups::group(context, inner, value.span).map(Operand::Group)
            }
            _ => number(context, value),
        };
        let held = operand.map(|operand| Having {
            metric: metric.clone(),
            operator,
            operand,
        });
        let held = held.map(|held| Spanned::new(held, span));
        query.numbers.having.extend(held);
    }
    true
}

fn number<'a>(context: &mut Context<'a>, said: &Spanned<Expression<'a>>) -> Option<Operand<'a>> {
    let raw = match &said.value {
        Expression::Number(digits) => Raw::Number(digits),
        Expression::Text(text) => Raw::Text(text.clone()),
        _ => {
            let message = format!("`{}` is no number", context.slice(said.span));
            let help = "compare with a number";
            context.report(&registry::WRONG_VALUE_TYPE, said.span, message, help);
            return None;
        }
    };
    Some(Operand::value(raw, said.span))
}
