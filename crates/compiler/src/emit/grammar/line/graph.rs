//! A walk and a path: only what does not follow from the relations and the scenario.

use cmec_decoder::language::{Direction, Scenario};
use cmec_decoder::line;

use super::grounding::{any_type, relation_name, way};
use super::items::some;
use super::names::Names;
use super::texts::name;
use crate::emit::grammar::model::{Expr, Grammar, choice, literal, optional, repeat, sequence};
use crate::emit::grammar::numbers::{depth, hops};

/// `*2>relation`, how far and which way, or `*>relation`, which way only. `None` where there is nothing to say.
pub(super) fn walk(
    grammar: &mut Grammar,
    names: &Names<'_>,
    scenario: Scenario,
    far: Far,
) -> Option<Expr> {
    let tables = names.tables();
    let one_way = way(&[Direction::Out, Direction::In]);
    let mut along = vec![sequence([one_way, literal("*")])];
    if let Some(relation) = relation_name(grammar, names) {
        let relations = some(relation, ",", tables.limits.list_cap);
        along.push(sequence([way(Direction::ALL), relations]));
    }
    let along = grammar.phrase("along", choice(along));
    let said = match far {
        Far::Unsaid => along,
        Far::Said => sequence([depth(grammar, tables, scenario)?, optional(along)]),
    };
    Some(grammar.phrase("walk", sequence([literal("*"), said])))
}

/// Whether a walk says how far it goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Far {
    Said,
    Unsaid,
}

/// How much a path says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Says {
    /// More than its number of hops, which the walk would say.
    More,
    /// Anything, or nothing.
    Any,
    /// Anything but the hops, which follow from the relations.
    Along,
}

/// `path(#key type *4 >relation)`.
pub(super) fn path(grammar: &mut Grammar, names: &Names<'_>, says: Says) -> Option<Expr> {
    let tables = names.tables();
    let cap = tables.limits.list_cap;
    let source = sequence([literal("#"), name(grammar)]);
    let target = any_type(grammar, tables);
    let hops = hops(tables).map(|hops| sequence([literal("*"), grammar.token("hop_count", hops)]));
    let hops = hops.filter(|_| says != Says::Along);
    let relation = relation_name(grammar, names);
    let relation = relation.map(|name| sequence([literal(line::direction(Direction::Out)), name]));
    let members = [
        (Some(source), cap, true),
        (target, cap, true),
        (hops, 1, false),
        (relation, cap, true),
    ];
    // By the first member: those behind it have a blank before them.
    let mut options = Vec::new();
    for (index, (member, most, is_more)) in members.iter().enumerate() {
        let Some(member) = member.clone() else {
            continue;
        };
        let rest = members.get(index + 1..).unwrap_or_default().iter();
        let more: Vec<Expr> = (rest.clone().filter(|(_, _, is_more)| *is_more))
            .filter_map(|(member, most, _)| Some(behind(member.clone()?, *most)))
            .collect();
        let all = rest.filter_map(|(member, most, _)| Some(behind(member.clone()?, *most)));
        if *is_more || says != Says::More {
            options.push(sequence(
                std::iter::once(some(member, " ", *most)).chain(all),
            ));
        } else if let [.., last] = more.as_slice()
            && let Expr::Repeat { of, most, .. } = last
        {
            // Hops say more with relations only, which are all that stands behind them.
            let relations = repeat(of.as_ref().clone(), 1, *most);
            options.push(sequence([member, relations]));
        }
    }
    let inside = choice(options);
    let inside = if says == Says::More {
        inside
    } else {
        optional(inside)
    };
    let open = [literal(line::PATH), literal("("), inside, literal(")")];
    Some(grammar.phrase("path", sequence(open)))
}

/// One at most or many of them, each behind a blank.
fn behind(member: Expr, most: u32) -> Expr {
    let most = Some(most).filter(|most| *most < 2);
    repeat(sequence([literal(" "), member]), 0, most)
}
