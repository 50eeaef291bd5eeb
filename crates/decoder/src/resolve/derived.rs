//! Derived fields: what is derived is one of the closed list, of fields that the intent may read, of values that fit.

use std::borrow::Cow;

use crate::contract::Str;
use crate::draft::{Word, Words};
use crate::finding::candidates::Known;
use crate::finding::registry;
use crate::finding::topic::{List, Topic};
use crate::language::{Call, DERIVATION_LEVELS, Derivation, Part};
use crate::resolve::Resolver;
use crate::resolve::codes::{field_named, member_named};
use crate::resolve::known_places::{ColumnRead, ReadFor};
use crate::span::{Span, Spanned};
use crate::tables::{Column, FieldDef, Misfit};

impl<'a> Resolver<'a> {
    /// A derived field that the intent may use, as a field with such values, and its path.
    pub(crate) fn derived(
        &mut self,
        purpose: ReadFor,
        word: &Word<'a>,
    ) -> Option<(&'a FieldDef, Str<'a>)> {
        let (said, span) = (word.value.as_ref(), word.span);
        self.newer(span, Part::Filter, "a derived field");
        // A list longer than its cap has its finding; what a thousand elements derive is looked at when there are fewer.
        if self.overlong {
            return None;
        }
        if !self.is_shallow(Call::levels(said), span) {
            return None;
        }
        let path = self.path_derived(purpose, said, span)?;
        let field = self.tables.field_read(&path)?;
        Some((field, Cow::Owned(path)))
    }

    /// Whether no more derivations stand in one another than may.
    pub(crate) fn is_shallow(&mut self, levels: usize, span: Span) -> bool {
        if levels > DERIVATION_LEVELS {
            self.report(&registry::FUNCTION_DOES_NOT_FIT, span, |_, finding| {
                let message = format!(
                    "{levels} derivations stand in one another, and the most is {DERIVATION_LEVELS}"
                );
                let help = "derive from fields, or once more from what is derived";
                finding.explain(message, help)
            });
        }
        levels <= DERIVATION_LEVELS
    }

