//! Graph parameters: only what does not follow from the relations and the scenario.

use cmec_decoder::language::{Direction, Key, Scenario};
use cmec_decoder::tables::Tables;

use super::codes::{direction_but, relation_code, type_name};
use super::objects::{Member, list, may, must, object};
use crate::emit::grammar::model::{Expr, Grammar, any_of, choice, literal};
use crate::emit::grammar::numbers::{depth, hops};
use crate::emit::grammar::strings::name;

/// What of the intent decides on its graph parameters.
#[derive(Debug, Clone, Copy)]
pub(super) struct Around {
    /// What is asked.
    pub(super) scenario: Scenario,
    /// Whether relations are said.
    pub(super) relations: bool,
    /// Whether two ends are said.
    pub(super) two_ends: bool,
}

/// What `G` may be.
pub(super) struct Graph {
    /// Without a path.
    pub(super) pathless: Option<Expr>,
    /// With a path, where the scenario has one.
    pub(super) path: Option<Expr>,
    /// Whether there is a path even where nothing is said of it.
    pub(super) path_written: bool,
}

/// What `G` may be at this place.
pub(super) fn graph(grammar: &mut Grammar, tables: &Tables, around: Around) -> Graph {
    Graph {
        pathless: pathless(grammar, tables, around),
        path: with_path(grammar, tables, around),
        path_written: around.scenario == Scenario::PathQuery
            && !around.relations
            && !around.two_ends,
    }
}

/// Way, depth and names, where they do not follow from the relations.
fn pathless(grammar: &mut Grammar, tables: &Tables, around: Around) -> Option<Expr> {
    let walks = match around.scenario {
        Scenario::Subgraph => true,
        // Without two ends there is always a path.
        Scenario::PathQuery => around.two_ends,
        _ => false,
    };
    if around.relations || !walks {
        return None;
    }
    let members: Vec<Member> = (direction().into_iter())
        .chain(depth(grammar, tables, around.scenario).map(|depth| may(Key::Dep, depth)))
        .chain(names(grammar, tables))
        .collect();
    called(grammar, &members)
}

fn with_path(grammar: &mut Grammar, tables: &Tables, around: Around) -> Option<Expr> {
    if around.relations {
        let path = path(grammar, tables, More::Along)?;
        return called(grammar, &[must(Key::Path, path)]);
    }
    // A path of hops alone is the depth where there are two ends.
    let more = match (around.scenario, around.two_ends) {
        (Scenario::Subgraph, _) => return None,
        (_, true) => More::Yes,
        (_, false) => More::Maybe,
    };
    let path = path(grammar, tables, more)?;
    let mut members: Vec<Member> = direction().into_iter().collect();
    if around.scenario == Scenario::PathQuery {
        members.extend(names(grammar, tables));
    }
    members.push(must(Key::Path, path));
    called(grammar, &members)
}

fn direction() -> Option<Member> {
    direction_but(Direction::Both).map(|direction| may(Key::Dir, direction))
}

fn names(grammar: &mut Grammar, tables: &Tables) -> Option<Member> {
    let code = relation_code(grammar, tables)?;
    Some(may(Key::Rel, list(code, Some(tables.limits.list_cap))))
}

fn called(grammar: &mut Grammar, members: &[Member]) -> Option<Expr> {
    let graph = object(members)?;
    Some(grammar.phrase("graph", graph))
}

/// Whether a path says more than its number of hops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum More {
    Yes,
    Maybe,
    /// The relations say how many hops it has.
    Along,
}

fn path(grammar: &mut Grammar, tables: &Tables, more: More) -> Option<Expr> {
    let cap = Some(tables.limits.list_cap);
    let hops = hops(tables).map(|hops| grammar.token("hops", hops));
    let sources = list(name(grammar), cap);
    let targets = type_name(grammar, tables).map(|name| list(name, cap));
    let relations = relation_code(grammar, tables).map(|code| list(code, cap));
    let all = [
        (Key::Src, Some(sources)),
        (Key::Tg, targets),
        (Key::Hop, hops),
        (Key::Rel, relations),
    ];
    let members = |required: Option<Key>, left_out: &[Key]| -> Vec<Member> {
        let there = all.iter().filter(|(key, _)| !left_out.contains(key));
        let member = |(key, value): &(Key, Option<Expr>)| {
            let make = if required == Some(*key) { must } else { may };
            Some(make(*key, value.clone()?))
        };
        there.filter_map(member).collect()
    };
    let short = match more {
        More::Yes => None,
        More::Maybe => Some(("path", members(None, &[]))),
        More::Along => Some(("path_along", members(None, &[Key::Hop]))),
    };
    if let Some((name, members)) = short {
        let said = object(&members)?;
        return Some(grammar.phrase(name, choice([said, literal("{}")])));
    }
    // By the first member that says more than the hops.
    let first = [
        members(Some(Key::Src), &[]),
        members(Some(Key::Tg), &[Key::Src]),
        members(Some(Key::Rel), &[Key::Src, Key::Tg]),
    ];
    let needs = |members: &Vec<Member>| members.iter().any(|member| member.needed);
    let said = first.iter().filter(|members| needs(members));
    let paths = any_of(said.filter_map(|members| object(members)))?;
    Some(grammar.phrase("long_path", paths))
}
