//! Conflicts of the graph parameters: a path with other ends than the intent, and relations that no walk reaches.

use crate::contract::{Contract, GraphParams, PathParams, Str};
use crate::draft::Draft;
use crate::finding::candidates::Choice;
use crate::finding::registry;
use crate::finding::topic::{List, Topic};
use crate::language::Direction;
use crate::resolve::context::Context;
use crate::resolve::notes::Notes;
use crate::resolve::walk::disagreements::same_names;

pub(crate) fn check_graph<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    draft: &Draft<'a>,
    contract: &Contract<'a>,
) {
    let Some(graph) = &contract.graph_params else {
        return;
    };
    if !contract.grounding.relations.is_empty() {
        return;
    }
    let path = graph.path.as_ref();
    if path.is_some_and(|path| other_ends(path, contract)) {
        path_ends(context, notes, draft);
    }
    for relation in far_relations(context, graph.direction, graph, contract) {
        far_relation(context, notes, draft, contract, relation);
    }
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

/// The indices of the relations that a walk from the entities in a given direction never reaches.
fn far_relations<'a>(
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
    let types: Option<Vec<&str>> = types.collect();
    let from_elsewhere = (graph.path.as_ref()).is_some_and(|path| !path.source_ids.is_empty());
    let Some(mut here) = types.filter(|types| !types.is_empty() && !from_elsewhere) else {
        return Vec::new();
    };
    let relations = names.iter();
    let relations = relations.map(|name| context.tables.relation_by_name(name));
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
    let far = (0..).zip(met).filter(|(_, met)| !met);
    far.map(|(index, _)| index).collect()
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
        && !far_relations(context, other, params, contract).contains(&relation)
    {
        notes.report(&registry::RELATION_DOES_NOT_FIT, said.span, |finding| {
            let message = format!("the walk never comes to `{name}` in this direction");
            let other = Choice::member(&other).said_in(context.words);
            let finding = finding.explain(message, "walk in the other direction");
            finding
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
