//! What a line is about: types, entities, relations between them.

use cmec_decoder::language::{Direction, given};
use cmec_decoder::line;
use cmec_decoder::tables::Tables;

use super::items::{at_least, behind, some};
use super::names::Names;
use super::texts::Texts;
use crate::emit::grammar::model::{
    Expr, Grammar, any_of, choice, literal, optional, repeat, sequence,
};
use crate::emit::grammar::numbers::{hop_counts, range};
use crate::emit::grammar::strings::place_name;

/// The name of one type.
pub(super) fn one_type(tables: &Tables, at: usize) -> Option<Expr> {
    let def = tables.types.get(at)?;
    Some(literal(&line::type_name(&def.name)))
}

/// The name of any type.
pub(super) fn any_type(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let names = tables.types.iter();
    let names = any_of(names.map(|def| literal(&line::type_name(&def.name))))?;
    Some(grammar.phrase("type", names))
}

/// An entity of no type.
pub(super) fn open_entity(grammar: &mut Grammar, texts: Texts) -> Expr {
    let called = called(grammar, texts);
    sequence([literal("@"), called])
}

/// An entity of a type.
pub(super) fn typed_entity(grammar: &mut Grammar, of: Expr, texts: Texts) -> Expr {
    let called = called(grammar, texts);
    // A rule of its own: with the mark in one literal it would be longer than the same name before a mark.
    let of = grammar.phrase("entity_type", of);
    sequence([of, literal(":"), called])
}

/// Any entity.
pub(super) fn entity(grammar: &mut Grammar, tables: &Tables, texts: Texts) -> Expr {
    let open = open_entity(grammar, texts);
    let typed = any_type(grammar, tables).map(|of| typed_entity(grammar, of, texts));
    grammar.phrase("entity", choice(std::iter::once(open).chain(typed)))
}

/// The name of an entity, and its key.
fn called(grammar: &mut Grammar, texts: Texts) -> Expr {
    let name = texts.name(grammar);
    let key = optional(sequence([literal("#"), name.clone()]));
    grammar.phrase("called", sequence([name, key]))
}

/// The name of a relation; `None` where the codebook has none.
pub(super) fn relation_name(grammar: &mut Grammar, names: &Names<'_>) -> Option<Expr> {
    let relations = names.tables().relations.iter();
    let relations = any_of(relations.map(|def| literal(names.relation(def))))?;
    Some(grammar.phrase("relation", relations))
}

/// A way along a relation.
pub(super) fn way(directions: &[Direction]) -> Expr {
    let marks = directions.iter().map(|way| literal(line::direction(*way)));
    choice(marks)
}

/// Which relations stand in a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Hops {
    /// Each must be there.
    There,
    /// One at least must be there.
    Some,
    /// None may be there.
    Absent,
}

/// What is walked: a relation, any of several between the same types, or several times one between instances of a type.
fn walked(grammar: &mut Grammar, names: &Names<'_>, name: Expr) -> Option<Expr> {
    let tables = names.tables();
    let times = hop_counts(tables.limits.hops_cap, |least, most| {
        sequence([literal("["), least, literal(".."), most, literal("]")])
    });
    let mut ways = vec![name];
    let mut ends: Vec<[&str; 2]> = Vec::new();
    for def in tables.relations.iter() {
        let own: [&str; 2] = [&def.from, &def.to];
        if ends.contains(&own) {
            continue;
        }
        ends.push(own);
        let same = tables.relations.iter();
        let same = same.filter(|other| [other.from.as_ref(), other.to.as_ref()] == own);
        let same: Vec<Expr> = same.map(|def| literal(names.relation(def))).collect();
        let several = same.len() > 1;
        let one = grammar.phrase("one_of_relations", any_of(same)?);
        let any = match several {
            true => at_least(1, one, "|", tables.limits.list_cap),
            false => one,
        };
        match &times {
            Some(times) if def.from == def.to => {
                ways.push(sequence([any, optional(times.clone())]));
            }
            _ if several => ways.push(any),
            _ => {}
        }
    }
    Some(grammar.phrase("walked", choice(ways)))
}

/// A chain or star of relations.
pub(super) fn relations(grammar: &mut Grammar, names: &Names<'_>, hops: Hops) -> Option<Expr> {
    let tables = names.tables();
    let name = relation_name(grammar, names)?;
    let last = u64::from(tables.limits.list_cap).saturating_sub(1);
    let index = range(0, last).map(|index| grammar.token("index", index));
    let star = || literal("*");
    let place = sequence([literal(&given::MARK.to_string()), place_name(grammar)]);
    let named: Vec<Expr> = index.into_iter().chain([place]).collect();
    let ends = std::iter::once(star()).chain(named.clone());
    let end = grammar.phrase("end", choice(ends));
    let from_named = any_of(named).map(|from| {
        let to = optional(end.clone());
        sequence([literal("["), from, literal(","), to, literal("]")])
    });
    let ends = [
        sequence([literal(":"), end.clone()]),
        sequence([literal("["), literal(","), end, literal("]")]),
        sequence([literal("["), star(), literal(","), literal("]")]),
    ];
    let ends = choice(ends.into_iter().chain(from_named));
    let ends = grammar.phrase("ends", ends);
    let walked = walked(grammar, names, name)?;
    let hop = sequence([way(Direction::ALL), walked, optional(ends)]);
    let hop = grammar.phrase("hop", hop);
    let most = tables.limits.list_cap;
    if hops == Hops::There {
        return Some(grammar.phrase("hops", some(hop, " ", most)));
    }
    let absent = sequence([literal(line::ABSENT), hop.clone()]);
    let absent = grammar.phrase("absent", absent);
    if hops == Hops::Absent {
        return Some(grammar.phrase("none_of_hops", some(absent, " ", most)));
    }
    let any = grammar.phrase("any_hop", choice([hop.clone(), absent.clone()]));
    // One that must be there, among others.
    let before = repeat(sequence([absent, literal(" ")]), 0, None);
    let after = repeat(behind(any), 0, None);
    Some(grammar.phrase("some_hops", sequence([before, hop, after])))
}
