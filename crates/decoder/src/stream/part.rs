//! What may stand where in cMEC c0.2 and in MEC: the keys of each part, from the readers' own lists, and what each of
//! them holds.

use crate::read::dialect::{C02, MEC};
use crate::read::{c02, mec};

/// What a value must be.
#[derive(Debug, Clone, Copy)]
pub(super) enum Slot {
    /// A text, and what it names.
    Word(Role),
    /// A number.
    Digits,
    /// `true` or `false`.
    Boolean,
    /// An end of a relation: a text or a number.
    End,
    /// A side of a set operation: a text or another operation.
    Side(&'static Part),
    /// Any value: it is judged with the whole, or not at all.
    Any,
    /// A list, each element of which is this.
    List(&'static Slot),
    /// An object with these keys.
    Object(&'static Part),
}

/// What a text names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Scenario,
    Output,
    Type,
    Field,
    Relation,
    Direction,
    Operator,
    Order,
    Function,
    SetOperator,
    Corpus,
    Kind,
    /// The version of a document.
    Version,
    /// Nothing that is registered.
    Free,
}

/// An object of the notation.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) keys: &'static [&'static str],
    /// What each key holds, in the order of the keys.
    pub(super) slots: &'static [Slot],
    /// Whether a codebook may let the whole part be dropped, so that a wrong code in it is no end.
    pub(super) droppable: bool,
}

impl Part {
    const fn of(keys: &'static [&'static str], slots: &'static [Slot]) -> Self {
        Self {
            keys,
            slots,
            droppable: false,
        }
    }

    /// The place of a key.
    pub(super) fn place(&self, key: &str) -> Option<usize> {
        self.keys.iter().position(|name| *name == key)
    }
}

const FREE: Slot = Slot::Word(Role::Free);
const FREES: Slot = Slot::List(&FREE);
const TYPES: Slot = Slot::List(&Slot::Word(Role::Type));
const FIELD: Slot = Slot::Word(Role::Field);
const FIELDS: Slot = Slot::List(&FIELD);
const RELATIONS: Slot = Slot::List(&Slot::Word(Role::Relation));
const DIRECTION: Slot = Slot::Word(Role::Direction);
const OPERATOR: Slot = Slot::Word(Role::Operator);
const ORDER: Slot = Slot::Word(Role::Order);

/// The parts of a dialect: what their keys hold is the same in both.
macro_rules! parts {
    ($dialect:ident) => {
        const FILTERS: Slot = Slot::List(&Slot::Object(&FILTER));

        pub(super) static ENTITY: Part =
            Part::of(&$dialect.entity, &[FREE, Slot::Word(Role::Type), FREE]);

        pub(super) static RELATION: Part = Part::of(
            &$dialect.relation,
            &[Slot::Word(Role::Relation), DIRECTION, Slot::End, Slot::End],
        );

        pub(super) static CONSTRAINTS: Part = Part::of(
            &$dialect.constraints,
            &[
                FILTERS,
                Slot::List(&Slot::Object(&SORT)),
                Slot::Object(&PAGE),
                Slot::Object(&AGGREGATION),
                Slot::List(&Slot::Object(&GROUP)),
                Slot::Object(&SET),
            ],
        );

        pub(super) static FILTER: Part = Part {
            droppable: true,
            ..Part::of(&$dialect.filter, &[FIELD, OPERATOR, Slot::Any])
        };

        pub(super) static SORT: Part = Part::of(&$dialect.sort, &[FIELD, ORDER]);

        pub(super) static GROUP_SORT: Part = Part::of(&$dialect.group_sort, &[FREE, ORDER]);

        pub(super) static PAGE: Part = Part::of(&$dialect.page, &[Slot::Digits, Slot::Digits]);

        pub(super) static AGGREGATION: Part = Part::of(
            &$dialect.aggregation,
            &[
                Slot::List(&Slot::Object(&METRIC)),
                FIELDS,
                Slot::List(&Slot::Object(&HAVING)),
                Slot::List(&Slot::Object(&GROUP_SORT)),
                Slot::Object(&PAGE),
            ],
        );

        pub(super) static METRIC: Part =
            Part::of(&$dialect.metric, &[Slot::Word(Role::Function), FIELD, FREE]);

        pub(super) static HAVING: Part = Part::of(&$dialect.having, &[FREE, OPERATOR, Slot::Any]);

        pub(super) static GROUP: Part = Part::of(&$dialect.group, &[FREE, TYPES, FILTERS]);

        /// A set operation, which holds others.
        pub(super) static SET: Part = Part::of(
            &$dialect.set,
            &[
                Slot::Side(&SET),
                Slot::Word(Role::SetOperator),
                Slot::Side(&SET),
            ],
        );

        pub(super) static GRAPH: Part = Part::of(
            &$dialect.graph,
            &[DIRECTION, Slot::Digits, RELATIONS, Slot::Object(&PATH)],
        );

        pub(super) static PATH: Part =
            Part::of(&$dialect.path, &[FREES, TYPES, Slot::Digits, RELATIONS]);

        pub(super) static RETRIEVAL: Part = Part::of(
            &$dialect.retrieval,
            &[
                FREE,
                Slot::List(&Slot::Word(Role::Corpus)),
                Slot::Digits,
                Slot::Boolean,
                Slot::Word(Role::Kind),
                FREES,
                FREE,
            ],
        );

        pub(super) static QUESTION: Part = Part::of(&$dialect.question, &[FREE, FREES]);
    };
}

