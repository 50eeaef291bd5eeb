//! The names and codes of a codebook that several parts say: types, relations, directions, fields.

use cmec_decoder::language::{Derivation, Direction, given};
use cmec_decoder::tables::{FieldDef, Tables};

use crate::emit::grammar::derived::{self, Derived, Operands};
use crate::emit::grammar::model::{Expr, Grammar, any_of, choice, literal, sequence};
use crate::emit::grammar::strings::{one_of, place, quoted};

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

/// The same, or what is derived.
pub(super) fn fields_or_derived(
    grammar: &mut Grammar,
    tables: &Tables,
    called: &str,
    wanted: impl Fn(&FieldDef) -> bool,
    derived: impl Fn(&Derived) -> Option<Expr>,
) -> Option<Expr> {
    let fields = fields(grammar, tables, called, wanted);
    let derived = derived(&self::derived(grammar, tables));
    any_of(fields.into_iter().chain(derived))
}

/// What is derived, in the quotes of a string.
pub(super) fn derived(grammar: &mut Grammar, tables: &Tables) -> Derived {
    let mut operand = |called: &str, wanted: fn(&FieldDef) -> bool| {
        let fitting = tables.fields.iter().filter(|field| wanted(field));
        let codes = any_of(fitting.map(|field| literal(&field.code)))?;
        let codes = grammar.phrase(&format!("{called}_code"), codes);
        if tables.relations.is_empty() {
            return Some(codes);
        }
        let there = [
            literal(&given::MARK.to_string()),
            place(grammar),
            codes.clone(),
        ];
        Some(grammar.phrase(
            &format!("{called}_operand"),
            choice([codes, sequence(there)]),
        ))
    };
    let operands = Operands {
        numbers: operand("number", derived::is_number),
        days: operand("day", derived::is_day),
        moments: operand("moment", derived::is_moment),
        texts: operand("text", derived::is_text),
    };
    let derived = operands.derived(grammar, Derivation::code);
    derived.map(|call| quoted([call]))
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
    let groupable = |field: &FieldDef| field.groupable;
    let fields = fields_or_derived(grammar, tables, "groupable", groupable, Derived::any);
    any_of(fields.into_iter().chain(types_read(grammar, tables)))
}

/// Any field, or a type.
pub(super) fn columns(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let fields = fields_or_derived(grammar, tables, "field", |_| true, Derived::any);
    any_of(fields.into_iter().chain(types_read(grammar, tables)))
}

/// The types whose instances are read.
fn types_read(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let names = tables.types.iter().map(|def| def.name.as_ref());
    read(grammar, tables, "type", names)
}
