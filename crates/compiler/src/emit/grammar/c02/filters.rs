//! Filters: each field with its operators, each operator with values of the field's type.

use std::collections::HashMap;

use cmec_decoder::language::{Arity, Cap, Key, Operator, Part, ValueType};
use cmec_decoder::tables::{FieldDef, Tables};

use super::codes::{columns, derived, fields, read};
use super::objects::{at_least, list, may, must, object};
use crate::emit::comparable::{Comparable, comparable};
use crate::emit::grammar::derived;
use crate::emit::grammar::model::{Expr, Grammar, any_of, choice, literal};
use crate::emit::grammar::moments::{date, datetime};
use crate::emit::grammar::numbers::{decimal, integer};
use crate::emit::grammar::strings::{name, one_of, reference};

const ARITIES: [Arity; 5] = [
    Arity::One,
    Arity::Piece,
    Arity::List,
    Arity::Pair,
    Arity::Flag,
];

/// Fields that are filtered in the same way.
struct Shape<'t> {
    arity: Arity,
    operators: Vec<Operator>,
    value: Expr,
    fields: Vec<&'t str>,
}

/// A list of filters; `None` where no field has an operator.
pub(super) fn filters(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    let mut shapes: Vec<Shape<'_>> = Vec::new();
    // A codebook of many enums has as many shapes: they are looked up, never searched for.
    let mut known: HashMap<(Arity, Vec<Operator>, Option<Expr>), usize> = HashMap::new();
    for field in tables.fields.iter() {
        let Some(own) = value(grammar, field) else {
            continue;
        };
        for arity in ARITIES {
            let value = match arity {
                Arity::Piece => name(grammar),
                _ => own.clone(),
            };
            let fitting = field.operators.iter().copied();
            let operators: Vec<Operator> = fitting
                .filter(|operator| operator.arity() == arity)
                .collect();
            // What is compared with an operator that takes no value makes no difference.
            let compared = (arity != Arity::Flag).then(|| value.clone());
            let key = (arity, operators, compared);
            match known.get(&key).and_then(|at| shapes.get_mut(*at)) {
                Some(shape) => shape.fields.push(&field.code),
                None if key.1.is_empty() => {}
                None => {
                    shapes.push(Shape {
                        arity,
                        operators: key.1.clone(),
                        value,
                        fields: vec![&field.code],
                    });
                    known.insert(key, shapes.len() - 1);
                }
            }
        }
    }
    let mut options: Vec<Expr> = (shapes.iter())
        .filter_map(|shape| filter(grammar, tables, shape))
        .collect();
    for shape in comparable(tables) {
        options.extend(compared(grammar, tables, &shape));
    }
    options.extend(of_derived(grammar, tables));
    options.extend(with_group(grammar, tables));
    let filter = grammar.phrase("filter", any_of(options)?);
    let counted = |cap: Cap| (cap.least(), Some(cap.most(&tables.limits)));
    let (least, most) = counted(Cap::Branch);
    let branch = at_least(least, filter.clone(), most);
    let branch = grammar.phrase("branch", branch);
    let (least, most) = counted(Cap::Branches);
    let branches = at_least(least, branch, most);
    let any = object(&[must(Key::Any, branches)])?;
    let condition = grammar.phrase("condition", choice([filter, any]));
    let filters = list(condition, Some(tables.limits.filters_cap));
    Some(grammar.phrase("filters", filters))
}

/// A field compared with another one.
fn compared(grammar: &mut Grammar, tables: &Tables, shape: &Comparable<'_>) -> Option<Expr> {
    let mut codes = |fields: &[&FieldDef]| {
        let codes = fields.iter().map(|field| field.code.as_ref());
        read(grammar, tables, "filtered", codes)
    };
    let fields = codes(&shape.fields)?;
    let others = codes(&shape.others)?;
    let operators = one_of(shape.operators.iter().map(|operator| operator.code()))?;
    object(&[
        must(Key::F, fields),
        must(Key::Op, operators),
        must(Key::Vf, others),
    ])
}

/// Whether something is derived from a field.
type Fits = fn(&FieldDef) -> bool;

