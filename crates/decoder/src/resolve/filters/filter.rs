//! Resolves filters: a field, an operator, and a value that fits both.

use std::borrow::Cow;

use crate::calendar;
use crate::contract::{Filter, Operand, Value};
use crate::draft::{DraftFilter, Raw, Words};
use crate::finding::topic::Elements;
use crate::finding::{Candidate, registry};
use crate::language::{Arity, Derivation, Operator, Part, ValueType};
use crate::ledger::LedgerKind;
use crate::resolve::checks;
use crate::resolve::context::Context;
use crate::resolve::filters::path::FilterPath;
use crate::resolve::filters::value::in_order;
use crate::resolve::filters::{compared_fields, operators, subquery, value};
use crate::resolve::names::codes::member_named;
use crate::resolve::names::{codes, fields};
use crate::resolve::notes::Notes;
use crate::resolve::scope::Scope;
use crate::resolve::scope::known_places::ReadFor;
use crate::span::{Span, Spanned};
use crate::tables::FieldDef;
use crate::typed_value::period::DerivedValue;
use crate::typed_value::{called, period, reading, typed};

pub(crate) fn filter<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    said: &DraftFilter<'a>,
    span: Span,
    place: FilterPath,
) -> Option<Filter<'a>> {
    if let Some(group) = &said.group {
        return subquery::filter_by_group(context, scope, notes, said, group);
    }
    let (field, path) =
        fields::field_for(context, scope, notes, ReadFor::Filter, &said.field).unzip();
    if let Some(field) = field
        && let Some(of_day) = day_of_moment(context, notes, field, said, place)
    {
        return filter(context, scope, notes, &of_day, span, place);
    }
    let operator = codes::member_among(context, notes, &said.operator, || match field {
        Some(field) => operators::fitting(field, said),
        None => Operator::ALL.to_vec(),
    });
    let (Some(field), Some(path), Some(operator)) = (field, path, operator) else {
        compared_fields::other_field_alone(context, scope, notes, said);
        return None;
    };
    if !field.operators.contains(&operator) {
        operators::operator_not_allowed(context, notes, field, operator, said);
        compared_fields::other_field_alone(context, scope, notes, said);
        return None;
    }
    let operand = match &said.value_field {
        Some(other) => Some(compared_fields::value_field(
            context,
            scope,
            notes,
            (field, &path),
            operator,
            (other, said),
        )?),
        None if said.value.is_none() && operator.arity() == Arity::Flag => None,
        None => {
            let Some(value) = &said.value else {
                operators::arity(context, notes, field, span, operator, None);
                return None;
            };
            let read = filter_value(context, notes, field, operator, value, place)?;
            let (of, at) = ((field, path.as_ref(), operator), value.span);
            let value = for_derived(notes, of, read, at, place)?;
            Some(Operand::Value(value))
        }
    };
    if (said.value.as_ref()).is_some_and(|value| value.span == said.field.span) {
        named_by_value(notes, field, place, said.field.span);
    }
    Some(Filter {
        field: path,
        operator,
        operand,
    })
}

/// Rewrites a comparison of a moment with a day so that it covers the whole day.
fn day_of_moment<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    field: &FieldDef,
    said: &DraftFilter<'a>,
    place: FilterPath,
) -> Option<DraftFilter<'a>> {
    let value = said.value.as_ref()?;
    let is_day = |raw: &Raw<'_>| matches!(raw, Raw::Text(text) if calendar::is_date(text));
    let is_of_days = match &value.value {
        Raw::List(values) => !values.is_empty() && values.iter().all(|value| is_day(&value.value)),
        one => is_day(one),
    };
    if field.value_type != ValueType::Datetime || !is_of_days {
        return None;
    }
    let in_words = |code: &'static str, name: &'static str| match context.words {
        Words::Names => name,
        Words::Codes | Words::Sql => code,
    };
    let mut own = said.clone();
    let bound = match (
        member_named(&said.operator.value, context.words),
        &value.value,
    ) {
        (Some(operator), Raw::Text(day)) => first_moment(operator, day),
        _ => None,
    };
    let (part, now) = match bound {
        Some((operator, moment)) if field.operators.contains(&operator) => {
            own.operator.value = Cow::Borrowed(in_words(operator.code(), operator.name()));
            own.value = Some(Spanned::new(
                Raw::Text(Cow::Owned(moment.clone())),
                value.span,
            ));
            (place.of_value(), moment)
        }
        _ => {
            let day = in_words(Derivation::Day.code(), Derivation::Day.name());
            own.field.value = Cow::Owned(format!("{day}({})", said.field.value));
            let path = format!("{}({})", Derivation::Day.name(), field.path);
            (place.of_filter().member("field"), path)
        }
    };
    let why = "the day is all of it";
    notes
        .ledger
        .note(LedgerKind::Derived, part, now, why, Some(value.span));
    Some(own)
}

/// Records in the ledger that the field was inferred from the value.
pub(crate) fn named_by_value<'a>(
    notes: &mut Notes<'a>,
    field: &'a FieldDef,
    place: FilterPath,
    span: Span,
) {
    let (path, field) = (place.of_filter().member("field"), field.path.as_ref());
    let why = "no other field here has the value";
    notes
        .ledger
        .note(LedgerKind::Derived, path, field, why, Some(span));
}

