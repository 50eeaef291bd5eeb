//! The names and codes of a codebook that several parts say: types, relations, directions, fields.

use cmec_decoder::language::{Direction, given};
use cmec_decoder::tables::{FieldDef, Tables};

use crate::emit::grammar::model::{Expr, Grammar, any_of, choice, literal, sequence};
use crate::emit::grammar::strings::{one_of, place};

/// The name of a type.
pub(super) fn type_name(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let names = one_of(tables.types.iter().map(|def| def.name.as_ref()))?;
    Some(grammar.phrase("type", names))
}

/// The code of a relation; `None` where the codebook has none.
pub(super) fn relation_code(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let codes = one_of(tables.relations.iter().map(|def| def.code.as_ref()))?;
    Some(grammar.phrase("relation", codes))
}

/// A direction that is not the one that is meant when none is said.
pub(super) fn direction_but(left_out: Direction) -> Option<Expr> {
    let others = Direction::ALL.iter().filter(|other| **other != left_out);
    one_of(others.map(|other| other.code()))
}

/// The codes of the fields that are wanted, as a rule of this name; `None` where there are none.
pub(super) fn fields(
    grammar: &mut Grammar,
    tables: &Tables,
    called: &str,
    wanted: impl Fn(&FieldDef) -> bool,
) -> Option<Expr> {
    let fitting = tables.fields.iter().filter(|field| wanted(field));
    read(
        grammar,
        tables,
        called,
        fitting.map(|field| field.code.as_ref()),
    )
}

/// What is read, by its code or name, where its type is or at a place with a name; `None` where there is nothing.
pub(super) fn read<'t>(
    grammar: &mut Grammar,
    tables: &Tables,
    called: &str,
    codes: impl Iterator<Item = &'t str>,
) -> Option<Expr> {
    let codes: Vec<&str> = codes.collect();
    let here = one_of(codes.iter().copied())?;
    let here = grammar.phrase(called, here);
    if tables.relations.is_empty() {
        return Some(here);
    }
    let place = place(grammar);
    let there = any_of(codes.iter().map(|code| literal(&format!("{code}\""))))?;
    let there = grammar.phrase(&format!("{called}_there"), there);
    let mark = literal(&format!("\"{}", given::MARK));
    let there = sequence([mark, place, there]);
    Some(grammar.phrase(&format!("{called}_read"), choice([here, there])))
}

/// What can be grouped by: fields, and types.
pub(super) fn groupable(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let fields = fields(grammar, tables, "groupable", |field| field.groupable);
    any_of(fields.into_iter().chain(types_read(grammar, tables)))
}

/// Any field, or a type.
pub(super) fn columns(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let fields = fields(grammar, tables, "field", |_| true);
    any_of(fields.into_iter().chain(types_read(grammar, tables)))
}

/// The types whose instances are read.
fn types_read(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let names = tables.types.iter().map(|def| def.name.as_ref());
    read(grammar, tables, "type", names)
}
