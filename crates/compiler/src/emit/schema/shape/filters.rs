//! Schemas of filters. Fields with the same operators and the same values share one.

use std::collections::HashMap;

use cmec_decoder::language::object::FILTER;
use cmec_decoder::language::{Arity, Cap, FieldUse, Key, Operator, Part, Role, ValueType};
use cmec_decoder::tables::{FieldDef, Tables};
use serde_json::Value;

use super::{Intent, called};
use crate::emit::derivable::derivable;
use crate::emit::schema::comparable::comparable;

impl Intent<'_> {
    /// A filter: one schema for all fields with the same operators and values.
    pub(super) fn filter(&self) -> Option<Value> {
        let build = self.builder;
        if let Some(tables) = self.tables.filter(|_| !build.tells_apart()) {
            return self.any_filter(tables);
        }
        let mut shapes = Vec::new();
        for arity in [Arity::One, Arity::List, Arity::Pair, Arity::Flag] {
            // A piece of a text is a single value.
            let takes = |operator: &Operator| match operator.arity() {
                Arity::Piece => arity == Arity::One,
                other => other == arity,
            };
            let Some(tables) = self.tables else {
                let operators: Vec<Operator> =
                    Operator::ALL.iter().copied().filter(takes).collect();
                shapes.extend(self.compared(build.text(), &operators, arity, build.scalar()));
                continue;
            };
            for shape in shapes_of(tables, arity, takes) {
                let fields = shape.fields.iter().map(|field| called(field, self.naming));
                let Some(fields) = self.read(tables, fields) else {
                    continue;
                };
                let value = shape.fields.first().map(|field| build.value(field));
                let value = value.unwrap_or_else(|| build.scalar());
                shapes.extend(self.compared(fields, &shape.operators, arity, value));
            }
        }
        shapes.extend(self.of_derived());
        shapes.extend(self.compared_fields());
        shapes.extend(self.compared_with_group());
        build.alternatives(shapes)
    }

    /// Filters of derived values, compared with values and with fields. The decoder checks the types: a schema per type
    /// would cost a model a third of its tool definitions.
    fn of_derived(&self) -> Vec<Value> {
        let Some(tables) = self.tables else {
            return Vec::new();
        };
        let mut shapes = Vec::new();
        for arity in [Arity::One, Arity::List, Arity::Flag] {
            let takes = |operator: &Operator| match operator.arity() {
                Arity::Pair => arity == Arity::List,
                own => own == arity,
            };
            let own = derivable(tables).into_iter();
            let own = own.flat_map(|shape| shape.field.operators.iter().copied());
            let own: Vec<Operator> = own.filter(takes).collect();
            let operators = Operator::ALL
                .iter()
                .copied()
                .filter(|one| own.contains(one));
            let operators: Vec<Operator> = operators.collect();
            let value = self.builder.number_or_text();
            let derived = self.derived(|_| true);
            shapes
                .extend(derived.and_then(|fields| self.compared(fields, &operators, arity, value)));
        }
        let operators: Vec<Operator> = Operator::comparing().collect();
        let any = || self.word(Role::Field(FieldUse::Any));
        let plain = || self.read(tables, self.fields(tables, |_| true));
        let derived = || self.derived(|_| true);
        for (field, other) in [(derived(), any()), (plain(), derived())] {
            shapes.extend(field.zip(other).map(|(field, other)| {
                self.keyed(
                    &FILTER,
                    [
                        (Key::F, field, true),
                        (Key::Op, self.operators(&operators), true),
                        (Key::Vf, other, true),
                    ],
                )
            }));
        }
        shapes
    }

    fn compared(
        &self,
        field: Value,
        operators: &[Operator],
        arity: Arity,
        one: Value,
    ) -> Option<Value> {
        let build = self.builder;
        let list_cap = self.most(Cap::List);
        let value = match arity {
            Arity::One | Arity::Piece => one,
            Arity::List => build.list(Some(one), 1, list_cap)?,
            Arity::Pair => build.list(Some(one), 2, Some(2))?,
            Arity::Flag => build.boolean(),
        };
        let members = [
            (Key::F, field, true),
            (Key::Op, self.operators(operators), true),
            (Key::V, value, arity != Arity::Flag),
        ];
        Some(self.keyed(&FILTER, members))
    }

    /// Filters that compare two fields of the same measure.
    fn compared_fields(&self) -> Vec<Value> {
        let build = self.builder;
        let Some(tables) = self.tables else {
            let operators: Vec<Operator> = Operator::comparing().collect();
            let members = [
                (Key::F, build.text(), true),
                (Key::Op, self.operators(&operators), true),
                (Key::Vf, build.text(), true),
            ];
            return vec![self.keyed(&FILTER, members)];
        };
        let names = |fields: &[&FieldDef]| {
            self.read(
                tables,
                fields.iter().map(|field| called(field, self.naming)),
            )
        };
        let shapes = comparable(tables).into_iter();
        let shapes = shapes.filter_map(|shape| {
            // The long list of mutually comparable fields is shared.
            let name = format!("compared_{}", shape.measure);
            let others = || build.shared(&name, || names(&shape.others));
            let fields = match shape.fields.len() == shape.others.len() {
                true => others()?,
                false => names(&shape.fields)?,
            };
            Some(self.keyed(
                &FILTER,
                [
                    (Key::F, fields, true),
                    (Key::Op, self.operators(&shape.operators), true),
                    (Key::Vf, others()?, true),
                ],
            ))
        });
        shapes.collect()
    }

    /// Filters that compare a field, or instances of a type, with a subquery. The decoder checks if the subquery fits,
    /// which is known only once all is read.
    fn compared_with_group(&self) -> Option<Value> {
        let operators = self.group_operators()?;
        let column = self.word(Role::Field(FieldUse::Compute))?;
        Some(self.keyed(
            &FILTER,
            [
                (Key::F, column, true),
                (Key::Op, operators, true),
                (Key::Gr, self.builder.text(), true),
            ],
        ))
    }

    /// The operators that compare with a subquery; `None` if the codebook has no groups.
    pub(super) fn group_operators(&self) -> Option<Value> {
        let has_groups = |tables: &Tables| tables.may_have(Part::Groups);
        self.tables.is_none_or(has_groups).then_some(())?;
        let operators: Vec<Operator> = Operator::comparing_groups().collect();
        Some(self.operators(&operators))
    }

    pub(super) fn operators(&self, operators: &[Operator]) -> Value {
        let names = operators.iter();
        let names = names.map(|operator| self.say(operator.code(), operator.name()));
        self.builder.one_of(names)
    }

    /// One schema for every filter: any field, any operator in use, any value.
    fn any_filter(&self, tables: &Tables) -> Option<Value> {
        let build = self.builder;
        let operators: Vec<Operator> = tables.operators().collect();
        let has = |arity| operators.iter().any(|operator| operator.arity() == arity);
        let all = || {
            let fields = self.fields(tables, |field| !field.operators.is_empty());
            self.or_derived(self.read(tables, fields), |_| true)
        };
        let mut values = vec![build.scalar()];
        if has(Arity::List) || has(Arity::Pair) {
            let least = if has(Arity::List) { 1 } else { 2 };
            values.extend(build.list(Some(build.scalar()), least, self.most(Cap::List)));
        }
        let value = match values.len() {
            1 => values.pop(),
            _ => build.any_of(values),
        };
        let with_fields = !comparable(tables).is_empty() || self.derived(|_| true).is_some();
        let fields = || match with_fields {
            true => build.shared("filtered", all),
            false => all(),
        };
        let with_groups = self.group_operators().is_some();
        let field = match with_groups {
            true => self.word(Role::Field(FieldUse::Compute))?,
            false => fields()?,
        };
        // A value is optional for a flag, and where a field or a group replaces it.
        let needs_value = !has(Arity::Flag) && !with_fields && !with_groups;
        let mut members = vec![
            (Key::F, field, true),
            (Key::Op, self.operators(&operators), true),
            (Key::V, value?, needs_value),
        ];
        if with_fields {
            members.push((Key::Vf, fields()?, false));
        }
        members.extend(with_groups.then(|| (Key::Gr, build.text(), false)));
        Some(self.keyed(&FILTER, members))
    }
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
