//! Conflicts of the instances that are looked for: with the named entities, and among several types.

use crate::contract::{Condition, Contract, End, Entity, Filter, Grounding, Str, Value};
use crate::draft::{Draft, DraftEntity};
use crate::finding::registry;
use crate::language::{Call, Operator, Part, given_names};
use crate::places::{Places, TARGET, types_between};
use crate::resolve::conflicts::place_of;
use crate::resolve::context::Context;
use crate::resolve::notes::Notes;
use crate::span::Spanned;

/// Reports filters that name a different instance than the entity, and entities that no relation uses.
pub(crate) fn check_entities<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    draft: &Draft<'a>,
    contract: &Contract<'a>,
) {
    let (grounding, filters) = (&contract.grounding, &contract.constraints.filters);
    let relations = &grounding.relations;
    if grounding.relations.is_empty() {
        for (index, filter) in filters.iter().enumerate() {
            let filter = filter.as_filter();
            if let Some(own) = filter.filter(|own| names_other(context, own, grounding)) {
                let span = place_of(&draft.filters, filters, index).unwrap_or(draft.span);
                let field = context.tables.field_read(&own.field);
                notes.report_on(field, &registry::FILTERS_EXCLUDE, span, |finding| {
                    let path = field.map_or("", |field| field.path.as_ref());
                    let message = format!("`{path}` names another one than the entity of its type");
                    finding.explain(message, "say the one that is meant, once")
                });
            }
        }
    } else if (relations.iter()).all(|hop| hop.from.is_some() && hop.to.is_some()) {
        let entities = draft.entities.iter().zip(&grounding.entity_list);
        for (index, (said, _)) in entities.enumerate() {
            let end = Some(End::Entity(index));
            if !(relations.iter()).any(|hop| hop.from == end || hop.to == end) {
                untied_entity(context, notes, said);
            }
        }
    }
}

/// `true` if a filter of the targets names an instance of a referenced type, and the entities of that type are
/// different ones.
fn names_other<'a>(context: &Context<'a>, filter: &Filter<'a>, grounding: &Grounding<'a>) -> bool {
    let (Operator::Eq, Some(Value::Text(said))) = (filter.operator, filter.value()) else {
        return false;
    };
    let Some(field) = context.tables.field_read(&filter.field) else {
        return false;
    };
    let Some(reference) = field.reference.as_deref() else {
        return false;
    };
    let targets = &grounding.target_types;
    let of_targets = targets.contains(&field.type_name);
    // An entity of the target's own type is a target, not an instance that the target refers to.
    if field.array || !of_targets || targets.iter().any(|name| name == reference) {
        return false;
    }
    let said = said.to_lowercase();
    let is = |name: &Str<'_>| name.to_lowercase() == said;
    let of_type = |entity: &&Entity<'_>| entity.type_name.as_deref() == Some(reference);
    let mut named = grounding.entity_list.iter().filter(of_type).peekable();
    named.peek().is_some()
        && !named.any(|entity| is(&entity.text) || entity.id.as_ref().is_some_and(is))
}

fn untied_entity<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    said: &Spanned<DraftEntity<'a>>,
) {
    notes.report(&registry::UNUSED_PART, said.span, |finding| {
        let name = &said.value.text.value;
        let message = format!("no relation is tied to `{name}`");
        let help = context.tell(
            "tie a relation to it with `fr` or `to`, or leave it out",
            "tie a relation to it with `from` or `to`, or leave it out",
            "tie a relation to it, or leave it out",
        );
        finding.explain(message, help)
    });
}

