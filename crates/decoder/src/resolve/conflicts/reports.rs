//! Reports the conflicts of a contract as findings with spans in the draft.

use crate::contract::{Condition, Contract};
use crate::draft::Draft;
use crate::finding::candidates::Choice;
use crate::finding::registry;
use crate::finding::topic::{List, Name, Number, Topic};
use crate::language::{Direction, Part, given_names};
use crate::resolve::conflicts::conflict;
use crate::resolve::conflicts::conflict::Conflict;
use crate::resolve::context::Context;
use crate::resolve::notes::Notes;
use crate::span::{Span, Spanned};

pub(crate) fn check_conflicts<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    draft: &Draft<'a>,
    contract: &Contract<'a>,
) {
    if notes.overlong {
        return;
    }
    for conflict in conflict::conflicts(context, notes, contract) {
        match conflict {
            Conflict::GroupFilter { group, filter } => {
                group_filter_conflict(context, notes, draft, contract, group, filter);
            }
            Conflict::UnusedGroup(group) => unused_group(notes, draft, group),
            Conflict::UntiedEntity(entity) => untied_entity(context, notes, draft, entity),
            Conflict::PathEnds => path_ends(context, notes, draft),
            Conflict::FarRelation(relation) => {
                far_relation(context, notes, draft, contract, relation)
            }
            Conflict::OtherEntity(filter) => other_entity(context, notes, draft, contract, filter),
            Conflict::Texts => texts_disagree(context, notes, draft, contract),
            Conflict::EntityOfOtherType(entity) => entity_of_other_type(notes, draft, entity),
            Conflict::FilterOfOneType(filter) => {
                filter_of_one_type(notes, draft, contract, filter);
            }
            Conflict::SeveralPopulations => several_populations(notes, draft),
        }
    }
}

fn group_filter_conflict<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    draft: &Draft<'a>,
    contract: &Contract<'a>,
    group: usize,
    filter: usize,
) {
    let resolved = contract.constraints.groups.get(group);
    let (Some(said), Some(resolved)) = (draft.groups.get(group), resolved) else {
        return;
    };
    let span = place_of(&said.value.filters, &resolved.filters, filter).unwrap_or(said.span);
    let own = resolved.filters.get(filter);
    let own =
        own.and_then(|own| conflict::against_all(context, own, &contract.constraints.filters));
    let field = own.and_then(|own| context.tables.field_read(&own.field));
    notes.report_on(field, &registry::FILTERS_EXCLUDE, span, |finding| {
        let path = field.map_or("", |field| field.path.as_ref());
        let message = format!("no value of `{path}` passes this filter and the one of the whole");
        finding.explain(message, "say the one that is meant")
    });
}

fn unused_group<'a>(notes: &mut Notes<'a>, draft: &Draft<'a>, group: usize) {
    let Some(said) = draft.groups.get(group) else {
        return;
    };
    let name = &said.value.name;
    // An unreadable set operation, or an invalid comparison with the group, already has its finding.
    if draft.misread.has(Part::Set) {
        return;
    }
    let mut compared = draft.compared_groups();
    if compared.any(|said| given_names::means(said, &name.value)) {
        return;
    }
    notes.report(&registry::UNUSED_PART, name.span, |finding| {
        let message = format!("nothing uses the group `{}`", name.value);
        let help = "use it in the operation, compare with it, or leave it out";
        let finding = finding.explain(message, help);
        finding.on(Topic::Name(Name::Group))
    });
}

fn untied_entity<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    draft: &Draft<'a>,
    entity: usize,
) {
    let Some(said) = draft.entities.get(entity) else {
        return;
    };
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

fn path_ends<'a>(context: &Context<'a>, notes: &mut Notes<'a>, draft: &Draft<'a>) {
    let graph = draft.graph.as_ref();
    let path = graph.and_then(|graph| graph.value.path.as_ref());
    let span = path.map_or(draft.span, |path| path.span);
    notes.report(&registry::PARTS_DISAGREE, span, |finding| {
        let help = context.tell(
            "say the ends in `E` and `tg`, or in `src` and `tg` of the path, not in both",
            "say the ends in `entity_list` and `target_types`, or in the path, not in both",
            "say the ends before the path, or in it, not in both",
        );
        finding.explain("the path has other ends than the intent", help)
    });
}