    /// The same as a column.
    pub(crate) fn derived_column(
        &mut self,
        purpose: ReadFor,
        word: &Word<'a>,
    ) -> Option<ColumnRead<'a>> {
        let (field, path) = self.derived(purpose, word)?;
        let column = Column::Field(field);
        Some(ColumnRead { column, path })
    }

    /// The path of what a call derives, or of a field.
    fn path_derived(&mut self, purpose: ReadFor, said: &str, span: Span) -> Option<String> {
        let Some(call) = Call::read(said) else {
            let word = Spanned::new(Cow::Owned(said.to_owned()), span);
            let (_, path) = self.field_for(purpose, &word)?;
            return Some(path.into_owned());
        };
        let derivation = self.derivation(&call, span)?;
        if call.of.len() != derivation.arity() || call.of.contains(&"") {
            self.misfit(derivation, Misfit::Arity, (&call, &[]), span);
            return None;
        }
        let mut of = Vec::with_capacity(call.of.len());
        for (at, said) in call.of.iter().enumerate() {
            let before = self.findings.len();
            of.push(self.path_derived(purpose, said, span));
            self.offer_whole(before, &call, at);
        }
        let of: Vec<String> = of.into_iter().collect::<Option<_>>()?;
        let kinds = of.iter().map(|path| self.tables.kind(path));
        let kinds: Vec<_> = kinds.collect::<Option<_>>()?;
        if let Err(misfit) = derivation.kind(&kinds) {
            self.misfit(derivation, misfit, (&call, &of), span);
            return None;
        }
        Some(Call::written(derivation.name(), &of))
    }

    /// What a call derives; another one is offered as the whole call.
    pub(crate) fn derivation(&mut self, call: &Call<'_>, span: Span) -> Option<Derivation> {
        let found = member_named(call.name, self.words);
        if found.is_none() {
            let before = self.findings.len();
            let word = Spanned::new(Cow::Owned(call.name.to_owned()), span);
            self.unknown(&registry::UNKNOWN_CODE, &word, List::Derivation, |_| {
                Derivation::ALL.iter().map(Known::member).collect()
            });
            let of: Vec<String> = call.of.iter().map(|said| self.as_said(said)).collect();
            let new = self.findings.iter_mut().skip(before);
            for finding in new {
                for candidate in &mut finding.candidates {
                    candidate.code = Call::written(&candidate.code, &of);
                }
            }
        }
        found
    }

    /// Reports fields that nothing is derived from so.
    fn misfit(
        &mut self,
        derivation: Derivation,
        misfit: Misfit,
        (call, of): (&Call<'_>, &[String]),
        span: Span,
    ) {
        let before = self.findings.len();
        self.report(&registry::FUNCTION_DOES_NOT_FIT, span, |me, finding| {
            let said = me.word_of(derivation);
            let (message, help) = match (misfit, of) {
                (Misfit::Arity, _) => {
                    let fields = match derivation.arity() {
                        1 => "one field",
                        _ => "two fields",
                    };
                    let example = me.example(derivation);
                    (
                        format!("`{said}` is of {fields}"),
                        format!("say `{example}`"),
                    )
                }
                (Misfit::Values(at), of) => {
                    let path = of.get(at).map_or("", String::as_str);
                    let message = format!("`{said}` is not derived from `{path}`");
                    (message, format!("it is of {}", wanted(derivation)))
                }
                (Misfit::Units, of) => {
                    let message = format!("`{said}` of `{}` has no unit", of.join("` and `"));
                    let help = match derivation {
                        Derivation::Multiply => "one of the two must have no unit",
                        _ => "both must have the same unit",
                    };
                    (message, help.to_owned())
                }
            };
            let known = match misfit {
                Misfit::Values(_) => {
                    me.fields_of_intent(|field| derivation.fits(field.value_type) && !field.array)
                }
                Misfit::Arity | Misfit::Units => Vec::new(),
            };
            let finding = finding.explain(message, help);
            finding
                .candidates(me.candidates("", known))
                .on(Topic::Which(List::Field))
        });
        if let Misfit::Values(at) = misfit {
            self.offer_whole(before, call, at);
        }
    }

    /// What is offered for one of the fields of a call is offered as the whole call.
    fn offer_whole(&mut self, before: usize, call: &Call<'_>, at: usize) {
        let mut new = self.findings.iter().skip(before);
        if new.all(|finding| finding.candidates.is_empty()) {
            return;
        }
        let of: Vec<String> = call.of.iter().map(|said| self.as_said(said)).collect();
        let derivation: Option<Derivation> = member_named(call.name, self.words);
        let name = derivation.map_or(call.name, |known| self.word_of(known));
        let new = self.findings.iter_mut().skip(before);
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

    /// A field as the text says it: the words of a line are codes here.
    fn as_said(&self, word: &str) -> String {
        let field = field_named(word, self.words, self.tables);
        match field.filter(|_| self.words == Words::Sql) {
            Some(field) => field.spelling().to_owned(),
            None => word.to_owned(),
        }
    }

    /// How a derivation is written in the notation of the text.
    fn example(&self, derivation: Derivation) -> String {
        let of = match self.words {
            Words::Codes => ["F001", "F002"],
            Words::Names => ["type.field", "type.other"],
            Words::Sql => ["field", "other"],
        };
        let of: Vec<&str> = of.into_iter().take(derivation.arity()).collect();
        Call::written(self.word_of(derivation), &of)
    }
}

/// What something is derived from, for messages.
const fn wanted(derivation: Derivation) -> &'static str {
    match derivation {
        Derivation::Hour | Derivation::HourOf => "a moment",
        Derivation::Length => "a text",
        _ if derivation.is_arithmetic() => "numbers, one of each instance",
        _ => "a day or a moment",
    }
}
