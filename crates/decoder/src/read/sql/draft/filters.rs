//! Reads comparisons as filters, in branches if there is an `OR`.

use std::borrow::Cow;

use crate::draft::Raw;
use crate::finding::registry;
use crate::language::{Operator, ValueType};
use crate::ledger::LedgerKind;
use crate::read::sql::draft::columns::{self, column, compared_column};
use crate::read::sql::draft::comparisons::{among, flipped, member, negated, operator_of};
use crate::read::sql::draft::query::{Branch, Column, Filter, Operand, Query};
use crate::read::sql::draft::values::{self, Pattern, value};
use crate::read::sql::draft::{Context, across, groups, names};
use crate::read::sql::tree::{Comparison, Expression, Test};
use crate::span::{Span, Spanned};
use crate::sql_words::is_same;
use crate::tables::FieldDef;

/// The greatest number of filters of an `OR` in disjunctive normal form.
const MOST_FILTERS: usize = 256;

/// Reads a condition as branches, one of which must hold.
pub(super) fn branches<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    said: &Spanned<Expression<'a>>,
    is_negated: bool,
) -> Option<Vec<Branch<'a>>> {
    match &said.value {
        Expression::Not(inner) => branches(context, query, inner, !is_negated),
        Expression::Or(terms) if !is_negated => {
            if let Some(readings) = two_readings(context, terms, said.span) {
                let message =
                    "`AND` binds before `OR`, and the conditions before `OR` look like one list";
                let help = "write brackets around what belongs together";
                let rule = &registry::TWO_READINGS;
                context.ask(rule, said.span, (message, help), readings);
                return None;
            }
            one_of(context, query, terms, false)
        }
        Expression::And(terms) if is_negated => one_of(context, query, terms, true),
        Expression::And(terms) | Expression::Or(terms) => {
            let mut all: Vec<Branch<'a>> = vec![Vec::new()];
            for term in terms {
                let more = branches(context, query, term, is_negated)?;
                let size = all.len() * more.len() * (1 + all.first().map_or(0, Vec::len));
                if size > MOST_FILTERS {
                    let message = "the condition has too many branches";
                    let help = "write fewer `OR` inside of `AND`";
                    context.report(&registry::OVER_CAP, said.span, message, help);
                    return None;
                }
                all = all
                    .iter()
                    .flat_map(|before| more.iter().map(|after| [before.as_slice(), after].concat()))
                    .collect();
            }
            Some(all)
        }
        _ => {
            let hops = query.hops.len();
            let filters = filters(context, query, said, is_negated)?;
            if query.hops.len() > hops && !query.scopes.is_empty() && context.in_choice {
                let message = format!("`{}` is a hop inside of `OR`", context.slice(said.span));
                let help = "join the table, and write its columns";
                context.report(&registry::UNUSED_PART, said.span, message, help);
                return None;
            }
            Some(filters)
        }
    }
}

/// The two readings of `a = 1 OR a = 2 AND b`, where `b` is unlikely to apply to the second value only; `None` if the
/// condition is not ambiguous.
fn two_readings<'a>(
    context: &Context<'a>,
    terms: &[Spanned<Expression<'a>>],
    span: Span,
) -> Option<[String; 2]> {
    let (last, before) = terms.split_last()?;
    let Expression::And(all) = &last.value else {
        return None;
    };
    let (first, rest) = all.split_first()?;
    let column = |said: &Spanned<Expression<'a>>| match &said.value {
        Expression::Compare(left, operator, _) if operator.value == Comparison::Equal => {
            Some(context.slice(left.span).to_owned())
        }
        _ => None,
    };
    let own = column(first)?;
    let is_list = before
        .iter()
        .all(|term| column(term).as_ref() == Some(&own));
    let in_brackets = context.slice(last.span).starts_with('(');
    (is_list && !in_brackets && !rest.is_empty()).then_some(())?;
    let slice = |from: usize, to: usize| context.slice(Span::new(from, to));
    let list = slice(span.start, first.span.end).trim_start_matches('(');
    let rest = slice(rest.first()?.span.start, last.span.end);
    let start = slice(span.start, last.span.start).trim_start_matches('(');
    Some([
        format!("({list}) AND {rest}"),
        format!("{start}({})", context.slice(last.span)),
    ])
}

