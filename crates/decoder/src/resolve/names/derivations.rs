//! Checks derived fields: the derivation is in the closed list, and its fields have fitting values.

use std::borrow::Cow;

use crate::draft::Words;
use crate::finding::candidates::Choice;
use crate::finding::registry;
use crate::finding::topic::{List, Topic};
use crate::language::{Call, DERIVATION_LEVELS, Derivation};
use crate::resolve::context::Context;
use crate::resolve::names::codes;
use crate::resolve::names::codes::{field_named, member_named};
use crate::resolve::notes::Notes;
use crate::resolve::scope::Scope;
use crate::span::{Span, Spanned};
use crate::tables::OperandError;

/// Reports derivations that are nested too deeply; `true` if they are not.
pub(crate) fn is_shallow<'a>(notes: &mut Notes<'a>, levels: usize, span: Span) -> bool {
    if levels > DERIVATION_LEVELS {
        notes.report(&registry::FUNCTION_DOES_NOT_FIT, span, |finding| {
            let message = format!(
                "{levels} derivations stand in one another, and the most is {DERIVATION_LEVELS}"
            );
            let help = "derive from fields, or once more from what is derived";
            finding.explain(message, help)
        });
    }
    levels <= DERIVATION_LEVELS
}

/// Resolves the derivation of a call. Candidates for an unknown one are whole calls.
pub(crate) fn derivation<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    call: &Call<'_>,
    span: Span,
) -> Option<Derivation> {
    let found = member_named(call.name, context.words);
    if found.is_none() {
        let before = notes.findings.len();
        let word = Spanned::new(Cow::Owned(call.name.to_owned()), span);
        let (rule, list) = (&registry::UNKNOWN_CODE, List::Derivation);
        let known = || Derivation::ALL.iter().map(Choice::member).collect();
        codes::unknown(context, notes, rule, &word, list, known);
        let of: Vec<String> = call.of.iter().map(|said| as_said(context, said)).collect();
        let new = notes.findings.iter_mut().skip(before);
        for finding in new {
            for candidate in &mut finding.candidates {
                candidate.code = Call::written(&candidate.code, &of);
            }
        }
    }
    found
}

pub(crate) fn misfit<'a>(
    context: &Context<'a>,
    scope: &Scope<'a>,
    notes: &mut Notes<'a>,
    (derivation, misfit): (Derivation, OperandError),
    (call, of): (&Call<'_>, &[String]),
    span: Span,
) {
    let before = notes.findings.len();
    notes.report(&registry::FUNCTION_DOES_NOT_FIT, span, |finding| {
        let said = context.word_of(derivation);
        let (message, help) = match (misfit, of) {
            (OperandError::Arity, _) => {
                let fields = match derivation.arity() {
                    1 => "one field",
                    _ => "two fields",
                };
                let example = example(context, derivation);
                (
                    format!("`{said}` is of {fields}"),
                    format!("say `{example}`"),
                )
            }
            (OperandError::Values(at), of) => {
                let path = of.get(at).map_or("", String::as_str);
                let message = format!("`{said}` is not derived from `{path}`");
                (message, format!("it is of {}", wanted(derivation)))
            }
            (OperandError::Units, of) => {
                let message = format!("`{said}` of `{}` has no unit", of.join("` and `"));
                let help = match derivation {
                    Derivation::Multiply => "one of the two must have no unit",
                    _ => "both must have the same unit",
                };
                (message, help.to_owned())
            }
        };
        let known = match misfit {
            OperandError::Values(_) => codes::fields_of_intent(context, scope, |field| {
                derivation.fits(field.value_type) && !field.array
            }),
            OperandError::Arity | OperandError::Units => Vec::new(),
        };
        let finding = finding.explain(message, help);
        finding
            .candidates(context.candidates("", known))
            .on(Topic::Which(List::Field))
    });
    if let OperandError::Values(at) = misfit {
        offer_whole(context, notes, before, call, at);
    }
}

/// Turns the candidates for one field of a call into whole calls.
pub(crate) fn offer_whole<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    before: usize,
    call: &Call<'_>,
    at: usize,
) {
    let mut new = notes.findings.iter().skip(before);
    if new.all(|finding| finding.candidates.is_empty()) {
        return;
    }
    let of: Vec<String> = call.of.iter().map(|said| as_said(context, said)).collect();
    let derivation: Option<Derivation> = member_named(call.name, context.words);
    let name = derivation.map_or(call.name, |known| context.word_of(known));
    let new = notes.findings.iter_mut().skip(before);
    for finding in new {
        for candidate in &mut finding.candidates {
            let mut of = of.clone();
            if let Some(said) = of.get_mut(at) {
                said.clone_from(&candidate.code);
            }
            candidate.code = Call::written(name, &of);
        }
    }
}

/// The field as the text writes it. Drafts of SQL hold field codes in place of column names.
fn as_said(context: &Context<'_>, word: &str) -> String {
    let field = field_named(word, context.words, context.tables);
    match field.filter(|_| context.words == Words::Sql) {
        Some(field) => field.spelling().to_owned(),
        None => word.to_owned(),
    }
}

/// An example of a derivation in the notation of the text.
fn example(context: &Context<'_>, derivation: Derivation) -> String {
    let of = match context.words {
        Words::Codes => ["F001", "F002"],
        Words::Names => ["type.field", "type.other"],
        Words::Sql => ["field", "other"],
    };
    let of: Vec<&str> = of.into_iter().take(derivation.arity()).collect();
    Call::written(context.word_of(derivation), &of)
}

/// The operands that a derivation takes, for messages.
const fn wanted(derivation: Derivation) -> &'static str {
    match derivation {
        Derivation::Hour | Derivation::HourOf => "a moment",
        Derivation::Length => "a text",
        _ if derivation.is_arithmetic() => "numbers, one of each instance",
        _ => "a day or a moment",
    }
}
