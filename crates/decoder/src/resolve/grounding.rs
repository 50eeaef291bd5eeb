//! Resolves targets, entities, relations and attributes.

use std::borrow::Cow;

use crate::contract::{Entity, Grounding, Str};
use crate::draft::{Draft, DraftEntity, Word};
use crate::finding::topic::{Elements, Name};
use crate::language::Scenario;
use crate::ledger::LedgerPath;
use crate::resolve::checks;
use crate::resolve::context::Context;
use crate::resolve::draft_groups::types_of_whole;
use crate::resolve::names::{codes, fields};
use crate::resolve::notes::Notes;
use crate::resolve::scope::Scope;
use crate::resolve::scope::known_places::ReadFor;
use crate::resolve::walk::hops;
use crate::resolve::walk::relation_walk::RelationWalk;
use crate::span::Spanned;

/// Resolves everything but the attributes, and records the types in the scope for the fields that follow.
pub(crate) fn grounding<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    draft: &Draft<'a>,
    scenario: Scenario,
) -> Grounding<'a> {
    checks::list_cap(context, notes, &draft.targets, Elements::Types);
    checks::list_cap(context, notes, &draft.entities, Elements::Entities);
    checks::list_cap(context, notes, &draft.attributes, Elements::Attributes);
    let targets = targets(context, scope, notes, draft);
    let entities = entities(context, scope, notes, &draft.entities);
    let walk = RelationWalk::new(context.tables, scenario, &targets, &entities);
    let relations = hops::relations(context, scope, notes, &draft.relations, walk);
    types_of_whole(draft).for_each(|types| about_types(context, scope, types));
    Grounding {
        target_types: targets,
        entity_list: entities,
        relations,
        target_attributes: Vec::new(),
    }
}

/// Adds the types of a group to the types of the intent.
pub(crate) fn about_types<'a, 'w>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    said: impl IntoIterator<Item = &'w str>,
) {
    let tables = context.tables;
    let types = said.into_iter();
    let types = types.filter_map(|name| Some(tables.type_by_name(name)?.name.as_ref()));
    scope.about.types.extend(types);
}

pub(crate) fn attributes<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    said: &[Word<'a>],
) -> Vec<Str<'a>> {
    let fields = said
        .iter()
        .filter_map(|word| fields::field_for(context, scope, notes, ReadFor::Row, word));
    fields.map(|(_, path)| path).collect()
}

fn targets<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    draft: &Draft<'a>,
) -> Vec<Str<'a>> {
    let mut targets = codes::type_names(context, notes, &draft.targets);
    about_types(context, scope, targets.iter().map(AsRef::as_ref));
    if draft.targets.is_empty()
        && draft.entities.is_empty()
        && let [only] = context.tables.types.as_ref()
    {
        let (path, why) = ("/grounding/target_types/0", "the codebook has one type");
        notes.ledger.derived_value(path, only.name.as_ref(), why);
        scope.about.types.push(&only.name);
        targets.push(Cow::Borrowed(&only.name));
    }
    scope.about.open |= codes::has_unknown_type(context, &draft.targets);
    targets
}

fn entities<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    said: &[Spanned<DraftEntity<'a>>],
) -> Vec<Entity<'a>> {
    let entities = said.iter().enumerate().map(|(index, said)| {
        let entity = entity(context, scope, notes, &said.value);
        if let (None, Some(name)) = (&said.value.type_name, &entity.type_name) {
            let path = LedgerPath::element("/grounding/entity_list", index).member("type");
            let why = "the codebook has one type";
            notes.ledger.derived_value(path, name.clone(), why);
        }
        entity
    });
    entities.collect()
}

pub(crate) fn entity<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    said: &DraftEntity<'a>,
) -> Entity<'a> {
    checks::not_empty(notes, &said.text, Name::Entity);
    if let Some(id) = &said.id {
        checks::not_empty(notes, id, Name::EntityId);
    }
    let type_name = said.type_name.as_ref();
    let type_name = type_name.and_then(|word| codes::type_name(context, notes, word));
    let only = match context.tables.types.as_ref() {
        [only] if said.type_name.is_none() => Some(only.name.as_ref()),
        _ => None,
    };
    let type_name = type_name.or(only);
    match type_name {
        Some(name) => scope.about.types.push(name),
        None => scope.about.open = true,
    }
    Entity {
        text: said.text.value.clone(),
        type_name: type_name.map(Cow::Borrowed),
        id: said.id.as_ref().map(|word| word.value.clone()),
    }
}
