//! Filters: field, operator, and a value that fits both.

use std::borrow::Cow;

use crate::calendar;
use crate::contract::{Filter, Operand, Value};
use crate::draft::{DraftFilter, Raw, Words};
use crate::finding::Candidate;
use crate::finding::candidates::Known;
use crate::finding::registry;
use crate::finding::topic::Elements;
use crate::language::{Arity, Derivation, Operator, Part, ValueType};
use crate::ledger::LedgerKind;
use crate::resolve::Resolver;
use crate::resolve::codes::member_named;
use crate::resolve::conditions::FilterPath;
use crate::resolve::known_places::ReadFor;
use crate::resolve::value::in_order;
use crate::span::{Span, Spanned};
use crate::tables::FieldDef;
use crate::typed_value::period::{ForDerived, for_derived};
use crate::typed_value::{called, reading, typed};

impl<'a> Resolver<'a> {
    pub(crate) fn filter(
        &mut self,
        said: &DraftFilter<'a>,
        span: Span,
        place: FilterPath,
    ) -> Option<Filter<'a>> {
        if let Some(group) = &said.group {
            return self.filter_by_group(said, group);
        }
        let (field, path) = self.field_for(ReadFor::Filter, &said.field).unzip();
        if let Some(field) = field
            && let Some(of_day) = self.day_of_moment(field, said, place)
        {
            return self.filter(&of_day, span, place);
        }
        let operator = self.member_among(&said.operator, || match field {
            Some(field) => fitting(field, said),
            None => Operator::ALL.to_vec(),
        });
        let (Some(field), Some(path), Some(operator)) = (field, path, operator) else {
            self.other_field_alone(said);
            return None;
        };
        if !field.operators.contains(&operator) {
            self.operator_not_allowed(field, operator, said);
            self.other_field_alone(said);
            return None;
        }
        let operand = match &said.value_field {
            Some(other) => Some(self.value_field((field, &path), operator, (other, said))?),
            None => {
                let value = said.value.as_ref();
                let at = value.map_or(span, |value| value.span);
                match self.filter_value(field, operator, value, span, place)? {
                    Some(value) => {
                        let value = self.for_derived((field, &path, operator), value, at, place)?;
                        Some(Operand::Value(value))
                    }
                    None => None,
                }
            }
        };
        if (said.value.as_ref()).is_some_and(|value| value.span == said.field.span) {
            self.named_by_value(field, place, said.field.span);
        }
        Some(Filter {
            field: path,
            operator,
            operand,
        })
    }

    /// The filter that compares the day of a moment, where it is compared with a day: that day is all of it.
    fn day_of_moment(
        &mut self,
        field: &FieldDef,
        said: &DraftFilter<'a>,
        place: FilterPath,
    ) -> Option<DraftFilter<'a>> {
        let value = said.value.as_ref()?;
        let is_day = |raw: &Raw<'_>| matches!(raw, Raw::Text(text) if calendar::is_date(text));
        let is_of_days = match &value.value {
            Raw::List(values) => {
                !values.is_empty() && values.iter().all(|value| is_day(&value.value))
            }
            one => is_day(one),
        };
        if field.value_type != ValueType::Datetime || !is_of_days {
            return None;
        }
        let in_words = |code: &'static str, name: &'static str| match self.words {
            Words::Names => name,
            Words::Codes | Words::Sql => code,
        };
        let mut own = said.clone();
        let bound = match (member_named(&said.operator.value, self.words), &value.value) {
            (Some(operator), Raw::Text(day)) => first_moment(operator, day),
            _ => None,
        };
        let (part, now) = match bound {
            Some((operator, moment)) if field.operators.contains(&operator) => {
                own.operator.value = Cow::Borrowed(in_words(operator.code(), operator.name()));
                own.value = Some(Spanned::new(
                    Raw::Text(Cow::Owned(moment.clone())),
                    value.span,
                ));
                (place.of_value(), moment)
            }
            _ => {
                let day = in_words(Derivation::Day.code(), Derivation::Day.name());
                own.field.value = Cow::Owned(format!("{day}({})", said.field.value));
                let path = format!("{}({})", Derivation::Day.name(), field.path);
                (place.of_filter().member("field"), path)
            }
        };
        let why = "the day is all of it";
        (self.ledger).note(LedgerKind::Derived, part, now, why, Some(value.span));
        Some(own)
    }

    pub(crate) fn operator_not_allowed(
        &mut self,
        field: &'a FieldDef,
        operator: Operator,
        said: &DraftFilter<'a>,
    ) {
        let (rule, span) = (&registry::OPERATOR_NOT_ALLOWED, said.operator.span);
        self.report_on(Some(field), rule, span, |me, finding| {
            let known = field.operators.iter();
            let codes: Vec<&str> = known.map(|own| me.word_of(*own)).collect();
            // First those that take the value as it was said.
            let known = fitting(field, said);
            let known = known.iter().chain(field.operators.iter());
            let known = known.map(Known::member).collect();
            let (path, word) = (&field.path, me.word_of(operator));
            let message = format!("`{path}` does not have the operator `{word}`");
            let help = match codes.is_empty() {
                true => "it is shown and not compared: leave the condition out".to_owned(),
                false => format!("it has `{}`", codes.join("`, `")),
            };
            finding
                .explain(message, help)
                .candidates(me.candidates(operator.code(), known))
        });
    }

    /// The line for a field that was not said: a value stands where its field stands.
    pub(crate) fn named_by_value(&mut self, field: &'a FieldDef, place: FilterPath, span: Span) {
        let (path, field) = (place.of_filter().member("field"), field.path.as_ref());
        let why = "no other field here has the value";
        (self.ledger).note(LedgerKind::Derived, path, field, why, Some(span));
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
            self.arity(field, span, operator, None);
            return None;
        };
        match (operator.arity(), &said.value) {
            (Arity::Flag, Raw::Boolean(yes)) => return Some(Some(Value::Boolean(*yes))),
            (Arity::List, Raw::List(elements)) if !elements.is_empty() => {
                self.list_cap(elements, Elements::Values);
                return self.values(field, elements, place).map(Some);
            }
            (Arity::Pair, Raw::List(elements)) if elements.len() == 2 => {
                let value = self.values(field, elements, place)?;
                self.check_order(field, &value, said)?;
                return Some(Some(value));
            }
            (Arity::One | Arity::Piece, value) if !matches!(value, Raw::List(_)) => {
                return self.value(field, said, place).map(Some);
            }
            _ => {}
        }
        self.arity(field, said.span, operator, Some(&said.value));
        None
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
        let wrong = |wrong| self.wrong_value(field, said, wrong, Some(field));
        let value = typed(field, said).map_err(wrong).ok()?;
        self.newer_value(&value, said.span, Part::Filter);
        Some(value)
    }

    /// A value as the field with this path compares with it: of a day the period that holds it.
    fn for_derived(
        &mut self,
        (field, path, operator): (&'a FieldDef, &str, Operator),
        value: Value<'a>,
        span: Span,
        place: FilterPath,
    ) -> Option<Value<'a>> {
        if let Value::List(values) = value {
            let values = (0..).zip(values).map(|(index, value)| {
                let element = Some(index);
                let place = FilterPath { element, ..place };
                self.for_derived((field, path, operator), value, span, place)
            });
            return values.collect::<Option<_>>().map(Value::List);
        }
        match for_derived(path, operator, &value) {
            ForDerived::AsSaid => Some(value),
            ForDerived::First(day) => {
                let why = "a period is compared with the period that holds the day";
                let path = place.of_value();
                (self.ledger).note(LedgerKind::Derived, path, day.clone(), why, Some(span));
                Some(match value {
                    Value::Relative(_) => Value::Relative(day.into()),
                    _ => Value::Date(day.into()),
                })
            }
            ForDerived::Never(has, meant) => {
                let rule = &registry::FILTERS_EXCLUDE;
                let order = [Operator::Lt, Operator::Le, Operator::Gt, Operator::Ge];
                let is_compared = matches!(value, Value::Integer(_)) && order.contains(&operator);
                self.report_on(Some(field), rule, span, |_, finding| {
                    let meant = meant
                        .iter()
                        .map(|number| Candidate::plain(number.to_string()));
                    finding
                        .explain(
                            match is_compared {
                                true => format!("the comparison is the same for every `{path}`"),
                                false => format!("`{path}` never has this value"),
                            },
                            format!("it has {has}"),
                        )
                        .candidates(meant.collect())
                });
                None
            }
        }
    }

    /// A day counted from today is one that older versions do not have.
    pub(crate) fn newer_value(&mut self, value: &Value<'a>, span: Span, part: Part) {
        if matches!(value, Value::Relative(_)) {
            self.newer(span, part, "a day counted from today");
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
            let (kind, path) = (LedgerKind::SynonymResolved, place.of_value());
            self.ledger.note(kind, path, value, why, Some(span));
        }
        Some(Value::Text(Cow::Borrowed(value)))
    }

    fn check_order(
        &mut self,
        field: &'a FieldDef,
        value: &Value<'a>,
        said: &Spanned<Raw<'a>>,
    ) -> Option<()> {
        if let Value::List(values) = value
            && let [low, high] = values.as_slice()
            && !in_order(low, high)
        {
            let rule = &registry::BETWEEN_ORDER;
            self.report_on(Some(field), rule, said.span, |me, finding| {
                let message = "the first value is larger than the second";
                let reading = reading::in_order(&said.value, me.words);
                finding
                    .explain(message, "say the smaller one first")
                    .candidates(reading.into_iter().collect())
            });
            return None;
        }
        Some(())
    }

    fn arity(
        &mut self,
        field: &'a FieldDef,
        span: Span,
        operator: Operator,
        said: Option<&Raw<'a>>,
    ) {
        let rule = &registry::WRONG_ARITY;
        self.report_on(Some(field), rule, span, |me, finding| {
            let takes = match (operator.arity(), said) {
                (_, None) => "needs a value",
                (Arity::Flag, _) => "takes no value, or `true` or `false`",
                (Arity::List, _) => "takes a list with at least one value",
                (Arity::Pair, _) => "takes exactly two values",
                (Arity::One | Arity::Piece, _) => "takes one value, and this is a list",
            };
            let reading = said.and_then(|said| reading::of_arity(field, operator, said, me.words));
            let help = match operator.arity() {
                Arity::List => "say the values in a list: `[…]`",
                Arity::Pair => "say a list of two, the smaller one first: `[…, …]`",
                Arity::Flag => "leave the value out, or say `true` or `false`",
                Arity::One | Arity::Piece => me.say(
                    "say one value; a list of them goes with `IN`",
                    "say one value; a list of them goes with `in`",
                ),
            };
            // Of the values of a list where one is taken, each may be the one.
            let listed = match (said, reading.is_some(), operator.arity()) {
                (Some(Raw::List(values)), false, Arity::One) => values.as_slice(),
                _ => &[],
            };
            let named = listed
                .iter()
                .filter_map(|value| called(field, value.value.text()));
            let named = named.map(|(value, _)| Known::enum_value(value).candidate());
            finding
                .explain(format!("`{}` {takes}", me.word_of(operator)), help)
                .candidates(reading.into_iter().chain(named).take(me.cap()).collect())
        });
    }
}

