//! Codes and names → what they stand for.

use std::borrow::Cow;

use crate::contract::Str;
use crate::draft::{Draft, Word, Words};
use crate::finding::candidates::{self, Known};
use crate::finding::registry::{self, Rule};
use crate::finding::topic::{List, Listed, Topic};
use crate::finding::{Candidate, Finding};
use crate::language::{Call, Derivation, Output, Part, Scenario, given};
use crate::ledger::LedgerKind;
use crate::resolve::Resolver;
use crate::resolve::known_places::{ColumnRead, ReadFor};
use crate::span::Span;
use crate::tables::{Column, FieldDef, MetricDef, RelationDef, ScenarioDef, Tables};

impl<'a> Resolver<'a> {
    pub(crate) fn scenario(&mut self, draft: &Draft<'a>) -> Option<Scenario> {
        let Some(word) = &draft.scenario else {
            if draft.misread.scenario {
                return None;
            }
            self.report(&registry::MISSING_PART, draft.span, |me, finding| {
                // The first ones are those that are asked most; a question back is none of them.
                let served = served(me.tables).into_iter();
                let known = served.map(|scenario| Known::member(&scenario));
                let first = me.candidates("", known.collect());
                let help = me.say("say one in `s`", "say one in `intent.scenario`");
                finding
                    .explain("the intent has no scenario", help)
                    .candidates(first)
                    .on(Topic::Which(List::Scenario))
            });
            return None;
        };
        let tables = self.tables;
        let scenario = self.member_among(word, || served(tables))?;
        if self.tables.scenario(scenario).is_some() {
            return Some(scenario);
        }
        if draft.misread.scenario {
            return None;
        }
        self.report(&registry::SCENARIO_NOT_SERVED, word.span, |me, finding| {
            let served = served(me.tables).into_iter();
            let known = served.map(|scenario| Known::member(&scenario)).collect();
            let candidates = me.candidates("", known);
            let (said, name) = (me.word_of(scenario), scenario.name());
            let message = match me.words {
                Words::Names => format!("`{said}` is not answered in this domain"),
                Words::Codes | Words::Sql => {
                    format!("`{said}` ({name}) is not answered in this domain")
                }
            };
            let codes: Vec<&str> = (candidates.iter())
                .map(|candidate| candidate.code.as_str())
                .collect();
            let help = format!("its scenarios are `{}`", codes.join("`, `"));
            finding
                .explain(message, help)
                .candidates(candidates)
                .on(Topic::Which(List::Scenario))
        });
        None
    }

    pub(crate) fn output(&mut self, draft: &Draft<'a>) -> Option<Output> {
        self.member(draft.output.as_ref()?)
    }

    /// An output its scenario gives; another one is asked about.
    pub(crate) fn check_output(&mut self, draft: &Draft<'a>, output: Output, row: &ScenarioDef) {
        let Some(word) = &draft.output else {
            return;
        };
        if row.outputs.contains(&output) {
            if (row.scenario, output) == (Scenario::Aggregation, Output::Relations) {
                self.newer(word.span, Part::Metric, "numbers over matches");
            }
            return;
        }
        self.report(&registry::OUTPUT_DOES_NOT_FIT, word.span, |me, finding| {
            let known = row.outputs.iter().map(Known::member).collect();
            let candidates = me.candidates("", known);
            let codes: Vec<&str> = row.outputs.iter().map(|one| me.word_of(*one)).collect();
            let (scenario, said) = (me.word_of(row.scenario), me.word_of(output));
            let message = format!("`{scenario}` does not give `{said}`");
            finding
                .explain(message, format!("it gives `{}`", codes.join("`, `")))
                .candidates(candidates)
                .on(Topic::Which(List::Output))
        });
    }

    /// A member of one of the contract's own lists.
    pub(crate) fn member<T: Listed>(&mut self, word: &Word<'a>) -> Option<T> {
        self.member_among(word, || T::ALL.to_vec())
    }

    /// A member of one of the contract's own lists; where it is none, those that could stand there are offered.
    pub(crate) fn member_among<T: Listed>(
        &mut self,
        word: &Word<'a>,
        fitting: impl FnOnce() -> Vec<T>,
    ) -> Option<T> {
        let found = member_named(&word.value, self.words);
        if found.is_none() {
            self.unknown(&registry::UNKNOWN_CODE, word, T::LIST, |_| {
                fitting().iter().map(Known::member).collect()
            });
        }
        found
    }

