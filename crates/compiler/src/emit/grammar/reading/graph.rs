//! Entities, relations, walks and paths.

use cmec_decoder::language::{Direction, given};
use cmec_decoder::line;

use super::names::Names;
use super::values::{given_name, text};
use super::{comma, list, or};
use crate::emit::grammar::model::{
    Expr, Grammar, any_of, choice, literal, optional, repeat, sequence,
};
use crate::emit::grammar::numbers::range;

/// An entity, of a type or not, with its key or not.
pub(super) fn entity(grammar: &mut Grammar, types: Option<Expr>) -> Expr {
    let key = optional(sequence([literal("#"), text(grammar)]));
    let typed = types.map(|types| sequence([types, literal(":")]));
    let of = choice(std::iter::once(literal("@")).chain(typed));
    let body = sequence([of, text(grammar), key]);
    grammar.phrase("entity", body)
}

fn ways() -> Expr {
    choice(
        Direction::ALL
            .iter()
            .map(|way| literal(line::direction(*way))),
    )
}

/// A relation, there or not, with its ends and how often it is walked.
pub(super) fn relation(grammar: &mut Grammar, names: &Names<'_>) -> Option<Expr> {
    let limits = &names.tables.limits;
    let relation = list(names.relations(grammar)?, or());
    let mut parts = vec![optional(literal(line::ABSENT)), ways(), relation];
    if let Some(hops) = range(1, limits.hops_cap.into()) {
        let hops = grammar.token("hops", hops);
        let times = [
            literal("["),
            hops.clone(),
            literal(".."),
            hops,
            literal("]"),
        ];
        // One token would be all of it: the points are no fraction here, since hops have none.
        parts.push(optional(sequence(times)));
    }
    let last = u64::from(limits.list_cap).saturating_sub(1);
    let index = range(0, last).map(|index| grammar.token("index", index));
    let place = sequence([literal(&given::MARK.to_string()), given_name(grammar)]);
    let end = any_of([literal("*"), place].into_iter().chain(index))?;
    let end = grammar.phrase("end", end);
    let both = [
        literal("["),
        optional(end.clone()),
        literal(","),
        optional(end.clone()),
        literal("]"),
    ];
    let ends = choice([sequence([literal(":"), end]), sequence(both)]);
    parts.push(optional(ends));
    Some(grammar.phrase("hop", sequence(parts)))
}

/// How far and which way to walk.
pub(super) fn walk(grammar: &mut Grammar, names: &Names<'_>) -> Expr {
    let limits = &names.tables.limits;
    let relations = names.relations(grammar);
    let relations = relations.map(|name| list(name, comma()));
    let along = choice(std::iter::once(literal("*")).chain(relations));
    let way = sequence([ways(), along]);
    let depth = range(1, limits.depth_cap.max(limits.hops_cap).into());
    let depth = depth.map(|depth| grammar.token("depth", depth));
    let far = depth.map(|depth| sequence([depth, optional(way.clone())]));
    let said = choice(std::iter::once(way).chain(far));
    grammar.phrase("walk", sequence([literal("*"), said]))
}

/// A path: from keys, to types, hops, along relations.
pub(super) fn path(grammar: &mut Grammar, names: &Names<'_>, types: Option<Expr>) -> Expr {
    let key = sequence([literal("#"), text(grammar)]);
    let hops = range(1, names.tables.limits.hops_cap.into());
    let hops = hops.map(|hops| sequence([literal("*"), grammar.token("hops", hops)]));
    let relation = names.relations(grammar);
    let relation = relation.map(|name| sequence([literal(line::direction(Direction::Out)), name]));
    let members = std::iter::once(key).chain(types).chain(relation);
    let member = grammar.phrase("path_member", choice(members));
    let behind = |what: Expr| sequence([literal(" "), what]);
    let more = repeat(behind(member.clone()), 0, None);
    // How often it is walked is said once.
    let far = hops
        .clone()
        .map(|hops| optional(behind(sequence([hops, more.clone()]))));
    let walked = sequence([member, more.clone()].into_iter().chain(far));
    let far_first = hops.map(|hops| sequence([hops, more]));
    let inside = optional(choice(std::iter::once(walked).chain(far_first)));
    let parts = [literal(&format!("{}(", line::PATH)), inside, literal(")")];
    grammar.phrase("path", sequence(parts))
}
