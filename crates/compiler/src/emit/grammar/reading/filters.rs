//! Filters: fields compared with values, with fields and with groups, values that stand alone, and choices of filters.

use std::collections::BTreeSet;

use cmec_decoder::language::{Cap, Operator, ValueType, given};
use cmec_decoder::line;

use super::names::{Fields, Names, Shape, values_alone, values_compared};
use super::values::{comparison, equality, given_name, range, reference, value};
use super::{list, or};
use crate::emit::grammar::derived::Derived;
use crate::emit::grammar::model::{
    COUNTED, Expr, Grammar, any_of, choice, literal, optional, repeat, sequence,
};

/// The filters of a line.
pub(super) struct Filters {
    any: Option<Expr>,
    limits: cmec_decoder::language::Limits,
}

impl Filters {
    pub(super) fn of(
        grammar: &mut Grammar,
        names: &Names<'_>,
        fields: &Fields<'_>,
        groups: bool,
    ) -> Self {
        let tables = names.tables;
        let derived = fields.derived(grammar, names);
        let mut of_fields = Vec::new();
        for (shape, called) in &fields.shapes {
            let compare = comparison_of(grammar, names, (fields, &derived), (shape, groups));
            of_fields.extend(compare.map(|compare| with_comparison(called.clone(), compare)));
        }
        for (same, called) in &fields.enums {
            let values = same.iter().flat_map(|field| field.values.iter());
            let Some(values) = values_compared(values) else {
                continue;
            };
            let values = grammar.token("enum_value", values);
            let others = others(
                grammar,
                names,
                (fields, &derived),
                (ValueType::Enum, groups),
            );
            let operators: BTreeSet<Operator> = (same.iter())
                .flat_map(|field| field.operators.iter().copied())
                .collect();
            let operators: Vec<Operator> = operators.into_iter().collect();
            let compare = comparison(grammar, &operators, (&values, None), others);
            of_fields.extend(compare.map(|compare| with_comparison(called.clone(), compare)));
        }
        let of_fields = any_of(of_fields).map(|filters| read(grammar, names, filters));
        let mut filters: Vec<Expr> = of_fields.into_iter().collect();
        for (of, field) in derived.by_type() {
            let Some(of) = of.clone() else { continue };
            let shape = Shape {
                value_type: field.value_type,
                operators: field.operators.to_vec(),
            };
            let compare = comparison_of(grammar, names, (fields, &derived), (&shape, groups));
            filters.extend(compare.map(|compare| with_comparison(of, compare)));
        }
        // Instances that are among those of a group, or are not.
        if groups && let Some(types) = names.types(grammar) {
            let place = given_name(grammar);
            let mark_of_place = literal(&given::MARK.to_string());
            let subject = choice([
                sequence([optional(literal("@")), types]),
                sequence([mark_of_place, place]),
            ]);
            // Without a blank: what may follow the blank behind a type is what a line may begin with, and laid out already.
            let marks = equality(grammar, &[Operator::Eq, Operator::Ne]);
            let subjects = marks.map(|marks| sequence([subject, marks, reference(grammar)]));
            filters.extend(subjects);
        }
        let enums = fields.enums.iter().flat_map(|(same, _)| same);
        let alone = values_alone(enums.flat_map(|field| field.values.iter()));
        if let Some(alone) = alone {
            let values = list(grammar.token("value", alone), or());
            let not = optional(literal("!"));
            filters.push(sequence([not, values]));
        }
        let any = any_of(filters).map(|filters| grammar.phrase("filter", filters));
        Self {
            any,
            limits: tables.limits.clone(),
        }
    }

