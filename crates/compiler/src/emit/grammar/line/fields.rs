//! Fields by their names, and filters of them, for every type a line can be about.
//!
//! A field has two names: one in lines about its type, one everywhere else. So each type has two rules for every
//! thing that can be done with fields, and a line about a type takes the first of its own and the second of all the
//! others. Those of the types before one and behind one are chained, so that a type more adds a constant.

use std::collections::HashMap;

use cmec_decoder::tables::FieldDef;

use super::enums;
use super::names::{Names, Nearness};
use super::texts::Texts;
use super::values::comparison;
use crate::emit::grammar::model::{Expr, Grammar, any_of, choice, literal, sequence};

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
        let either =
            |one: &Option<Expr>, other: &Option<Expr>| any_of(one.iter().chain(other).cloned());
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
    /// The types, as they stand where a field can stand.
    types: Option<Expr>,
}

impl AllFields {
    pub(super) fn new(grammar: &mut Grammar, names: &Names<'_>, texts: Texts) -> Self {
        let tables = names.tables();
        let mut own: HashMap<&str, Vec<&FieldDef>> = HashMap::new();
        for field in tables.fields.iter() {
            own.entry(&field.type_name).or_default().push(field);
        }
        let mut of_types = |nearness| -> Vec<Fields> {
            let fields = tables.types.iter().map(|def| own.get(def.name.as_ref()));
            (fields.map(|fields| fields.map_or(&[][..], Vec::as_slice)))
                .map(|fields| of_type(grammar, names, fields, nearness, texts))
                .collect()
        };
        let (only, far) = (of_types(Nearness::Near), of_types(Nearness::Far));
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
        let types = tables.types.iter();
        let types = any_of(types.map(|def| literal(&names.type_column(&def.name))));
        let types = types.map(|types| grammar.phrase("type_column", types));
        Self {
            only,
            with,
            any,
            types,
        }
    }

    /// A field, or a type, which a line names among columns in one way whatever it is about.
    pub(super) fn or_type(&self, field: &Option<Expr>) -> Option<Expr> {
        any_of(field.iter().chain(&self.types).cloned())
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
fn of_type<'t>(
    grammar: &mut Grammar,
    names: &Names<'t>,
    fields: &[&'t FieldDef],
    nearness: Nearness,
    texts: Texts,
) -> Fields {
    let prefix = match nearness {
        Nearness::Near => "own_",
        Nearness::Far => "far_",
    };
    let own: Vec<(&FieldDef, &str)> = (fields.iter())
        .map(|field| (*field, names.field(field, nearness)))
        .collect();
    let called = |wanted: &dyn Fn(&FieldDef) -> bool| {
        let fitting = own.iter().filter(|(field, _)| wanted(field));
        any_of(fitting.map(|(_, name)| literal(name)))
    };
    let mut filters: Vec<(Expr, Vec<Expr>)> = Vec::new();
    let mut options = Vec::new();
    for (field, name) in &own {
        let cap = names.tables().limits.list_cap;
        match comparison(grammar, field, cap, texts) {
            Some(compare) => match filters.iter_mut().find(|(same, _)| *same == compare) {
                Some((_, fields)) => fields.push(literal(name)),
                None => filters.push((compare, vec![literal(name)])),
            },
            None => options.extend(enums::filter(grammar, field, name, names, nearness)),
        }
    }
    options
        .extend((filters.into_iter()).map(|(compare, fields)| sequence([choice(fields), compare])));
    let fields = Fields {
        any: called(&|_| true),
        sortable: called(&|field| field.sortable),
        groupable: called(&|field| field.groupable),
        numbers: called(&|field| field.value_type.is_number()),
        ordered: called(&|field| field.value_type.is_ordered()),
        filter: any_of(options),
    };
    fields.called(grammar, prefix)
}
