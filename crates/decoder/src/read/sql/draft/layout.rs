//! Places and hops of a query → targets, entities and relations of a draft, each with as few names and ends as it needs.
//!
//! A chain starts at the only entity, or else at the target. A hop behind it needs no ends where it goes on from where the
//! chain is, and a place needs a name where it would not be found without.

use std::borrow::Cow;

use crate::draft::{DraftEnd, DraftEntity, DraftRelation, Word};
use crate::language::given_names;
use crate::read::sql::draft::query::{Hop, Query};
use crate::span::Spanned;

/// A query as a draft says it.
#[derive(Debug, Default)]
pub(super) struct Layout<'a> {
    pub(super) entities: Vec<Spanned<DraftEntity<'a>>>,
    pub(super) relations: Vec<Spanned<DraftRelation<'a>>>,
    /// Which places have a name.
    pub(super) named: Vec<bool>,
}

/// A hop in the order of the draft, between the ends that it says.
struct Step {
    hop: usize,
    from: usize,
    to: usize,
    /// Whether it goes on from where the chain is, and says no ends.
    goes_on: bool,
}

/// Lays a query out around its target; `None`: what is named is what is looked for.
pub(super) fn layout<'a>(query: &mut Query<'a>, target: Option<usize>) -> Layout<'a> {
    let entities: Vec<usize> = (0..query.places.len())
        .filter(|at| {
            query
                .places
                .get(*at)
                .is_some_and(|place| place.entity.is_some())
        })
        .collect();
    let steps = steps(query, target, &entities);
    let named = named(query, target, &entities, &steps);
    give_names(query, &named);
    let end = |place: usize| -> DraftEnd<'a> {
        if target == Some(place) {
            return DraftEnd::Name(Cow::Borrowed("target"));
        }
        match entities.iter().position(|entity| *entity == place) {
            Some(at) => DraftEnd::Index(INDICES.get(at).copied().unwrap_or("99")),
            None => {
                let name = query
                    .places
                    .get(place)
                    .map_or("", |place| place.name.as_str());
                DraftEnd::Name(given_names::reference(name).into_owned().into())
            }
        }
    };
    let has_end = |place: usize| {
        target == Some(place) || entities.contains(&place) || named.get(place) == Some(&true)
    };
    let relations = steps.iter().filter_map(|step| {
        let hop = query.hops.get(step.hop)?;
        let word = |text: &'static str| -> Word<'a> { Spanned::new(Cow::Borrowed(text), hop.span) };
        let mut relations = hop.relations.iter().cloned();
        let is_named = |place: usize| named.get(place) == Some(&true);
        let says_ends = !step.goes_on || is_named(step.to) || is_named(step.from);
        let relation = DraftRelation {
            relation: relations.next()?,
            or: relations.collect(),
            direction: Some(word(hop.way_from(step.from).code())),
            from: says_ends.then(|| Spanned::new(end(step.from), hop.span)),
            to: (says_ends && has_end(step.to)).then(|| Spanned::new(end(step.to), hop.span)),
            hops: hop
                .times
                .as_ref()
                .map(|times| Spanned::new(times.to_vec(), hop.span)),
            absent: hop.is_absent.then(|| Spanned::new(true, hop.span)),
        };
        Some(Spanned::new(relation, hop.span))
    });
    let relations = relations.collect();
    let entities = entities.iter().filter_map(|at| {
        let place = query.places.get(*at)?;
        let entity = DraftEntity {
            text: place.entity.clone()?,
            type_name: Some(Spanned::new(
                Cow::Borrowed(place.of.name.as_ref()),
                place.span,
            )),
            id: None,
        };
        Some(Spanned::new(entity, place.span))
    });
    Layout {
        entities: entities.collect(),
        relations,
        named,
    }
}

/// Indices of entities in digits; the cap of a codebook is far below.
const INDICES: &[&str] = &[
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16",
    "17", "18", "19", "20",
];

fn steps(query: &Query<'_>, target: Option<usize>, entities: &[usize]) -> Vec<Step> {
    let mut left: Vec<usize> = (0..query.hops.len()).collect();
    let mut steps = Vec::new();
    let start = match (entities, target) {
        ([], _) => target,
        ([only], Some(target)) => {
            let path = path(query, *only, target);
            let mut here = *only;
            for hop in &path {
                let Some(to) = query.hops.get(*hop).and_then(|hop| hop.other(here)) else {
                    break;
                };
                steps.push(Step {
                    hop: *hop,
                    from: here,
                    to,
                    goes_on: true,
                });
                here = to;
            }
            left.retain(|hop| !path.contains(hop));
            // Behind the chain there may only be what must not be there; the rest leads away from the target.
            let is_absent = |hop: &&usize| {
                query
                    .hops
                    .get(**hop)
                    .is_some_and(|hop| hop.is_absent && hop.other(target).is_some())
            };
            let absent: Vec<usize> = left.iter().filter(is_absent).copied().collect();
            for hop in absent {
                let to = query.hops.get(hop).and_then(|hop| hop.other(target));
                if let Some(to) = to.filter(|_| !path.is_empty()) {
                    steps.push(Step {
                        hop,
                        from: target,
                        to,
                        goes_on: true,
                    });
                    left.retain(|other| *other != hop);
                }
            }
            None
        }
        ([first, ..], None) => Some(*first),
        _ => None,
    };
    let mut seen: Vec<usize> = steps.iter().flat_map(|step| [step.from, step.to]).collect();
    seen.extend(target.or(start));
    let mut here = start;
    while !left.is_empty() {
        // Hops in their order, as soon as one of their ends is known; one that is known nowhere goes last.
        let known = |hop: &Hop<'_>| seen.contains(&hop.from) || seen.contains(&hop.to);
        let next = left
            .iter()
            .position(|hop| query.hops.get(*hop).is_some_and(known))
            .unwrap_or(0);
        let at = left.remove(next);
        let Some(hop) = query.hops.get(at) else {
            continue;
        };
        let two_ended = target.is_none() && entities.len() == 2;
        let (from, to) = match here {
            // Between two that are known it leads as it was said.
            _ if seen.contains(&hop.from) && seen.contains(&hop.to) && !two_ended => {
                (hop.from, hop.to)
            }
            Some(here) if hop.to == here && hop.from != here => (hop.to, hop.from),
            Some(here) if hop.from == here => (hop.from, hop.to),
            _ if !seen.contains(&hop.from) && seen.contains(&hop.to) => (hop.to, hop.from),
            _ => (hop.from, hop.to),
        };
        let ends_there = entities.contains(&to) && !two_ended;
        let is_back = (seen.contains(&to) || ends_there) && !two_ended;
        steps.push(Step {
            hop: at,
            from,
            to,
            goes_on: here == Some(from) && !is_back,
        });
        seen.extend([from, to]);
        if !hop.is_absent {
            here = Some(to);
        }
    }
    steps
}

