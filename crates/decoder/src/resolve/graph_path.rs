//! Paths: beside relations they say no more than these; in a path query they are what is asked for.

use crate::contract::{GraphParams, Grounding, PathParams, Str};
use crate::finding::partial_finding::Advice;
use crate::finding::registry;
use crate::finding::topic::{Number, Topic};
use crate::language::{Direction, Part};
use crate::ledger::LedgerKind;
use crate::resolve::Resolver;
use crate::resolve::graph::same_names;
use crate::resolve::resolved_graph::{ResolvedGraph, ResolvedPath};

impl<'a> Resolver<'a> {
    /// A path beside relations says no more than they do.
    pub(crate) fn path_along(
        &mut self,
        said: ResolvedPath<'a>,
        derived: &GraphParams<'a>,
    ) -> PathParams<'a> {
        let mut path = said.params;
        if said.hops.is_some_and(|hops| hops != derived.depth) {
            self.disagrees(said.span, |me| {
                format!(
                    "`{}` says {} hops, the relations make {}",
                    me.say("path", "graph_params.path"),
                    path.max_hops,
                    derived.depth
                )
            });
        }
        if !path.allowed_relations.is_empty()
            && !same_names(&path.allowed_relations, &derived.relation_types)
        {
            self.disagrees(said.span, |me| {
                format!(
                    "`{}` allows `{}`, the relations are `{}`",
                    me.say("path", "graph_params.path"),
                    path.allowed_relations.join("`, `"),
                    derived.relation_types.join("`, `")
                )
            });
        }
        if said.hops.is_none() {
            path.max_hops = derived.depth;
            self.derived("/graph_params/path/max_hops", path.max_hops);
        }
        path
    }

    pub(crate) fn path_query(
        &mut self,
        said: Option<ResolvedGraph<'a>>,
        grounding: &Grounding<'a>,
    ) -> GraphParams<'a> {
        let hops = self.tables.limits.hops_default;
        let (direction, depth, relation_types, path) = match said {
            Some(said) => (said.direction, said.depth, said.relations, said.path),
            None => (None, None, Vec::new(), None),
        };
        let direction = self.or_default(
            direction,
            Direction::Both,
            "/graph_params/direction",
            |direction| direction.name().into(),
        );
        if path.is_none()
            && let Some(depth) = &depth
        {
            self.not_zero(depth, Number::Hops);
        }
        if let Some(said) = &path {
            self.check_path(said, &relation_types, grounding);
        }
        let path = path.map(|said| match said.hops {
            Some(_) => said.params,
            None => PathParams {
                max_hops: self.default_hops(hops),
                ..said.params
            },
        });
        let path = path.unwrap_or_else(|| {
            let max_hops = depth.as_ref().map_or(hops, |depth| depth.value);
            self.ledger.note(
                LedgerKind::DefaultApplied,
                "/graph_params/path/max_hops",
                max_hops,
                "hops of the codebook, or the depth said",
                None,
            );
            PathParams {
                max_hops,
                ..PathParams::default()
            }
        });
        if let Some(depth) = &depth
            && depth.value != path.max_hops
        {
            self.disagrees(depth.span, |me| {
                format!(
                    "`{}` says depth {}, its path says {} hops",
                    me.say("G", "graph_params"),
                    depth.value,
                    path.max_hops
                )
            });
        }
        if depth.is_none() {
            self.ledger.note(
                LedgerKind::Derived,
                "/graph_params/depth",
                path.max_hops,
                "hops of the path",
                None,
            );
        }
        GraphParams {
            direction,
            depth: path.max_hops,
            relation_types,
            path: Some(path),
        }
    }

    /// A path must lead from somewhere or to somewhere, over the relations that are named elsewhere too.
    fn check_path(
        &mut self,
        said: &ResolvedPath<'a>,
        relations: &[Str<'a>],
        grounding: &Grounding<'a>,
    ) {
        let path = &said.params;
        let allowed = &path.allowed_relations;
        if !relations.is_empty() && !allowed.is_empty() && !same_names(relations, allowed) {
            self.disagrees(said.span, |me| {
                format!(
                    "`{}` names `{}`, its path allows `{}`",
                    me.say("G", "graph_params"),
                    relations.join("`, `"),
                    allowed.join("`, `")
                )
            });
        }
        let ends = [
            path.source_ids.is_empty(),
            path.target_types.is_empty(),
            grounding.entity_list.is_empty(),
            grounding.target_types.is_empty(),
        ];
        if ends.iter().all(|empty| *empty) {
            self.report(
                &registry::MISSING_PART,
                said.span,
                |_| "the path leads from nowhere to nowhere".to_owned(),
                |me| {
                    Advice::help(me.say(
                        "say its ends in `E`, or in `src` and `tg` of the path",
                        "say its ends in `entity_list`, or in `source_ids` and `target_types` of the path",
                    ))
                    .on(Topic::Missing(Part::TwoEnds))
                },
            );
        }
    }

    fn default_hops(&mut self, hops: u32) -> u32 {
        self.ledger.note(
            LedgerKind::DefaultApplied,
            "/graph_params/path/max_hops",
            hops,
            "hops of the codebook",
            None,
        );
        hops
    }
}
