//! Finds conflicts between the parts of a contract: conditions that exclude each other, unused parts, and statements
//! that disagree. `reports` turns them into findings with spans in the draft.

use crate::contract::{
    Condition, Contract, Defaultable, End, Entity, Filter, GraphParams, Grounding, Group,
    PathParams, Str, Value,
};
use crate::draft::Words;
use crate::language::{Call, Direction, Operator, Scenario, given_names};
use crate::places::{Places, TARGET, types_between};
use crate::resolve::conflicts::exclusion::{Comparand, exclude};
use crate::resolve::context::Context;
use crate::resolve::notes::Notes;
use crate::resolve::walk::disagreements::same_names;

/// A conflict, with the indices of the conflicting parts in the contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Conflict {
    /// A filter of a group and a filter of the whole intent exclude each other.
    GroupFilter { group: usize, filter: usize },
    /// No set operation or comparison uses the group.
    UnusedGroup(usize),
    /// Every relation names both its ends, and no end is this entity.
    UntiedEntity(usize),
    /// The ends of a path differ from the entities and targets.
    PathEnds,
    /// The walk never reaches a relation.
    FarRelation(usize),
    /// A filter names a different instance than the entity.
    OtherEntity(usize),
    /// The page limit and the number of texts differ.
    Texts,
    /// The type of an entity is not a target type, and no relation leads from the entity to a target.
    EntityOfOtherType(usize),
    /// A filter applies to one of several target types, so targets of the other types never pass it.
    FilterOfOneType(usize),
    /// A count over instances of several types that no relation connects.
    SeveralPopulations,
}

pub(crate) fn conflicts<'a>(
    context: &Context<'a>,
    notes: &Notes<'a>,
    contract: &Contract<'a>,
) -> Vec<Conflict> {
    let mut conflicts = Vec::new();
    let (grounding, constraints) = (&contract.grounding, &contract.constraints);
    if !constraints.groups.is_empty() {
        of_groups(context, contract, &mut conflicts);
    }
    let entities = &grounding.entity_list;
    if !entities.is_empty() {
        if grounding.relations.is_empty() {
            let filters = constraints.filters.iter().enumerate();
            let others = filters.filter(|(_, filter)| {
                let filter = filter.as_filter();
                filter.is_some_and(|filter| names_other(context, filter, grounding))
            });
            conflicts.extend(others.map(|(index, _)| Conflict::OtherEntity(index)));
        } else {
            conflicts.extend(untied(contract).map(Conflict::UntiedEntity));
        }
    }
    if let Some(graph) = &contract.graph_params
        && grounding.relations.is_empty()
    {
        if graph
            .path
            .as_ref()
            .is_some_and(|path| other_ends(path, contract))
        {
            conflicts.push(Conflict::PathEnds);
        }
        let far = far_relations(context, graph.direction, graph, contract);
        conflicts.extend(far.into_iter().map(Conflict::FarRelation));
    }
    of_types(context, notes, contract, &mut conflicts);
    let asked = contract.rag_params.as_ref().and_then(|rag| rag.top_k);
    if let Some(texts) = asked
        && contract.intent.scenario == Scenario::TextRag
        && says_limit(context, notes)
        && constraints.pagination.limit != texts
    {
        conflicts.push(Conflict::Texts);
    }
    conflicts
}

/// Finds parts that cannot hold for instances of the target types.
fn of_types<'a>(
    context: &Context<'a>,
    notes: &Notes<'a>,
    contract: &Contract<'a>,
    conflicts: &mut Vec<Conflict>,
) {
    let (grounding, targets) = (&contract.grounding, &contract.grounding.target_types);
    // A relation left out because of a finding might connect the types.
    let is_known = contract.intent.scenario.is_matched() && notes.findings.is_empty();
    if targets.is_empty() || !is_known {
        return;
    }
    if grounding.relations.is_empty() && !context.tables.relations.is_empty() {
        let entities = grounding.entity_list.iter().enumerate();
        let others = entities.filter(|(_, entity)| is_of_other_type(context, entity, targets));
        conflicts.extend(others.map(|(index, _)| Conflict::EntityOfOtherType(index)));
        let numbers = contract.constraints.aggregation.as_ref();
        let mut metrics = numbers.iter().flat_map(|own| &own.metrics);
        // A metric over a field already leaves out instances without that field.
        if targets.len() > 1 && metrics.any(|own| own.field.is_none()) {
            conflicts.push(Conflict::SeveralPopulations);
        }
    }
    if targets.len() > 1 {
        let possible = possible_targets(context, contract);
        let filters = contract.constraints.filters.iter().enumerate();
        let of_one = filters.filter(|(_, own)| {
            let of_type = own.type_name().filter(|_| leaves_out_others(context, own));
            of_type.is_some_and(|own| {
                targets.iter().any(|name| name == own) && !possible.contains(&own)
            })
        });
        conflicts.extend(of_one.map(|(index, _)| Conflict::FilterOfOneType(index)));
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

/// `true` if the text gives a page limit. MEC documents always have one, so theirs does not count.
fn says_limit<'a>(context: &Context<'a>, notes: &Notes<'a>) -> bool {
    context.words != Words::Names && !notes.defaults.has(Defaultable::Limit)
}

fn of_groups<'a>(context: &Context<'a>, contract: &Contract<'a>, conflicts: &mut Vec<Conflict>) {
    let constraints = &contract.constraints;
    let groups = &constraints.groups;
    let set = constraints.set_ops.as_deref();
    let is_side = |group: &Group<'a>| set.is_some_and(|set| set.uses(&group.name));
    for (group, said) in groups.iter().enumerate().filter(|(_, said)| is_side(said)) {
        for (filter, own) in said.filters.iter().enumerate() {
            if against_all(context, own, &constraints.filters).is_some() {
                conflicts.push(Conflict::GroupFilter { group, filter });
            }
        }
    }
    let needs_set = contract.intent.scenario == Scenario::SetOps;
    if needs_set && set.is_none() {
        return;
    }
    let compared: Vec<&str> = constraints.compared_groups().collect();
    let is_used = |group: &Group<'a>| is_side(group) || compared.contains(&group.name.as_ref());
    let unused = groups.iter().enumerate();
    let unused = unused.filter(|(_, group)| !is_used(group));
    conflicts.extend(unused.map(|(index, _)| Conflict::UnusedGroup(index)));
}

