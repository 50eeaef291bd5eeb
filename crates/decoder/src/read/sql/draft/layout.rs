//! Converts the variables and hops of a query to targets, entities and relations of a draft, with as few names and ends
//! as possible.
//!
//! A chain starts at the only entity, or else at the target. A hop that continues from the current end of the chain
//! needs no ends, and a variable needs a name only if it cannot be identified otherwise.

use std::borrow::Cow;

use crate::draft::{DraftEnd, DraftEntity, DraftRelation, Word};
use crate::language::given_names;
use crate::read::sql::draft::query::{Hop, Query};
use crate::span::Spanned;

/// The entities and relations of a draft.
#[derive(Debug, Default)]
pub(super) struct Layout<'a> {
    pub(super) entities: Vec<Spanned<DraftEntity<'a>>>,
    pub(super) relations: Vec<Spanned<DraftRelation<'a>>>,
    /// For each variable, `true` if it has a name.
    pub(super) named: Vec<bool>,
}

/// A hop in the order of the draft, with its direction.
struct Step {
    hop: usize,
    from: usize,
    to: usize,
    /// `true` if it continues from the current end of the chain and needs no ends.
    goes_on: bool,
}

/// Lays out a query around its target; with `None`, the named entities are the target.
pub(super) fn layout<'a>(query: &mut Query<'a>, target: Option<usize>) -> Layout<'a> {
    let places = query.places.iter().enumerate();
    let entities = places.filter(|(_, place)| place.entity.is_some());
    let entities: Vec<usize> = entities.map(|(at, _)| at).collect();
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
                let place = query.places.get(place);
                let name = place.map_or("", |place| place.name.as_str());
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
            hops: (hop.times.as_ref()).map(|times| Spanned::new(times.to_vec(), hop.span)),
            absent: hop.is_absent.then(|| Spanned::new(true, hop.span)),
        };
        Some(Spanned::new(relation, hop.span))
    });
    let relations = relations.collect();
    let entities = entities.iter().filter_map(|at| {
        let place = query.places.get(*at)?;
        let type_name = Spanned::new(Cow::Borrowed(place.of.name.as_ref()), place.span);
        let entity = DraftEntity {
            text: place.entity.clone()?,
            type_name: Some(type_name),
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

/// Indices of entities as digits. The cap of a codebook is far below 20.
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
            // Only an anti-join may follow the chain; any other hop leads away from the target.
            if !path.is_empty() {
                left.retain(|at| {
                    let hop = query.hops.get(*at).filter(|hop| hop.is_absent);
                    let to = hop.and_then(|hop| hop.other(target));
                    steps.extend(to.map(|to| Step {
                        hop: *at,
                        from: target,
                        to,
                        goes_on: true,
                    }));
                    to.is_none()
                });
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
        // Take the hops in order, each as soon as one of its ends is known.
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
            // A hop between two known variables keeps its direction.
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

/// The hops on the path between two variables, in order.
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

/// For each variable, `true` if it needs a name: a hop with ends starts or ends there, or its columns would otherwise
/// be read at another variable.
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
        // A variable at the end of a separate chain needs no name.
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
    // A hop to a named variable states its start, so that one needs a name, too.
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

/// Marks the variables whose columns would otherwise be read at another variable.
fn name_read(query: &Query<'_>, target: Option<usize>, entities: &[usize], named: &mut [bool]) {
    let is_free = |place: usize| target != Some(place) && !entities.contains(&place);
    for (at, place) in query.places.iter().enumerate() {
        if !place.is_read || !is_free(at) {
            continue;
        }
        let of = |other: usize| {
            let other = query.places.get(other);
            other.is_some_and(|other| other.of.name == place.of.name)
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

/// Gives a name to each variable that needs one and has none.
fn give_names(query: &mut Query<'_>, named: &[bool]) {
    for at in 0..query.places.len() {
        let Some(place) = query.places.get(at) else {
            continue;
        };
        let is_taken = |name: &str| {
            let mut others = query.places.iter().enumerate();
            others.any(|(other, place)| other != at && place.name == name)
        };
        let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
        let is_plain = |name: &str| !name.is_empty() && name.chars().all(is_letter);
        if named.get(at) != Some(&true) || (is_plain(&place.name) && !is_taken(&place.name)) {
            continue;
        }
        let base = place.of.name.to_string();
        let numbered = (2..).map(|number| format!("{base}{number}"));
        let mut names = std::iter::once(base.clone()).chain(numbered);
        let name = names.find(|name| !is_taken(name));
        if let (Some(name), Some(place)) = (name, query.places.get_mut(at)) {
            place.name = name;
        }
    }
}