/// What is derived, compared with values and with fields.
fn of_derived(grammar: &mut Grammar, tables: &Tables) -> Vec<Expr> {
    let all = derived(grammar, tables);
    let mut options = Vec::new();
    for (derived, field) in all.by_type() {
        let (Some(derived), Some(value)) = (derived, value(grammar, field)) else {
            continue;
        };
        for arity in ARITIES {
            let own = field.operators.iter().copied();
            let operators: Vec<Operator> = own.filter(|own| own.arity() == arity).collect();
            let (fields, value) = (derived.clone(), value.clone());
            options.extend(compare(tables, fields, arity, &operators, value));
        }
    }
    let kinds: [(Fits, _); 3] = [
        (derived::is_number, all.numbers()),
        (derived::is_day, all.day.clone()),
        (derived::is_moment, all.moment.clone()),
    ];
    for (fits, derived) in kinds {
        let Some(derived) = derived else { continue };
        let fields = fields(grammar, tables, "filtered", fits);
        let either = choice(fields.iter().cloned().chain([derived.clone()]));
        let sides = [
            Some((derived.clone(), either)),
            fields.map(|field| (field, derived)),
        ];
        for (one, other) in sides.into_iter().flatten() {
            let operators = one_of(Operator::comparing().map(Operator::code));
            options.extend(operators.and_then(|operators| {
                object(&[
                    must(Key::F, one),
                    must(Key::Op, operators),
                    must(Key::Vf, other),
                ])
            }));
        }
    }
    options
}

/// A field, or the instances of a type, compared with a group; which groups fit is left to the decoder.
fn with_group(grammar: &mut Grammar, tables: &Tables) -> Option<Expr> {
    tables.may_have(Part::Groups).then_some(())?;
    let column = columns(grammar, tables)?;
    let operators = group_operators()?;
    let group = reference(grammar);
    object(&[
        must(Key::F, column),
        must(Key::Op, operators),
        must(Key::Gr, group),
    ])
}

/// The operators that compare with a group.
pub(super) fn group_operators() -> Option<Expr> {
    one_of(Operator::comparing_groups().map(Operator::code))
}

fn filter(grammar: &mut Grammar, tables: &Tables, shape: &Shape<'_>) -> Option<Expr> {
    // Mostly the same fields have one value, many and none.
    let fields = read(grammar, tables, "filtered", shape.fields.iter().copied())?;
    let value = shape.value.clone();
    compare(tables, fields, shape.arity, &shape.operators, value)
}

/// A comparison with so many values.
fn compare(
    tables: &Tables,
    fields: Expr,
    arity: Arity,
    operators: &[Operator],
    value: Expr,
) -> Option<Expr> {
    let list_cap = tables.limits.list_cap;
    let value = || value.clone();
    let operators = one_of(operators.iter().map(|operator| operator.code()))?;
    let value = match arity {
        Arity::One | Arity::Piece => must(Key::V, value()),
        Arity::List => must(Key::V, list(value(), Some(list_cap))),
        Arity::Pair => must(Key::V, at_least(2, value(), Some(2))),
        Arity::Flag => may(Key::V, boolean()),
    };
    object(&[must(Key::F, fields), must(Key::Op, operators), value])
}

/// A value of a field; `None` for an enum without values.
pub(super) fn value(grammar: &mut Grammar, field: &FieldDef) -> Option<Expr> {
    Some(match field.value_type {
        ValueType::String | ValueType::Text | ValueType::Reference => name(grammar),
        ValueType::Integer => integer(grammar),
        ValueType::Decimal => decimal(grammar),
        ValueType::Boolean => boolean(),
        ValueType::Date => date(grammar),
        ValueType::Datetime => datetime(grammar),
        // A synonym is read too, and written back as the value it stands for.
        ValueType::Enum => {
            let values = one_of(field.values.iter().map(|value| value.value.as_ref()))?;
            grammar.phrase("value", values)
        }
    })
}

/// `true` or `false`.
pub(super) fn boolean() -> Expr {
    choice([literal("true"), literal("false")])
}