fn far_relation<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    draft: &Draft<'a>,
    contract: &Contract<'a>,
    relation: usize,
) {
    let (Some(graph), Some(params)) = (&draft.graph, &contract.graph_params) else {
        return;
    };
    let path = graph.value.path.as_ref().map(|path| &path.value.relations);
    let path = path.filter(|relations| !relations.is_empty());
    let words = path.unwrap_or(&graph.value.relations);
    let allowed = params.path.as_ref().map(|path| &path.allowed_relations);
    let names = (allowed.filter(|names| !names.is_empty())).unwrap_or(&params.relation_types);
    let word = words.get(relation).filter(|_| words.len() == names.len());
    let span = word.map_or(graph.span, |word| word.span);
    let name = names.get(relation).cloned().unwrap_or_default();
    let other = match params.direction {
        Direction::Out => Direction::In,
        Direction::In | Direction::Both => Direction::Out,
    };
    let said = graph.value.direction.as_ref();
    let said = said.filter(|_| params.direction != Direction::Both && path.is_none());
    if let Some(said) = said
        && !(conflict::far_relations(context, other, params, contract)).contains(&relation)
    {
        notes.report(&registry::RELATION_DOES_NOT_FIT, said.span, |finding| {
            let message = format!("the walk never comes to `{name}` in this direction");
            let other = Choice::member(&other).said_in(context.words);
            finding
                .explain(message, "walk in the other direction")
                .candidates(vec![other.candidate()])
                .on(Topic::Which(List::Direction))
        });
        return;
    }
    notes.report(&registry::RELATION_DOES_NOT_FIT, span, |finding| {
        let message = format!("the walk never comes to `{name}`");
        let help = "use a relation of the types that the walk comes to, or walk further";
        finding.explain(message, help)
    });
}

fn other_entity<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    draft: &Draft<'a>,
    contract: &Contract<'a>,
    filter: usize,
) {
    let filters = &contract.constraints.filters;
    let span = place_of(&draft.filters, filters, filter).unwrap_or(draft.span);
    let own = filters.get(filter).and_then(Condition::as_filter);
    let field = own.and_then(|own| context.tables.field_read(&own.field));
    notes.report_on(field, &registry::FILTERS_EXCLUDE, span, |finding| {
        let path = field.map_or("", |field| field.path.as_ref());
        let message = format!("`{path}` names another one than the entity of its type");
        finding.explain(message, "say the one that is meant, once")
    });
}

fn entity_of_other_type<'a>(notes: &mut Notes<'a>, draft: &Draft<'a>, entity: usize) {
    // A relation that could not be read might lead from this entity.
    let said = draft.entities.get(entity);
    let Some(said) = said.filter(|_| !draft.misread.has(Part::Relation)) else {
        return;
    };
    notes.report(&registry::UNUSED_PART, said.span, |finding| {
        let name = &said.value.text.value;
        let message = format!("`{name}` is of another type than what is looked for");
        finding.explain(message, "walk a relation from it, or leave it out")
    });
}

fn filter_of_one_type<'a>(
    notes: &mut Notes<'a>,
    draft: &Draft<'a>,
    contract: &Contract<'a>,
    filter: usize,
) {
    let filters = &contract.constraints.filters;
    let span = place_of(&draft.filters, filters, filter).unwrap_or(draft.span);
    let types = contract.grounding.target_types.join("` and `");
    notes.report(&registry::FIELD_OF_OTHER_TYPE, span, |finding| {
        let message = format!("`{types}` are looked for, and the filter is of one of them");
        finding.explain(
            message,
            "look for one type, and walk a relation to the other",
        )
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

fn texts_disagree<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    draft: &Draft<'a>,
    contract: &Contract<'a>,
) {
    let page = draft.page.as_ref();
    let limit = page.and_then(|page| page.value.limit.as_ref());
    let span = limit.map_or(draft.span, |limit| limit.span);
    let texts = contract.rag_params.as_ref().and_then(|rag| rag.top_k);
    let (limit, texts) = (
        contract.constraints.pagination.limit,
        texts.unwrap_or_default(),
    );
    notes.report(&registry::PARTS_DISAGREE, span, |finding| {
        let message = format!("a page of {limit} is asked for, and {texts} texts");
        let help = context.tell(
            "say the number of texts in `Q.k` alone",
            "say the number of texts in `rag_params.top_k` alone",
            "say the number of texts alone: `^5`",
        );
        finding
            .explain(message, help)
            .on(Topic::Number(Number::Texts))
    });
}

/// The span in the draft of an element of the contract; `None` if any element of its list was left out.
fn place_of<T, U>(said: &[Spanned<T>], resolved: &[U], index: usize) -> Option<Span> {
    let is_whole = said.len() == resolved.len();
    Some(said.get(index).filter(|_| is_whole)?.span)
}