/// The parts of cMEC c0.2.
mod short {
    use super::*;

    parts!(C02);
}

/// The parts of MEC.
mod long {
    use super::*;

    parts!(MEC);
}

/// The whole of cMEC c0.2.
pub(super) static INTENT: Part = Part::of(
    c02::KEYS,
    &[
        Slot::Word(Role::Scenario),
        Slot::Word(Role::Output),
        TYPES,
        Slot::List(&Slot::Object(&short::ENTITY)),
        Slot::List(&Slot::Object(&short::RELATION)),
        FIELDS,
        Slot::Object(&short::CONSTRAINTS),
        Slot::Object(&short::GRAPH),
        Slot::Object(&short::RETRIEVAL),
        Slot::Object(&short::QUESTION),
    ],
);

/// The whole of MEC.
pub(super) static CONTRACT: Part = Part::of(
    mec::KEYS,
    &[
        Slot::Word(Role::Version),
        Slot::Object(&HEAD),
        Slot::Object(&GROUNDING),
        Slot::Object(&long::CONSTRAINTS),
        Slot::Object(&long::GRAPH),
        Slot::Object(&long::RETRIEVAL),
        Slot::Object(&long::QUESTION),
    ],
);

static HEAD: Part = Part::of(
    &mec::HEAD,
    &[Slot::Word(Role::Scenario), Slot::Word(Role::Output)],
);

static GROUNDING: Part = Part::of(
    &mec::GROUNDING,
    &[
        TYPES,
        Slot::List(&Slot::Object(&long::ENTITY)),
        Slot::List(&Slot::Object(&long::RELATION)),
        FIELDS,
    ],
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_a_slot() {
        let all = [
            &INTENT,
            &CONTRACT,
            &HEAD,
            &GROUNDING,
            &short::ENTITY,
            &short::RELATION,
            &short::CONSTRAINTS,
            &short::FILTER,
            &short::SORT,
            &short::GROUP_SORT,
            &short::PAGE,
            &short::AGGREGATION,
            &short::METRIC,
            &short::HAVING,
            &short::GROUP,
            &short::SET,
            &short::GRAPH,
            &short::PATH,
            &short::RETRIEVAL,
            &short::QUESTION,
            &long::ENTITY,
            &long::RELATION,
            &long::CONSTRAINTS,
            &long::FILTER,
            &long::SORT,
            &long::GROUP_SORT,
            &long::PAGE,
            &long::AGGREGATION,
            &long::METRIC,
            &long::HAVING,
            &long::GROUP,
            &long::SET,
            &long::GRAPH,
            &long::PATH,
            &long::RETRIEVAL,
            &long::QUESTION,
        ];
        for part in all {
            assert_eq!(part.keys.len(), part.slots.len(), "{:?}", part.keys);
            assert!(part.keys.len() <= 16, "{:?}", part.keys);
        }
    }
}
