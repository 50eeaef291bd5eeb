//! Resolves the graph parameters: given, or derived from the relations. A disagreement between the two is reported.

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
    // If a relation did not resolve, its own finding suffices; a comparison would mislead.
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

/// Reports a chain with more hops than the cap. The arms of a star do not add up.
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

/// Derives depth, direction and names from the relations, and compares them with the given parameters.
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

/// Handles graph parameters in an intent without a walk: empty ones are dropped with a ledger entry, others are
/// reported.
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
        // A path in another scenario is reported elsewhere.
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

/// Joins the names of alternative relations.
fn names_of<'a>(names: &[Str<'a>]) -> Str<'a> {
    match names {
        [only] => only.clone(),
        more => Cow::Owned(more.join(" ")),
    }
}

/// The number of hops of the longest chain. A relation with a start begins a new chain; a start at a named variable
/// continues from there.
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
        // No hop continues from an anti-join.
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
