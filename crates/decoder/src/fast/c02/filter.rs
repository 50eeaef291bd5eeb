//! A filter in one pass.

use std::borrow::Cow;

use crate::contract::{Filter, Value};
use crate::draft::Raw;
use crate::read::json::cursor::{Reader, parts as read};
use crate::resolve::Resolver;
use crate::resolve::filters::{Place, says_nothing};
use crate::resolve::value::in_order;
use crate::span::Spanned;
use crate::tables::FieldDef;
use crate::vocabulary::{Operator, ValueType};
use crate::{calendar, decimal};

/// A list of filters that was read.
pub(super) struct SaidFilters<'a> {
    pub(super) filters: Vec<Filter<'a>>,
    /// Whether there were any; all may have been left out.
    pub(super) any: bool,
}

impl<'a> Resolver<'a> {
    /// The filters of the answer or of a group, without those the codebook lets be dropped.
    pub(super) fn fused_filters(
        &mut self,
        reader: &mut Reader<'a>,
        group: Option<usize>,
    ) -> Option<SaidFilters<'a>> {
        let start = reader.place();
        let before = self.mark();
        let mut filter = 0;
        let mut left_out = 0;
        let filters = reader.list_some(|reader| {
            let place = Place {
                group,
                filter,
                element: None,
            };
            let kept = self.fused_filter(reader, place)?;
            filter += usize::from(kept.is_some());
            left_out += usize::from(kept.is_none());
            Some(kept)
        })?;
        let said = filters.len() + left_out;
        let within = said <= self.tables.limits.filters_cap as usize;
        if within && self.hold_together(&filters) {
            return Some(SaidFilters {
                any: said > 0,
                filters,
            });
        }
        // What is wrong with the list as a whole is said with the places of its filters.
        reader.go_back(start);
        self.go_back(before);
        let said = reader.list(read::filter)?;
        Some(SaidFilters {
            any: !said.is_empty(),
            filters: self.filters(&said, group),
        })
    }

    /// A filter; `Some(None)`: it was dropped, or something is wrong with it.
    fn fused_filter(
        &mut self,
        reader: &mut Reader<'a>,
        place: Place,
    ) -> Option<Option<Filter<'a>>> {
        reader.peek()?;
        let start = reader.place();
        let before = self.mark();
        let (filter, span) = match self.in_order(reader, place) {
            Some((field, operator, said)) => {
                let span = reader.since(start);
                let value = match said {
                    InOrder::Value(value) => Some(Some(value)),
                    InOrder::Nothing if operator == Operator::Exists => Some(None),
                    InOrder::Nothing => self.filter_value(field, operator, None, span, place),
                    InOrder::Spanned(said) => {
                        self.filter_value(field, operator, Some(&said), said.span, place)
                    }
                };
                let filter = value.map(|value| Filter {
                    field: Cow::Borrowed(field.path.as_ref()),
                    operator,
                    value,
                });
                (filter, span)
            }
            None => {
                reader.go_back(start);
                self.go_back(before);
                let said = read::filter(reader)?;
                (self.filter(&said.value, said.span, place), said.span)
            }
        };
        if filter.is_none() {
            self.drop_if_allowed(before.reports, span, place);
        }
        Some(filter)
    }

    /// A filter with its members in the order of the prompt card, of a field and an operator that fit; another one is
    /// read again.
    fn in_order(
        &mut self,
        reader: &mut Reader<'a>,
        place: Place,
    ) -> Option<(&'a FieldDef, Operator, InOrder<'a>)> {
        reader.expect(b'{')?;
        reader.member(br#""f":"#)?;
        let field = self.fused_field(reader.code()?)?;
        reader.expect(b',')?;
        reader.member(br#""op":"#)?;
        let operator = Operator::from_packed(reader.code()?)?;
        field.operators.contains(&operator).then_some(())?;
        if reader.peek()? == b'}' {
            reader.expect(b'}')?;
            return Some((field, operator, InOrder::Nothing));
        }
        reader.expect(b',')?;
        reader.member(br#""v":"#)?;
        let start = reader.place();
        let before = self.mark();
        let value = match self.plain_value(reader, field, operator, place) {
            Some(value) => InOrder::Value(value),
            None => {
                reader.go_back(start);
                self.go_back(before);
                InOrder::Spanned(reader.raw(read::VALUE_DEPTH)?)
            }
        };
        reader.expect(b'}')?;
        Some((field, operator, value))
    }

    /// A value of the plainest form: of its field's type, with nothing to be said against it.
    fn plain_value(
        &mut self,
        reader: &mut Reader<'a>,
        field: &'a FieldDef,
        operator: Operator,
        place: Place,
    ) -> Option<Value<'a>> {
        match operator {
            Operator::Exists => Some(Value::Boolean(reader.boolean()?.value)),
            Operator::In | Operator::NotIn | Operator::Between => {
                let mut index = 0;
                let values = reader.list(|reader| {
                    let element = Some(index);
                    index += 1;
                    self.scalar(reader, field, Place { element, ..place })
                })?;
                let fits = match (operator, values.as_slice()) {
                    (Operator::Between, [low, high]) => in_order(low, high),
                    (Operator::Between, _) | (_, []) => false,
                    (_, values) => values.len() <= self.tables.limits.list_cap as usize,
                };
                fits.then_some(Value::List(values))
            }
            _ => (self.scalar(reader, field, place)).filter(|value| !says_nothing(operator, value)),
        }
    }

    #[inline]
    fn scalar(
        &mut self,
        reader: &mut Reader<'a>,
        field: &'a FieldDef,
        place: Place,
    ) -> Option<Value<'a>> {
        Some(match field.value_type {
            ValueType::String | ValueType::Text | ValueType::Reference => {
                Value::Text(reader.string()?)
            }
            ValueType::Integer => {
                let digits = reader.digits()?.value;
                decimal::is_whole(digits).then_some(())?;
                Value::Integer(digits.parse().ok()?)
            }
            ValueType::Decimal => {
                let digits = reader.digits()?.value;
                decimal::is_in_range(digits).then_some(Value::Decimal(Cow::Borrowed(digits)))?
            }
            ValueType::Boolean => Value::Boolean(reader.boolean()?.value),
            ValueType::Date => {
                let text = reader.plain()?;
                calendar::is_date(text).then_some(Value::Date(Cow::Borrowed(text)))?
            }
            ValueType::Datetime => {
                let text = reader.plain()?;
                calendar::is_datetime(text).then_some(Value::Datetime(Cow::Borrowed(text)))?
            }
            ValueType::Enum => {
                let text = reader.plain()?;
                self.enum_value(field, text, reader.span(), place)?
            }
        })
    }
}

/// The value of a filter whose members stand in order.
enum InOrder<'a> {
    Nothing,
    /// Nothing is to be said about it.
    Value(Value<'a>),
    Spanned(Spanned<Raw<'a>>),
}