/// Reports parts that cannot hold for instances of the target types.
pub(crate) fn check_types<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    draft: &Draft<'a>,
    contract: &Contract<'a>,
) {
    let (grounding, targets) = (&contract.grounding, &contract.grounding.target_types);
    if targets.is_empty() || !contract.intent.scenario.is_matched() {
        return;
    }
    if grounding.relations.is_empty() && !context.tables.relations.is_empty() {
        for (said, entity) in draft.entities.iter().zip(&grounding.entity_list) {
            // A relation that could not be read might lead from this entity.
            if is_of_other_type(context, entity, targets) && !draft.misread.has(Part::Relation) {
                entity_of_other_type(notes, said);
            }
        }
        let numbers = contract.constraints.aggregation.as_ref();
        let mut metrics = numbers.iter().flat_map(|own| &own.metrics);
        // A metric over a field already leaves out instances without that field.
        if targets.len() > 1 && metrics.any(|own| own.field.is_none()) {
            several_populations(notes, draft);
        }
    }
    if targets.len() > 1 {
        let possible = possible_targets(context, contract);
        for (index, own) in contract.constraints.filters.iter().enumerate() {
            let of_type = own.type_name().filter(|_| leaves_out_others(context, own));
            let is_impossible =
                |own: &str| targets.iter().any(|name| name == own) && !possible.contains(&own);
            if of_type.is_some_and(is_impossible) {
                filter_of_one_type(notes, draft, contract, index);
            }
        }
    }
}

/// `true` if the entity's type is not a target type and no field of a target refers to it.
fn is_of_other_type<'a>(context: &Context<'a>, entity: &Entity<'a>, targets: &[Str<'a>]) -> bool {
    let refers = |name: &Str<'_>| {
        let mut fields = context.tables.fields.iter();
        fields.any(|own| targets.contains(&own.type_name) && own.reference.as_ref() == Some(name))
    };
    let own = entity.type_name.as_ref();
    own.is_some_and(|own| !targets.contains(own) && !refers(own))
}

/// The target types that all relations at the target allow; empty if there are no relations.
fn possible_targets<'a, 'c>(context: &Context<'a>, contract: &'c Contract<'a>) -> Vec<&'c str> {
    let grounding = &contract.grounding;
    let mut names: Vec<&str> = grounding.target_types.iter().map(AsRef::as_ref).collect();
    if grounding.relations.is_empty() {
        return Vec::new();
    }
    let places = Places::of(contract.intent.scenario, grounding, &names, context.tables);
    for (said, hop) in grounding.relations.iter().zip(&places.hops) {
        let def = context.tables.relation_by_name(&said.name);
        let [starts, leads] = types_between(said, def);
        for (place, types) in [(hop.from, starts), (hop.to, leads)] {
            if place == TARGET && !hop.absent && !types.is_empty() {
                names.retain(|name| types.contains(name));
            }
        }
    }
    names
}

/// `true` if no instance of another type can pass a condition on the target. A test for a missing value can pass, and a
/// filter that row-level security may have added does not count.
fn leaves_out_others<'a>(context: &Context<'a>, condition: &Condition<'a>) -> bool {
    condition.filters().all(|filter| {
        let mut policy = context.tables.row_filters.iter();
        let mut fields = filter.paths().flat_map(Call::fields);
        let asks_missing =
            filter.operator == Operator::Exists && filter.value() == Some(&Value::Boolean(false));
        !asks_missing
            && policy.all(|own| own.field != filter.field)
            && fields.all(|path| given_names::at_place(path).0.is_none())
    })
}

fn entity_of_other_type<'a>(notes: &mut Notes<'a>, said: &Spanned<DraftEntity<'a>>) {
    notes.report(&registry::UNUSED_PART, said.span, |finding| {
        let name = &said.value.text.value;
        let message = format!("`{name}` is of another type than what is looked for");
        finding.explain(message, "walk a relation from it, or leave it out")
    });
}

fn several_populations<'a>(notes: &mut Notes<'a>, draft: &Draft<'a>) {
    let said = draft.targets.last();
    let span = said.map_or(draft.span, |word| word.span);
    notes.report(&registry::COUNT_OF_WHAT, span, |finding| {
        let message = "the numbers would be of instances of several types together";
        finding.explain(message, "say one type, or walk a relation between them")
    });
}

fn filter_of_one_type<'a>(
    notes: &mut Notes<'a>,
    draft: &Draft<'a>,
    contract: &Contract<'a>,
    index: usize,
) {
    let filters = &contract.constraints.filters;
    let span = place_of(&draft.filters, filters, index).unwrap_or(draft.span);
    let types = contract.grounding.target_types.join("` and `");
    notes.report(&registry::FIELD_OF_OTHER_TYPE, span, |finding| {
        let message = format!("`{types}` are looked for, and the filter is of one of them");
        let help = "look for one type, and walk a relation to the other";
        finding.explain(message, help)
    });
}