/// The first filter of the group that excludes a filter of the whole intent. A choice counts as excluded if one of its
/// branches is.
pub(crate) fn against_all<'a, 'c>(
    context: &Context<'a>,
    own: &'c Condition<'a>,
    all: &[Condition<'a>],
) -> Option<&'c Filter<'a>> {
    let mut own = own.filters();
    own.find(|own| all.iter().any(|other| none_passes(context, own, other)))
}

/// `true` if two filters of one field exclude each other.
fn none_passes<'a>(
    context: &Context<'a>,
    one: &impl Comparand<'a>,
    other: &impl Comparand<'a>,
) -> bool {
    let (Some((path, one)), Some((other_path, other))) = (one.tested(), other.tested()) else {
        return false;
    };
    path == other_path
        && (context.tables.field_read(path))
            .is_some_and(|field| !field.array && exclude(one.of(field), other.of(field)))
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

/// The indices of the relations that a walk from the entities in a given direction never reaches.
pub(crate) fn far_relations<'a>(
    context: &Context<'a>,
    direction: Direction,
    graph: &GraphParams<'a>,
    contract: &Contract<'a>,
) -> Vec<usize> {
    let (direction, names) = match &graph.path {
        None => (direction, &graph.relation_types),
        // A path can be walked from either end.
        Some(path) if path.allowed_relations.is_empty() => (Direction::Both, &graph.relation_types),
        Some(path) => (Direction::Both, &path.allowed_relations),
    };
    let entities = &contract.grounding.entity_list;
    let types = entities.iter().map(|entity| entity.type_name.as_deref());
    let from_elsewhere = (graph.path.as_ref()).is_some_and(|path| !path.source_ids.is_empty());
    let known: Option<Vec<&str>> = types.collect();
    let known = known.filter(|types| !types.is_empty() && !from_elsewhere);
    let mut far = Vec::new();
    if let Some(mut here) = known.filter(|_| !names.is_empty()) {
        let relations = names
            .iter()
            .map(|name| context.tables.relation_by_name(name));
        let relations: Vec<_> = relations.collect();
        let mut met = vec![false; names.len()];
        for _ in 0..graph.depth {
            let before = here.clone();
            for (def, met) in relations.iter().zip(&mut met) {
                let Some(def) = def else { continue };
                let ways = [
                    (&def.from, &def.to, Direction::In),
                    (&def.to, &def.from, Direction::Out),
                ];
                for (from, to, against) in ways {
                    if direction != against && before.contains(&from.as_ref()) {
                        *met = true;
                        here.push(to.as_ref());
                    }
                }
            }
            here.sort_unstable();
            here.dedup();
        }
        far.extend(
            (0..)
                .zip(met)
                .filter(|(_, met)| !met)
                .map(|(index, _)| index),
        );
    }
    far
}

/// The indices of the entities that no relation uses, if every relation names both its ends.
fn untied(contract: &Contract<'_>) -> impl Iterator<Item = usize> {
    let relations = &contract.grounding.relations;
    let tied = relations
        .iter()
        .all(|hop| hop.from.is_some() && hop.to.is_some());
    let count = if tied {
        contract.grounding.entity_list.len()
    } else {
        0
    };
    (0..count).filter(move |index| {
        let end = Some(End::Entity(*index));
        !relations.iter().any(|hop| hop.from == end || hop.to == end)
    })
}

/// `true` if a path has other ends than the entities and targets. Its sources may be keys of entities.
fn other_ends(path: &PathParams<'_>, contract: &Contract<'_>) -> bool {
    let grounding = &contract.grounding;
    let (entities, targets) = (&grounding.entity_list, &grounding.target_types);
    let named = |source: &Str<'_>| {
        let mut entities = entities.iter();
        entities.any(|entity| entity.text == *source || entity.id.as_ref() == Some(source))
    };
    let ends = entities.len() + usize::from(!path.target_types.is_empty());
    let other_sources = !path.source_ids.is_empty() && !path.source_ids.iter().all(named);
    let both = !targets.is_empty() && !path.target_types.is_empty();
    (other_sources && ends >= 2) || (both && !same_names(targets, &path.target_types))
}
