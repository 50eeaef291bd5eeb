//! Fields by their names, and filters of them, for every type a line can be about.
//!
//! A field has two names: one in lines about its type, one everywhere else. So each type has two rules for every
//! thing that can be done with fields, and a line about a type takes the first of its own and the second of all the
//! others. Those of the types before one and behind one are chained, so that a type more adds a constant.

use cmec_decoder::line;
use cmec_decoder::tables::{FieldDef, Tables};
use cmec_decoder::vocabulary::ValueType;

use super::enums;
use super::values::comparison;
use crate::emit::grammar::model::{Expr, Grammar, choice, literal, sequence};

/// What a line, or a group, is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum About {
    /// This type alone: no field of another can be meant.
    Only(usize),
    /// This type, and others that entities and relations bring.
    With(usize),
    /// Several types, or none that is known.
    Any,
}

/// What can be done with fields.
#[derive(Debug, Clone, Default)]
pub(super) struct Fields {
    pub(super) any: Option<Expr>,
    pub(super) sortable: Option<Expr>,
    pub(super) groupable: Option<Expr>,
    pub(super) numbers: Option<Expr>,
    pub(super) ordered: Option<Expr>,
    pub(super) filter: Option<Expr>,
}

impl Fields {
    /// Either of both.
    fn or(&self, other: &Self) -> Self {
        let either = |one: &Option<Expr>, other: &Option<Expr>| match (one, other) {
            (Some(one), Some(other)) => Some(choice([one.clone(), other.clone()])),
            (one, other) => one.clone().or_else(|| other.clone()),
        };
        Self {
            any: either(&self.any, &other.any),
            sortable: either(&self.sortable, &other.sortable),
            groupable: either(&self.groupable, &other.groupable),
            numbers: either(&self.numbers, &other.numbers),
            ordered: either(&self.ordered, &other.ordered),
            filter: either(&self.filter, &other.filter),
        }
    }

    /// The same, each thing under a name of its own.
    fn called(self, grammar: &mut Grammar, prefix: &str) -> Self {
        let mut rule = |name: &str, body: Option<Expr>| {
            body.map(|body| grammar.phrase(&format!("{prefix}{name}"), body))
        };
        Self {
            any: rule("field", self.any),
            sortable: rule("sortable", self.sortable),
            groupable: rule("groupable", self.groupable),
            numbers: rule("number_field", self.numbers),
            ordered: rule("ordered_field", self.ordered),
            filter: rule("filter", self.filter),
        }
    }
}

/// The fields of a codebook, by what a line is about.
pub(super) struct AllFields {
    only: Vec<Fields>,
    with: Vec<Fields>,
    any: Fields,
}

impl AllFields {
    pub(super) fn new(grammar: &mut Grammar, tables: &Tables) -> Self {
        let types: Vec<&str> = tables.types.iter().map(|def| def.name.as_ref()).collect();
        let only: Vec<Fields> = (types.iter())
            .map(|name| of_type(grammar, tables, name, Some(*name)))
            .collect();
        let far: Vec<Fields> = (types.iter())
            .map(|name| of_type(grammar, tables, name, None))
            .collect();
        let before = chain(grammar, far.iter());
        let mut behind = chain(grammar, far.iter().rev());
        behind.reverse();
        let any = match (before.last(), far.last()) {
            (Some(before), Some(last)) => before.or(last).called(grammar, ""),
            _ => Fields::default(),
        };
        let around = before.iter().zip(&behind);
        let with = (only.iter().zip(around))
            .map(|(only, (before, behind))| only.or(before).or(behind).called(grammar, "any_"))
            .collect();
        Self { only, with, any }
    }

    pub(super) fn of(&self, about: About) -> &Fields {
        match about {
            About::Only(at) => self.only.get(at).unwrap_or(&self.any),
            About::With(at) => self.with.get(at).unwrap_or(&self.any),
            About::Any => &self.any,
        }
    }
}

/// For each place the fields of all types before it.
fn chain<'f>(grammar: &mut Grammar, far: impl Iterator<Item = &'f Fields>) -> Vec<Fields> {
    let mut sum = Fields::default();
    let mut sums = Vec::new();
    for fields in far {
        sums.push(sum.clone());
        sum = sum.or(fields).called(grammar, "far_");
    }
    sums
}

/// The fields of one type, in a line about this type or about none.
fn of_type(grammar: &mut Grammar, tables: &Tables, name: &str, about: Option<&str>) -> Fields {
    let names = line::Names::new(tables, about);
    let prefix = if about.is_some() { "own_" } else { "far_" };
    let own: Vec<(&FieldDef, &str)> = (tables.fields.iter())
        .filter(|field| field.type_name == name)
        .map(|field| (field, names.field(field)))
        .collect();
    let called = |wanted: &dyn Fn(&FieldDef) -> bool| {
        let fitting = own.iter().filter(|(field, _)| wanted(field));
        any_of(fitting.map(|(_, name)| literal(name)))
    };
    let mut filters: Vec<(Expr, Vec<Expr>)> = Vec::new();
    let mut options = Vec::new();
    for (field, name) in &own {
        let cap = tables.limits.list_cap;
        match comparison(grammar, field, cap) {
            Some(compare) => match filters.iter_mut().find(|(same, _)| *same == compare) {
                Some((_, fields)) => fields.push(literal(name)),
                None => filters.push((compare, vec![literal(name)])),
            },
            None => options.extend(enums::filter(grammar, field, name, names, cap)),
        }
    }
    options
        .extend((filters.into_iter()).map(|(compare, fields)| sequence([choice(fields), compare])));
    let fields = Fields {
        any: called(&|_| true),
        sortable: called(&|field| field.sortable),
        groupable: called(&|field| field.groupable),
        numbers: called(&is_number),
        ordered: called(&is_ordered),
        filter: any_of(options),
    };
    fields.called(grammar, prefix)
}

fn any_of(options: impl IntoIterator<Item = Expr>) -> Option<Expr> {
    let options: Vec<Expr> = options.into_iter().collect();
    (!options.is_empty()).then(|| choice(options))
}

pub(super) const fn is_number(field: &FieldDef) -> bool {
    matches!(field.value_type, ValueType::Integer | ValueType::Decimal)
}

pub(super) const fn is_ordered(field: &FieldDef) -> bool {
    is_number(field) || matches!(field.value_type, ValueType::Date | ValueType::Datetime)
}
