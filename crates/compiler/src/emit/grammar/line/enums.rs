//! Filters of an enum field: values that stand alone where they name their field, and comparisons for the others.

use cmec_decoder::language::Operator;
use cmec_decoder::tables::FieldDef;

use super::items::at_least;
use super::names::{Names, Nearness};
use super::values::{exists, list_of_one, words};
use crate::emit::grammar::model::{Expr, Grammar, any_of, literal, repeat, sequence};

/// A filter of an enum field; `None` where it has no values or no operators.
pub(super) fn filter(
    grammar: &mut Grammar,
    field: &FieldDef,
    name: &str,
    names: &Names<'_>,
    nearness: Nearness,
) -> Option<Expr> {
    let mut alone = Vec::new();
    let mut compared = Vec::new();
    for (one, many, not) in [
        (Operator::Eq, Operator::In, false),
        (Operator::Ne, Operator::NotIn, true),
    ] {
        let side = Side {
            field,
            names,
            nearness,
            one,
            many,
            not,
            list_cap: names.tables().limits.list_cap,
        };
        alone.extend(side.alone(grammar));
        compared.extend(side.compared(grammar));
    }
    if field.operators.contains(&Operator::Exists) {
        compared.extend(exists());
    }
    let compared = any_of(compared).map(|compared| sequence([literal(name), compared]));
    let filter = any_of(alone.into_iter().chain(compared))?;
    Some(grammar.phrase("enum_filter", filter))
}

/// Values that are wanted, or those that are not.
struct Side<'t> {
    field: &'t FieldDef,
    names: &'t Names<'t>,
    nearness: Nearness,
    one: Operator,
    many: Operator,
    not: bool,
    list_cap: u32,
}

impl Side<'_> {
    fn values(&self, grammar: &mut Grammar, wanted: impl Fn(&str) -> bool) -> Option<Expr> {
        let values = self.field.values.iter().map(|value| value.value.as_ref());
        let values = words(values.filter(|value| wanted(value)))?;
        Some(match values {
            only @ Expr::Literal(_) => only,
            several => grammar.phrase("value", several),
        })
    }

    fn has(&self, operator: Operator) -> bool {
        self.field.operators.contains(&operator)
    }

    fn named(&self, value: &str) -> bool {
        (self.names).names_field(self.field, value, self.nearness)
    }

    fn starts(&self, value: &str, operator: Operator) -> bool {
        (self.names).stands_alone(self.field, value, operator, self.nearness)
    }

    /// Values that name the field.
    fn alone(&self, grammar: &mut Grammar) -> Vec<Expr> {
        let mark = || self.not.then(|| literal("!"));
        let mut options = Vec::new();
        if self.has(self.one)
            && let Some(one) = self.values(grammar, |value| self.starts(value, self.one))
        {
            options.push(sequence(mark().into_iter().chain([one])));
        }
        let many = self.values(grammar, |value| self.starts(value, self.many));
        let others = self.values(grammar, |value| self.named(value));
        if self.has(self.many)
            && self.list_cap > 1
            && let (Some(first), Some(other)) = (many, others)
        {
            let another = sequence([literal("|"), other]);
            let rest = repeat(another, 1, None);
            options.push(sequence(mark().into_iter().chain([first, rest])));
        }
        options
    }

    /// Comparisons for what would not be understood alone.
    fn compared(&self, grammar: &mut Grammar) -> Vec<Expr> {
        let mark = || literal(if self.not { "!=" } else { "=" });
        let mut options = Vec::new();
        if self.has(self.one)
            && let Some(one) = self.values(grammar, |value| !self.starts(value, self.one))
        {
            options.push(sequence([mark(), one]));
        }
        let Some(any) = self
            .values(grammar, |_| true)
            .filter(|_| self.has(self.many))
        else {
            return options;
        };
        options.push(list_of_one(mark(), any.clone()));
        if self.list_cap < 2 {
            return options;
        }
        let first = self.values(grammar, |value| self.starts(value, self.many));
        match (
            first,
            self.values(grammar, |value| !self.starts(value, self.many)),
        ) {
            (None, _) => {
                let list = at_least(2, any, "|", self.list_cap);
                options.push(sequence([mark(), list]));
            }
            (Some(_), None) => {}
            (Some(first), Some(other)) => {
                options.extend(self.mixed(grammar, &mark(), first, &other, &any));
            }
        }
        options
    }

    /// Lists that start with a value that would stand alone and go on with one that names no field, or start so.
    fn mixed(
        &self,
        grammar: &mut Grammar,
        mark: &Expr,
        first: Expr,
        other: &Expr,
        any: &Expr,
    ) -> Vec<Expr> {
        let another = |value: &Expr| sequence([literal("|"), value.clone()]);
        let starts = sequence([mark.clone(), other.clone(), repeat(another(any), 1, None)]);
        let unnamed = self.values(grammar, |value| !self.named(value));
        let goes_on = unnamed.map(|unnamed| {
            let named = self.values(grammar, |value| self.named(value));
            let before = named.map(|named| repeat(another(&named), 0, None));
            let head = [mark.clone(), first].into_iter().chain(before);
            sequence(head.chain([another(&unnamed), repeat(another(any), 0, None)]))
        });
        std::iter::once(starts).chain(goes_on).collect()
    }
}