    /// A filter, or a choice of filters.
    pub(super) fn conditions(&self, grammar: &mut Grammar) -> Vec<Expr> {
        let Some(filter) = self.any.clone() else {
            return Vec::new();
        };
        let behind = repeat(sequence([literal(" "), filter.clone()]), 0, None);
        let branch = grammar.phrase("branch", sequence([filter.clone(), behind]));
        let or = sequence([
            literal(" "),
            choice(line::ORS.iter().map(|or| literal(or))),
            literal(" "),
        ]);
        let most = Cap::Branches.most(&self.limits).saturating_sub(1);
        let others = repeat(
            sequence([or, branch.clone()]),
            1,
            Some(most).filter(|most| *most <= COUNTED),
        );
        let open = literal(&format!("{}(", line::ANY));
        let any = sequence([open, branch, others, literal(")")]);
        vec![filter, grammar.phrase("choice", any)]
    }
}

/// A field and its comparison. People write a blank before the mark, and the name may be that of a type or of a value: a
/// model could only go on with another item.
fn with_comparison(field: Expr, compare: Expr) -> Expr {
    sequence([field, optional(literal(" ")), compare])
}

/// What fields of this shape are compared with; `groups`: whether a group may be.
fn comparison_of(
    grammar: &mut Grammar,
    names: &Names<'_>,
    known: (&Fields<'_>, &Derived),
    (shape, groups): (&Shape, bool),
) -> Option<Expr> {
    let of = shape.value_type;
    let value = value(grammar, of)?;
    let between = shape.operators.contains(&Operator::Between);
    let range = between.then(|| range(grammar, of, &value));
    let others = others(grammar, names, known, (of, groups));
    comparison(grammar, &shape.operators, (&value, range), others)
}

/// What stands in the place of a value of this type: another field, or a group.
fn others(
    grammar: &mut Grammar,
    names: &Names<'_>,
    known: (&Fields<'_>, &Derived),
    (of, groups): (ValueType, bool),
) -> Option<Expr> {
    let field = compared_with(grammar, names, known, of);
    let field = field.map(|field| sequence([literal("."), field]));
    let group = groups.then(|| reference(grammar));
    let others = any_of(field.into_iter().chain(group))?;
    Some(grammar.phrase("other", others))
}

/// A field as it is read at a place with a name, or without.
pub(super) fn read(grammar: &mut Grammar, names: &Names<'_>, field: Expr) -> Expr {
    let field = names.of_type(grammar, field);
    at_place(grammar, names, field)
}

/// What stands at a place with a name, or without.
pub(super) fn at_place(grammar: &mut Grammar, names: &Names<'_>, what: Expr) -> Expr {
    if names.scope.relations.is_empty() {
        return what;
    }
    let place = given_name(grammar);
    let place = sequence([literal(&given::MARK.to_string()), place, literal(".")]);
    sequence([optional(place), what])
}

/// The fields that those of a type of values are compared with; whole numbers with all numbers, and texts of any length
/// with one another.
fn compared_with(
    grammar: &mut Grammar,
    names: &Names<'_>,
    (fields, derived): (&Fields<'_>, &Derived),
    of: ValueType,
) -> Option<Expr> {
    let kind = |of: ValueType| match of {
        ValueType::Integer => ValueType::Decimal,
        ValueType::Text => ValueType::String,
        other => other,
    };
    let shapes = fields.shapes.iter();
    let same = shapes.filter(|(shape, _)| kind(shape.value_type) == kind(of));
    let same = any_of(same.map(|(_, called)| called.clone()));
    let enums = fields.enums.iter().filter(|_| of == ValueType::Enum);
    let read_fields = same
        .into_iter()
        .chain(any_of(enums.map(|(_, called)| called.clone())))
        .map(|field| read(grammar, names, field));
    let read_fields: Vec<Expr> = read_fields.collect();
    let derived = match of {
        ValueType::Integer | ValueType::Decimal => derived.numbers(),
        ValueType::Date => derived.day.clone(),
        ValueType::Datetime => derived.moment.clone(),
        _ => None,
    };
    let others = any_of(read_fields.into_iter().chain(derived))?;
    Some(grammar.phrase("other_field", others))
}
