//! Filters: field, operator, and a value that fits both.

use std::borrow::Cow;

use crate::contract::{Filter, Value};
use crate::draft::{DraftFilter, Raw};
use crate::finding::candidates::Known;
use crate::finding::partial_finding::Advice;
use crate::finding::registry;
use crate::finding::topic::{Elements, List};
use crate::language::{Arity, Operator, ValueType};
use crate::ledger::{LedgerKind, LedgerPath};
use crate::resolve::Resolver;
use crate::resolve::grounding::whole;
use crate::resolve::value::in_order;
use crate::span::{Span, Spanned};
use crate::tables::FieldDef;
use crate::typed_value::{called, typed};

/// Where a filter's value stands in the contract. It is written out only for a line of the ledger.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FilterPath {
    /// The group it is a filter of, if any.
    pub(crate) group: Option<usize>,
    pub(crate) filter: usize,
    pub(crate) element: Option<usize>,
}

impl FilterPath {
    fn of_filter(self) -> LedgerPath {
        let list = match self.group {
            None => Cow::Borrowed("/constraints/filters"),
            Some(group) => Cow::Owned(format!("/constraints/groups/{group}/filters")),
        };
        LedgerPath::element(list, self.filter)
    }

    fn of_value(self) -> LedgerPath {
        self.of_filter().member("value").at(self.element)
    }
}

impl<'a> Resolver<'a> {
    pub(crate) fn filters(
        &mut self,
        said: &[Spanned<DraftFilter<'a>>],
        group: Option<usize>,
    ) -> Vec<Filter<'a>> {
        let count = u64::try_from(said.len()).unwrap_or(u64::MAX);
        let cap = self.tables.limits.filters_cap;
        if count > u64::from(cap) {
            self.over_cap(whole(said), Elements::Filters, count, cap);
        }
        let mut filters = Vec::with_capacity(said.len());
        let mut spans = Vec::with_capacity(said.len());
        for filter in said {
            let before = self.findings.len();
            let place = FilterPath {
                group,
                filter: filters.len(),
                element: None,
            };
            match self.filter(&filter.value, filter.span, place) {
                Some(kept) => {
                    filters.push(kept);
                    spans.push(filter.span);
                }
                None => self.drop_if_allowed(before, filter.span, place),
            }
        }
        self.check_together(&filters, &spans);
        filters
    }

