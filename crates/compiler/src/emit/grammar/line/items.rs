//! Items, with a blank between them.

use crate::emit::grammar::model::{Expr, literal, repeat, sequence};

/// An item behind others.
pub(super) fn behind(item: Expr) -> Expr {
    sequence([literal(" "), item])
}

/// One or more of them with something between.
///
/// How many there may be is left to the decoder, here and wherever items or values are listed: a repeat that is counted
/// is most of what XGrammar compiles, and the masks of a large codebook take several times as long.
pub(super) fn some(item: Expr, between: &str, most: u32) -> Expr {
    at_least(1, item, between, most)
}

/// From `least` of them, which is one or two, with something between; `most`: whether there may be another one at all.
pub(super) fn at_least(least: u32, item: Expr, between: &str, most: u32) -> Expr {
    if most < 2 {
        return item;
    }
    let another = sequence([literal(between), item.clone()]);
    sequence([item, repeat(another, least.saturating_sub(1), None)])
}
