//! A filter that compares a field with another one of the same match.

use std::borrow::Cow;

use crate::contract::Operand;
use crate::draft::{DraftFilter, Word};
use crate::finding::registry;
use crate::language::{Operator, Part};
use crate::resolve::Resolver;
use crate::resolve::places_read::ReadFor;
use crate::tables::FieldDef;

impl<'a> Resolver<'a> {
    /// The field that another one is compared with: of the same kind of values, in the same unit.
    pub(crate) fn value_field(
        &mut self,
        (field, operator): (&'a FieldDef, Operator),
        word: &Word<'a>,
        said: &DraftFilter<'a>,
    ) -> Option<Operand<'a>> {
        self.newer(word.span, Part::Filter, "a field compared with a field");
        let other = self.field_for(ReadFor::Filter, word);
        if let Some(value) = &said.value {
            self.report_on(
                Some(field),
                &registry::WRONG_ARITY,
                value.span,
                |me, finding| {
                    let word = me.word_of(operator);
                    let message = format!("`{word}` takes a value or a field, and not both");
                    finding.explain(message, "say the one that is meant")
                },
            );
            return None;
        }
        let other = other?;
        let fits = |other: &FieldDef| {
            other.path != field.path
                && field
                    .measure()
                    .is_some_and(|own| other.measure() == Some(own))
        };
        if operator.compares() && fits(other) {
            return Some(Operand::Field(Cow::Borrowed(&other.path)));
        }
        let rule = &registry::FIELDS_DO_NOT_COMPARE;
        self.report_on(Some(field), rule, word.span, |me, finding| {
            let (path, other) = (&field.path, &other.path);
            let message = match operator.compares() {
                true if path == other => format!("`{path}` is compared with itself"),
                true => format!("`{path}` and `{other}` have no values in common to compare"),
                false => format!("`{}` compares no two fields", me.word_of(operator)),
            };
            let help = "compare it with a field of the same type and unit, or with a value";
            let known = match operator.compares() {
                true => me.fields_of_intent(fits),
                false => Vec::new(),
            };
            finding
                .explain(message, help)
                .candidates(me.candidates(&word.value, known))
        });
        None
    }
}
