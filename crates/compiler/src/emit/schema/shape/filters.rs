//! Schemas of filters. Fields with the same operators and the same values share one.

use std::collections::HashMap;

use cmec_decoder::language::object::FILTER;
use cmec_decoder::language::{Arity, Cap, FieldUse, Key, Operator, Part, Role, ValueType};
use cmec_decoder::tables::{FieldDef, Tables};
use serde_json::Value;

use super::Intent;
use super::names::{derived, fields, operators, or_derived, read, word};
use crate::emit::derivable::derivable;
use crate::emit::schema::comparable::comparable;
use crate::emit::schema::values::typed;
use crate::emit::schema::{alternatives, any_of, boolean, bounded_list, text};

/// A filter: one schema for all fields with the same operators and values.
pub(super) fn filter(intent: &Intent<'_>) -> Option<Value> {
    let build = intent.builder;
    if let Some(tables) = intent.tables.filter(|_| !build.sayable.tells_apart) {
        return any_filter(intent, tables);
    }
    let mut shapes = Vec::new();
    for arity in [Arity::One, Arity::List, Arity::Pair, Arity::Flag] {
        // A piece of a text is a single value.
        let takes = |operator: &Operator| match operator.arity() {
            Arity::Piece => arity == Arity::One,
            other => other == arity,
        };
        let Some(tables) = intent.tables else {
            let operators = Operator::ALL.iter().copied().filter(takes);
            let operators: Vec<Operator> = operators.collect();
            shapes.push(compared(intent, text(), &operators, arity, build.scalar()));
            continue;
        };
        for shape in shapes_of(tables, arity, takes) {
            if let Some(fields) = named(intent, tables, &shape.fields) {
                let value = shape.fields.first();
                let value = value.map_or_else(|| build.scalar(), |own| typed(own, build.naming));
                shapes.push(compared(intent, fields, &shape.operators, arity, value));
            }
        }
    }
    shapes.extend(of_derived(intent));
    shapes.extend(compared_fields(intent));
    shapes.extend(compared_with_group(intent));
    alternatives(shapes)
}

/// The names of these fields.
fn named(intent: &Intent<'_>, tables: &Tables, fields: &[&FieldDef]) -> Option<Value> {
    let names = fields.iter();
    let names = names.map(|field| intent.builder.say(&field.code, &field.path));
    read(intent, tables, names)
}

/// Filters of derived values, compared with values and with fields. The decoder checks the types: a schema per type
/// would cost a model a third of its tool definitions.
fn of_derived(intent: &Intent<'_>) -> Vec<Value> {
    let Some(tables) = intent.tables else {
        return Vec::new();
    };
    let derived = || derived(intent, |_| true);
    let mut shapes = Vec::new();
    for arity in [Arity::One, Arity::List, Arity::Flag] {
        let takes = |operator: &Operator| match operator.arity() {
            Arity::Pair => arity == Arity::List,
            own => own == arity,
        };
        let own = derivable(tables).into_iter();
        let own = own.flat_map(|shape| shape.field.operators.iter().copied());
        let own: Vec<Operator> = own.filter(takes).collect();
        let operators = Operator::ALL.iter().copied();
        let operators: Vec<Operator> = operators.filter(|one| own.contains(one)).collect();
        let value = intent.builder.number_or_text();
        shapes.extend(derived().map(|fields| compared(intent, fields, &operators, arity, value)));
    }
    let any = word(intent, Role::Field(FieldUse::Any));
    let plain = read(intent, tables, fields(intent, tables, |_| true));
    for (field, other) in [(derived(), any), (plain, derived())] {
        let both = field.zip(other);
        shapes.extend(both.map(|(field, other)| with_field(intent, field, comparing(), other)));
    }
    shapes
}

/// The operators that compare with a field.
fn comparing() -> Vec<Operator> {
    Operator::comparing().collect()
}

/// A filter that compares with another field.
fn with_field(intent: &Intent<'_>, field: Value, own: Vec<Operator>, other: Value) -> Value {
    let members = [
        (Key::F, field, true),
        (Key::Op, operators(intent, &own), true),
        (Key::Vf, other, true),
    ];
    intent.keyed(&FILTER, members)
}

/// A filter that compares with a value, several values or none.
fn compared(
    intent: &Intent<'_>,
    field: Value,
    own: &[Operator],
    arity: Arity,
    one: Value,
) -> Value {
    let value = match arity {
        Arity::One | Arity::Piece => one,
        Arity::List => bounded_list(Some(one), 1, intent.most(Cap::List)),
        Arity::Pair => bounded_list(Some(one), 2, Some(2)),
        Arity::Flag => boolean(),
    };
    let members = [
        (Key::F, field, true),
        (Key::Op, operators(intent, own), true),
        (Key::V, value, arity != Arity::Flag),
    ];
    intent.keyed(&FILTER, members)
}

