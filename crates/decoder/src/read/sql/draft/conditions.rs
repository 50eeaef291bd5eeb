//! Reads conditions of `WHERE`: named entities, hops, searches and filters.

use crate::draft::Raw;
use crate::finding::registry;
use crate::language::Operator;
use crate::read::sql::draft::filters::branches;
use crate::read::sql::draft::names::{self, Meaning, meaning_of};
use crate::read::sql::draft::query::{Branch, Condition, Filter, Operand, Place, Query};
use crate::read::sql::draft::{Context, across, calls, numbers, subqueries};
use crate::read::sql::tree::{Comparison, Expression};
use crate::span::{Span, Spanned};
use crate::sql_words::text as quoted;

pub(super) fn conditions<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    said: &Spanned<Expression<'a>>,
    is_negated: bool,
) {
    match &said.value {
        Expression::And(terms) if !is_negated => {
            for term in terms {
                conditions(context, query, term, false);
            }
        }
        Expression::Or(terms) if is_negated => {
            for term in terms {
                conditions(context, query, term, true);
            }
        }
        Expression::Not(inner) => conditions(context, query, inner, !is_negated),
        _ => {
            let is_special = subqueries::hop(context, query, said, is_negated)
                || calls::search(context, query, said, is_negated)
                || (!is_negated && entity(context, query, said))
                || numbers::having(context, query, said, is_negated);
            if !is_special && let Some(branches) = branches(context, query, said, is_negated) {
                push(query, said.span, branches);
            }
        }
    }
}

/// Adds the branches of a condition to the query.
fn push<'a>(query: &mut Query<'a>, span: Span, mut branches: Vec<Branch<'a>>) {
    if branches.len() == 1 {
        for filter in branches.pop().into_iter().flatten() {
            query.filters.push(filter.map(Condition::Filter));
        }
        return;
    }
    let condition = match of_values(&branches) {
        Some(filter) => Condition::Filter(filter),
        None => Condition::Any(branches),
    };
    query.filters.push(Spanned::new(condition, span));
}

/// Combines branches that test one column for different values into one list.
fn of_values<'a>(branches: &[Branch<'a>]) -> Option<Filter<'a>> {
    let mut list = Vec::new();
    let mut first: Option<&Filter<'a>> = None;
    for branch in branches {
        let [filter] = branch.as_slice() else {
            return None;
        };
        let before = first.get_or_insert(&filter.value);
        let is_same = before.column.value == filter.value.column.value;
        match (&filter.value.operand, filter.value.operator.value) {
            (Operand::Value(value), Operator::Eq) if is_same => list.push(value.clone()),
            (Operand::Value(value), Operator::In) if is_same => match &value.value {
                Raw::List(values) => list.extend(values.iter().cloned()),
                _ => return None,
            },
            _ => return None,
        }
    }
    let first = first?;
    let takes_lists = (first.column.value.field()?.operators).contains(&Operator::In);
    let span = across(list.first()?.span, list.last()?.span);
    takes_lists.then(|| Filter {
        column: first.column.clone(),
        operator: Spanned::new(Operator::In, first.operator.span),
        operand: Operand::value(Raw::List(list), span),
    })
}

/// Reads a term that names the entity at a variable: `name = 'X'`, `located = 'X'`; `false` for another term.
fn entity<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    said: &Spanned<Expression<'a>>,
) -> bool {
    let Expression::Compare(left, operator, right) = &said.value else {
        return false;
    };
    let (Comparison::Equal, Expression::Text(text)) = (operator.value, &right.value) else {
        return false;
    };
    let is_bare = left.value.bare_name().is_some();
    let place = match meaning_of(context, query, left) {
        Some(Meaning::Field(place, field)) if query.is_key(place, field) => Some(place),
        Some(Meaning::Relation(place, relation)) => {
            names::walk(context.tables, query, (place, relation), left.span)
        }
        Some(Meaning::Instances(place)) if is_bare => Some(place),
        // An entity that no column of the table refers to, such as the party of an open item.
        Some(Meaning::Type(of)) => Some(query.add(Place::nameless(of, left.span))),
        _ => None,
    };
    let Some(place) = place.and_then(|place| query.places.get_mut(place)) else {
        return false;
    };
    if let Some(before) = &place.entity {
        if before.value != *text {
            let both = format!("IN ({}, {})", quoted(&before.value), quoted(text));
            let message = "one thing is called by two names";
            let help = "write `IN` where either is meant";
            let reading = [format!("{} {both}", context.slice(left.span))];
            let rule = &registry::FILTERS_EXCLUDE;
            context.ask(rule, said.span, (message, help), reading);
        }
        return true;
    }
    place.entity = Some(Spanned::new(text.clone(), right.span));
    place.span = said.span;
    true
}
