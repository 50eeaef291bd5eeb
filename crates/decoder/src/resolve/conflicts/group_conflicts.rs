//! Conflicts of the groups: their filters exclude those of the whole intent, or nothing uses a group.

use crate::contract::{Condition, Contract, Filter, Group};
use crate::draft::{Draft, DraftGroup};
use crate::finding::registry;
use crate::finding::topic::{Name, Topic};
use crate::language::{Part, Scenario, given_names};
use crate::resolve::conflicts::exclusion::{Comparand, exclude};
use crate::resolve::conflicts::place_of;
use crate::resolve::context::Context;
use crate::resolve::notes::Notes;
use crate::span::{Span, Spanned};

pub(crate) fn check_groups<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    draft: &Draft<'a>,
    contract: &Contract<'a>,
) {
    let constraints = &contract.constraints;
    let set = constraints.set_ops.as_deref();
    let is_side = |group: &Group<'a>| set.is_some_and(|set| set.uses(&group.name));
    let groups = draft.groups.iter().zip(&constraints.groups);
    for (said, group) in groups.clone().filter(|(_, group)| is_side(group)) {
        for (index, own) in group.filters.iter().enumerate() {
            if let Some(own) = against_all(context, own, &constraints.filters) {
                let span = place_of(&said.value.filters, &group.filters, index);
                group_filter(context, notes, own, span.unwrap_or(said.span));
            }
        }
    }
    let needs_set = contract.intent.scenario == Scenario::SetOps;
    if needs_set && set.is_none() {
        return;
    }
    let compared: Vec<&str> = constraints.compared_groups().collect();
    let is_used = |group: &Group<'a>| is_side(group) || compared.contains(&group.name.as_ref());
    for (said, _) in groups.filter(|(_, group)| !is_used(group)) {
        unused_group(notes, draft, said);
    }
}

/// The first filter of the group that excludes a filter of the whole intent. A choice counts as excluded if one of its
/// branches is.
fn against_all<'a, 'c>(
    context: &Context<'a>,
    own: &'c Condition<'a>,
    all: &[Condition<'a>],
) -> Option<&'c Filter<'a>> {
    let mut own = own.filters();
    own.find(|own| all.iter().any(|other| none_passes(context, own, other)))
}

/// `true` if two filters of one field exclude each other.
fn none_passes<'a>(context: &Context<'a>, one: &Filter<'a>, other: &Condition<'a>) -> bool {
    let (Some((path, one)), Some((other_path, other))) = (one.tested(), other.tested()) else {
        return false;
    };
    path == other_path
        && (context.tables.field_read(path))
            .is_some_and(|field| !field.array && exclude(one.of(field), other.of(field)))
}

fn group_filter<'a>(context: &Context<'a>, notes: &mut Notes<'a>, own: &Filter<'a>, span: Span) {
    let field = context.tables.field_read(&own.field);
    notes.report_on(field, &registry::FILTERS_EXCLUDE, span, |finding| {
        let path = field.map_or("", |field| field.path.as_ref());
        let message = format!("no value of `{path}` passes this filter and the one of the whole");
        finding.explain(message, "say the one that is meant")
    });
}

fn unused_group<'a>(notes: &mut Notes<'a>, draft: &Draft<'a>, said: &Spanned<DraftGroup<'a>>) {
    let name = &said.value.name;
    let mut compared = draft.compared_groups();
    // An unreadable set operation, or an invalid comparison with the group, already has its finding.
    if draft.misread.has(Part::Set) || compared.any(|said| given_names::means(said, &name.value)) {
        return;
    }
    notes.report(&registry::UNUSED_PART, name.span, |finding| {
        let message = format!("nothing uses the group `{}`", name.value);
        let help = "use it in the operation, compare with it, or leave it out";
        let finding = finding.explain(message, help);
        finding.on(Topic::Name(Name::Group))
    });
}
