//! Graph parameters: derived from the relations, or said; never both in disagreement.

use std::borrow::Cow;

use crate::contract::{End, GraphParams, Grounding, Relation, Str};
use crate::draft::Draft;
use crate::finding::registry;
use crate::finding::topic::{Number, Topic};
use crate::language::{Direction, Scenario};
use crate::ledger::{LedgerKind, LedgerValue};
use crate::resolve::context::Context;
use crate::resolve::notes::Notes;
use crate::resolve::scope::Scope;
use crate::resolve::walk::disagreements::FOLLOWS;
use crate::resolve::walk::resolved_graph::ResolvedGraph;
use crate::resolve::walk::{disagreements, graph_path, resolved_graph};

/// The parameters of the walk.
pub(crate) fn graph<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    draft: &Draft<'a>,
    scenario: Scenario,
    grounding: &Grounding<'a>,
) -> Option<GraphParams<'a>> {
    let (relations, hops) = (&grounding.relations, draft.relations.len());
    let said = draft.graph.as_ref();
    let said =
        said.map(|said| resolved_graph::said_graph(context, scope, notes, said, hops, scenario));
    // A relation that did not resolve has its own finding; a comparison with the rest would only mislead.
    let complete = relations.len() == hops;
    if complete && relations.iter().any(|hop| !hop.absent) {
        let said = said.unwrap_or_default();
        return Some(along_relations(context, scope, notes, said, relations));
    }
    match scenario {
        Scenario::Subgraph => Some(subgraph(context, notes, said.unwrap_or_default())),
        Scenario::PathQuery => Some(graph_path::path_query(context, notes, said, grounding)),
        _ => left_over(context, notes, said),
    }
}

/// Reports a chain of more hops than may follow one another. The arms of a star do not.
pub(crate) fn not_too_far<'a>(
    context: &Context<'a>,
    scope: &Scope<'a>,
    notes: &mut Notes<'a>,
    hops: u32,
) {
    let cap = context.tables.limits.hops_cap;
    if hops <= cap {
        return;
    }
    notes.report(&registry::OVER_CAP, scope.read.relations, |finding| {
        let message = format!("{hops} hops follow one another, and the most is {cap}");
        let finding = finding.explain(message, "say fewer, or begin another chain with `from`");
        finding.on(Topic::AtMost(Number::Hops, cap))
    });
}

/// Relations say it all: the number of hops, the way, the names.
fn along_relations<'a>(
    context: &Context<'a>,
    scope: &Scope<'a>,
    notes: &mut Notes<'a>,
    said: ResolvedGraph<'a>,
    relations: &[Relation<'a>],
) -> GraphParams<'a> {
    let walked = || relations.iter().filter(|hop| !hop.absent);
    not_too_far(context, scope, notes, hops(relations.iter()));
    let first = walked().next();
    let first = first.map_or(Direction::Out, |hop| hop.direction);
    let same = walked().all(|hop| hop.direction == first);
    let mut names: Vec<Str<'a>> = Vec::with_capacity(relations.len());
    for hop in walked() {
        for name in hop.names() {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
    }
    let mut params = GraphParams {
        direction: if same { first } else { Direction::Both },
        depth: hops(walked()),
        relation_types: names,
        path: None,
    };
    if said.direction.is_none() {
        let direction = params.direction.name();
        notes
            .ledger
            .derived_value("/graph_params/direction", direction, FOLLOWS);
    }
    if said.depth.is_none() {
        notes
            .ledger
            .derived_value("/graph_params/depth", params.depth, FOLLOWS);
    }
    if said.relations.is_empty() {
        let names = names_of(&params.relation_types);
        notes
            .ledger
            .derived_value("/graph_params/relation_types", names, FOLLOWS);
    }
    compare(context, notes, &said, &params);
    let path = said.path;
    params.path = path.map(|path| graph_path::path_along(context, notes, path, &params));
    params
}

fn compare<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    said: &ResolvedGraph<'a>,
    derived: &GraphParams<'a>,
) {
    if let Some(direction) = &said.direction
        && direction.value != derived.direction
    {
        disagreements::graph_disagrees(context, notes, direction.span, || {
            let (own, derived) = (
                context.word_of(direction.value),
                context.word_of(derived.direction),
            );
            format!("says `{own}`, the relations say `{derived}`")
        });
    }
    if let Some(depth) = &said.depth
        && depth.value != derived.depth
    {
        disagreements::graph_disagrees(context, notes, depth.span, || {
            let (own, derived) = (depth.value, derived.depth);
            format!("says depth {own}, the relations make {derived}")
        });
    }
    if !said.relations.is_empty()
        && !disagreements::same_names(&said.relations, &derived.relation_types)
    {
        disagreements::graph_disagrees(context, notes, said.span, || {
            let own = said.relations.join("`, `");
            let derived = derived.relation_types.join("`, `");
            format!("names `{own}`, the relations are `{derived}`")
        });
    }
}

fn subgraph<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    said: ResolvedGraph<'a>,
) -> GraphParams<'a> {
    if let Some(depth) = &said.depth {
        disagreements::not_zero(notes, depth, Number::Levels);
    }
    let row = context.tables.scenario(Scenario::Subgraph);
    let default = row.and_then(|row| row.default_depth).unwrap_or(1);
    let path = "/graph_params/depth";
    GraphParams {
        direction: disagreements::direction(notes, said.direction),
        depth: disagreements::or_default(notes, said.depth, default, path, LedgerValue::from),
        relation_types: said.relations,
        path: None,
    }
}

/// `G` where nothing is walked: an empty one says nothing and is left out, another one is a contradiction.
fn left_over<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    said: Option<ResolvedGraph<'a>>,
) -> Option<GraphParams<'a>> {
    let said = said?;
    let depth = said.depth.as_ref().map_or(0, |depth| depth.value);
    if depth == 0 && said.relations.is_empty() {
        let (kind, none) = (LedgerKind::LeftOut, LedgerValue::Null);
        let why = "no relations and no depth: there is nothing to walk";
        notes
            .ledger
            .note(kind, "/graph_params", none, why, Some(said.span));
        // A path is no part of the other scenarios, which is told of already.
        return None;
    }
    disagreements::disagrees(context, notes, said.span, || {
        context
            .tell(
                "`G` walks relations, and the intent names none in `R`",
                "`graph_params` walks relations, and the intent names none in `relations`",
                "a walk goes along relations, and none is named",
            )
            .to_owned()
    });
    None
}

/// Names of relations in one text.
fn names_of<'a>(names: &[Str<'a>]) -> Str<'a> {
    match names {
        [only] => only.clone(),
        more => Cow::Owned(more.join(" ")),
    }
}

/// Number of hops of the longest chain: a relation that says where it starts begins another. One that starts at a place
/// with a name goes on from there.
fn hops<'g, 'a: 'g>(relations: impl Iterator<Item = &'g Relation<'a>>) -> u32 {
    let (mut longest, mut chain) = (0, 0);
    let mut named: Vec<(&str, u32)> = Vec::new();
    for relation in relations {
        let start = match &relation.from {
            Some(End::Place(name)) => {
                let mut ways = named.iter().rev();
                ways.find(|(known, _)| known == name).map_or(0, |way| way.1)
            }
            Some(_) => 0,
            None => chain,
        };
        let [_, most] = relation.times();
        longest = longest.max(start + most);
        // One that must not be there leads on to nothing.
        if relation.absent {
            continue;
        }
        chain = start + most;
        if let Some(End::Place(name)) = &relation.to {
            named.push((name, chain));
        }
    }
    longest
}