/// Filters that compare two fields of the same measure.
fn compared_fields(intent: &Intent<'_>) -> Vec<Value> {
    let Some(tables) = intent.tables else {
        return vec![with_field(intent, text(), comparing(), text())];
    };
    let shapes = comparable(tables).into_iter();
    let shapes = shapes.filter_map(|shape| {
        // The long list of mutually comparable fields is shared.
        let name = format!("compared_{}", shape.measure);
        let all = || named(intent, tables, &shape.others);
        let others = || intent.builder.shared(&name, all);
        let fields = match shape.fields.len() == shape.others.len() {
            true => others()?,
            false => named(intent, tables, &shape.fields)?,
        };
        let others = others()?;
        Some(with_field(intent, fields, shape.operators, others))
    });
    shapes.collect()
}

/// Filters that compare a field, or instances of a type, with a subquery. The decoder checks if the subquery fits,
/// which is known only once all is read.
fn compared_with_group(intent: &Intent<'_>) -> Option<Value> {
    let operators = group_operators(intent)?;
    let column = word(intent, Role::Field(FieldUse::Compute))?;
    let members = [
        (Key::F, column, true),
        (Key::Op, operators, true),
        (Key::Gr, text(), true),
    ];
    Some(intent.keyed(&FILTER, members))
}

/// The operators that compare with a subquery; `None` if the codebook has no groups.
pub(super) fn group_operators(intent: &Intent<'_>) -> Option<Value> {
    let has_groups = |tables: &Tables| tables.may_have(Part::Groups);
    intent.tables.is_none_or(has_groups).then(|| {
        let own: Vec<Operator> = Operator::comparing_groups().collect();
        operators(intent, &own)
    })
}

/// One schema for every filter: any field, any operator in use, any value.
fn any_filter(intent: &Intent<'_>, tables: &Tables) -> Option<Value> {
    let build = intent.builder;
    let own: Vec<Operator> = tables.operators().collect();
    let has = |arity| own.iter().any(|operator| operator.arity() == arity);
    let all = || {
        let fields = fields(intent, tables, |field| !field.operators.is_empty());
        or_derived(intent, read(intent, tables, fields), |_| true)
    };
    let mut values = vec![build.scalar()];
    if has(Arity::List) || has(Arity::Pair) {
        let least = if has(Arity::List) { 1 } else { 2 };
        let most = intent.most(Cap::List);
        values.push(bounded_list(Some(build.scalar()), least, most));
    }
    let with_fields = !comparable(tables).is_empty() || derived(intent, |_| true).is_some();
    let fields = || match with_fields {
        true => build.shared("filtered", all),
        false => all(),
    };
    let with_groups = group_operators(intent).is_some();
    let field = match with_groups {
        true => word(intent, Role::Field(FieldUse::Compute))?,
        false => fields()?,
    };
    // A value is optional for a flag, and where a field or a group replaces it.
    let needs_value = !has(Arity::Flag) && !with_fields && !with_groups;
    let mut members = vec![
        (Key::F, field, true),
        (Key::Op, operators(intent, &own), true),
        (Key::V, any_of(values), needs_value),
    ];
    if with_fields {
        members.push((Key::Vf, fields()?, false));
    }
    members.extend(with_groups.then(|| (Key::Gr, text(), false)));
    Some(intent.keyed(&FILTER, members))
}

/// Fields that share a filter schema.
struct FilterShape<'t> {
    operators: Vec<Operator>,
    fields: Vec<&'t FieldDef>,
}

/// The operand of a filter, as far as a schema can express it.
#[derive(PartialEq, Eq, Hash)]
enum OperandKind<'t> {
    /// `true` or `false`, for any field.
    Flag,
    Type(ValueType),
    Enum(Vec<&'t str>),
}

/// The shapes of one arity in the order of their first fields, in time linear in the number of fields.
fn shapes_of(
    tables: &Tables,
    arity: Arity,
    takes: impl Fn(&Operator) -> bool,
) -> Vec<FilterShape<'_>> {
    let mut shapes: Vec<FilterShape<'_>> = Vec::new();
    let mut places = HashMap::new();
    for field in tables.fields.iter() {
        let operators: Vec<Operator> = field.operators.iter().copied().filter(&takes).collect();
        if operators.is_empty() {
            continue;
        }
        let compared = match field.value_type {
            _ if arity == Arity::Flag => OperandKind::Flag,
            ValueType::Enum => {
                let values = field.values.iter().map(|value| value.value.as_ref());
                OperandKind::Enum(values.collect())
            }
            of if of.is_text() => OperandKind::Type(ValueType::String),
            other => OperandKind::Type(other),
        };
        let place = *places
            .entry((operators.clone(), compared))
            .or_insert(shapes.len());
        match shapes.get_mut(place) {
            Some(shape) => shape.fields.push(field),
            None => shapes.push(FilterShape {
                operators,
                fields: vec![field],
            }),
        }
    }
    shapes
}