fn one_of<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    terms: &[Spanned<Expression<'a>>],
    is_negated: bool,
) -> Option<Vec<Branch<'a>>> {
    let outer = std::mem::replace(&mut context.in_choice, true);
    let mut all = Vec::new();
    let mut is_read = true;
    for term in terms {
        match branches(context, query, term, is_negated) {
            Some(more) => all.extend(more),
            None => is_read = false,
        }
    }
    context.in_choice = outer;
    is_read.then_some(all)
}

/// Reads one comparison as branches. Most have one branch with one filter; `NOT BETWEEN` has two branches.
fn filters<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    said: &Spanned<Expression<'a>>,
    is_negated: bool,
) -> Option<Vec<Branch<'a>>> {
    let span = said.span;
    let one = |filter: Filter<'a>| Some(vec![vec![Spanned::new(filter, span)]]);
    match &said.value {
        Expression::Compare(left, operator, right) => {
            let mut operator = operator_of(operator);
            if is_negated {
                operator = operator.map(negated);
            }
            if let Expression::Call(call) = &right.value
                && is_same(&call.name.value.text, "any")
                && let [list] = call.arguments.as_slice()
            {
                return compared(context, query, (&list.value, operator, left)).and_then(one);
            }
            // An unknown name counts as a value only if the other side is a column.
            let is_flipped = is_value(context, query, left)
                && (!matches!(left.value, Expression::Column(_))
                    || !is_value(context, query, right));
            let (left, operator, right) = match is_flipped {
                true => (right, operator.map(flipped), left),
                false => (left, operator, right),
            };
            compared(context, query, (left, operator, right)).and_then(one)
        }
        Expression::Test(left, test, not) => {
            tested(context, query, (left, test), is_negated != *not, span)
        }
        Expression::Column(_) => {
            let column = Spanned::new(compared_column(context, query, said)?, span);
            let field = column.value.field();
            if field.is_none_or(|field| field.value_type != ValueType::Boolean) {
                let message = format!("`{}` is no condition", context.slice(span));
                let help = "compare it with a value";
                context.report(&registry::WRONG_SHAPE, span, message, help);
                return None;
            }
            one(Filter {
                column,
                operator: Spanned::new(Operator::Eq, span),
                operand: Operand::value(Raw::Boolean(!is_negated), span),
            })
        }
        _ => {
            let message = format!("`{}` is no condition of a column", context.slice(span));
            let help = "compare a column with a value";
            context.report(&registry::WRONG_SHAPE, span, message, help);
            None
        }
    }
}

/// `true` if an expression can be a value.
fn is_value<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    said: &Spanned<Expression<'a>>,
) -> bool {
    match &said.value {
        Expression::Number(_)
        | Expression::Text(_)
        | Expression::Boolean(_)
        | Expression::Null
        | Expression::Negative(_)
        | Expression::Query(_) => true,
        Expression::Column(path) => {
            let is_alias = path.first().is_some_and(|name| {
                let inner = columns::alias(query, &name.value.text);
                inner.is_some()
            });
            !is_alias && !names::is_known(context, query, path, said.span)
        }
        _ => values::day(said).is_some(),
    }
}

