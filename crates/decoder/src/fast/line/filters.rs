//! Filters of a line in one pass.

use std::borrow::Cow;

use crate::contract::{Condition, Filter, Operand, Value};
use crate::fast::line::LineBuilder;
use crate::fast::line::cursor::LineCursor;
use crate::fast::line::values::{self, ComparisonMark};
use crate::language::{Key, Operator};
use crate::list::List;
use crate::resolve::Resolver;
use crate::resolve::conditions::FilterPath;
use crate::span::Span;
use crate::tables::FieldDef;
use crate::tables::scoped::{OfType, Word};

/// Values that name their field, and where they stand.
pub(super) struct Named<'a> {
    pub(super) field: &'a FieldDef,
    pub(super) span: Span,
    pub(super) filter: Filter<'a>,
}

impl<'a> Resolver<'a> {
    #[inline(always)]
    pub(super) fn line_filter(
        &mut self,
        cursor: &mut LineCursor<'a>,
        name: &str,
        mark: ComparisonMark,
        line: &mut LineBuilder<'a>,
    ) -> Option<()> {
        let field = self.line_field(name, line)?;
        let filters = self.line_more_filters(line)?;
        self.line_compared(cursor, field, mark, filters)?;
        if field.value_type.is_text() && !cursor.is_closed() {
            line.bare_text = cursor.place();
        }
        Some(())
    }

    /// Adds the comparison of a field, whose mark is read.
    #[inline(always)]
    pub(super) fn line_compared(
        &self,
        cursor: &mut LineCursor<'a>,
        field: &'a FieldDef,
        mark: ComparisonMark,
        filters: &mut Vec<Condition<'a>>,
    ) -> Option<()> {
        filters.add(Condition::Filter(Filter {
            field: Cow::Borrowed(&field.path),
            operator: mark.operator,
            operand: None,
        }));
        let Some(Condition::Filter(filter)) = filters.last_mut() else {
            return None;
        };
        if mark.alone {
            filter.operand = mark.flag.map(|yes| Operand::Value(Value::Boolean(yes)));
        } else {
            let cap = self.tables.limits.list_cap as usize;
            let into = &mut filter.operand;
            filter.operator = values::value(cursor, mark.operator, field, cap, into)?;
        }
        field.operators.contains(&filter.operator).then_some(())
    }

    /// Values that name their field in the scope, from the first on, which is read; its place is that of the item so
    /// far.
    pub(super) fn line_values(
        &self,
        cursor: &mut LineCursor<'a>,
        (first, Span { start, end }): (Word<'_>, Span),
        scope: OfType<'_>,
        not: bool,
    ) -> Option<Named<'a>> {
        let (field, value) = self.tables.field_by_value(scope, first)?;
        let text = |name: &'a str| Value::Text(Cow::Borrowed(name));
        let mut end = end;
        let mut values = Vec::new();
        while cursor.take(b'|') {
            let word = cursor.name()?;
            end = cursor.place();
            let known = field.values.iter().find(|known| known.value == word)?;
            if values.is_empty() {
                values.add(text(&value.value));
            }
            values.push(text(&known.value));
        }
        (values.len() <= self.tables.limits.list_cap as usize).then_some(())?;
        let (operator, value) = match (values.is_empty(), not) {
            (true, false) => (Operator::Eq, text(&value.value)),
            (true, true) => (Operator::Ne, text(&value.value)),
            (false, false) => (Operator::In, Value::List(values)),
            (false, true) => (Operator::NotIn, Value::List(values)),
        };
        let fits = field.operators.contains(&operator) && self.about.allows(&field.type_name);
        fits.then(|| Named {
            field,
            span: Span::new(start, end),
            filter: Filter {
                field: Cow::Borrowed(&field.path),
                operator,
                operand: Some(Operand::Value(value)),
            },
        })
    }

    /// A value that names its field; it is read, and nothing of it follows.
    #[inline(always)]
    pub(super) fn line_value(
        &mut self,
        word: Word<'_>,
        span: Span,
        line: &mut LineBuilder<'a>,
    ) -> Option<()> {
        self.line_ground(line);
        let (field, value) = self.tables.field_by_value(line.scope?, word)?;
        field.operators.contains(&Operator::Eq).then_some(())?;
        let filters = self.line_more_filters(line)?;
        filters.add(Condition::Filter(Filter {
            field: Cow::Borrowed(&field.path),
            operator: Operator::Eq,
            operand: Some(Operand::Value(Value::Text(Cow::Borrowed(&value.value)))),
        }));
        let place = filters.len() - 1;
        self.line_named(field, place, span);
        Some(())
    }

    /// Values that name their field, the first of which is read.
    pub(super) fn line_any_of(
        &mut self,
        cursor: &mut LineCursor<'a>,
        (word, span): (Word<'_>, Span),
        not: bool,
        line: &mut LineBuilder<'a>,
    ) -> Option<()> {
        self.line_ground(line);
        let named = self.line_values(cursor, (word, span), line.scope?, not)?;
        let filters = self.line_more_filters(line)?;
        filters.add(Condition::Filter(named.filter));
        let place = filters.len() - 1;
        self.line_named(named.field, place, named.span);
        Some(())
    }

    /// `!value`, or `!rerank`.
    #[inline(never)]
    pub(super) fn line_none_of(
        &mut self,
        cursor: &mut LineCursor<'a>,
        line: &mut LineBuilder<'a>,
    ) -> Option<()> {
        let start = cursor.place();
        cursor.mark(1);
        let word = cursor.name()?;
        if word == Key::Rr.in_line() {
            return line.params().rerank.replace(false).is_none().then_some(());
        }
        let span = Span::new(start, cursor.place());
        self.line_any_of(cursor, (Word::of(word), span), true, line)
    }

    fn line_named(&mut self, field: &'a FieldDef, filter: usize, span: Span) {
        let place = FilterPath {
            filter,
            ..FilterPath::default()
        };
        self.named_by_value(field, place, span);
    }

    /// The filters, where there may be one more.
    #[inline(always)]
    fn line_more_filters<'l>(
        &self,
        line: &'l mut LineBuilder<'a>,
    ) -> Option<&'l mut Vec<Condition<'a>>> {
        let filters = &mut line.into.contract.value.constraints.filters;
        let within = filters.len() < self.tables.limits.filters_cap as usize;
        within.then_some(())?;
        Some(filters)
    }
}