    pub(crate) fn field(&mut self, word: &Word<'a>) -> Option<&'a FieldDef> {
        let found = field_named(&word.value, self.words, self.tables);
        if found.is_none() && !self.reserved(word, List::Field) {
            self.unknown_field(word);
        }
        found
    }

    /// Reports a field that the codebook does not have. What is near the same word is looked for once: a text may say it a
    /// thousand times.
    fn unknown_field(&mut self, word: &Word<'a>) {
        if let Some(def) = metric_named(&word.value, self.words, self.tables) {
            self.report(&registry::UNKNOWN_FIELD, word.span, |_, finding| {
                let name = &def.name;
                let message = format!("`{name}` is a metric of the codebook, and no field");
                let help = format!("ask for it among the metrics, and say `&{name}` where it is shown, compared or sorted by");
                finding.explain(message, help)
            });
            return;
        }
        self.report(&registry::UNKNOWN_FIELD, word.span, |me, finding| {
            let mut near = me.near_fields.borrow_mut();
            let known = near.iter().find(|(said, _)| *said == word.value);
            let candidates = match known {
                Some((_, candidates)) => candidates.clone(),
                None => {
                    let known = candidates::fields(me.tables, &me.about.types.to_vec());
                    let candidates = me.candidates(&word.value, known);
                    near.push((word.value.clone(), candidates.clone()));
                    candidates
                }
            };
            me.not_registered(finding, word, List::Field, candidates)
        });
    }

    /// The relation that a word names. An alias is one of the type a relation leads from: of several with one alias the
    /// one that fits is meant.
    pub(crate) fn relation(
        &mut self,
        word: &Word<'a>,
        fits: impl Fn(&'a RelationDef) -> bool,
    ) -> Option<&'a RelationDef> {
        let def = self.relation_called(word, fits);
        // One that is not known may lead to any type.
        self.about.open |= def.is_none();
        def
    }

    fn relation_called(
        &mut self,
        word: &Word<'a>,
        fits: impl Fn(&'a RelationDef) -> bool,
    ) -> Option<&'a RelationDef> {
        if let Some(def) = relation_named(&word.value, self.words, self.tables) {
            return Some(def);
        }
        if !self.reserved(word, List::Relation) {
            self.unknown(
                &registry::UNKNOWN_RELATION,
                word,
                List::Relation,
                |me| match me.known_relations(fits) {
                    none if none.is_empty() => me.known_relations(|_| true),
                    some => some,
                },
            );
        }
        None
    }

    /// The relations of the codebook that fit.
    pub(crate) fn known_relations(&self, fits: impl Fn(&'a RelationDef) -> bool) -> Vec<Known<'a>> {
        let tables = self.tables;
        let relations = tables.relations.iter().filter(|def| fits(def));
        relations.map(|def| Known::relation(tables, def)).collect()
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

    /// The names of types, of those that are known. One that is said again is one; the ledger names the first.
    pub(crate) fn type_names(&mut self, words: &[Word<'a>]) -> Vec<Str<'a>> {
        let mut names: Vec<Str<'a>> = Vec::with_capacity(words.len());
        let mut again = None;
        for word in words {
            let Some(name) = self.type_name(word) else {
                continue;
            };
            match names.iter().any(|own| own == name) {
                true => again = again.or(Some((name, word.span))),
                false => names.push(Cow::Borrowed(name)),
            }
        }
        if let Some((name, span)) = again {
            let why = "the type is said twice";
            (self.ledger).note(LedgerKind::LeftOut, "", name, why, Some(span));
        }
        names
    }

    /// Whether one of some types is not known.
    pub(crate) fn has_unknown_type(&self, words: &[Word<'a>]) -> bool {
        let mut words = words.iter();
        words.any(|word| self.tables.type_by_name(&word.value).is_none())
    }

    /// A field the intent may use, clear as to where it is read, and its path.
    pub(crate) fn field_for(
        &mut self,
        purpose: ReadFor,
        word: &Word<'a>,
    ) -> Option<(&'a FieldDef, Str<'a>)> {
        if Call::read(&word.value).is_some() {
            return self.derived(purpose, word);
        }
        let read = match given::at_place(&word.value) {
            (Some(place), read) => self.column_at(purpose, word, (place, read))?,
            (None, read) if given::name(read).is_some() => {
                self.no_field(word);
                return None;
            }
            (None, _) => {
                let field = self.field_of_intent(word)?;
                self.clear(Column::Field(field), purpose, word.span)?
            }
        };
        Some((read.column.field()?, read.path))
    }

    /// Reports a name that is given where a field is wanted.
    fn no_field(&mut self, word: &Word<'a>) {
        self.report(&registry::UNKNOWN_NAME, word.span, |me, finding| {
            let message = format!("`{}` is a name that is given, and no field", word.value);
            let known = me.fields_of_intent(|_| true);
            finding
                .explain(message, "say a field here")
                .candidates(me.candidates("", known))
                .on(Topic::Which(List::Field))
        });
    }

    /// A column without a place, where it is clear which is meant.
    fn clear(
        &mut self,
        column: Column<'a>,
        purpose: ReadFor,
        span: Span,
    ) -> Option<ColumnRead<'a>> {
        let read = self.read_of(column);
        self.is_read(&read, purpose, span).then_some(read)
    }

    /// A field of one of the types of the intent.
    fn field_of_intent(&mut self, word: &Word<'a>) -> Option<&'a FieldDef> {
        let field = self.field(word)?;
        if self.about.allows(&field.type_name) {
            return Some(field);
        }
        let rule = &registry::FIELD_OF_OTHER_TYPE;
        self.report_on(Some(field), rule, word.span, |me, finding| {
            let named = match me.words {
                Words::Codes => format!("`{}` is `{}`", word.value, field.path),
                Words::Names | Words::Sql => {
                    format!("`{}` is of the type `{}`", field.path, field.type_name)
                }
            };
            let types = me.about.types.to_vec().join("`, `");
            // One of the same name, or one that names what the field is a property of.
            let near = me.fields_of_intent(|other| {
                let leads = other.reference.as_deref() == Some(field.type_name.as_ref());
                other.name == field.name || leads
            });
            let help = me.tell(
                "use a field of the target type, or name the other type in `tg`",
                "use a field of the target type, or name the other type in `target_types`",
                "use a column of a table of the query, or join the other table",
            );
            finding
                .explain(format!("{named}, and the intent is about `{types}`"), help)
                .candidates(me.candidates(&field.name, near))
        });
        None
    }

    /// A field, or a type, that the intent is about. A word that names both is the field.
    pub(crate) fn column(&mut self, word: &Word<'a>) -> Option<ColumnRead<'a>> {
        if Call::read(&word.value).is_some() {
            return self.derived_column(ReadFor::Groups, word);
        }
        if let (Some(place), read) = given::at_place(&word.value) {
            return self.column_at(ReadFor::Groups, word, (place, read));
        }
        if let Some(place) = given::name(&word.value)
            && let Some(type_name) = self.only_type_at(place)
        {
            return self.column_at(ReadFor::Groups, word, (place, type_name));
        }
        let is_field = field_named(&word.value, self.words, self.tables).is_some();
        let def = self.tables.type_by_name(&word.value).filter(|_| !is_field);
        let Some(def) = def else {
            let field = self.field_of_intent(word)?;
            return self.clear(Column::Field(field), ReadFor::Groups, word.span);
        };
        if self.about.allows(&def.name) {
            return self.clear(Column::Type(&def.name), ReadFor::Groups, word.span);
        }
        self.report(&registry::FIELD_OF_OTHER_TYPE, word.span, |me, finding| {
            let about = me.about.types.to_vec();
            let types = about.join("`, `");
            let known = me.tables.types.iter();
            let known = known.filter(|def| about.contains(&def.name.as_ref()));
            let message = format!(
                "`{}` is a type, and the intent is about `{types}`",
                word.value
            );
            let ways = me.tables.relations.iter().filter(|way| {
                let ends = [way.from.as_ref(), way.to.as_ref()];
                ends.contains(&def.name.as_ref()) && ends.iter().any(|end| about.contains(end))
            });
            let ways: Vec<&str> = (ways.map(|way| way.name.as_ref()).take(me.cap())).collect();
            let help = match ways.join("` or `") {
                none if none.is_empty() => "name a type of the intent".to_owned(),
                ways => format!("walk to it, by `{ways}`, or name a type of the intent"),
            };
            finding
                .explain(message, help)
                .candidates(me.candidates(&word.value, known.map(Known::type_def).collect()))
                .on(Topic::Which(List::Type))
        });
        None
    }

    /// The field or type of this code or name; a word that names both is the field.
    pub(crate) fn column_named(&self, word: &str) -> Option<Column<'a>> {
        let field = field_named(word, self.words, self.tables).map(Column::Field);
        field.or_else(|| Some(Column::Type(&self.tables.type_by_name(word)?.name)))
    }

    /// The path of the field or type that a word names.
    pub(crate) fn path_named(&self, word: &str) -> Option<Str<'a>> {
        if let Some(call) = Call::read(word) {
            let derivation: Derivation = member_named(call.name, self.words)?;
            let of = call.of.iter().map(|said| self.path_named(said));
            let of: Vec<Str<'a>> = of.collect::<Option<_>>()?;
            return Some(Cow::Owned(Call::written(derivation.name(), &of)));
        }
        if let Some(metric) = metric_named(word, self.words, self.tables) {
            return Some(Cow::Borrowed(&metric.name));
        }
        let (place, read) = given::at_place(word);
        let column = self.column_named(read)?;
        Some(match place {
            Some(place) => given::read_at(place, column.path()),
            None => self.read_of(column).path,
        })
    }

    /// A code that was in use once.
    fn reserved(&mut self, word: &Word<'a>, list: List) -> bool {
        let reserved = self.words != Words::Names && self.tables.reserved.contains(&word.value);
        if reserved {
            self.report(&registry::RESERVED_CODE, word.span, |_, finding| {
                let message = format!("the code `{}` is not in use any more", word.value);
                let finding = finding.explain(message, "refresh the prompt card");
                finding.on(Topic::Which(list))
            });
        }
        reserved
    }

    /// The fields of the types the intent is about that can be used so.
    pub(crate) fn fields_of_intent(&self, can: impl Fn(&FieldDef) -> bool) -> Vec<Known<'a>> {
        let types = &self.about.types;
        let of_types = |field: &&FieldDef| types.is_empty() || types.contains(&field.type_name);
        let fields = self.tables.fields.iter().filter(of_types);
        let fitting = fields.filter(|field| can(field));
        fitting
            .map(|field| Known::field(self.tables, field))
            .collect()
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
        self.report(rule, word.span, |me, finding| {
            let candidates = me.candidates(&word.value, known(me));
            me.not_registered(finding, word, list, candidates)
        });
    }

    /// That a word is no member of a list, and which are near it.
    pub(crate) fn not_registered(
        &self,
        finding: Finding,
        word: &Word<'a>,
        list: List,
        candidates: Vec<Candidate>,
    ) -> Finding {
        let what = list.name();
        let help = candidates::slip(&word.value, &candidates).unwrap_or_else(|| {
            if candidates.is_empty() {
                return format!("the codebook has no {what}");
            }
            let known = candidates.iter().map(|candidate| candidate.code.as_str());
            let codes: Vec<&str> = known.collect();
            format!("say a registered one, such as `{}`", codes.join("`, `"))
        });
        let message = format!("the {what} `{}` is not registered", word.value);
        let finding = finding.explain(message, help).candidates(candidates);
        finding.on(Topic::Which(list))
    }
}

/// The scenarios that are answered in the domain; a question back is none of them.
fn served(tables: &Tables) -> Vec<Scenario> {
    let rows = tables.scenarios.iter().map(|row| row.scenario);
    rows.filter(|scenario| *scenario != Scenario::Clarify)
        .collect()
}

/// The member of a list that a word names.
pub(crate) fn member_named<T: Listed>(word: &str, words: Words) -> Option<T> {
    match words {
        Words::Codes | Words::Sql => T::from_code(word),
        Words::Names => T::from_name(word),
    }
}

/// The field that a word names.
pub(crate) fn field_named<'t>(
    word: &str,
    words: Words,
    tables: &'t Tables,
) -> Option<&'t FieldDef> {
    match words {
        Words::Codes | Words::Sql => tables.field_by_code(word),
        Words::Names => tables.field_by_path(word),
    }
}

/// The metric of the codebook that a word names.
pub(crate) fn metric_named<'t>(
    word: &str,
    words: Words,
    tables: &'t Tables,
) -> Option<&'t MetricDef> {
    match words {
        Words::Codes | Words::Sql => tables.metric_by_code(word),
        Words::Names => tables.metric_by_name(word),
    }
}

/// The relation that a word names wherever it stands.
pub(crate) fn relation_named<'t>(
    word: &str,
    words: Words,
    tables: &'t Tables,
) -> Option<&'t RelationDef> {
    match words {
        Words::Codes | Words::Sql => tables.relation_by_code(word),
        Words::Names => tables.relation_by_name(word),
    }
}