/// The operators of a field that take what is said; all it has where none does, or nothing was said.
fn fitting(field: &FieldDef, said: &DraftFilter<'_>) -> Vec<Operator> {
    let value = said.value.as_ref().map(|value| &value.value);
    let takes = |operator: &Operator| match (operator.arity(), value) {
        _ if said.value_field.is_some() => operator.compares(),
        _ if said.group.is_some() => operator.compares_groups(),
        (_, None) => true,
        (Arity::Flag, value) => matches!(value, Some(Raw::Boolean(_))),
        (Arity::List, Some(Raw::List(_))) => true,
        (Arity::Pair, Some(Raw::List(values))) => values.len() == 2,
        (Arity::List | Arity::Pair, _) => false,
        (Arity::One | Arity::Piece, value) => !matches!(value, Some(Raw::List(_))),
    };
    let all = field.operators.iter().copied();
    let fitting: Vec<Operator> = all.clone().filter(takes).collect();
    if fitting.is_empty() {
        all.collect()
    } else {
        fitting
    }
}

/// The comparison with the first moment of a day, or of the next day, that equals a comparison with the whole day; `None` if the
/// operator has none.
fn first_moment(operator: Operator, day: &str) -> Option<(Operator, String)> {
    let (operator, day) = match operator {
        Operator::Ge | Operator::Lt => (operator, day.to_owned()),
        Operator::Gt => (Operator::Ge, calendar::next_day(day)?),
        Operator::Le => (Operator::Lt, calendar::next_day(day)?),
        _ => return None,
    };
    Some((operator, format!("{day}T00:00:00")))
}
