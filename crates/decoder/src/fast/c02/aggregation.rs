//! An aggregation in one pass.

use std::borrow::Cow;

use crate::contract::{Aggregation, AggregationSort, Having, Metric, Str};
use crate::draft::{DraftHaving, Raw};
use crate::fast::all_differ;
use crate::fast::c02::keys::{Key, Keys};
use crate::language::{Function, Order, Scenario};
use crate::ledger::LedgerPath;
use crate::read::json::cursor::Cursor;
use crate::resolve::Resolver;
use crate::resolve::aggregation::fits;
use crate::resolve::conflicts::excluded_group;
use crate::resolve::constraints::PageOf;
use crate::resolve::known_places::ColumnRead;
use crate::span::Spanned;
use crate::tables::Column;

impl<'a> Resolver<'a> {
    /// Conditions and sort keys name metrics and grouping fields, which must stand before them.
    pub(super) fn c02_aggregation(&mut self, cursor: &mut Cursor<'a>) -> Option<Aggregation<'a>> {
        let mut metrics: Vec<Metric<'a>> = Vec::new();
        let mut group_by: Vec<Str<'a>> = Vec::new();
        let (mut having, mut sort, mut page) = (Vec::new(), Vec::new(), [None, None]);
        cursor.object(Keys::AGGREGATION, |cursor, key| {
            match key {
                Key::M if having.is_empty() && sort.is_empty() => {
                    let mut index = 0;
                    metrics = cursor.list(|cursor| {
                        index += 1;
                        self.c02_metric(cursor, index - 1)
                    })?;
                }
                Key::By if sort.is_empty() => {
                    group_by = cursor.list(|cursor| {
                        let field = self.c02_field(cursor.plain()?)?;
                        let path = Cow::Borrowed(field.path.as_ref());
                        field.groupable.then_some(path)
                    })?;
                }
                Key::Hav => {
                    having = cursor.list(|cursor| self.c02_having(cursor, &metrics))?;
                }
                Key::Srt => {
                    let mut index = 0;
                    sort = cursor.list(|cursor| {
                        index += 1;
                        self.c02_group_sort(cursor, index - 1, &metrics, &group_by)
                    })?;
                }
                Key::Pg => page = self.c02_page(cursor)?,
                _ => return None,
            }
            Some(())
        })?;
        let cap = self.most_elements();
        let lengths = [metrics.len(), group_by.len(), having.len(), sort.len()];
        // What follows compares each with each.
        (lengths.iter().all(|length| *length <= cap)).then_some(())?;
        let sorted_once = all_differ(&sort, |key| &key.by);
        let named_once = all_differ(&metrics, |metric| &metric.alias);
        let grouped = !group_by.is_empty();
        let left = (0..having.len()).all(|last| !excluded_group(&having, last, &metrics, grouped));
        let grouped_once = all_differ(&group_by, |path| path);
        // Groups without a metric are read the longer way.
        let computes = !metrics.is_empty();
        (computes && named_once && sorted_once && grouped_once && left).then_some(())?;
        let [limit, offset] = page;
        Some(Aggregation {
            pagination: self.page_with(limit, offset, PageOf::Groups, Scenario::Aggregation),
            metrics,
            group_by,
            having,
            sort,
        })
    }

    fn c02_metric(&mut self, cursor: &mut Cursor<'a>, index: usize) -> Option<Metric<'a>> {
        let (mut function, mut field, mut alias) = (None, None, None);
        cursor.object(Keys::METRIC, |cursor, key| {
            match key {
                Key::Fn => function = Some(Function::from_code(cursor.plain()?)?),
                Key::F => field = Some(self.c02_field(cursor.plain()?)?),
                Key::As => alias = Some(cursor.word()?),
                _ => return None,
            }
            Some(())
        })?;
        let over = field.map(Column::Field);
        // A list of values is read the longer way.
        let plain = |function: &Function| function.gives_one() && fits(*function, over);
        let function = function.filter(plain)?;
        Some(self.named(
            index,
            function,
            over.map(ColumnRead::of_type),
            alias.as_ref(),
        ))
    }

    fn c02_having(
        &mut self,
        cursor: &mut Cursor<'a>,
        metrics: &[Metric<'a>],
    ) -> Option<Having<'a>> {
        let (mut metric, mut operator, mut value) = (None, None, None);
        cursor.object(Keys::CONDITION, |cursor, key| {
            match key {
                Key::M => metric = Some(cursor.word()?),
                Key::Op => operator = Some(cursor.word()?),
                Key::V => {
                    let raw = match cursor.peek()? {
                        b'"' => Raw::Text(cursor.string()?),
                        _ => Raw::Number(cursor.number()?),
                    };
                    value = Some(Spanned::new(raw, cursor.span()));
                }
                _ => return None,
            }
            Some(())
        })?;
        let said = DraftHaving {
            metric: metric?,
            operator: operator?,
            value: Some(value?),
            group: None,
        };
        self.having(&said, metrics)
    }

    fn c02_group_sort(
        &mut self,
        cursor: &mut Cursor<'a>,
        index: usize,
        metrics: &[Metric<'a>],
        group_by: &[Str<'a>],
    ) -> Option<AggregationSort<'a>> {
        let (mut by, mut order) = (None, None);
        cursor.object(Keys::GROUP_SORT, |cursor, key| {
            match key {
                Key::By => by = Some(cursor.word()?),
                Key::Ord => order = Some(Order::from_code(cursor.plain()?)?),
                _ => return None,
            }
            Some(())
        })?;
        let path = LedgerPath::element("/constraints/aggregation/sort", index).member("order");
        Some(AggregationSort {
            by: self.group_key(&by?, metrics, group_by)?,
            order: order.unwrap_or_else(|| self.default_order(path)),
        })
    }
}
