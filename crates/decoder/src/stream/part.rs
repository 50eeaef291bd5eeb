//! What may stand where in cMEC c0.2: the keys of each part, from the reader's own lists, and what each of them holds.

use crate::notation::c02;
use crate::notation::dialect::C02;

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
    Side,
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
const FILTERS: Slot = Slot::List(&Slot::Object(&FILTER));

/// The whole.
pub(super) static INTENT: Part = Part::of(
    c02::KEYS,
    &[
        Slot::Word(Role::Scenario),
        Slot::Word(Role::Output),
        TYPES,
        Slot::List(&Slot::Object(&ENTITY)),
        Slot::List(&Slot::Object(&RELATION)),
        FIELDS,
        Slot::Object(&CONSTRAINTS),
        Slot::Object(&GRAPH),
        Slot::Object(&RETRIEVAL),
        Slot::Object(&QUESTION),
    ],
);

static ENTITY: Part = Part::of(&C02.entity, &[FREE, Slot::Word(Role::Type), FREE]);

static RELATION: Part = Part::of(
    &C02.relation,
    &[Slot::Word(Role::Relation), DIRECTION, Slot::End, Slot::End],
);

static CONSTRAINTS: Part = Part::of(
    &C02.constraints,
    &[
        FILTERS,
        Slot::List(&Slot::Object(&SORT)),
        Slot::Object(&PAGE),
        Slot::Object(&AGGREGATION),
        Slot::List(&Slot::Object(&GROUP)),
        Slot::Object(&SET),
    ],
);

static FILTER: Part = Part {
    droppable: true,
    ..Part::of(&C02.filter, &[FIELD, OPERATOR, Slot::Any])
};

static SORT: Part = Part::of(&C02.sort, &[FIELD, ORDER]);

static GROUP_SORT: Part = Part::of(&C02.group_sort, &[FREE, ORDER]);

static PAGE: Part = Part::of(&C02.page, &[Slot::Digits, Slot::Digits]);

static AGGREGATION: Part = Part::of(
    &C02.aggregation,
    &[
        Slot::List(&Slot::Object(&METRIC)),
        FIELDS,
        Slot::List(&Slot::Object(&HAVING)),
        Slot::List(&Slot::Object(&GROUP_SORT)),
        Slot::Object(&PAGE),
    ],
);

static METRIC: Part = Part::of(&C02.metric, &[Slot::Word(Role::Function), FIELD, FREE]);

static HAVING: Part = Part::of(&C02.having, &[FREE, OPERATOR, Slot::Any]);

static GROUP: Part = Part::of(&C02.group, &[FREE, TYPES, FILTERS]);

/// A set operation, which holds others.
pub(super) static SET: Part = Part::of(
    &C02.set,
    &[Slot::Side, Slot::Word(Role::SetOperator), Slot::Side],
);

static GRAPH: Part = Part::of(
    &C02.graph,
    &[DIRECTION, Slot::Digits, RELATIONS, Slot::Object(&PATH)],
);

static PATH: Part = Part::of(&C02.path, &[FREES, TYPES, Slot::Digits, RELATIONS]);

static RETRIEVAL: Part = Part::of(
    &C02.retrieval,
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

static QUESTION: Part = Part::of(&C02.question, &[FREE, FREES]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_a_slot() {
        let all = [
            &INTENT,
            &ENTITY,
            &RELATION,
            &CONSTRAINTS,
            &FILTER,
            &SORT,
            &GROUP_SORT,
            &PAGE,
            &AGGREGATION,
            &METRIC,
            &HAVING,
            &GROUP,
            &SET,
            &GRAPH,
            &PATH,
            &RETRIEVAL,
            &QUESTION,
        ];
        for part in all {
            assert_eq!(part.keys.len(), part.slots.len(), "{:?}", part.keys);
            assert!(part.keys.len() <= 16, "{:?}", part.keys);
        }
    }
}
