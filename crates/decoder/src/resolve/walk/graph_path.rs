//! Resolves paths. In a path query the path is the question; with relations it must agree with them.

use crate::contract::{GraphParams, Grounding, PathParams, Str};
use crate::finding::registry;
use crate::finding::topic::{Number, Topic};
use crate::language::Part;
use crate::resolve::context::Context;
use crate::resolve::notes::Notes;
use crate::resolve::walk::disagreements;
use crate::resolve::walk::disagreements::{FOLLOWS, same_names};
use crate::resolve::walk::resolved_graph::{ResolvedGraph, ResolvedPath};

/// The contract path of the greatest number of hops.
const MAX_HOPS: &str = "/graph_params/path/max_hops";

/// Resolves a path next to relations, with which it must agree.
pub(crate) fn path_along<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    said: ResolvedPath<'a>,
    derived: &GraphParams<'a>,
) -> PathParams<'a> {
    let mut path = said.params;
    if said.hops.is_some_and(|hops| hops != derived.depth) {
        disagreements::disagrees(context, notes, said.span, || {
            let (own, derived) = (path.max_hops, derived.depth);
            let what = context.say("path", "graph_params.path");
            format!("`{what}` says {own} hops, the relations make {derived}")
        });
    }
    if !path.allowed_relations.is_empty()
        && !same_names(&path.allowed_relations, &derived.relation_types)
    {
        disagreements::disagrees(context, notes, said.span, || {
            let own = path.allowed_relations.join("`, `");
            let derived = derived.relation_types.join("`, `");
            let what = context.say("path", "graph_params.path");
            format!("`{what}` allows `{own}`, the relations are `{derived}`")
        });
    }
    if said.hops.is_none() {
        path.max_hops = derived.depth;
        notes.ledger.derived_value(MAX_HOPS, path.max_hops, FOLLOWS);
    }
    path
}

pub(crate) fn path_query<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    said: Option<ResolvedGraph<'a>>,
    grounding: &Grounding<'a>,
) -> GraphParams<'a> {
    let hops = context.tables.limits.hops_default;
    let said = said.unwrap_or_default();
    let (depth, relation_types, path) = (said.depth, said.relations, said.path);
    let direction = disagreements::direction(notes, said.direction);
    if path.is_none()
        && let Some(depth) = &depth
    {
        disagreements::not_zero(notes, depth, Number::Hops);
    }
    if let Some(said) = &path {
        check_path(context, notes, said, &relation_types, grounding);
    }
    let path = match path {
        Some(said) if said.hops.is_some() => said.params,
        Some(said) => {
            notes
                .ledger
                .default_value(MAX_HOPS, hops, "hops of the codebook");
            PathParams {
                max_hops: hops,
                ..said.params
            }
        }
        None => {
            let max_hops = depth.as_ref().map_or(hops, |depth| depth.value);
            let why = "hops of the codebook, or the depth said";
            notes.ledger.default_value(MAX_HOPS, max_hops, why);
            PathParams {
                max_hops,
                ..PathParams::default()
            }
        }
    };
    if let Some(depth) = &depth
        && depth.value != path.max_hops
    {
        disagreements::graph_disagrees(context, notes, depth.span, || {
            let (depth, hops) = (depth.value, path.max_hops);
            format!("says depth {depth}, its path says {hops} hops")
        });
    }
    if depth.is_none() {
        let why = "hops of the path";
        notes
            .ledger
            .derived_value("/graph_params/depth", path.max_hops, why);
    }
    GraphParams {
        direction,
        depth: path.max_hops,
        relation_types,
        path: Some(path),
    }
}

/// Checks that a path has a source or a target, and only uses the relations named elsewhere.
fn check_path<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    said: &ResolvedPath<'a>,
    relations: &[Str<'a>],
    grounding: &Grounding<'a>,
) {
    let path = &said.params;
    let allowed = &path.allowed_relations;
    if !relations.is_empty() && !allowed.is_empty() && !same_names(relations, allowed) {
        disagreements::graph_disagrees(context, notes, said.span, || {
            let (own, allowed) = (relations.join("`, `"), allowed.join("`, `"));
            format!("names `{own}`, its path allows `{allowed}`")
        });
    }
    let ends = [
        path.source_ids.is_empty(),
        path.target_types.is_empty(),
        grounding.entity_list.is_empty(),
        grounding.target_types.is_empty(),
    ];
    if ends.iter().all(|empty| *empty) {
        notes.report(&registry::MISSING_PART, said.span, |finding| {
            let help = context.say(
                "say its ends in `E`, or in `src` and `tg` of the path",
                "say its ends in `entity_list`, or in `source_ids` and `target_types` of the path",
            );
            let finding = finding.explain("the path leads from nowhere to nowhere", help);
            finding.on(Topic::Missing(Part::TwoEnds))
        });
    }
}
