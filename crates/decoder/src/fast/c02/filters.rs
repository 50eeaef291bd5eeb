//! Filters in one pass.

use std::borrow::Cow;

use crate::blank::is_blank;
use crate::contract::{Condition, Filter, Operand, Value};
use crate::draft::DraftCondition;
use crate::fast::c02::compares_no_group;
use crate::fast::c02::keys::{Key, Keys};
use crate::language::{Operator, ValueType};
use crate::read::json::cursor::Cursor;
use crate::resolve::Resolver;
use crate::resolve::conditions::FilterPath;
use crate::resolve::value::in_order;
use crate::span::Spanned;
use crate::tables::FieldDef;
use crate::{calendar, decimal};

impl<'a> Resolver<'a> {
    /// The filters of the answer or of a group, and whether any is said.
    pub(super) fn c02_filters(
        &mut self,
        cursor: &mut Cursor<'a>,
        group: Option<usize>,
    ) -> Option<(bool, Vec<Condition<'a>>)> {
        self.c02_or_told(
            cursor,
            |me, cursor| me.c02_plain_filters(cursor, group),
            |me, said: Vec<Spanned<DraftCondition<'a>>>| {
                compares_no_group(&said, None)?;
                Some((!said.is_empty(), me.conditions(&said, group)))
            },
        )
    }

    fn c02_plain_filters(
        &mut self,
        cursor: &mut Cursor<'a>,
        group: Option<usize>,
    ) -> Option<(bool, Vec<Condition<'a>>)> {
        let mut place = FilterPath {
            group,
            ..FilterPath::default()
        };
        let filters = cursor.list(|cursor| {
            let filter = self.c02_filter(cursor, place);
            place.filter += 1;
            filter.map(Condition::Filter)
        })?;
        let within = filters.len() <= self.tables.limits.filters_cap as usize;
        (within && self.hold_together(&filters)).then_some((!filters.is_empty(), filters))
    }

    /// Field and operator stand before the value, whose type they tell.
    fn c02_filter(&mut self, cursor: &mut Cursor<'a>, place: FilterPath) -> Option<Filter<'a>> {
        let (mut field, mut operator, mut value) = (None::<&FieldDef>, None, None);
        cursor.object(Keys::FILTER, |cursor, key| {
            match key {
                Key::F => field = Some(self.c02_field(cursor.plain()?)?),
                Key::Op => operator = Some(Operator::from_code(cursor.plain()?)?),
                Key::V => value = Some(self.c02_value(cursor, field?, operator?, place)?),
                _ => return None,
            }
            Some(())
        })?;
        let (field, operator) = (field?, operator?);
        let valued = value.is_some() || operator == Operator::Exists;
        (valued && field.operators.contains(&operator)).then(|| Filter {
            field: Cow::Borrowed(field.path.as_ref()),
            operator,
            operand: value.map(Operand::Value),
        })
    }

    fn c02_value(
        &mut self,
        cursor: &mut Cursor<'a>,
        field: &'a FieldDef,
        operator: Operator,
        place: FilterPath,
    ) -> Option<Value<'a>> {
        match operator {
            Operator::Exists => Some(Value::Boolean(cursor.boolean()?.value)),
            Operator::In | Operator::NotIn | Operator::Between => {
                let mut index = 0;
                let values = cursor.list(|cursor| {
                    let element = Some(index);
                    index += 1;
                    self.c02_scalar(cursor, field, FilterPath { element, ..place })
                })?;
                let fits = match (operator, values.as_slice()) {
                    (Operator::Between, [low, high]) => in_order(low, high),
                    (Operator::Between, _) | (_, []) => false,
                    (_, values) => values.len() <= self.most_elements(),
                };
                fits.then_some(Value::List(values))
            }
            _ => self.c02_scalar(cursor, field, place),
        }
    }

    #[inline]
    fn c02_scalar(
        &mut self,
        cursor: &mut Cursor<'a>,
        field: &'a FieldDef,
        place: FilterPath,
    ) -> Option<Value<'a>> {
        Some(match field.value_type {
            ValueType::String | ValueType::Text | ValueType::Reference => {
                Value::Text(cursor.string().filter(|text| !is_blank(text))?)
            }
            ValueType::Integer => {
                let digits = cursor.digits()?.value;
                decimal::is_whole(digits).then_some(())?;
                Value::Integer(digits.parse().ok()?)
            }
            ValueType::Decimal => {
                let digits = cursor.digits()?.value;
                decimal::is_in_range(digits).then_some(Value::Decimal(Cow::Borrowed(digits)))?
            }
            ValueType::Boolean => Value::Boolean(cursor.boolean()?.value),
            ValueType::Date => {
                let text = cursor.plain()?;
                calendar::is_date(text).then_some(Value::Date(Cow::Borrowed(text)))?
            }
            ValueType::Datetime => {
                let text = cursor.plain()?;
                calendar::is_datetime(text).then_some(Value::Datetime(Cow::Borrowed(text)))?
            }
            ValueType::Enum => {
                let text = cursor.plain()?;
                self.enum_value(field, text, cursor.span(), place)?
            }
        })
    }
}