    pub(crate) fn filter(
        &mut self,
        said: &DraftFilter<'a>,
        span: Span,
        place: FilterPath,
    ) -> Option<Filter<'a>> {
        let field = self.field_here(&said.field);
        let operator = self.operator(&said.operator);
        let field = field?;
        let operator = operator?;
        if !field.operators.contains(&operator) {
            self.report_on(
                Some(field),
                &registry::OPERATOR_NOT_ALLOWED,
                said.operator.span,
                |me| {
                    let operator = me.say(operator.code(), operator.name());
                    format!("`{}` does not have the operator `{operator}`", field.path)
                },
                |me| {
                    let known = field.operators.iter();
                    let known =
                        known.map(|known| Known::named(List::Operator, known.code(), known.name()));
                    let candidates = me.candidates(operator.code(), known.collect());
                    let codes: Vec<&str> = (field.operators.iter())
                        .map(|known| me.say(known.code(), known.name()))
                        .collect();
                    Advice::help(format!("it has `{}`", codes.join("`, `"))).or(candidates)
                },
            );
            return None;
        }
        let value = self.filter_value(field, operator, said.value.as_ref(), span, place)?;
        if (said.value.as_ref()).is_some_and(|value| value.span == said.field.span) {
            self.named_by_value(field, place, said.field.span);
        }
        Some(Filter {
            field: Cow::Borrowed(&field.path),
            operator,
            value,
        })
    }

    /// The line for a field that was not said: a value stands where its field stands.
    pub(crate) fn named_by_value(&mut self, field: &'a FieldDef, place: FilterPath, span: Span) {
        self.ledger.note(
            LedgerKind::Derived,
            place.of_filter().member("field"),
            field.path.as_ref(),
            "no other field here has the value",
            Some(span),
        );
    }

    /// The value of a filter; `Some(None)` where `exists` has none.
    pub(crate) fn filter_value(
        &mut self,
        field: &'a FieldDef,
        operator: Operator,
        said: Option<&Spanned<Raw<'a>>>,
        span: Span,
        place: FilterPath,
    ) -> Option<Option<Value<'a>>> {
        let Some(said) = said else {
            if operator.arity() == Arity::Flag {
                return Some(None);
            }
            self.arity(field, span, operator, "needs a value");
            return None;
        };
        let value = match (operator.arity(), &said.value) {
            (Arity::Flag, Raw::Boolean(yes)) => Value::Boolean(*yes),
            (Arity::Flag, _) => {
                self.arity(
                    field,
                    said.span,
                    operator,
                    "takes no value, or `true` or `false`",
                );
                return None;
            }
            (Arity::List, Raw::List(elements)) if !elements.is_empty() => {
                self.list_cap(elements, Elements::Values);
                self.values(field, elements, place)?
            }
            (Arity::List, _) => {
                self.arity(
                    field,
                    said.span,
                    operator,
                    "takes a list with at least one value",
                );
                return None;
            }
            (Arity::Pair, Raw::List(elements)) if elements.len() == 2 => {
                let value = self.values(field, elements, place)?;
                self.check_order(field, &value, said.span)?;
                value
            }
            (Arity::Pair, _) => {
                self.arity(field, said.span, operator, "takes exactly two values");
                return None;
            }
            (_, Raw::List(_)) => {
                self.arity(
                    field,
                    said.span,
                    operator,
                    "takes one value, and this is a list",
                );
                return None;
            }
            _ => self.value(field, said, place)?,
        };
        if says_nothing(operator, &value) {
            self.report_on(
                Some(field),
                &registry::EMPTY_TEXT,
                said.span,
                |me| {
                    format!(
                        "`{}` looks for an empty text",
                        me.say(operator.code(), operator.name())
                    )
                },
                |_| Advice::help("say the text to look for, or leave the filter out"),
            );
            return None;
        }
        Some(Some(value))
    }

    fn values(
        &mut self,
        field: &'a FieldDef,
        elements: &[Spanned<Raw<'a>>],
        place: FilterPath,
    ) -> Option<Value<'a>> {
        let mut values = Vec::with_capacity(elements.len());
        for (index, element) in elements.iter().enumerate() {
            let element_place = FilterPath {
                element: Some(index),
                ..place
            };
            // A wrong value does not hide the next.
            values.extend(self.value(field, element, element_place));
        }
        (values.len() == elements.len()).then_some(Value::List(values))
    }

    /// One scalar; an enum synonym becomes its value, and the ledger says so.
    pub(crate) fn value(
        &mut self,
        field: &'a FieldDef,
        said: &Spanned<Raw<'a>>,
        place: FilterPath,
    ) -> Option<Value<'a>> {
        if let (ValueType::Enum, Raw::Text(text)) = (field.value_type, &said.value)
            && let Some(value) = self.enum_value(field, text, said.span, place)
        {
            return Some(value);
        }
        match typed(field, said) {
            Ok(value) => Some(value),
            Err(wrong) => {
                self.wrong_value(field, said, wrong, Some(field));
                None
            }
        }
    }

    /// The value of an enum that a text names, with a line in the ledger where it names it in another way.
    pub(crate) fn enum_value(
        &mut self,
        field: &'a FieldDef,
        text: &str,
        span: Span,
        place: FilterPath,
    ) -> Option<Value<'a>> {
        let (value, naming) = called(field, text)?;
        let value: &'a str = &value.value;
        if let Some(why) = naming.why() {
            self.ledger.note(
                LedgerKind::SynonymResolved,
                place.of_value(),
                value,
                why,
                Some(span),
            );
        }
        Some(Value::Text(Cow::Borrowed(value)))
    }

    fn check_order(&mut self, field: &'a FieldDef, value: &Value<'a>, span: Span) -> Option<()> {
        if let Value::List(values) = value
            && let [low, high] = values.as_slice()
            && !in_order(low, high)
        {
            self.report_on(
                Some(field),
                &registry::BETWEEN_ORDER,
                span,
                |_| "the first value is larger than the second".to_owned(),
                |_| Advice::help("say the smaller one first"),
            );
            return None;
        }
        Some(())
    }

    fn arity(&mut self, field: &'a FieldDef, span: Span, operator: Operator, takes: &str) {
        self.report_on(
            Some(field),
            &registry::WRONG_ARITY,
            span,
            |me| format!("`{}` {takes}", me.say(operator.code(), operator.name())),
            |me| {
                Advice::help(match operator.arity() {
                    Arity::List => "say the values in a list: `[…]`",
                    Arity::Pair => "say a list of two, the smaller one first: `[…, …]`",
                    Arity::Flag => "leave the value out, or say `true` or `false`",
                    Arity::One | Arity::Piece => me.say(
                        "say one value; a list of them goes with `IN`",
                        "say one value; a list of them goes with `in`",
                    ),
                })
            },
        );
    }

    /// Takes back a filter's violations where the codebook lets that filter be dropped.
    pub(crate) fn drop_if_allowed(&mut self, before: usize, span: Span, place: FilterPath) {
        if let Some(why) = self.forgive(before) {
            self.ledger.note(
                LedgerKind::Dropped,
                place.of_filter(),
                why,
                "the codebook lets this filter be dropped",
                Some(span),
            );
        }
    }
}

/// Whether a piece is looked for that is in every text.
pub(crate) fn says_nothing(operator: Operator, value: &Value<'_>) -> bool {
    operator.arity() == Arity::Piece && matches!(value, Value::Text(text) if text.is_empty())
}
