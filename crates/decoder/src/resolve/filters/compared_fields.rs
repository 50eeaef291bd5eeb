//! Filters that compare two fields of the same match.

use crate::contract::Operand;
use crate::draft::{DraftFilter, Word};
use crate::finding::registry;
use crate::language::{Operator, Part};
use crate::resolve::context::Context;
use crate::resolve::names::{codes, fields};
use crate::resolve::notes::Notes;
use crate::resolve::scope::Scope;
use crate::resolve::scope::known_places::ReadFor;
use crate::tables::FieldDef;

/// Reports errors in the compared field of a filter that is wrong for another reason, so that both errors appear at
/// once.
pub(crate) fn other_field_alone<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    said: &DraftFilter<'a>,
) {
    if let Some(word) = &said.value_field {
        fields::field_for(context, scope, notes, ReadFor::Filter, word);
    }
}

/// Resolves the field to compare with. It must have the same kind of values and the same unit.
pub(crate) fn value_field<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    (field, path): (&'a FieldDef, &str),
    operator: Operator,
    (word, said): (&Word<'a>, &DraftFilter<'a>),
) -> Option<Operand<'a>> {
    notes.newer(word.span, Part::Filter, "a field compared with a field");
    let other = fields::field_for(context, scope, notes, ReadFor::Filter, word);
    if let Some(value) = &said.value {
        notes.report_on(Some(field), &registry::WRONG_ARITY, value.span, |finding| {
            let word = context.word_of(operator);
            let message = format!("`{word}` takes a value or a field, and not both");
            finding.explain(message, "say the one that is meant")
        });
        return None;
    }
    let (_, other_path) = other?;
    let tables = context.tables;
    let own = tables.measure(path);
    let fits =
        |other_path: &str| other_path != path && own.is_some() && tables.measure(other_path) == own;
    if operator.compares() && fits(&other_path) {
        return Some(Operand::Field(other_path));
    }
    let rule = &registry::FIELDS_DO_NOT_COMPARE;
    notes.report_on(Some(field), rule, word.span, |finding| {
        let message = match operator.compares() {
            true if path == other_path => format!("`{path}` is compared with itself"),
            true => format!("`{path}` and `{other_path}` have no values in common to compare"),
            false => format!("`{}` compares no two fields", context.word_of(operator)),
        };
        let help = "compare it with a field of the same type and unit, or with a value";
        let known = match operator.compares() {
            true => codes::fields_of_intent(context, scope, |other| fits(&other.path)),
            false => Vec::new(),
        };
        finding
            .explain(message, help)
            .candidates(context.candidates(&word.value, known))
    });
    None
}