/// The hops from one place to another, in their order.
fn path(query: &Query<'_>, from: usize, to: usize) -> Vec<usize> {
    let mut reached: Vec<(usize, Option<(usize, usize)>)> = vec![(from, None)];
    let mut next = 0;
    while let Some((here, _)) = reached.get(next).copied() {
        if here == to {
            break;
        }
        for (at, hop) in query.hops.iter().enumerate() {
            let Some(other) = hop.other(here) else {
                continue;
            };
            if !reached.iter().any(|(known, _)| *known == other) {
                reached.push((other, Some((next, at))));
            }
        }
        next += 1;
    }
    let mut hops = Vec::new();
    let mut at = reached.get(next).and_then(|(_, before)| *before);
    while let Some((before, hop)) = at {
        hops.push(hop);
        at = reached.get(before).and_then(|(_, before)| *before);
    }
    hops.reverse();
    hops
}

/// Which places need a name: those that a hop leads to or from which says its ends, and those whose columns would be read
/// elsewhere.
fn named(
    query: &Query<'_>,
    target: Option<usize>,
    entities: &[usize],
    steps: &[Step],
) -> Vec<bool> {
    let is_free = |place: usize| target != Some(place) && !entities.contains(&place);
    let mut named = vec![false; query.places.len()];
    let mut name = |place: usize| {
        if let Some(named) = named.get_mut(place) {
            *named = true;
        }
    };
    for step in steps.iter().filter(|step| !step.goes_on) {
        // A place at the end of a chain of its own needs none.
        let before = steps.iter().take_while(|other| other.hop != step.hop);
        let is_met = before
            .clone()
            .any(|other| other.to == step.to || other.from == step.to);
        if is_free(step.from) {
            name(step.from);
        }
        if is_free(step.to) && is_met {
            name(step.to);
        }
    }
    name_read(query, target, entities, &mut named);
    // A hop to a place with a name says where it starts, and that is a place with a name.
    for step in steps.iter().rev() {
        if named.get(step.to) == Some(&true)
            && is_free(step.from)
            && let Some(from) = named.get_mut(step.from)
        {
            *from = true;
        }
    }
    named
}

/// Names the places whose columns would be read elsewhere.
fn name_read(query: &Query<'_>, target: Option<usize>, entities: &[usize], named: &mut [bool]) {
    let is_free = |place: usize| target != Some(place) && !entities.contains(&place);
    for (at, place) in query.places.iter().enumerate() {
        if !place.is_read || !is_free(at) {
            continue;
        }
        let of = |other: usize| {
            query
                .places
                .get(other)
                .is_some_and(|other| other.of.name == place.of.name)
        };
        let others =
            (0..query.places.len()).filter(|other| *other != at && is_free(*other) && of(*other));
        let is_of_target = match target {
            Some(target) => of(target),
            None => entities.iter().any(|entity| of(*entity)),
        };
        if (is_of_target || others.count() > 0)
            && let Some(named) = named.get_mut(at)
        {
            *named = true;
        }
    }
}

/// Gives a name to each place that needs one and has none.
fn give_names(query: &mut Query<'_>, named: &[bool]) {
    for at in 0..query.places.len() {
        let Some(place) = query.places.get(at) else {
            continue;
        };
        let is_taken = |name: &str| {
            let mut others = query.places.iter().enumerate();
            others.any(|(other, place)| other != at && place.name == name)
        };
        let is_plain = |name: &str| {
            !name.is_empty()
                && name
                    .chars()
                    .all(|letter| letter.is_alphanumeric() || letter == '_')
        };
        if named.get(at) != Some(&true) || (is_plain(&place.name) && !is_taken(&place.name)) {
            continue;
        }
        let base = place.of.name.to_string();
        let numbered = (2..).map(|number| format!("{base}{number}"));
        let name = std::iter::once(base.clone())
            .chain(numbered)
            .find(|name| !is_taken(name));
        if let (Some(name), Some(place)) = (name, query.places.get_mut(at)) {
            place.name = name;
        }
    }
}
