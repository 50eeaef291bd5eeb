//! Lists and objects of JSON: members in one order, no white space.

use crate::emit::grammar::model::{COUNTED, Expr, any_of, literal, optional, repeat, sequence};
use cmec_decoder::language::Key;

/// A member of an object: a key and what its value may be.
#[derive(Clone)]
pub(super) struct Member {
    key: Key,
    value: Expr,
    /// Whether it is always there.
    pub(super) needed: bool,
}

/// A member that is always there.
pub(super) fn must(key: Key, value: Expr) -> Member {
    Member {
        key,
        value,
        needed: true,
    }
}

/// A member that may be left out.
pub(super) fn may(key: Key, value: Expr) -> Member {
    Member {
        key,
        value,
        needed: false,
    }
}

impl Member {
    /// The member behind `before`: the brace that opens the object, or a comma.
    fn behind(&self, before: &str) -> Expr {
        let key = literal(&format!("{before}\"{}\":", self.key.text()));
        sequence([key, self.value.clone()])
    }
}

/// An object that has at least one of its members; `None` where it has none.
pub(super) fn object(members: &[Member]) -> Option<Expr> {
    let mut openings = Vec::new();
    for (index, first) in members.iter().enumerate() {
        let rest = members.get(index + 1..).unwrap_or_default();
        let rest = rest.iter().map(|member| {
            let said = member.behind(",");
            if member.needed { said } else { optional(said) }
        });
        openings.push(sequence(std::iter::once(first.behind("{")).chain(rest)));
        // Nothing behind a member that is always there can come first.
        if first.needed {
            break;
        }
    }
    Some(sequence([any_of(openings)?, literal("}")]))
}

/// A list of one to `most` elements; without end where `most` is `None` or too many to be counted.
pub(super) fn list(element: Expr, most: Option<u32>) -> Expr {
    at_least(1, element, most)
}

/// A list of at least `least` elements, which is one or two.
pub(super) fn at_least(least: u32, element: Expr, most: Option<u32>) -> Expr {
    let another = sequence([literal(","), element.clone()]);
    let behind = least.saturating_sub(1);
    let counted = most.filter(|most| *most <= COUNTED);
    let more = counted.map(|most| most.saturating_sub(least));
    let firsts = std::iter::repeat_n(another.clone(), usize::try_from(behind).unwrap_or(0));
    let rest = (more != Some(0)).then(|| repeat(another, 0, more));
    let open = std::iter::once(sequence([literal("["), element]));
    sequence(open.chain(firsts).chain(rest).chain([literal("]")]))
}
