//! Graph parameters: derived from the relations, or said; never both in disagreement.

use std::borrow::Cow;

use crate::contract::{End, GraphParams, Grounding, Relation, Str};
use crate::draft::DraftGraph;
use crate::finding::registry;
use crate::finding::topic::{Number, Topic};
use crate::language::{Direction, Scenario};
use crate::ledger::{LedgerKind, LedgerValue};
use crate::resolve::Resolver;
use crate::resolve::resolved_graph::ResolvedGraph;
use crate::span::{Span, Spanned};

impl<'a> Resolver<'a> {
    pub(crate) fn graph(
        &mut self,
        said: Option<&Spanned<DraftGraph<'a>>>,
        relations_said: usize,
        scenario: Scenario,
        grounding: &Grounding<'a>,
    ) -> Option<GraphParams<'a>> {
        let said = said.map(|said| self.said_graph(said, relations_said, scenario));
        self.graph_of(said, relations_said, scenario, grounding)
    }

    /// The parameters with what was said of them.
    pub(crate) fn graph_of(
        &mut self,
        said: Option<ResolvedGraph<'a>>,
        relations_said: usize,
        scenario: Scenario,
        grounding: &Grounding<'a>,
    ) -> Option<GraphParams<'a>> {
        // A relation that did not resolve has its own finding; a comparison with the rest would only mislead.
        let complete = grounding.relations.len() == relations_said;
        if complete && grounding.relations.iter().any(|hop| !hop.absent) {
            return Some(self.along_relations(said, &grounding.relations));
        }
        match scenario {
            Scenario::Subgraph => Some(self.subgraph(said)),
            Scenario::PathQuery => Some(self.path_query(said, grounding)),
            _ => self.left_over(said),
        }
    }

    /// Reports a chain of more hops than may follow one another. The arms of a star do not.
    pub(crate) fn not_too_far(&mut self, hops: u32) {
        let cap = self.tables.limits.hops_cap;
        if hops <= cap {
            return;
        }
        self.report(&registry::OVER_CAP, self.read.relations, |_, finding| {
            let message = format!("{hops} hops follow one another, and the most is {cap}");
            let finding = finding.explain(message, "say fewer, or begin another chain with `from`");
            finding.on(Topic::AtMost(Number::Hops, cap))
        });
    }

    /// Relations say it all: the number of hops, the way, the names.
    fn along_relations(
        &mut self,
        said: Option<ResolvedGraph<'a>>,
        relations: &[Relation<'a>],
    ) -> GraphParams<'a> {
        let walked = || relations.iter().filter(|hop| !hop.absent);
        self.not_too_far(hops(relations.iter()));
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
        if said.as_ref().is_none_or(|said| said.direction.is_none()) {
            let direction = params.direction.name();
            (self.ledger).derived_value("/graph_params/direction", direction, FOLLOWS);
        }
        if said.as_ref().is_none_or(|said| said.depth.is_none()) {
            (self.ledger).derived_value("/graph_params/depth", params.depth, FOLLOWS);
        }
        if said.as_ref().is_none_or(|said| said.relations.is_empty()) {
            let names = names_of(&params.relation_types);
            (self.ledger).derived_value("/graph_params/relation_types", names, FOLLOWS);
        }
        if let Some(said) = said {
            self.compare(&said, &params);
            params.path = said.path.map(|path| self.path_along(path, &params));
        }
        params
    }

    fn compare(&mut self, said: &ResolvedGraph<'a>, derived: &GraphParams<'a>) {
        if let Some(direction) = &said.direction
            && direction.value != derived.direction
        {
            self.graph_disagrees(direction.span, |me| {
                let (own, derived) = (me.word_of(direction.value), me.word_of(derived.direction));
                format!("says `{own}`, the relations say `{derived}`")
            });
        }
        if let Some(depth) = &said.depth
            && depth.value != derived.depth
        {
            self.graph_disagrees(depth.span, |_| {
                let (own, derived) = (depth.value, derived.depth);
                format!("says depth {own}, the relations make {derived}")
            });
        }
        if !said.relations.is_empty() && !same_names(&said.relations, &derived.relation_types) {
            self.graph_disagrees(said.span, |_| {
                let own = said.relations.join("`, `");
                let derived = derived.relation_types.join("`, `");
                format!("names `{own}`, the relations are `{derived}`")
            });
        }
    }

    fn subgraph(&mut self, said: Option<ResolvedGraph<'a>>) -> GraphParams<'a> {
        let (direction, depth, relation_types) = match said {
            Some(said) => (said.direction, said.depth, said.relations),
            None => (None, None, Vec::new()),
        };
        if let Some(depth) = &depth {
            self.not_zero(depth, Number::Levels);
        }
        let row = self.tables.scenario(Scenario::Subgraph);
        let default = row.and_then(|row| row.default_depth).unwrap_or(1);
        let direction = self.or_default(
            direction,
            Direction::Both,
            "/graph_params/direction",
            |direction| direction.name().into(),
        );
        let depth = self.or_default(depth, default, "/graph_params/depth", LedgerValue::from);
        GraphParams {
            direction,
            depth,
            relation_types,
            path: None,
        }
    }

    /// Reports a depth that is none.
    pub(crate) fn not_zero(&mut self, depth: &Spanned<u32>, number: Number) {
        if depth.value == 0 {
            self.report(&registry::OUT_OF_RANGE, depth.span, |_, finding| {
                let counted = number.name();
                let message = format!("0 {counted} are asked for, and the least is 1");
                let finding = finding.explain(message, "say 1 or more, or leave it out");
                finding.on(Topic::Number(number))
            });
        }
    }

    /// `G` where nothing is walked: an empty one says nothing and is left out, another one is a contradiction.
    fn left_over(&mut self, said: Option<ResolvedGraph<'a>>) -> Option<GraphParams<'a>> {
        let said = said?;
        let depth = said.depth.as_ref().map_or(0, |depth| depth.value);
        if depth == 0 && said.relations.is_empty() {
            let (kind, none) = (LedgerKind::LeftOut, LedgerValue::Null);
            let why = "no relations and no depth: there is nothing to walk";
            (self.ledger).note(kind, "/graph_params", none, why, Some(said.span));
            // A path is no part of the other scenarios, which is told of already.
            return None;
        }
        self.disagrees(said.span, |me| {
            me.tell(
                "`G` walks relations, and the intent names none in `R`",
                "`graph_params` walks relations, and the intent names none in `relations`",
                "a walk goes along relations, and none is named",
            )
            .to_owned()
        });
        None
    }

    pub(crate) fn or_default<T: Copy>(
        &mut self,
        said: Option<Spanned<T>>,
        default: T,
        path: &'static str,
        shown: impl Fn(T) -> LedgerValue<'a>,
    ) -> T {
        if let Some(said) = said {
            return said.value;
        }
        (self.ledger).default_value(path, shown(default), "default of the scenario");
        default
    }

    pub(crate) fn disagrees(&mut self, span: Span, message: impl FnOnce(&Self) -> String) {
        self.report(&registry::GRAPH_DISAGREES, span, |me, finding| {
            let help = me.tell(
                "leave `G` out: it follows from the relations",
                "leave `graph_params` out: it follows from the relations",
                "leave the walk out: it follows from the relations",
            );
            finding.explain(message(me), help)
        });
    }

    /// Reports what the parameters themselves say.
    pub(crate) fn graph_disagrees(&mut self, span: Span, says: impl FnOnce(&Self) -> String) {
        self.disagrees(span, |me| {
            format!("`{}` {}", me.say("G", "graph_params"), says(me))
        });
    }
}

/// Why a parameter that was not said has its value, where relations are walked.
pub(crate) const FOLLOWS: &str = "follows from the relations";

/// Whether the same names are in both, in whichever order.
pub(crate) fn same_names(one: &[Str<'_>], other: &[Str<'_>]) -> bool {
    one.iter().all(|name| other.contains(name)) && other.iter().all(|name| one.contains(name))
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
