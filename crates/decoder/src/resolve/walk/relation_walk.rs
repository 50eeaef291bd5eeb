//! Checks a walk along relations: each hop must fit the current type, and the last must reach the required end.
//!
//! A chain starts at the entities, or at the targets if there are none, and ends at the targets. If an intent has two
//! ends, the chain starts at the first entity and ends at the others. A hop may name its own ends. A named start begins
//! a new chain, which may end anywhere if it starts at the targets or at a named variable.
//!
//! A hop that does not fit becomes a question (DEC056) with the relations that fit. A missing direction is outward, or
//! inward if only that fits, and the ledger records it. If the type of an entity is unknown, every relation fits.

use std::borrow::Cow;

use crate::contract::{End, Entity, Relation, Str};
use crate::draft::Words;
use crate::finding::candidates::Choice;
use crate::finding::registry;
use crate::finding::topic::{List, Topic};
use crate::language::{Direction, Scenario};
use crate::ledger::{LedgerKind, LedgerPath};
use crate::resolve::context::Context;
use crate::resolve::names::codes;
use crate::resolve::notes::Notes;
use crate::resolve::scope::Scope;
use crate::span::Span;
use crate::tables::{RelationDef, Tables};

/// The possible types at a position of the walk.
#[derive(Clone, Copy)]
enum WalkTypes<'g, 'a> {
    /// Unknown: any type.
    Any,
    Named(&'g [Str<'a>]),
    Typed(&'g [Entity<'a>]),
    /// The end of a hop; two types if the hop may have been made in either direction.
    After([&'a str; 2]),
}

/// Compares two names. Most are the same string of the tables, so pointers are compared first.
fn is(known: &str, name: &str) -> bool {
    std::ptr::eq(known, name) || known == name
}

impl WalkTypes<'_, '_> {
    fn has(self, name: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Named(names) => names.iter().any(|known| is(known, name)),
            Self::Typed(entities) => entities.iter().any(|entity| {
                let of = entity.type_name.as_deref();
                of.is_some_and(|of| is(of, name))
            }),
            Self::After(names) => names.iter().any(|known| is(known, name)),
        }
    }

    fn names(self) -> String {
        let mut names: Vec<&str> = match self {
            Self::Any => Vec::new(),
            Self::Named(names) => names.iter().map(AsRef::as_ref).collect(),
            Self::Typed(entities) => {
                let types = entities.iter();
                types
                    .filter_map(|entity| entity.type_name.as_deref())
                    .collect()
            }
            Self::After(names) => names.into(),
        };
        names.dedup();
        names.join("`, `")
    }
}

fn typed<'g, 'a>(entities: &'g [Entity<'a>]) -> WalkTypes<'g, 'a> {
    let known = entities.iter().all(|entity| entity.type_name.is_some());
    if known {
        WalkTypes::Typed(entities)
    } else {
        WalkTypes::Any
    }
}

/// The state of a walk along the relations of an intent.
pub(crate) struct RelationWalk<'g, 'a> {
    pub(crate) scenario: Scenario,
    targets: WalkTypes<'g, 'a>,
    entities: &'g [Entity<'a>],
    here: WalkTypes<'g, 'a>,
    /// The types where the walk must end.
    end: WalkTypes<'g, 'a>,
    /// `true` if the current chain starts at the targets because a hop says so.
    leads_away: bool,
    /// The last hop, if it names no end and its chain must still reach one.
    open: Option<(Span, &'a RelationDef)>,
    /// The named variables with their possible types.
    named: Vec<(Str<'a>, [&'a str; 2])>,
}

