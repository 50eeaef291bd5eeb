//! Places with names: ends of relations that `&name` stands for, and what is read there.

use std::borrow::Cow;

use crate::contract::End;
use crate::draft::{Draft, DraftEnd, DraftRelation, Word};
use crate::finding::candidates::Known;
use crate::finding::registry;
use crate::finding::topic::{List, Name, Topic};
use crate::language::{Part, Scenario, given};
use crate::places::{Places, Reached};
use crate::resolve::Resolver;
use crate::resolve::known_places::{ColumnRead, NamedPlace, ReadFor, Unclear};
use crate::resolve::relation_walk::RelationWalk;
use crate::span::{Span, Spanned};
use crate::tables::Column;

impl<'a> Resolver<'a> {
    /// Learns the places that have names. `single`: where a row has one instance, if its rows are instances.
    pub(crate) fn learn_names(&mut self, places: &Places<'_>, single: Option<&Vec<bool>>) {
        let types = self.tables.types.iter().map(|def| def.name.as_ref());
        for (at, place) in places.places.iter().enumerate() {
            let Some(name) = place.name else {
                continue;
            };
            let several = single.is_some_and(|single| single.get(at) == Some(&false));
            let types = types.clone().filter(|known| place.types.contains(known));
            let alone = |known: &&str| places.reached(known) == Reached::At(at);
            self.read.named.push(NamedPlace {
                name: Cow::Owned(name.to_owned()),
                types: types.clone().collect(),
                alone_has: types.filter(alone).collect(),
                unclear: match places.is_absent(at) {
                    true => Some(Unclear::Nowhere),
                    false if several => Some(Unclear::Several),
                    false => {
                        let is_shared = single.is_some() && places.is_shared(at);
                        is_shared.then_some(Unclear::Shared)
                    }
                },
                is_read: false,
            });
        }
    }

