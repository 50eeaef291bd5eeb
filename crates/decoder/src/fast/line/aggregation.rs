//! An aggregation of a line in one pass: everything from the first metric to the end of the line.

use std::borrow::Cow;

use crate::contract::{Aggregation, AggregationSort, Metric, Pagination, Str};
use crate::draft::{DraftHaving, Raw, Word};
use crate::fast::all_differ;
use crate::fast::line::cursor::LineCursor;
use crate::fast::line::{LineBuilder, values};
use crate::language::{Function, Key, Operator, Order, Scenario, given};
use crate::line::{marks, word};
use crate::list::List;
use crate::resolve::Resolver;
use crate::resolve::aggregation::fits;
use crate::resolve::conflicts::excluded_group;
use crate::resolve::constraints::PageOf;
use crate::resolve::known_places::ColumnRead;
use crate::span::{Span, Spanned};
use crate::tables::Column;

impl<'a> Resolver<'a> {
    /// Reads the rest of the line; `name` is its first word.
    pub(super) fn line_numbers(
        &mut self,
        cursor: &mut LineCursor<'a>,
        name: &'a str,
        line: &mut LineBuilder<'a>,
    ) -> Option<()> {
        self.line_ground(line);
        let mut numbers = Box::new(Aggregation {
            metrics: Vec::new(),
            group_by: Vec::new(),
            having: Vec::new(),
            sort: Vec::new(),
            pagination: Pagination::default(),
        });
        let (mut limit, mut offset) = (None, None);
        self.line_number(cursor, name, &mut numbers, line)?;
        while let Some(first) = cursor.peek() {
            cursor.is_apart().then_some(())?;
            match first {
                b'+' if cursor.ahead(1).is_some_and(|byte| byte.is_ascii_digit()) => {
                    cursor.mark(1);
                    let cap = self.tables.limits.offset_cap;
                    offset.is_none().then_some(())?;
                    offset = Some(Some(cursor.amount(0, cap)?));
                }
                b'-' | b'+' => {
                    cursor.mark(1);
                    let order = if first == b'+' {
                        Order::Asc
                    } else {
                        Order::Desc
                    };
                    let word = self.line_key(cursor, &numbers, line)?;
                    let by = self.group_key(&word, &numbers.metrics, &numbers.group_by)?;
                    numbers.sort.add(AggregationSort { by, order });
                }
                b'0'..=b'9' => {
                    limit.is_none().then_some(())?;
                    limit = Some(Some(self.line_rows(cursor, line)?));
                }
                _ => {
                    let name = cursor.name()?;
                    self.line_number(cursor, name, &mut numbers, line)?;
                }
            }
        }
        let cap = self.tables.limits.list_cap as usize;
        let having = &numbers.having;
        let lengths = [
            numbers.metrics.len(),
            numbers.group_by.len(),
            having.len(),
            numbers.sort.len(),
        ];
        // What follows compares each with each.
        (lengths.iter().all(|length| *length <= cap)).then_some(())?;
        let grouped = !numbers.group_by.is_empty();
        let left =
            (0..having.len()).all(|last| !excluded_group(having, last, &numbers.metrics, grouped));
        let grouped_once = all_differ(&numbers.group_by, |path| path);
        let named_once = all_differ(&numbers.metrics, |metric| &metric.alias);
        let sorted_once = all_differ(&numbers.sort, |key| &key.by);
        // Groups without a metric are read the longer way.
        let computes = !numbers.metrics.is_empty();
        (computes && named_once && sorted_once && grouped_once && left).then_some(())?;
        numbers.pagination = self.page_with(limit, offset, PageOf::Groups, Scenario::Aggregation);
        line.into.contract.value.constraints.aggregation = Some(numbers);
        self.findings.is_empty().then_some(())
    }

