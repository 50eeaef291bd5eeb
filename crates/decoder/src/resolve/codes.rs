//! Codes and names → what they stand for.

use crate::draft::{Draft, Word, Words};
use crate::finding::Candidate;
use crate::finding::candidates::{self, Known};
use crate::finding::partial_finding::Advice;
use crate::finding::registry::{self, Rule};
use crate::finding::topic::{List, Topic};
use crate::language::{Direction, Operator, Order, Output, Scenario};
use crate::line::name_lookup;
use crate::resolve::Resolver;
use crate::tables::{FieldDef, RelationDef};

impl<'a> Resolver<'a> {
    pub(crate) fn scenario(&mut self, draft: &Draft<'a>) -> Option<Scenario> {
        let Some(word) = &draft.scenario else {
            if draft.misread.scenario {
                return None;
            }
            self.report(
                &registry::MISSING_PART,
                draft.span,
                |_| "the intent has no scenario".to_owned(),
                |me| {
                    // The first ones are those that are asked most; a question back is none of them.
                    let known = Scenario::ALL.iter().map(|scenario| {
                        Known::named(List::Scenario, scenario.code(), scenario.name())
                    });
                    let first = me.candidates("", known.collect());
                    Advice::help(me.say("say one in `s`", "say one in `intent.scenario`"))
                        .or(first)
                        .on(Topic::Which(List::Scenario))
                },
            );
            return None;
        };
        self.code(
            word,
            List::Scenario,
            Scenario::ALL,
            Scenario::from_code,
            |scenario| (scenario.code(), scenario.name()),
        )
    }

    pub(crate) fn output(&mut self, draft: &Draft<'a>) -> Option<Output> {
        let word = draft.output.as_ref()?;
        self.code(
            word,
            List::Output,
            Output::ALL,
            Output::from_code,
            |output| (output.code(), output.name()),
        )
    }

    /// A member of one of the contract's own lists.
    pub(crate) fn code<T: Copy>(
        &mut self,
        word: &Word<'a>,
        list: List,
        all: &[T],
        from_code: impl Fn(&str) -> Option<T>,
        names: impl Fn(T) -> (&'static str, &'static str),
    ) -> Option<T> {
        let found = match self.words {
            Words::Codes | Words::Line => from_code(&word.value),
            Words::Names => (all.iter().copied()).find(|member| names(*member).1 == word.value),
        };
        if found.is_none() {
            self.unknown(&registry::UNKNOWN_CODE, word, list, |_| {
                let known = all.iter().map(|member| {
                    let (code, name) = names(*member);
                    Known::named(list, code, name)
                });
                known.collect()
            });
        }
        found
    }

    pub(crate) fn operator(&mut self, word: &Word<'a>) -> Option<Operator> {
        self.code(
            word,
            List::Operator,
            Operator::ALL,
            Operator::from_code,
            |operator| (operator.code(), operator.name()),
        )
    }

    pub(crate) fn direction(&mut self, word: &Word<'a>) -> Option<Direction> {
        self.code(
            word,
            List::Direction,
            Direction::ALL,
            Direction::from_code,
            |direction| (direction.code(), direction.name()),
        )
    }

    pub(crate) fn order(&mut self, word: &Word<'a>) -> Option<Order> {
        self.code(word, List::Order, Order::ALL, Order::from_code, |order| {
            (order.code(), order.name())
        })
    }