fn compared<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    (left, operator, right): (
        &Spanned<Expression<'a>>,
        Spanned<Operator>,
        &Spanned<Expression<'a>>,
    ),
) -> Option<Filter<'a>> {
    let mut left = Spanned::new(compared_column(context, query, left)?, left.span);
    if let Expression::Number(_) = right.value {
        left.value = columns::row_key(context, query, left.value);
    }
    let field = left.value.field();
    let operand = match &right.value {
        Expression::Query(inner) => Operand::Group(groups::group(context, inner, right.span)?),
        Expression::Column(path) if query.given_at(path).is_some() => {
            let name = query.given_at(path)?;
            Operand::Group(Spanned::new(Cow::Owned(name), right.span))
        }
        _ if is_value(context, query, right) => {
            let of_days = field.filter(|_| is_of_days(&left.value));
            if let (Expression::Text(text), Some(field)) = (&right.value, of_days)
                && matches!(operator.value, Operator::Eq | Operator::Ne)
                && let Some(ends) = values::ends(text)
            {
                let has = |own| field.operators.contains(&own);
                let period = values::period(text);
                if operator.value == Operator::Eq && !has(Operator::Eq) && has(Operator::Between) {
                    note_period(context, right.span);
                    let end = |day| Spanned::new(Raw::Text(Cow::Owned(day)), right.span);
                    let ends = Raw::List(ends.map(end).into());
                    return Some(Filter {
                        column: left,
                        operator: operator.map(|_| Operator::Between),
                        operand: Operand::value(ends, right.span),
                    });
                }
                match period {
                    Some((derivation, raw)) => {
                        note_period(context, right.span);
                        left.value = Column::Derived(derivation, vec![left.value]);
                        Operand::value(raw, right.span)
                    }
                    None => Operand::Value(value(context, &left.value, right)?),
                }
            } else {
                let end = match operator.value {
                    Operator::Ge | Operator::Lt => End::First,
                    _ => End::Last,
                };
                Operand::Value(bound(context, &left.value, right, end)?)
            }
        }
        _ => Operand::Column(Spanned::new(column(context, query, right)?, right.span)),
    };
    let is_list = matches!(&left.value, Column::Field(_, field) if field.array);
    // A list field with listed values has no `contains`; equality with one value becomes membership in a list of one.
    let is_equal = matches!(operator.value, Operator::Eq | Operator::Ne);
    let has_parts = field.is_none_or(|field| field.operators.contains(&Operator::Contains));
    let is_among = is_list && is_equal && !has_parts;
    let (operator, operand) = match operand {
        Operand::Value(one) if is_among => {
            let span = one.span;
            (
                operator.map(among),
                Operand::value(Raw::List(vec![one]), span),
            )
        }
        // Equality with the only value of a subquery is membership in its rows.
        Operand::Group(name) => (operator.map(among), Operand::Group(name)),
        Operand::Value(value) if is_list => (operator.map(member), Operand::Value(value)),
        other => (operator, other),
    };
    Some(Filter {
        column: left,
        operator,
        operand,
    })
}

/// `true` for a column of days or moments that is not a period.
fn is_of_days(column: &Column<'_>) -> bool {
    let of_days =
        |field: &FieldDef| matches!(field.value_type, ValueType::Date | ValueType::Datetime);
    column.field().is_some_and(of_days) && !column.is_period()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    First,
    Last,
}

/// Reads the bound of a comparison. A month, quarter or year becomes its first or last day.
fn bound<'a>(
    context: &mut Context<'a>,
    column: &Column<'a>,
    said: &Spanned<Expression<'a>>,
    end: End,
) -> Option<Spanned<Raw<'a>>> {
    if let Expression::Text(text) = &said.value
        && is_of_days(column)
        && values::period(text).is_some()
        && let Some([first, last]) = values::ends(text)
    {
        note_period(context, said.span);
        let day = if end == End::First { first } else { last };
        return Some(Spanned::new(Raw::Text(Cow::Owned(day)), said.span));
    }
    value(context, column, said)
}

fn note_period(context: &mut Context<'_>, span: Span) {
    let why = "the text is a period, and the day lies in it";
    context.note(LedgerKind::Derived, "/constraints/filters", why, span);
}

