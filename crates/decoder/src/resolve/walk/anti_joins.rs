//! Anti-joins: relations that must not exist.

use std::borrow::Cow;

use crate::contract::{Condition, Filter};
use crate::draft::DraftRelation;
use crate::finding::registry;
use crate::language::{Call, Part, Scenario, given_names};
use crate::places::Link;
use crate::resolve::context::Context;
use crate::resolve::notes::Notes;
use crate::resolve::scope::Scope;
use crate::span::Span;

/// Checks an anti-join; it must be in a scenario that matches instances.
pub(crate) fn absence<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    said: &DraftRelation<'a>,
    scenario: Scenario,
) {
    let Some(absent) = said.absent.as_ref().filter(|absent| absent.value) else {
        return;
    };
    let form = "a relation that must not be there";
    notes.newer(absent.span, Part::Relation, form);
    if !scenario.is_matched() {
        notes.report(&registry::NOTHING_THERE, absent.span, |finding| {
            let said = context.word_of(scenario);
            let message = format!("`{said}` gives no instances that could be without a relation");
            finding.explain(message, "leave it out, or ask for instances")
        });
    }
}

/// Checks that a condition reads at most one anti-join.
pub(crate) fn is_of_one_absence<'a>(
    context: &Context<'a>,
    scope: &Scope<'a>,
    notes: &mut Notes<'a>,
    condition: &Condition<'a>,
    span: Span,
) -> bool {
    let absent = |path: &str| {
        let column = context.tables.column(path)?;
        let nowhere = scope.read.is_nowhere(column, path);
        let place = given_names::at_place(path).0.map(given_names::reference);
        nowhere.then(|| place.unwrap_or(Cow::Borrowed(column.type_name())))
    };
    let mut read = (condition.filters())
        .flat_map(Filter::paths)
        .flat_map(Call::fields)
        .filter_map(absent);
    let Some(first) = read.next() else {
        return true;
    };
    let Some(other) = read.find(|other| *other != first) else {
        return true;
    };
    notes.report(&registry::NOTHING_THERE, span, |finding| {
        let message = format!("one condition reads `{first}` and `{other}`, and neither may exist");
        finding.explain(message, "say a condition for each by itself")
    });
    false
}

/// The properties of a hop that decide its chain.
pub(crate) fn link(said: &DraftRelation<'_>) -> Link {
    Link {
        starts: said.from.is_some(),
        absent: said.absent.as_ref().is_some_and(|absent| absent.value),
    }
}
