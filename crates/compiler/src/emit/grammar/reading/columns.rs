//! Columns: what is shown, sorted, grouped and computed.

use cmec_decoder::language::{Derivation, Function, Key, Operator};
use cmec_decoder::line;

use super::filters::{at_place, read};
use super::names::{Fields, Names};
use super::values::{given_name, letter_name, of_metric, own_name, reference};
use super::{comma, list};
use crate::emit::grammar::derived::{Derived, of_metrics, opened};
use crate::emit::grammar::model::{Expr, Grammar, any_of, choice, literal, optional, sequence};

/// What can be named where a column stands.
pub(super) struct Columns {
    any: Option<Expr>,
    sortable: Option<Expr>,
    /// What rows or groups are sorted by.
    keys: Option<Expr>,
    groupable: Option<Expr>,
    computed: Expr,
    /// The same without what is derived from other metrics.
    plain_metric: Expr,
    /// Whether some texts have a least and a greatest.
    ordered_texts: bool,
}

impl Columns {
    pub(super) fn of(grammar: &mut Grammar, names: &Names<'_>, fields: &Fields<'_>) -> Self {
        let derived = fields.derived(grammar, names);
        let mut column = |name: &str, field: &Option<Expr>| {
            let field = field.clone().map(|field| read(grammar, names, field));
            let any = any_of(field.into_iter().chain(derived.any()))?;
            Some(grammar.phrase(name, any))
        };
        let any = column("column", &fields.any);
        let sortable = column("sort_column", &fields.sortable);
        let keys = column("sort_key", &fields.keys);
        let groupable = column("group_column", &fields.groupable);
        let types = names.types(grammar);
        let types = types.map(|types| {
            let there = at_place(grammar, names, types.clone());
            choice([there, sequence([literal("@"), types])])
        });
        let reference = reference(grammar);
        let or_type = |columns: Option<Expr>| any_of(columns.into_iter().chain(types.clone()));
        let with_given =
            |columns: Option<Expr>| any_of(columns.into_iter().chain([reference.clone()]));
        let counted = with_given(or_type(any.clone()));
        let plain_metric = computed(grammar, names, (&counted, &any), (fields, &derived));
        let name = given_name(grammar);
        let of_metrics = of_metrics(grammar, name, Derivation::mark);
        let computed = grammar.phrase("computed", choice([plain_metric.clone(), of_metrics]));
        Self {
            any: with_given(or_type(any)),
            sortable: with_given(or_type(sortable)),
            keys: with_given(or_type(keys)),
            groupable: with_given(or_type(groupable)),
            computed,
            plain_metric,
            ordered_texts: names.scope.fields.iter().any(|field| field.ordered),
        }
    }

    /// What is shown.
    pub(super) fn attribute(&self, grammar: &mut Grammar) -> Option<Expr> {
        let metrics = [letter_name(grammar), self.computed.clone()];
        let any = choice(self.any.clone().into_iter().chain(metrics));
        Some(grammar.phrase("attribute", sequence([literal("."), any])))
    }

    /// What rows, or groups, are sorted by.
    pub(super) fn sort(&self, grammar: &mut Grammar, metrics: bool) -> Option<Expr> {
        let keys = match metrics {
            true => {
                let metrics = [letter_name(grammar), self.computed.clone()];
                any_of(self.keys.clone().into_iter().chain(metrics))
            }
            false => self.sortable.clone(),
        };
        let keys = keys?;
        let sign = choice([literal("-"), literal("+")]);
        Some(grammar.phrase("sort", sequence([sign, keys])))
    }

    /// What groups, or has rows of its own.
    pub(super) fn by(&self, grammar: &mut Grammar, key: Key) -> Option<Expr> {
        let columns = list(self.groupable.clone()?, comma());
        Some(grammar.phrase(key.in_line(), sequence([keyword(key.in_line()), columns])))
    }

    /// A metric, with a name of its own or not.
    pub(super) fn metric(&self, grammar: &mut Grammar) -> Expr {
        let called = optional(sequence([literal(":"), own_name(grammar)]));
        grammar.phrase("metric", sequence([self.computed.clone(), called]))
    }

    /// A condition on a metric.
    pub(super) fn having(&self, grammar: &mut Grammar) -> Expr {
        let keys = choice([
            self.plain_metric.clone(),
            reference(grammar),
            given_name(grammar),
        ]);
        let marks = choice(Operator::comparing().map(|one| literal(one.mark())));
        let parts = [
            keyword(Key::Hav.in_line()),
            keys,
            optional(literal(" ")),
            marks,
            of_metric(grammar, self.ordered_texts),
        ];
        grammar.phrase("having", sequence(parts))
    }
}

/// A keyword and the blank behind it, as one literal.
fn keyword(word: &str) -> Expr {
    literal(&format!("{word} "))
}

/// A metric as it is asked for.
fn computed(
    grammar: &mut Grammar,
    names: &Names<'_>,
    (counted, any): (&Option<Expr>, &Option<Expr>),
    (fields, derived): (&Fields<'_>, &Derived),
) -> Expr {
    let operands = &fields.operands;
    let there = |fields: &Option<Expr>, grammar: &mut Grammar| {
        let fields = fields.clone();
        fields.map(|fields| read(grammar, names, fields))
    };
    let numbers = there(&operands.numbers, grammar);
    let numbers = any_of(numbers.into_iter().chain(derived.numbers()));
    let ordered = there(&fields.ordered, grammar);
    let ordered = any_of(ordered.into_iter().chain(derived.any()));
    let mut over = |name: &str, functions: &[Function], columns: Option<Expr>| {
        let functions = functions.iter().map(|function| literal(function.mark()));
        let open = grammar.token("function", opened(functions.collect()));
        let columns = grammar.phrase(name, columns?);
        Some(sequence([open, columns, literal(")")]))
    };
    let mut metrics = vec![
        over("counted", &[Function::Count], counted.clone()),
        over(
            "any_of_rows",
            &[Function::CountDistinct, Function::List],
            any.clone(),
        ),
        over("computed_number", &[Function::Sum, Function::Avg], numbers),
        over("computed_order", &[Function::Min, Function::Max], ordered),
    ];
    metrics.push(Some(literal(line::COUNT)));
    metrics.push(names.metrics(grammar));
    grammar.phrase("plain_metric", choice(metrics.into_iter().flatten()))
}