impl<'g, 'a> RelationWalk<'g, 'a> {
    pub(crate) fn new(
        tables: &'a Tables,
        scenario: Scenario,
        targets: &'g [Str<'a>],
        entities: &'g [Entity<'a>],
    ) -> Self {
        let named = match (targets, tables.types.as_ref()) {
            ([], [only]) if entities.is_empty() => WalkTypes::After([&only.name; 2]),
            ([], _) => WalkTypes::Any,
            _ => WalkTypes::Named(targets),
        };
        let two_ended = matches!(scenario, Scenario::RelationExistence | Scenario::PathQuery);
        let (here, end) = match entities {
            [] => (named, WalkTypes::Any),
            [first, rest @ ..] if two_ended && !rest.is_empty() => {
                (typed(std::slice::from_ref(first)), typed(rest))
            }
            all => (typed(all), named),
        };
        Self {
            scenario,
            targets: named,
            entities,
            here,
            end,
            leads_away: false,
            open: None,
            named: Vec::new(),
        }
    }

    pub(crate) const fn entities(&self) -> usize {
        self.entities.len()
    }

    /// Sets the current types to unknown.
    pub(crate) const fn lose_the_way(&mut self) {
        self.here = WalkTypes::Any;
        self.open = None;
    }

    fn at(&self, end: &End<'_>) -> WalkTypes<'g, 'a> {
        match end {
            End::Target => self.targets,
            End::Entity(index) => self
                .entities
                .get(*index..=*index)
                .map_or(WalkTypes::Any, typed),
            End::Place(name) => {
                let types = self.types_at(name);
                types.map_or(WalkTypes::Any, WalkTypes::After)
            }
        }
    }

    /// The types of a named variable; `None` if no hop leads to it.
    fn types_at(&self, name: &str) -> Option<[&'a str; 2]> {
        let mut named = self.named.iter();
        let found = named.find(|(known, _)| known == name);
        found.map(|(_, types)| *types)
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &Str<'a>> {
        self.named.iter().map(|(name, _)| name)
    }

    /// `true` if the chain of a hop leads away from the targets or from a named variable.
    fn leads_away(&self, from: Option<&End<'_>>) -> bool {
        from.map_or(self.leads_away, End::leads_away)
    }

    fn between(
        &self,
        from: Option<&End<'_>>,
        to: Option<&End<'_>>,
        last: bool,
    ) -> [WalkTypes<'g, 'a>; 2] {
        let to = match to {
            Some(end) => self.at(end),
            None if last && !self.leads_away(from) => self.end,
            None => WalkTypes::Any,
        };
        [from.map_or(self.here, |end| self.at(end)), to]
    }

    /// `true` if a relation fits the current types, in either direction if none is given.
    pub(crate) fn fits(
        &self,
        def: &'a RelationDef,
        direction: Option<Direction>,
        ends: (Option<&End<'_>>, Option<&End<'_>>),
        last: bool,
    ) -> bool {
        let [from, to] = self.between(ends.0, ends.1, last);
        let direction = direction.unwrap_or(Direction::Both);
        Self::ends(def, direction, from, to).is_some()
    }

    /// The types where a relation may end; `None` if it cannot be walked in this direction between the given types.
    fn ends(
        def: &'a RelationDef,
        direction: Direction,
        from: WalkTypes<'_, '_>,
        to: WalkTypes<'_, '_>,
    ) -> Option<[&'a str; 2]> {
        let (low, high) = (def.from.as_ref(), def.to.as_ref());
        let out = || (from.has(low) && to.has(high)).then_some(high);
        let back = || (from.has(high) && to.has(low)).then_some(low);
        match direction {
            Direction::Out => out().map(|end| [end; 2]),
            Direction::In => back().map(|end| [end; 2]),
            Direction::Both => {
                let (out, back) = (out(), back());
                Some([out.or(back)?, back.or(out)?])
            }
        }
    }
}

/// A resolved hop, before the walk.
pub(crate) struct Hop<'a> {
    pub(crate) index: usize,
    pub(crate) span: Span,
    pub(crate) def: &'a RelationDef,
    /// Alternative relations between the same types.
    pub(crate) or: Vec<Str<'a>>,
    pub(crate) direction: Option<Direction>,
    pub(crate) from: Option<End<'a>>,
    pub(crate) to: Option<End<'a>>,
    /// The least and greatest number of repetitions.
    pub(crate) times: Option<[u32; 2]>,
    /// `true` for an anti-join.
    pub(crate) absent: bool,
    /// `true` if the hop must lead to the end of its chain.
    pub(crate) last: bool,
}

/// Makes a hop, with the given or derived direction.
pub(crate) fn hop<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    walk: &mut RelationWalk<'_, 'a>,
    hop: &Hop<'a>,
) -> Relation<'a> {
    Relation {
        name: Cow::Borrowed(&hop.def.name),
        or: hop.or.clone(),
        direction: walk_on(context, notes, walk, hop),
        from: hop.from.clone(),
        to: hop.to.clone(),
        hops: hop.times,
        absent: hop.absent,
    }
}

