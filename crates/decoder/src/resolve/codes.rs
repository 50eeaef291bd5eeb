//! Codes and names → what they stand for.

use super::Resolver;
use crate::draft::{Draft, Word, Words};
use crate::finding::{Candidate, Finding};
use crate::registry::{self, Rule};
use crate::similar::{self, Known};
use crate::tables::{FieldDef, RelationDef};
use crate::vocabulary::{Direction, Operator, Order, Output, Scenario};

impl<'a> Resolver<'a> {
    pub(super) fn scenario(&mut self, draft: &Draft<'a>) -> Option<Scenario> {
        let Some(word) = &draft.scenario else {
            let known = Scenario::ALL
                .iter()
                .map(|scenario| Known::named(scenario.code(), scenario.name()).said_in(self.words))
                .collect();
            self.report(
                Finding::new(
                    &registry::MISSING_PART,
                    draft.span,
                    "the intent has no scenario",
                )
                .help(self.say("say one in `s`", "say one in `intent.scenario`"))
                .candidates(similar::rank_or_all("", known, Scenario::ALL.len())),
            );
            return None;
        };
        self.code(
            word,
            "scenario",
            Scenario::ALL,
            Scenario::from_code,
            |scenario| (scenario.code(), scenario.name()),
        )
    }

    pub(super) fn output(&mut self, draft: &Draft<'a>) -> Option<Output> {
        let word = draft.output.as_ref()?;
        self.code(word, "output", Output::ALL, Output::from_code, |output| {
            (output.code(), output.name())
        })
    }

    /// A member of one of the contract's own lists.
    pub(super) fn code<T: Copy>(
        &mut self,
        word: &Word<'a>,
        what: &str,
        all: &[T],
        from_code: impl Fn(&str) -> Option<T>,
        names: impl Fn(T) -> (&'static str, &'static str),
    ) -> Option<T> {
        let found = match self.words {
            Words::Codes => from_code(&word.value),
            Words::Names => (all.iter().copied()).find(|member| names(*member).1 == word.value),
        };
        if found.is_none() {
            let known = all
                .iter()
                .map(|member| {
                    let (code, name) = names(*member);
                    Known::named(code, name)
                })
                .collect();
            self.unknown(&registry::UNKNOWN_CODE, word, what, known);
        }
        found
    }

    pub(super) fn operator(&mut self, word: &Word<'a>) -> Option<Operator> {
        self.code(
            word,
            "operator",
            Operator::ALL,
            Operator::from_code,
            |operator| (operator.code(), operator.name()),
        )
    }

    pub(super) fn direction(&mut self, word: &Word<'a>) -> Option<Direction> {
        self.code(
            word,
            "direction",
            Direction::ALL,
            Direction::from_code,
            |direction| (direction.code(), direction.name()),
        )
    }

    pub(super) fn order(&mut self, word: &Word<'a>) -> Option<Order> {
        self.code(word, "order", Order::ALL, Order::from_code, |order| {
            (order.code(), order.name())
        })
    }

    pub(super) fn field(&mut self, word: &Word<'a>) -> Option<&'a FieldDef> {
        let found = match self.words {
            Words::Codes => self.tables.field_by_code(&word.value),
            Words::Names => self.tables.field_by_path(&word.value),
        };
        if found.is_none() && !self.reserved(word) {
            let known = similar::fields(self.tables, &self.about.types.to_vec());
            self.unknown(&registry::UNKNOWN_FIELD, word, "field", known);
        }
        found
    }

    pub(super) fn relation(&mut self, word: &Word<'a>) -> Option<&'a RelationDef> {
        let found = match self.words {
            Words::Codes => self.tables.relation_by_code(&word.value),
            Words::Names => self.tables.relation_by_name(&word.value),
        };
        if found.is_none() && !self.reserved(word) {
            let known = self.tables.relations.iter().map(Known::relation).collect();
            self.unknown(&registry::UNKNOWN_RELATION, word, "relation", known);
        }
        found
    }

    pub(super) fn type_name(&mut self, word: &Word<'a>) -> Option<&'a str> {
        let found = self.tables.type_by_name(&word.value);
        if found.is_none() {
            let known = self.tables.types.iter().map(Known::type_def).collect();
            self.unknown(&registry::UNKNOWN_TYPE, word, "type", known);
        }
        found.map(|def| def.name.as_ref())
    }

    /// A field the intent may use: of one of its types.
    pub(super) fn field_here(&mut self, word: &Word<'a>) -> Option<&'a FieldDef> {
        let field = self.field(word)?;
        if self.about.allows(&field.type_name) {
            return Some(field);
        }
        let types = self.about.types.to_vec();
        let same_name =
            self.tables.fields.iter().filter(|other| {
                other.name == field.name && types.contains(&other.type_name.as_ref())
            });
        let known = same_name.map(|field| Known::field(field).said_in(self.words));
        let candidates = similar::rank(&field.name, known, self.cap());
        let named = match self.words {
            Words::Codes => format!("`{}` is `{}`", word.value, field.path),
            Words::Names => format!("`{}` is of the type `{}`", field.path, field.type_name),
        };
        let message = format!("{named}, and the intent is about `{}`", types.join("`, `"));
        self.report(
            Finding::new(&registry::FIELD_OF_OTHER_TYPE, word.span, message)
                .help(self.say(
                    "use a field of the target type, or name the other type in `tg`",
                    "use a field of the target type, or name the other type in `target_types`",
                ))
                .candidates(candidates)
                .field(&field.path),
        );
        None
    }

    /// A code that was in use once.
    fn reserved(&mut self, word: &Word<'a>) -> bool {
        let reserved = self.words == Words::Codes && self.tables.reserved.contains(&word.value);
        if reserved {
            self.report(
                Finding::new(
                    &registry::RESERVED_CODE,
                    word.span,
                    format!("the code `{}` is not in use any more", word.value),
                )
                .help("refresh the prompt card"),
            );
        }
        reserved
    }

    /// What could have been meant, as the text would say it.
    pub(super) fn candidates(&self, said: &str, known: Vec<Known<'_>>) -> Vec<Candidate> {
        let known = known.into_iter().map(|known| known.said_in(self.words));
        similar::rank_or_all(said, known.collect(), self.cap())
    }

    pub(super) fn unknown(
        &mut self,
        rule: &'static Rule,
        word: &Word<'a>,
        what: &str,
        known: Vec<Known<'_>>,
    ) {
        let candidates = self.candidates(&word.value, known);
        let help = similar::slip(&word.value, &candidates).unwrap_or_else(|| {
            let codes: Vec<&str> = candidates
                .iter()
                .map(|candidate| candidate.code.as_str())
                .collect();
            format!("say a registered one, such as `{}`", codes.join("`, `"))
        });
        self.report(
            Finding::new(
                rule,
                word.span,
                format!("the {what} `{}` is not registered", word.value),
            )
            .help(help)
            .candidates(candidates),
        );
    }
}
