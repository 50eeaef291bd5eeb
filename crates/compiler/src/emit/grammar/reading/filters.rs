//! Filters: fields compared with values, with fields and with groups, values that stand alone, and choices of filters.

use cmec_decoder::language::{Cap, Derivation, Operator, ValueType, given};
use cmec_decoder::line;

use super::names::{Fields, Names, Shape, values_alone, values_compared};
use super::values::{comparison, equal_to, exists, given_name, reference};
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
        let derived = fields.operands.clone().derived(grammar, Derivation::mark);
        let mut of_fields = Vec::new();
        for (shape, called) in &fields.shapes {
            let both = (fields, &derived);
            let others = compared_with(grammar, names, both, shape.value_type);
            let compare = comparison(grammar, shape, (groups, others));
            of_fields.extend(compare.map(|compare| sequence([called.clone(), compare])));
        }
        for (field, called) in &fields.enums {
            let Some(values) = values_compared(field.values.iter()) else {
                continue;
            };
            let values = grammar.token("enum_value", values);
            let has = |operator| field.operators.contains(&operator);
            let mut options = Vec::new();
            for (operator, many) in [
                (Operator::Eq, Operator::In),
                (Operator::Ne, Operator::NotIn),
            ] {
                let mut with = equal_to(grammar, &values, (has(operator), has(many)));
                with.extend(groups.then(|| reference(grammar)));
                let both = (fields, &derived);
                let others = compared_with(grammar, names, both, ValueType::Enum);
                with.extend(others.map(|other| sequence([literal("."), other])));
                let with = any_of(with);
                options.extend(with.map(|with| sequence([literal(operator.mark()), with])));
            }
            if has(Operator::Exists) {
                options.push(exists(grammar));
            }
            let options = any_of(options);
            of_fields.extend(options.map(|options| sequence([called.clone(), options])));
        }
        let of_fields = any_of(of_fields).map(|filters| read(grammar, names, filters));
        let mut filters: Vec<Expr> = of_fields.into_iter().collect();
        for (of, field) in derived.by_type() {
            let Some(of) = of.clone() else { continue };
            let shape = Shape {
                value_type: field.value_type,
                operators: field.operators.to_vec(),
            };
            let both = (fields, &derived);
            let others = compared_with(grammar, names, both, field.value_type);
            let compare = comparison(grammar, &shape, (groups, others));
            filters.extend(compare.map(|compare| sequence([of, compare])));
        }
        // Instances that are among those of a group, or are not.
        if groups && let Some(types) = names.types(grammar) {
            let place = given_name(grammar);
            let mark_of_place = literal(&given::MARK.to_string());
            let subject = choice([
                sequence([optional(literal("@")), types]),
                sequence([mark_of_place, place]),
            ]);
            let marks = choice([literal("="), literal("!=")]);
            filters.push(sequence([subject, marks, reference(grammar)]));
        }
        let enums = fields.enums.iter().map(|(field, _)| field);
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
        let open = [literal(line::ANY), literal("(")];
        let inside = [branch, others, literal(")")];
        let any = sequence(open.into_iter().chain(inside));
        vec![filter, grammar.phrase("choice", any)]
    }
}

/// What is read at a place with a name, or without.
pub(super) fn read(grammar: &mut Grammar, names: &Names<'_>, field: Expr) -> Expr {
    if names.scope.relations.is_empty() {
        return field;
    }
    let place = given_name(grammar);
    let place = sequence([literal(&given::MARK.to_string()), place, literal(".")]);
    sequence([optional(place), field])
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