    /// The place that a name stands for as an end of a relation.
    pub(crate) fn place_named(
        &mut self,
        word: &str,
        span: Span,
        scenario: Scenario,
    ) -> Option<End<'a>> {
        let name = given::name(word)?;
        if is_plain_name(name) && scenario.is_matched() {
            self.newer(span, Part::Relation, "a place with a name");
            return Some(End::Place(Cow::Owned(name.to_owned())));
        }
        self.report(&registry::BAD_END, span, |me, finding| {
            let (message, help) = match scenario.is_matched() {
                true => (
                    format!("`{word}` is no name of a place"),
                    "a name has Latin, Cyrillic or Chinese letters, digits and `_`, and nothing else",
                ),
                false => {
                    let said = me.word_of(scenario);
                    let message =
                        format!("`{said}` reads nothing at a place, so `{word}` says nothing");
                    (message, "leave the name out")
                }
            };
            finding.explain(message, help)
        });
        None
    }

    /// Checks that some hop leads to a place before one starts there.
    pub(crate) fn is_reached(
        &mut self,
        walk: &RelationWalk<'_, 'a>,
        span: Span,
        end: &End<'a>,
    ) -> bool {
        let End::Place(name) = end else {
            return true;
        };
        let reached = walk.names().any(|known| known == name);
        if !reached {
            self.report(&registry::UNKNOWN_NAME, span, |me, finding| {
                let name = given::reference(name);
                let message = format!("no relation before this one leads to `{name}`");
                let known = walk
                    .names()
                    .map(|known| Known::plain(given::reference(known)));
                let known: Vec<Known<'_>> = known.collect();
                finding
                    .explain(message, "say the relation that leads there first")
                    .candidates(me.candidates(&name, known))
                    .on(Topic::Name(Name::Place))
            });
        }
        reached
    }

    /// The field or type that a word names at a place with a name.
    pub(crate) fn column_at(
        &mut self,
        purpose: ReadFor,
        word: &Word<'a>,
        (place, read): (&str, &str),
    ) -> Option<ColumnRead<'a>> {
        let mut named = self.read.named.iter();
        let Some(known) = named.find(|known| known.name == place) else {
            self.unknown_place(word, read);
            return None;
        };
        let types = known.types.clone();
        let column = self.column_named(read);
        let takes = |column: &Column<'a>| purpose == ReadFor::Groups || column.field().is_some();
        let fits = |column: &Column<'a>| types.contains(&column.type_name()) && takes(column);
        let Some(fitting) = column.filter(fits) else {
            let rule = match column {
                Some(_) => &registry::FIELD_OF_OTHER_TYPE,
                None => &registry::UNKNOWN_FIELD,
            };
            self.read.elsewhere = true;
            self.report(rule, word.span, |me, finding| {
                let of = types.join("`, `");
                let message = format!("`{read}` is no field of `{of}`, which is at `&{place}`");
                let fields = me.tables.fields.iter();
                let there = fields.filter(|field| types.contains(&field.type_name.as_ref()));
                let known = there.map(|field| Known::field(me.tables, field));
                let mut fields = me.candidates(read, known.collect());
                for field in &mut fields {
                    field.code = given::read_at(place, &field.code).into_owned();
                }
                finding
                    .explain(message, "say a field of what is there")
                    .candidates(fields)
                    .on(Topic::Which(List::Field))
            });
            return None;
        };
        let path = given::read_at(place, fitting.path());
        let read = ColumnRead {
            column: fitting,
            path,
        };
        self.is_read(&read, purpose, word.span).then_some(read)
    }

    /// The type of a place, where it has one alone: its name means the instances there.
    pub(crate) fn only_type_at(&self, name: &str) -> Option<&'a str> {
        let mut named = self.read.named.iter();
        match named.find(|place| place.name == name)?.types.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    fn unknown_place(&mut self, word: &Word<'a>, read: &str) {
        if self.read.lost || self.overlong {
            return;
        }
        self.read.elsewhere = true;
        self.report(&registry::UNKNOWN_NAME, word.span, |me, finding| {
            let message = format!(
                "`{}` is read at a place that no relation leads to",
                word.value
            );
            let help = me.tell(
                "give an end of a relation the name, `\"to\":\"&name\"`",
                "give an end of a relation the name, `\"to\":\"&name\"`",
                "give a table the alias, `JOIN type name`",
            );
            let known = me.read.names();
            let known = known.map(|name| Known::plain(given::read_at(name, read)));
            let known: Vec<Known<'_>> = known.collect();
            finding
                .explain(message, help)
                .candidates(me.candidates(&word.value, known))
                .on(Topic::Name(Name::Place))
        });
    }

    /// Reports names of places at which nothing is read, and from which nothing leads on.
    pub(crate) fn unread_places(&mut self, draft: &Draft<'a>) {
        if self.read.lost || self.read.elsewhere {
            return;
        }
        let ends = || {
            let hops = draft.relations.iter().map(|hop| &hop.value);
            hops.flat_map(|hop: &DraftRelation<'a>| [&hop.from, &hop.to])
                .flatten()
        };
        let says = |end: &&Spanned<DraftEnd<'a>>, name: &str| matches!(&end.value, DraftEnd::Name(said) if given::name(said) == Some(name));
        let named = std::mem::take(&mut self.read.named);
        for place in named.iter().filter(|place| !place.is_read) {
            let mut said = ends().filter(|end| says(end, &place.name));
            let (Some(only), None) = (said.next(), said.next()) else {
                continue;
            };
            self.report(&registry::UNUSED_PART, only.span, |_, finding| {
                let name = given::reference(&place.name);
                let message =
                    format!("nothing is read at `{name}`, and nothing leads on from there");
                let finding = finding.explain(message, "leave the name out, or read a field there");
                finding.on(Topic::Name(Name::Place))
            });
        }
        self.read.named = named;
    }

    /// A column at each place that has its type and a name. `said`: what it is called there.
    pub(crate) fn at_places(&self, column: Column<'a>, said: &str) -> Vec<String> {
        let of_type = |place: &&NamedPlace<'a>| place.types.contains(&column.type_name());
        let places = self.read.named.iter().filter(of_type);
        places
            .map(|place| given::read_at(&place.name, said).into_owned())
            .collect()
    }
}

/// Whether a name can be that of a place: letters, digits and `_` alone.
fn is_plain_name(name: &str) -> bool {
    let is_letter = |letter: char| {
        letter == '_' || letter.is_alphanumeric() || ('\u{300}'..='\u{36f}').contains(&letter)
    };
    !name.is_empty() && name.chars().all(is_letter)
}
