//! Items, with a blank between them.

use crate::emit::grammar::model::{COUNTED, Expr, literal, repeat, sequence};

/// An item behind others.
pub(super) fn behind(item: Expr) -> Expr {
    sequence([literal(" "), item])
}

/// From one to `most` of them with something between; without end where that is too many to be counted.
pub(super) fn some(item: Expr, between: &str, most: u32) -> Expr {
    at_least(1, item, between, most)
}

/// From `least`, which is one or two, to `most` of them with something between.
pub(super) fn at_least(least: u32, item: Expr, between: &str, most: u32) -> Expr {
    let another = sequence([literal(between), item.clone()]);
    let counted = Some(most).filter(|most| *most <= COUNTED);
    let (fewest, most) = (
        least.saturating_sub(1),
        counted.map(|most| most.saturating_sub(1)),
    );
    match most {
        Some(0) => item,
        most => sequence([item, repeat(another, fewest, most)]),
    }
}