    pub(crate) fn field(&mut self, word: &Word<'a>) -> Option<&'a FieldDef> {
        let found = match self.words {
            Words::Codes | Words::Line => self.tables.field_by_code(&word.value),
            Words::Names => self.tables.field_by_path(&word.value),
        };
        if found.is_none() && !self.reserved(word, List::Field) {
            self.unknown(&registry::UNKNOWN_FIELD, word, List::Field, |me| {
                candidates::fields(me.tables, &me.about.types.to_vec())
            });
        }
        found
    }

    pub(crate) fn relation(&mut self, word: &Word<'a>) -> Option<&'a RelationDef> {
        let found = match self.words {
            Words::Codes => self.tables.relation_by_code(&word.value),
            Words::Names => self.tables.relation_by_name(&word.value),
            Words::Line => name_lookup::relation(self.tables, &word.value),
        };
        if found.is_none() && !self.reserved(word, List::Relation) {
            self.unknown(&registry::UNKNOWN_RELATION, word, List::Relation, |me| {
                me.tables.relations.iter().map(Known::relation).collect()
            });
        }
        found
    }

    pub(crate) fn type_name(&mut self, word: &Word<'a>) -> Option<&'a str> {
        let found = self.tables.type_by_name(&word.value);
        if found.is_none() {
            self.unknown(&registry::UNKNOWN_TYPE, word, List::Type, |me| {
                me.tables.types.iter().map(Known::type_def).collect()
            });
        }
        found.map(|def| def.name.as_ref())
    }

    /// A field the intent may use: of one of its types.
    pub(crate) fn field_here(&mut self, word: &Word<'a>) -> Option<&'a FieldDef> {
        let field = self.field(word)?;
        if self.about.allows(&field.type_name) {
            return Some(field);
        }
        self.report_on(
            Some(field),
            &registry::FIELD_OF_OTHER_TYPE,
            word.span,
            |me| {
                let named = match me.words {
                    Words::Codes => format!("`{}` is `{}`", word.value, field.path),
                    Words::Names | Words::Line => {
                        format!("`{}` is of the type `{}`", field.path, field.type_name)
                    }
                };
                let types = me.about.types.to_vec().join("`, `");
                format!("{named}, and the intent is about `{types}`")
            },
            |me| {
                let types = &me.about.types;
                // One of the same name, or one that names what the field is a property of.
                let near = me.tables.fields.iter().filter(|other| {
                    let leads = other.reference.as_deref() == Some(field.type_name.as_ref());
                    (other.name == field.name || leads) && types.contains(&other.type_name)
                });
                let known = near.map(|field| Known::field(me.tables, field).said_in(me.words));
                Advice::help(me.tell(
                    "use a field of the target type, or name the other type in `tg`",
                    "use a field of the target type, or name the other type in `target_types`",
                    "use a field of the type that is said, or say the other type before it",
                ))
                .or(candidates::rank_or_all(
                    &field.name,
                    known.collect(),
                    me.cap(),
                ))
            },
        );
        None
    }

    /// A code that was in use once.
    fn reserved(&mut self, word: &Word<'a>, list: List) -> bool {
        let reserved = self.words != Words::Names && self.tables.reserved.contains(&word.value);
        if reserved {
            self.report(
                &registry::RESERVED_CODE,
                word.span,
                |_| format!("the code `{}` is not in use any more", word.value),
                |_| Advice::help("refresh the prompt card").on(Topic::Which(list)),
            );
        }
        reserved
    }

    /// What could have been meant, as the text would say it.
    pub(crate) fn candidates(&self, said: &str, known: Vec<Known<'_>>) -> Vec<Candidate> {
        let known = known.into_iter().map(|known| known.said_in(self.words));
        candidates::rank_or_all(said, known.collect(), self.cap())
    }

    pub(crate) fn unknown(
        &mut self,
        rule: &'static Rule,
        word: &Word<'a>,
        list: List,
        known: impl FnOnce(&Self) -> Vec<Known<'a>>,
    ) {
        self.report(
            rule,
            word.span,
            |_| format!("the {} `{}` is not registered", list.member(), word.value),
            |me| {
                let candidates = me.candidates(&word.value, known(me));
                let help = candidates::slip(&word.value, &candidates).unwrap_or_else(|| {
                    if candidates.is_empty() {
                        return format!("the codebook has no {}", list.member());
                    }
                    let codes: Vec<&str> = candidates
                        .iter()
                        .map(|candidate| candidate.code.as_str())
                        .collect();
                    format!("say a registered one, such as `{}`", codes.join("`, `"))
                });
                Advice::help(help).or(candidates).on(Topic::Which(list))
            },
        );
    }
}