/// Advances the walk along a hop and returns its direction.
pub(crate) fn walk_on<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    walk: &mut RelationWalk<'_, 'a>,
    hop: &Hop<'a>,
) -> Direction {
    let [from, to] = walk.between(hop.from.as_ref(), hop.to.as_ref(), hop.last);
    let goes = |direction| RelationWalk::ends(hop.def, direction, from, to);
    let direction = hop.direction.unwrap_or_else(|| {
        let inwards = goes(Direction::Out).is_none() && goes(Direction::In).is_some();
        unsaid_direction(notes, hop.index, inwards)
    });
    if let (Some(End::Place(name)), Some(types)) = (&hop.to, goes(direction))
        && walk.types_at(name).is_none()
    {
        walk.named.push((name.clone(), types));
    }
    if hop.absent {
        // An anti-join does not move the walk.
        if goes(direction).is_none() {
            does_not_fit(context, notes, hop, direction, from, to);
        }
        return direction;
    }
    if hop.from.is_some() {
        arrive(context, notes, walk);
    }
    walk.leads_away = walk.leads_away(hop.from.as_ref());
    let is_open = hop.to.is_none() && !walk.leads_away;
    walk.open = is_open.then_some((hop.span, hop.def));
    walk.here = match goes(direction) {
        Some(types) => WalkTypes::After(types),
        None => {
            does_not_fit(context, notes, hop, direction, from, to);
            // Avoid further findings after the first.
            walk.lose_the_way();
            WalkTypes::Any
        }
    };
    direction
}

/// Adds both ends of a relation to the types of the intent.
pub(crate) fn walked_to<'a>(scope: &mut Scope<'a>, def: &'a RelationDef) {
    let ends = [def.from.as_ref(), def.to.as_ref()];
    scope.about.types.extend(ends);
    scope.walked.extend(ends);
}

/// Ends a chain, and reports a last hop that does not reach the required end.
pub(crate) fn arrive<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    walk: &RelationWalk<'_, 'a>,
) {
    let Some((span, def)) = walk.open else {
        return;
    };
    let WalkTypes::After(types) = walk.here else {
        return;
    };
    if types.iter().any(|name| walk.end.has(name)) {
        return;
    }
    notes.report(&registry::RELATION_DOES_NOT_FIT, span, |finding| {
        let (name, here, end) = (&def.name, walk.here.names(), walk.end.names());
        let message = format!("`{name}` ends at `{here}`, and the intent is about `{end}`");
        let help = context.tell(
            "walk it the other way with `dir`, or add the relation that leads on",
            "walk it in the other `direction`, or add the relation that leads on",
            "join it the other way round, or join the table between",
        );
        finding.explain(message, help)
    });
}

fn unsaid_direction(notes: &mut Notes<'_>, index: usize, inwards: bool) -> Direction {
    let (kind, direction, why) = if inwards {
        let why = "the only way it can be walked from there";
        (LedgerKind::Derived, Direction::In, why)
    } else {
        let why = "relations are walked outwards unless said otherwise";
        (LedgerKind::DefaultApplied, Direction::Out, why)
    };
    let path = LedgerPath::element("/grounding/relations", index).member("direction");
    notes.ledger.note(kind, path, direction.name(), why, None);
    direction
}

#[cold]
fn does_not_fit<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    hop: &Hop<'a>,
    direction: Direction,
    from: WalkTypes<'_, '_>,
    to: WalkTypes<'_, '_>,
) {
    let def = hop.def;
    notes.report(&registry::RELATION_DOES_NOT_FIT, hop.span, |finding| {
        let (start, end) = (from.names(), to.names());
        let walked = match (from, to) {
            (WalkTypes::Any, _) => format!("it is to end at `{end}`"),
            (_, WalkTypes::Any) => format!("the walk is at `{start}`"),
            _ => format!("is to be walked from `{start}` to `{end}`"),
        };
        let leads = format!("`{}` leads from `{}` to `{}`", def.name, def.from, def.to);
        let message = format!("{leads}, and {walked}");
        let other = match direction {
            Direction::Out => Direction::In,
            _ => Direction::Out,
        };
        if RelationWalk::ends(def, other, from, to).is_some() {
            let way = Choice::member(&other).said_in(context.words);
            return finding
                .explain(message, the_other_way(context, other))
                .candidates(vec![way.candidate()])
                .on(Topic::Which(List::Direction));
        }
        let known = codes::known_relations(context, |known| {
            RelationWalk::ends(known, Direction::Both, from, to).is_some()
        });
        finding
            .explain(message, "use a relation of the types it is between")
            .candidates(context.candidates(&def.name, known))
    });
}

fn the_other_way(context: &Context<'_>, direction: Direction) -> String {
    let (key, way) = match context.words {
        Words::Codes => ("dir", direction.code()),
        Words::Names | Words::Sql => ("direction", direction.name()),
    };
    format!("walk it the other way: `{key}` `{way}`")
}
