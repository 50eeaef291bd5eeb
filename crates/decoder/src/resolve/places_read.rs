//! Where the columns of an intent are read: whether that is clear, and something is there, and one of it.
//!
//! A row of an instance has one value of what is at a place with one instance, and may have several of what is elsewhere.
//! Those are asked about, as is a count that does not say of what.

use crate::contract::{Condition, Contract, Filter, Grounding, Str};
use crate::finding::candidates::Known;
use crate::finding::registry;
use crate::language::{Function, Output, Scenario};
use crate::places::{Places, Reached};
use crate::resolve::Resolver;
use crate::resolve::intent_types::Types;
use crate::span::Span;
use crate::tables::Column;

/// What is known of where columns are read.
#[derive(Default)]
pub(crate) struct PlacesRead<'a> {
    /// The place of the relations in the text.
    pub(crate) relations: Span,
    /// The types that are only where nothing may be.
    pub(crate) nowhere: Types<'a>,
    /// The types that several places have, with nothing to say which is meant.
    twice: Types<'a>,
    /// The types of which a row of an instance may have several.
    several: Types<'a>,
    /// Whether a row of an instance may stand for several matches.
    many: bool,
}

impl<'a> Resolver<'a> {
    /// Learns where columns are read in a scenario with this output. `groups`: the types of each group.
    pub(crate) fn learn_places<'w>(
        &mut self,
        (scenario, output): (Scenario, Output),
        grounding: &'w Grounding<'a>,
        groups: impl Iterator<Item = Vec<&'w str>>,
    ) {
        if grounding.relations.is_empty() || self.overlong || !is_matched(scenario) {
            return;
        }
        let mut targets: Vec<&str> = names(&grounding.target_types);
        let groups: Vec<Vec<&str>> = groups.collect();
        // A group without types where the contract has none is of any.
        if !(targets.is_empty() && groups.iter().any(Vec::is_empty)) {
            targets.extend(groups.iter().flatten());
        }
        let places = Places::of(scenario, grounding, &targets, self.tables);
        let single = places.single();
        let of_instances = has_instances(scenario, output);
        // Entities are named, so nobody asks how many there are.
        let counted = places.places.iter().zip(&single).enumerate();
        let mut counted =
            counted.filter(|(at, (place, _))| place.entities.is_none() && !places.is_absent(*at));
        self.read.many = of_instances && counted.any(|(_, (_, single))| !single);
        for def in self.tables.types.iter() {
            let several = |place| of_instances && single.get(place) == Some(&false);
            match places.reached(&def.name) {
                Reached::At(place) if places.is_absent(place) => self.read.nowhere.push(&def.name),
                Reached::At(place) if several(place) => self.read.several.push(&def.name),
                Reached::Twice => self.read.twice.push(&def.name),
                _ => {}
            }
        }
    }

    /// Whether it is clear at which place a column is read.
    pub(crate) fn is_read_once(&mut self, column: Column<'a>, span: Span) -> bool {
        let once = !self.read.twice.contains(type_of(column));
        if !once {
            self.report(&registry::REACHED_TWICE, span, |_, finding| {
                let (path, name) = (column.path(), type_of(column));
                let message =
                    format!("the relations reach `{name}` twice, and `{path}` could be of either");
                let help = "leave it out, or leave out the relation that is not meant";
                finding.explain(message, help).about(column.field())
            });
        }
        once
    }

    /// Whether there is something to read a column of.
    pub(crate) fn is_there(&mut self, column: Column<'a>, span: Span) -> bool {
        let there = !self.read.nowhere.contains(type_of(column));
        if !there {
            self.report(&registry::NOTHING_THERE, span, |me, finding| {
                let path = column.path();
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
        there
    }

    /// Whether a row has one value of a column.
    pub(crate) fn is_single(&mut self, column: Column<'a>, span: Span) -> bool {
        let single = !self.read.several.contains(type_of(column));
        if !single {
            self.report(&registry::NOT_A_COLUMN, span, |me, finding| {
                let path = column.path();
                let message = format!("a row is an instance, and may have several of `{path}`");
                let help = me.tell(
                    "ask for matches, `\"o\":\"REL\"` with `RQ` or `AGG`, or leave it out",
                    "ask for matches, the output `relations`, or leave it out",
                    "ask for matches, `REL` with `RQ` or `AGG`, or leave it out",
                );
                finding.explain(message, help).about(column.field())
            });
        }
        single
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
                self.is_single(Column::Field(field), span)
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

    /// Whether it is clear what a contract with this output reads, and a row has one of what it shows. Whoever finds no words
    /// for a question leaves it to the rules.
    pub(crate) fn reads_plainly(&mut self, contract: &Contract<'a>, output: Output) -> bool {
        let (grounding, constraints) = (&contract.grounding, &contract.constraints);
        let counts = constraints.aggregation.is_some();
        let scenario = contract.intent.scenario;
        let shows = (counts || shows_elsewhere(contract)) && has_instances(scenario, output);
        // One relation alone reaches no type but the target's twice.
        let elsewhere = !self.tables.always.is_empty() || reads_elsewhere(contract);
        let twice = grounding.relations.len() > 1 && elsewhere;
        if grounding.relations.is_empty() || !(shows || twice) {
            return true;
        }
        let groups = constraints.groups.iter();
        let own = groups.map(|group| names(&group.target_types));
        self.learn_places((scenario, output), grounding, own);
        let is_single = |path: &str| {
            let column = self.tables.column(path);
            column.is_none_or(|column| !self.read.several.contains(type_of(column)))
        };
        let mut shown = grounding.target_attributes.iter();
        let mut sorted = constraints.sort.iter();
        (self.read.twice.is_empty() || !twice)
            && shown.all(|path| is_single(path))
            && sorted.all(|key| is_single(&key.field))
            && !(counts && self.read.many)
    }
}

fn names<'w>(types: &'w [Str<'_>]) -> Vec<&'w str> {
    types.iter().map(AsRef::as_ref).collect()
}

/// Whether a contract reads a field of another type than its targets'.
fn reads_elsewhere(contract: &Contract<'_>) -> bool {
    let constraints = &contract.constraints;
    let groups = constraints.groups.iter();
    let filters = groups.flat_map(|group| &group.filters);
    let filters = filters.chain(&constraints.filters);
    let mut filtered = filters.flat_map(Condition::filters).flat_map(Filter::paths);
    constraints.aggregation.is_some()
        || filtered.any(|path| is_elsewhere(contract, path))
        || shows_elsewhere(contract)
}

/// Whether a contract shows a field of another type than its targets', or sorts by one.
fn shows_elsewhere(contract: &Contract<'_>) -> bool {
    let mut shown = contract.grounding.target_attributes.iter();
    let mut sorted = contract.constraints.sort.iter();
    shown.any(|path| is_elsewhere(contract, path))
        || sorted.any(|key| is_elsewhere(contract, &key.field))
}

/// Whether a path is of another type than the targets'.
fn is_elsewhere(contract: &Contract<'_>, path: &str) -> bool {
    let name = path.split('.').next();
    let mut targets = contract.grounding.target_types.iter();
    !targets.any(|own| Some(own.as_ref()) == name)
}

/// Whether the answers of a scenario are made of matches.
fn is_matched(scenario: Scenario) -> bool {
    !matches!(
        scenario,
        Scenario::PathQuery | Scenario::Subgraph | Scenario::TextRag | Scenario::Clarify
    )
}

/// Whether the rows of an answer are instances, or numbers over instances, and it shows what they have.
fn has_instances(scenario: Scenario, output: Output) -> bool {
    match scenario {
        Scenario::InstanceSearch | Scenario::AttributesFetch | Scenario::SetOps => {
            output != Output::Existence
        }
        Scenario::RelationQuery => output == Output::Instances,
        Scenario::Aggregation => output != Output::Relations,
        _ => false,
    }
}

/// The type whose instances have a column.
fn type_of(column: Column<'_>) -> &str {
    match column {
        Column::Field(field) => &field.type_name,
        Column::Type(name) => name,
    }
}