fn tested<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    (left, test): (&Spanned<Expression<'a>>, &Spanned<Test<'a>>),
    is_negated: bool,
    span: Span,
) -> Option<Vec<Branch<'a>>> {
    let changes_case = |name: &str| is_same(name, "lower") || is_same(name, "upper");
    let left = match (&test.value, &left.value) {
        // `LIKE` ignores case, so `LOWER` and `UPPER` have no effect.
        (Test::Like(..), Expression::Call(call)) if changes_case(&call.name.value.text) => {
            &call.arguments.first()?.value
        }
        _ => left,
    };
    let mut column = Spanned::new(compared_column(context, query, left)?, left.span);
    let is_number = |said: &Spanned<Expression<'a>>| matches!(said.value, Expression::Number(_));
    if let Test::List(list) = &test.value
        && list.iter().all(is_number)
    {
        column.value = columns::row_key(context, query, column.value);
    }
    let filter = |operator: Operator, operand: Operand<'a>| {
        let filter = Filter {
            column: column.clone(),
            operator: Spanned::new(operator, test.span),
            operand,
        };
        vec![Spanned::new(filter, span)]
    };
    let truth = |yes| Operand::value(Raw::Boolean(yes), test.span);
    let membership = match is_negated {
        true => Operator::NotIn,
        false => Operator::In,
    };
    Some(match &test.value {
        Test::Null if is_negated => vec![filter(Operator::Exists, Operand::Nothing)],
        Test::Null => vec![filter(Operator::Exists, truth(false))],
        Test::Boolean(yes) if is_negated => vec![
            filter(Operator::Eq, truth(!yes)),
            filter(Operator::Exists, truth(false)),
        ],
        Test::Boolean(yes) => vec![filter(Operator::Eq, truth(*yes))],
        Test::Between(low, high) => {
            let low = bound(context, &column.value, low, End::First)?;
            let high = bound(context, &column.value, high, End::Last)?;
            let both = across(low.span, high.span);
            match is_negated {
                false => {
                    let list = Operand::value(Raw::List(vec![low, high]), both);
                    vec![filter(Operator::Between, list)]
                }
                true => vec![
                    filter(Operator::Lt, Operand::Value(low)),
                    filter(Operator::Gt, Operand::Value(high)),
                ],
            }
        }
        Test::List(list) => {
            let values = list.iter().map(|said| value(context, &column.value, said));
            let values = Raw::List(values.collect::<Option<_>>()?);
            vec![filter(membership, Operand::value(values, test.span))]
        }
        Test::Query(inner) => {
            let group = groups::group(context, inner, test.span)?;
            vec![filter(membership, Operand::Group(group))]
        }
        Test::Like(said, _) => {
            let Some(text) = values::text(said) else {
                let message = format!("`{}` is no pattern", context.slice(said.span));
                let help = "write a text in single quotes";
                context.report(&registry::WRONG_VALUE_TYPE, said.span, message, help);
                return None;
            };
            let is_list = matches!(&column.value, Column::Field(_, field) if field.array);
            let (operator, piece) = match (values::pattern(&text.value), is_negated) {
                (Pattern::Whole(piece), false) if is_list => (Operator::Contains, piece),
                (Pattern::Whole(piece), true) if is_list => (Operator::NotContains, piece),
                (Pattern::Whole(piece), false) => (Operator::Eq, piece),
                (Pattern::Whole(piece), true) => (Operator::Ne, piece),
                (Pattern::Part(piece), false) => (Operator::Contains, piece),
                (Pattern::Part(piece), true) => (Operator::NotContains, piece),
                (Pattern::Start(piece), false) => (Operator::StartsWith, piece),
                (Pattern::End(piece), false) => (Operator::EndsWith, piece),
                _ => {
                    let pattern = context.slice(said.span);
                    let message = format!("the pattern `{pattern}` is not supported");
                    let help = "write `LIKE '%part%'`, `NOT LIKE '%part%'`, `LIKE 'start%'` or `LIKE '%end'`";
                    context.report(&registry::WRONG_VALUE_TYPE, said.span, message, help);
                    return None;
                }
            };
            if let Some(period) = like_period(&column, operator, &piece, said.span) {
                return Some(vec![vec![Spanned::new(period, span)]]);
            }
            let piece = Raw::Text(Cow::Owned(piece));
            vec![filter(operator, Operand::value(piece, said.span))]
        }
    })
}

/// Reads `d LIKE '2026-03%'` as the days of a month.
fn like_period<'a>(
    column: &Spanned<Column<'a>>,
    operator: Operator,
    piece: &str,
    span: Span,
) -> Option<Filter<'a>> {
    let field = column.value.field()?;
    let is_day = matches!(field.value_type, ValueType::Date | ValueType::Datetime);
    (is_day && operator == Operator::StartsWith).then_some(())?;
    let (derivation, raw) = values::period(&Cow::Owned(piece.trim_end_matches('-').to_owned()))?;
    let of_period = Column::Derived(derivation, vec![column.value.clone()]);
    Some(Filter {
        column: Spanned::new(of_period, column.span),
        operator: Spanned::new(Operator::Eq, span),
        operand: Operand::value(raw, span),
    })
}
