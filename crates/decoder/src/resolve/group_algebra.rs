//! Operations on groups that are empty whatever there is.
//!
//! What is in no group, in one, or in several is told apart by cells, one for each choice of groups. An operation takes
//! some of the cells; those of groups that have nothing in common hold nothing.

use crate::contract::{SetOp, SetSide, Str};
use crate::language::SetOperator;

/// Groups that are told apart. An operation over more of them is left open.
const GROUPS: usize = 8;

/// One bit for each choice of groups.
type Cells = [u64; (1 << GROUPS) / u64::BITS as usize];

/// Those of the first `count` cells that hold.
fn cells(count: usize, holds: impl Fn(usize) -> bool) -> Cells {
    let mut cells: Cells = Default::default();
    let bits = u64::BITS as usize;
    for cell in (0..count).filter(|cell| holds(*cell)) {
        if let Some(word) = cells.get_mut(cell / bits) {
            *word |= 1 << (cell % bits);
        }
    }
    cells
}

/// The names of the groups that an operation uses, each once. Gives back whether one is used again.
fn used<'s, 'a>(set: &'s SetOp<'a>, names: &mut Vec<&'s Str<'a>>) -> bool {
    let mut again = false;
    for side in [&set.lhs, &set.rhs] {
        match side {
            SetSide::Group(name) if names.contains(&name) => again = true,
            SetSide::Group(name) => names.push(name),
            SetSide::Nested(set) => again |= used(set, names),
        }
    }
    again
}

/// The innermost operations that are empty, by their places: the outermost is the first, then what is left of it, then
/// what is right of it. `apart`: whether two groups have nothing in common.
pub(crate) fn empty_operations(set: &SetOp<'_>, apart: impl Fn(&str, &str) -> bool) -> Vec<usize> {
    let mut names = Vec::new();
    let again = used(set, &mut names);
    if names.len() > GROUPS {
        return Vec::new();
    }
    let mut pairs = Vec::new();
    for (one, name) in names.iter().enumerate() {
        let others = names.iter().enumerate().skip(one + 1);
        pairs.extend(
            others
                .filter(|(_, other)| apart(name, other))
                .map(|(other, _)| (one, other)),
        );
    }
    // Groups of which each may hold anything make something of whatever is done with each of them once.
    if pairs.is_empty() && !again {
        return Vec::new();
    }
    let is_in = |group: usize, cell: usize| (cell >> group) & 1 == 1;
    let possible = |cell: usize| {
        let mut pairs = pairs.iter();
        !pairs.any(|(one, other)| is_in(*one, cell) && is_in(*other, cell))
    };
    let groups: Vec<Cells> = (0..names.len())
        .map(|group| {
            cells(1 << names.len(), |cell| {
                is_in(group, cell) && possible(cell)
            })
        })
        .collect();
    let mut walk = Walk {
        names,
        groups,
        place: 0,
        empty: Vec::new(),
    };
    walk.set(set);
    walk.empty
}

struct Walk<'s, 'a> {
    names: Vec<&'s Str<'a>>,
    groups: Vec<Cells>,
    place: usize,
    empty: Vec<usize>,
}

impl Walk<'_, '_> {
    fn set(&mut self, set: &SetOp<'_>) -> Cells {
        let place = self.place;
        self.place += 1;
        let left = self.side(&set.lhs);
        let right = self.side(&set.rhs);
        let mut both = left;
        for (cell, other) in both.iter_mut().zip(right) {
            match set.op {
                SetOperator::Union => *cell |= other,
                SetOperator::Intersect => *cell &= other,
                SetOperator::Except => *cell &= !other,
            }
        }
        let is_empty = |cells: &Cells| cells.iter().all(|cell| *cell == 0);
        // What is empty inside has its finding.
        if is_empty(&both) && !is_empty(&left) && !is_empty(&right) {
            self.empty.push(place);
        }
        both
    }

    fn side(&mut self, side: &SetSide<'_>) -> Cells {
        match side {
            SetSide::Nested(set) => self.set(set),
            SetSide::Group(name) => {
                let at = self.names.iter().position(|known| *known == name);
                let cells = at.and_then(|at| self.groups.get(at));
                cells.copied().unwrap_or_default()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::{SetOp, SetOperator, SetSide, empty_operations};
    use SetOperator::{Except, Intersect, Union};

    fn group(name: &'static str) -> SetSide<'static> {
        SetSide::Group(Cow::Borrowed(name))
    }

    fn of(lhs: SetSide<'static>, op: SetOperator, rhs: SetSide<'static>) -> SetOp<'static> {
        SetOp { lhs, op, rhs }
    }

    fn nested(set: SetOp<'static>) -> SetSide<'static> {
        SetSide::Nested(Box::new(set))
    }

    #[test]
    fn what_is_empty_is_found_where_it_is() {
        let (a, b, c) = (|| group("a"), || group("b"), || group("c"));
        let disjoint = |one: &str, other: &str| matches!((one, other), ("a", "b") | ("b", "a"));
        let none = |_: &str, _: &str| false;
        for (set, expected) in [
            (of(a(), Except, a()), &[0][..]),
            (of(a(), Union, a()), &[]),
            (of(a(), Except, c()), &[]),
            (of(nested(of(a(), Intersect, c())), Except, a()), &[0]),
            (of(a(), Except, nested(of(c(), Union, a()))), &[0]),
            (of(nested(of(c(), Except, c())), Union, a()), &[1]),
        ] {
            assert_eq!(empty_operations(&set, none), expected, "{set:?}");
        }
        for (set, expected) in [
            (of(a(), Intersect, b()), &[0][..]),
            (of(a(), Except, b()), &[]),
            (of(c(), Union, nested(of(b(), Intersect, a()))), &[1]),
            (of(nested(of(a(), Intersect, c())), Intersect, b()), &[0]),
        ] {
            assert_eq!(empty_operations(&set, disjoint), expected, "{set:?}");
        }
    }
}
