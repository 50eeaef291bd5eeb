//! Where the columns of an intent are read: whether that is clear, and something is there, and one of it.
//!
//! A row of an instance has one value of what is at a place with one instance, and may have several of what is elsewhere.
//! Those are asked about, as is a count that does not say of what.

use crate::contract::{Condition, Contract, Filter, Grounding, Intent, Str};
use crate::finding::candidates::Known;
use crate::finding::registry;
use crate::language::{Function, Output};
use crate::places::{Places, Reached};
use crate::resolve::Resolver;
use crate::span::Span;
use crate::tables::Column;

/// What is known of where columns are read.
#[derive(Default)]
pub(crate) struct PlacesRead<'a> {
    /// The place of the relations in the text.
    pub(crate) relations: Span,
    /// The types of which not everything can be read, and why.
    unclear: Vec<(&'a str, Unclear)>,
    /// Whether a row of an instance may stand for several matches.
    many: bool,
}

/// Why not everything of a type can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unclear {
    /// Several places have the type, and nothing says which is meant.
    Twice,
    /// Nothing may be where it is.
    Nowhere,
    /// A row of an instance may have several.
    Several,
}

/// What a column is read for, each asking for more than the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReadFor {
    /// A filter, which may say of what kind there must be none.
    Filter,
    /// Groups, and values of which there may be several.
    Groups,
    /// A row, which has one value of it.
    Row,
}

impl PlacesRead<'_> {
    fn unclear(&self, column: Column<'_>) -> Option<Unclear> {
        let mut unclear = self.unclear.iter();
        let found = unclear.find(|(name, _)| *name == column.type_name());
        found.map(|(_, why)| *why)
    }

    /// Whether a type is only where nothing may be.
    pub(crate) fn is_nowhere(&self, type_name: &str) -> bool {
        self.unclear.contains(&(type_name, Unclear::Nowhere))
    }
}