pub(crate) fn filter_value<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    field: &'a FieldDef,
    operator: Operator,
    said: &Spanned<Raw<'a>>,
    place: FilterPath,
) -> Option<Value<'a>> {
    match (operator.arity(), &said.value) {
        (Arity::Flag, Raw::Boolean(yes)) => return Some(Value::Boolean(*yes)),
        (Arity::List, Raw::List(elements)) if !elements.is_empty() => {
            checks::list_cap(context, notes, elements, Elements::Values);
            return values(context, notes, field, elements, place);
        }
        (Arity::Pair, Raw::List(elements)) if elements.len() == 2 => {
            let value = values(context, notes, field, elements, place)?;
            check_order(context, notes, field, &value, said)?;
            return Some(value);
        }
        (Arity::One | Arity::Piece, value) if !matches!(value, Raw::List(_)) => {
            return self::value(context, notes, field, said, place);
        }
        _ => {}
    }
    let (span, value) = (said.span, Some(&said.value));
    operators::arity(context, notes, field, span, operator, value);
    None
}

fn values<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    field: &'a FieldDef,
    elements: &[Spanned<Raw<'a>>],
    place: FilterPath,
) -> Option<Value<'a>> {
    let mut values = Vec::with_capacity(elements.len());
    for (index, element) in elements.iter().enumerate() {
        let element_place = FilterPath {
            element: Some(index),
            ..place
        };
        // Continue after a wrong value, so that it does not hide the next.
        values.extend(value(context, notes, field, element, element_place));
    }
    (values.len() == elements.len()).then_some(Value::List(values))
}

/// Resolves one scalar. A synonym of an enum value becomes the value, with a ledger entry.
pub(crate) fn value<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    field: &'a FieldDef,
    said: &Spanned<Raw<'a>>,
    place: FilterPath,
) -> Option<Value<'a>> {
    if let (ValueType::Enum, Raw::Text(text)) = (field.value_type, &said.value)
        && let Some(value) = enum_value(notes, field, text, said.span, place)
    {
        return Some(value);
    }
    let wrong = |wrong| value::wrong_value(context, notes, field, said, wrong, Some(field));
    let value = typed(field, said).map_err(wrong).ok()?;
    newer_value(notes, &value, said.span, Part::Filter);
    Some(value)
}

/// Adapts a value to a derived field: a day becomes the period that contains it.
fn for_derived<'a>(
    notes: &mut Notes<'a>,
    (field, path, operator): (&'a FieldDef, &str, Operator),
    value: Value<'a>,
    span: Span,
    place: FilterPath,
) -> Option<Value<'a>> {
    if let Value::List(values) = value {
        let values = (0..).zip(values).map(|(index, value)| {
            let element = Some(index);
            let place = FilterPath { element, ..place };
            for_derived(notes, (field, path, operator), value, span, place)
        });
        return values.collect::<Option<_>>().map(Value::List);
    }
    match period::for_derived(path, operator, &value) {
        DerivedValue::AsSaid => Some(value),
        DerivedValue::First(day) => {
            let why = "a period is compared with the period that holds the day";
            let path = place.of_value();
            notes
                .ledger
                .note(LedgerKind::Derived, path, day.clone(), why, Some(span));
            Some(match value {
                Value::Relative(_) => Value::Relative(day.into()),
                _ => Value::Date(day.into()),
            })
        }
        DerivedValue::Never(has, meant) => {
            let rule = &registry::FILTERS_EXCLUDE;
            let order = [Operator::Lt, Operator::Le, Operator::Gt, Operator::Ge];
            let is_compared = matches!(value, Value::Integer(_)) && order.contains(&operator);
            notes.report_on(Some(field), rule, span, |finding| {
                let meant = meant
                    .iter()
                    .map(|number| Candidate::plain(number.to_string()));
                finding
                    .explain(
                        match is_compared {
                            true => format!("the comparison is the same for every `{path}`"),
                            false => format!("`{path}` never has this value"),
                        },
                        format!("it has {has}"),
                    )
                    .candidates(meant.collect())
            });
            None
        }
    }
}

/// Reports a relative day where the contract version does not support it.
pub(crate) fn newer_value<'a>(notes: &mut Notes<'a>, value: &Value<'a>, span: Span, part: Part) {
    if matches!(value, Value::Relative(_)) {
        notes.newer(span, part, "a day counted from today");
    }
}

/// The enum value that a text names. A name other than the value itself gets a ledger entry.
pub(crate) fn enum_value<'a>(
    notes: &mut Notes<'a>,
    field: &'a FieldDef,
    text: &str,
    span: Span,
    place: FilterPath,
) -> Option<Value<'a>> {
    let (value, naming) = called(field, text)?;
    let value: &'a str = &value.value;
    if let Some(why) = naming.why() {
        let (kind, path) = (LedgerKind::SynonymResolved, place.of_value());
        notes.ledger.note(kind, path, value, why, Some(span));
    }
    Some(Value::Text(Cow::Borrowed(value)))
}

fn check_order<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    field: &'a FieldDef,
    value: &Value<'a>,
    said: &Spanned<Raw<'a>>,
) -> Option<()> {
    if let Value::List(values) = value
        && let [low, high] = values.as_slice()
        && !in_order(low, high)
    {
        let rule = &registry::BETWEEN_ORDER;
        notes.report_on(Some(field), rule, said.span, |finding| {
            let message = "the first value is larger than the second";
            let reading = reading::in_order(&said.value, context.words);
            finding
                .explain(message, "say the smaller one first")
                .candidates(reading.into_iter().collect())
        });
        return None;
    }
    Some(())
}

/// The comparison with midnight of the day, or of the next day, that equals a comparison with the whole day; `None` if
/// the operator has no such form.
fn first_moment(operator: Operator, day: &str) -> Option<(Operator, String)> {
    let (operator, day) = match operator {
        Operator::Ge | Operator::Lt => (operator, day.to_owned()),
        Operator::Gt => (Operator::Ge, calendar::next_day(day)?),
        Operator::Le => (Operator::Lt, calendar::next_day(day)?),
        _ => return None,
    };
    Some((operator, format!("{day}T00:00:00")))
}
