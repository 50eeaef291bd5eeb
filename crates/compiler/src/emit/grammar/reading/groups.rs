//! Groups, and operations on them.

use cmec_decoder::language::SetOperator;
use cmec_decoder::line;

use super::values::{own_name, reference};
use crate::emit::grammar::model::{
    Expr, Grammar, characters, choice, literal, optional, repeat, sequence,
};

/// How deep brackets of an operation nest; the decoder reads more, and nobody writes them.
const LEVELS: u32 = 3;
/// Operations side by side.
const OPERATIONS: u32 = 6;

/// A group of these items.
pub(super) fn group(grammar: &mut Grammar, item: Expr) -> Expr {
    let more = repeat(sequence([literal(" "), item.clone()]), 0, None);
    // The letter and its brace are one token: alone it would end an item wherever a word begins with it.
    let one_letter = sequence([characters(&[('a', 'h')]), literal("{")]);
    let one_letter = grammar.token("group_letter", one_letter);
    let name = sequence([reference(grammar), literal("{")]);
    let open = choice([name, one_letter]);
    let inside = optional(sequence([item, more]));
    let parts = [open, inside, literal("}")];
    grammar.phrase("group", sequence(parts))
}

/// An operation on groups.
pub(super) fn set(grammar: &mut Grammar) -> Expr {
    let marks = SetOperator::ALL.iter();
    let operator = choice(marks.map(|operator| literal(line::set_operator(*operator))));
    let name = own_name(grammar);
    let mut side = name.clone();
    let mut set = name.clone();
    for _ in 0..LEVELS {
        let another = sequence([operator.clone(), side.clone()]);
        let body = sequence([side.clone(), repeat(another, 1, Some(OPERATIONS))]);
        set = grammar.phrase("operation", body);
        let nested = sequence([literal("("), set.clone(), literal(")")]);
        side = grammar.phrase("side", choice([name.clone(), nested]));
    }
    sequence([literal(";"), set])
}