impl<'a> Resolver<'a> {
    /// Learns where columns are read in an intent. `groups`: the types of each group.
    pub(crate) fn learn_places<'w>(
        &mut self,
        intent: &Intent,
        grounding: &'w Grounding<'a>,
        groups: impl Iterator<Item = Vec<&'w str>>,
    ) {
        if grounding.relations.is_empty() || self.overlong || !intent.scenario.is_matched() {
            return;
        }
        let mut targets: Vec<&str> = names(&grounding.target_types);
        let groups: Vec<Vec<&str>> = groups.collect();
        // A group without types where the contract has none is of any.
        if !(targets.is_empty() && groups.iter().any(Vec::is_empty)) {
            targets.extend(groups.iter().flatten());
        }
        let places = Places::of(intent.scenario, grounding, &targets, self.tables);
        let single = places.single();
        let of_instances = has_instances(intent);
        // Entities are named, so nobody asks how many there are.
        let counted = places.places.iter().zip(&single).enumerate();
        let mut counted =
            counted.filter(|(at, (place, _))| place.entities.is_none() && !places.is_absent(*at));
        self.read.many = of_instances && counted.any(|(_, (_, single))| !single);
        for def in self.tables.types.iter() {
            let several = |place| of_instances && single.get(place) == Some(&false);
            let unclear = match places.reached(&def.name) {
                Reached::At(place) if places.is_absent(place) => Unclear::Nowhere,
                Reached::At(place) if several(place) => Unclear::Several,
                Reached::Twice => Unclear::Twice,
                _ => continue,
            };
            self.read.unclear.push((&def.name, unclear));
        }
    }

    /// Whether it is clear where a column is read, and what is read there is enough.
    pub(crate) fn is_read(&mut self, column: Column<'a>, purpose: ReadFor, span: Span) -> bool {
        let (path, name) = (column.path(), column.type_name());
        match (self.read.unclear(column), purpose) {
            (Some(Unclear::Twice), _) => {
                self.report(&registry::REACHED_TWICE, span, |_, finding| {
                    let message = format!(
                        "the relations reach `{name}` twice, and `{path}` could be of either"
                    );
                    let help = "leave it out, or leave out the relation that is not meant";
                    finding.explain(message, help).about(column.field())
                });
            }
            (Some(Unclear::Nowhere), ReadFor::Groups | ReadFor::Row) => {
                self.report(&registry::NOTHING_THERE, span, |me, finding| {
                    let message =
                        format!("`{path}` has no value here: the relation to it must not exist");
                    let help = me.tell(
                        "leave it out, or take `no` out of the relation",
                        "leave it out, or take `absent` out of the relation",
                        "leave it out, or take `!` off the relation",
                    );
                    finding.explain(message, help).about(column.field())
                });
            }
            (Some(Unclear::Several), ReadFor::Row) => {
                self.report(&registry::NOT_A_COLUMN, span, |me, finding| {
                    let message = format!("a row is an instance, and may have several of `{path}`");
                    let help = me.tell(
                        "ask for matches, `\"o\":\"REL\"` with `RQ` or `AGG`, or leave it out",
                        "ask for matches, the output `relations`, or leave it out",
                        "ask for matches, `REL` with `RQ` or `AGG`, or leave it out",
                    );
                    finding.explain(message, help).about(column.field())
                });
            }
            _ => return true,
        }
        false
    }

    /// Whether it is clear what a metric counts or computes: rows, or what a row has one of.
    pub(crate) fn is_countable(
        &mut self,
        function: Function,
        over: Option<Column<'a>>,
        span: Span,
    ) -> bool {
        match (function, over) {
            (Function::Count, None) => self.counts_rows(span),
            (Function::Count | Function::Sum | Function::Avg, Some(Column::Field(field))) => {
                self.is_read(Column::Field(field), ReadFor::Row, span)
            }
            _ => true,
        }
    }

    /// Whether a count without a field can be of nothing but rows.
    fn counts_rows(&mut self, span: Span) -> bool {
        if !self.read.many {
            return true;
        }
        self.report(&registry::COUNT_OF_WHAT, span, |me, finding| {
            let message = "a relation may lead from an instance to several, and the count does not say of what";
            let known = me.tables.types.iter();
            let known = known.filter(|def| me.about.types.contains(&def.name));
            finding
                .explain(message, "say the type that is counted")
                .candidates(me.candidates("", known.map(Known::type_def).collect()))
        });
        false
    }

    /// Whether it is clear what a contract reads, and a row has one of what it shows. Whoever finds no words for a question
    /// leaves it to the rules.
    pub(crate) fn reads_plainly(&mut self, contract: &Contract<'a>) -> bool {
        let (grounding, constraints) = (&contract.grounding, &contract.constraints);
        // One relation alone reaches no type but the target's twice, and leads to several only where a row is an instance.
        let unclear = match grounding.relations.len() {
            0 => false,
            1 => has_instances(&contract.intent),
            _ => true,
        };
        if !unclear || (self.tables.always.is_empty() && !reads_elsewhere(contract)) {
            return true;
        }
        let groups = constraints.groups.iter();
        let own = groups.map(|group| names(&group.target_types));
        self.learn_places(&contract.intent, grounding, own);
        self.read.unclear.is_empty() && !self.read.many
    }
}

fn names<'w>(types: &'w [Str<'_>]) -> Vec<&'w str> {
    types.iter().map(AsRef::as_ref).collect()
}

/// Whether a contract counts, or reads a field of another type than its targets'.
fn reads_elsewhere(contract: &Contract<'_>) -> bool {
    let constraints = &contract.constraints;
    let groups = constraints.groups.iter();
    let filters = groups.flat_map(|group| &group.filters);
    let filters = filters.chain(&constraints.filters);
    let filtered = filters.flat_map(Condition::filters).flat_map(Filter::paths);
    let shown = contract.grounding.target_attributes.iter();
    let sorted = constraints.sort.iter().map(|key| key.field.as_ref());
    let mut read = filtered.chain(shown.map(AsRef::as_ref)).chain(sorted);
    constraints.aggregation.is_some() || read.any(|path| is_elsewhere(contract, path))
}

/// Whether a path is of another type than the targets'.
fn is_elsewhere(contract: &Contract<'_>, path: &str) -> bool {
    let name = path.split('.').next();
    let mut targets = contract.grounding.target_types.iter();
    !targets.any(|own| Some(own.as_ref()) == name)
}

/// Whether the rows of an answer are instances, or numbers over instances, and it shows what they have.
fn has_instances(intent: &Intent) -> bool {
    intent.scenario.is_matched() && !intent.has_matches() && intent.output_type != Output::Existence
}
