//! Relations that must not be there: where they lead is nothing to show, to sort or to compute.

use crate::contract::{Condition, Filter, Grounding};
use crate::draft::{DraftGroup, DraftRelation};
use crate::finding::registry;
use crate::language::{Part, Scenario};
use crate::places::{Link, Places, Reached};
use crate::resolve::Resolver;
use crate::span::{Span, Spanned};
use crate::tables::Column;

impl<'a> Resolver<'a> {
    /// Checks a hop that must not be there. A path and a neighbourhood are made of what is there.
    pub(crate) fn absence(&mut self, said: &DraftRelation<'a>, scenario: Scenario) {
        let Some(absent) = said.absent.as_ref().filter(|absent| absent.value) else {
            return;
        };
        self.newer(
            absent.span,
            Part::Relation,
            "a relation that must not be there",
        );
        if !scenario.may_deny() {
            self.report(&registry::NOTHING_THERE, absent.span, |me, finding| {
                let said = me.word_of(scenario);
                let message =
                    format!("`{said}` walks along relations, and this one must not exist");
                finding.explain(message, "leave it out, or ask for instances")
            });
        }
    }

    /// Learns the types that are only where nothing may be.
    pub(crate) fn learn_absent(
        &mut self,
        scenario: Scenario,
        grounding: &Grounding<'a>,
        groups: &[Spanned<DraftGroup<'a>>],
    ) {
        if !grounding.relations.iter().any(|hop| hop.absent) {
            return;
        }
        let own = groups.iter().flat_map(|group| &group.value.targets);
        let own = own.map(|word| word.value.as_ref());
        let targets = grounding.target_types.iter().map(AsRef::as_ref);
        let targets: Vec<&str> = targets.chain(own).collect();
        let places = Places::of(scenario, grounding, &targets, self.tables);
        for def in self.tables.types.iter() {
            if let Reached::At(place) = places.reached(&def.name)
                && places.is_absent(place)
            {
                self.nowhere.push(&def.name);
            }
        }
    }

    /// Whether there is something to read a column of.
    pub(crate) fn is_there(&mut self, column: Column<'a>, span: Span) -> bool {
        let there = !self.nowhere.contains(type_of(column));
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

    /// A condition says of what kind there must be none along one relation, not along two.
    pub(crate) fn is_of_one_absence(&mut self, condition: &Condition<'a>, span: Span) -> bool {
        let tables = self.tables;
        let paths = condition.filters().flat_map(Filter::paths);
        let types = paths.filter_map(|path| Some(tables.field_by_path(path)?.type_name.as_ref()));
        let mut types = types.filter(|name| self.nowhere.contains(name));
        let Some(first) = types.next() else {
            return true;
        };
        let Some(other) = types.find(|other| *other != first) else {
            return true;
        };
        self.report(&registry::NOTHING_THERE, span, |_, finding| {
            let message =
                format!("one condition reads `{first}` and `{other}`, and neither may exist");
            finding.explain(message, "say a condition for each by itself")
        });
        false
    }
}

/// The type whose instances have a column.
fn type_of(column: Column<'_>) -> &str {
    match column {
        Column::Field(field) => &field.type_name,
        Column::Type(name) => name,
    }
}

/// What of a hop decides on its chain.
pub(crate) fn link(said: &DraftRelation<'_>) -> Link {
    Link {
        starts: said.from.is_some(),
        absent: said.absent.as_ref().is_some_and(|absent| absent.value),
    }
}