    /// A metric, a grouping or a condition, whose first word is read.
    fn line_number(
        &mut self,
        cursor: &mut LineCursor<'a>,
        name: &'a str,
        numbers: &mut Aggregation<'a>,
        line: &mut LineBuilder<'a>,
    ) -> Option<()> {
        let next = cursor.peek();
        // What is compared is a filter, whatever it is called.
        (!matches!(next, Some(b'{' | b'|')) && !values::compares(cursor, next)).then_some(())?;
        match (Key::of_keyword(name), next) {
            (Some(Key::By), next) if !matches!(next, Some(b':' | b'(')) => loop {
                let field = self.line_field(cursor.name()?, line)?;
                field.groupable.then_some(())?;
                let paths = &mut numbers.group_by;
                paths.add(Cow::Borrowed(field.path.as_ref()));
                if !cursor.take(b',') {
                    // What is held or sorted by may be a grouping field as well.
                    let keys = numbers.having.len() + numbers.sort.len();
                    return (keys == 0).then_some(());
                }
            },
            (Some(Key::Hav), next) if !matches!(next, Some(b':' | b'(')) => {
                let metric = self.line_key(cursor, numbers, line)?;
                let first = cursor.peek()?;
                let mark = values::operator(cursor, first).filter(|mark| !mark.alone)?;
                let value = by_looks(cursor)?;
                let having = self.having(
                    &DraftHaving {
                        metric,
                        operator: none(mark.operator),
                        value: Some(Spanned::new(value, Span::default())),
                        group: None,
                    },
                    &numbers.metrics,
                )?;
                numbers.having.add(having);
                Some(())
            }
            _ => {
                // Conditions and keys name metrics, which must stand before them.
                (numbers.having.is_empty() && numbers.sort.is_empty()).then_some(())?;
                let metric = self.line_metric(cursor, name, numbers.metrics.len(), line)?;
                numbers.metrics.add(metric);
                Some(())
            }
        }
    }

    fn line_metric(
        &mut self,
        cursor: &mut LineCursor<'a>,
        name: &str,
        index: usize,
        line: &mut LineBuilder<'a>,
    ) -> Option<Metric<'a>> {
        let mut function = (name == marks::COUNT).then_some(Function::Count);
        let mut field = None;
        if cursor.take(b'(') {
            function = Function::from_mark(name);
            if cursor.peek()? != b')' {
                field = Some(self.line_field(cursor.name()?, line)?);
            }
            cursor.expect(b')')?;
        }
        let over = field.map(Column::Field);
        // A list of values is read the longer way.
        let plain = |function: &Function| function.gives_one() && fits(*function, over);
        let function = function.filter(plain)?;
        let alias = if cursor.take(b':') {
            Some(Spanned::new(cursor.text()?, Span::default()))
        } else {
            None
        };
        Some(self.named(
            index,
            function,
            over.map(ColumnRead::of_type),
            alias.as_ref(),
        ))
    }

    /// Reads a name of a metric as it was said, or of a field as its code.
    fn line_key(
        &mut self,
        cursor: &mut LineCursor<'a>,
        numbers: &Aggregation<'a>,
        line: &mut LineBuilder<'a>,
    ) -> Option<Word<'a>> {
        let marked = cursor.take(given::MARK as u8);
        let quoted = cursor.peek()? == b'"';
        let said = if quoted || marked {
            match cursor.text()? {
                Cow::Borrowed(said) => said,
                Cow::Owned(_) => return None,
            }
        } else {
            cursor.name()?
        };
        let metrics = &numbers.metrics;
        let code: Str<'a> = if metrics.iter().any(|metric| metric.alias == said) {
            // A field that groups or is computed may have the same name.
            (quoted || marked || !numbers.has_field_called(said, self.tables)).then_some(())?;
            Cow::Borrowed(said)
        } else {
            (!marked).then_some(())?;
            Cow::Borrowed(self.line_field(said, line)?.code.as_ref())
        };
        Some(Spanned::new(code, Span::default()))
    }
}

/// An operator as a draft has it.
fn none<'a>(operator: Operator) -> Word<'a> {
    Spanned::new(Cow::Borrowed(operator.code()), Span::default())
}

/// A value whose type is told by its looks.
fn by_looks<'a>(cursor: &mut LineCursor<'a>) -> Option<Raw<'a>> {
    let negative = cursor.peek()? == b'-';
    let place = cursor.place();
    if let Some(digits) = cursor.number() {
        return Some(Raw::Number(digits));
    }
    cursor.go_back(place);
    (!negative).then_some(())?;
    let quoted = cursor.peek()? == b'"';
    let text = cursor.text()?;
    let plain = quoted || !matches!(text.as_ref(), "true" | "false");
    // A list or a range is no value here.
    let more = matches!(cursor.peek(), Some(b'|')) || follows_range(cursor);
    (plain && !more && (quoted || word::is_figure(&text))).then_some(Raw::Text(text))
}

fn follows_range(cursor: &LineCursor<'_>) -> bool {
    cursor.ahead(0) == Some(b'.') && cursor.ahead(1) == Some(b'.')
}
