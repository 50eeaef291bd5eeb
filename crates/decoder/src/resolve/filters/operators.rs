//! Checks that an operator fits its field and the number of its values.

use crate::draft::{DraftFilter, Raw};
use crate::finding::candidates::Choice;
use crate::finding::registry;
use crate::language::{Arity, Operator};
use crate::resolve::context::Context;
use crate::resolve::notes::Notes;
use crate::span::Span;
use crate::tables::FieldDef;
use crate::typed_value::{called, reading};

pub(crate) fn operator_not_allowed<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    field: &'a FieldDef,
    operator: Operator,
    said: &DraftFilter<'a>,
) {
    let (rule, span) = (&registry::OPERATOR_NOT_ALLOWED, said.operator.span);
    notes.report_on(Some(field), rule, span, |finding| {
        let known = field.operators.iter();
        let codes: Vec<&str> = known.map(|own| context.word_of(*own)).collect();
        // Operators that accept the value come first.
        let known = fitting(field, said);
        let known = known.iter().chain(field.operators.iter());
        let known = known.map(Choice::member).collect();
        let (path, word) = (&field.path, context.word_of(operator));
        let message = format!("`{path}` does not have the operator `{word}`");
        let help = match codes.is_empty() {
            true => "it is shown and not compared: leave the condition out".to_owned(),
            false => format!("it has `{}`", codes.join("`, `")),
        };
        finding
            .explain(message, help)
            .candidates(context.candidates(operator.code(), known))
    });
}

pub(crate) fn arity<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    field: &'a FieldDef,
    span: Span,
    operator: Operator,
    said: Option<&Raw<'a>>,
) {
    let rule = &registry::WRONG_ARITY;
    notes.report_on(Some(field), rule, span, |finding| {
        let takes = match (operator.arity(), said) {
            (_, None) => "needs a value",
            (Arity::Flag, _) => "takes no value, or `true` or `false`",
            (Arity::List, _) => "takes a list with at least one value",
            (Arity::Pair, _) => "takes exactly two values",
            (Arity::One | Arity::Piece, _) => "takes one value, and this is a list",
        };
        let reading = said.and_then(|said| reading::of_arity(field, operator, said, context.words));
        let help = match operator.arity() {
            Arity::List => "say the values in a list: `[…]`",
            Arity::Pair => "say a list of two, the smaller one first: `[…, …]`",
            Arity::Flag => "leave the value out, or say `true` or `false`",
            Arity::One | Arity::Piece => context.say(
                "say one value; a list of them goes with `IN`",
                "say one value; a list of them goes with `in`",
            ),
        };
        // Where a list is given and one value is expected, offer each element.
        let listed = match (said, reading.is_some(), operator.arity()) {
            (Some(Raw::List(values)), false, Arity::One) => values.as_slice(),
            _ => &[],
        };
        let named = listed
            .iter()
            .filter_map(|value| called(field, value.value.text()));
        let named = named.map(|(value, _)| Choice::enum_value(value).candidate());
        finding
            .explain(format!("`{}` {takes}", context.word_of(operator)), help)
            .candidates(
                reading
                    .into_iter()
                    .chain(named)
                    .take(context.cap())
                    .collect(),
            )
    });
}

/// The operators of a field that accept the operand; all of the field's operators if none does or there is no operand.
pub(crate) fn fitting(field: &FieldDef, said: &DraftFilter<'_>) -> Vec<Operator> {
    let value = said.value.as_ref().map(|value| &value.value);
    let takes = |operator: &Operator| match (operator.arity(), value) {
        _ if said.value_field.is_some() => operator.compares(),
        _ if said.group.is_some() => operator.compares_groups(),
        (_, None) => true,
        (Arity::Flag, value) => matches!(value, Some(Raw::Boolean(_))),
        (Arity::List, Some(Raw::List(_))) => true,
        (Arity::Pair, Some(Raw::List(values))) => values.len() == 2,
        (Arity::List | Arity::Pair, _) => false,
        (Arity::One | Arity::Piece, value) => !matches!(value, Some(Raw::List(_))),
    };
    let all = field.operators.iter().copied();
    let fitting: Vec<Operator> = all.clone().filter(takes).collect();
    if fitting.is_empty() {
        all.collect()
    } else {
        fitting
    }
}
