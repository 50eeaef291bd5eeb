//! An aggregation in one pass.

use std::borrow::Cow;

use crate::contract::{Aggregation, AggregationSort, Metric, Str};
use crate::fast::{Fusing, all_differ};
use crate::read::json::cursor::{Key, Keys, Reader, parts as read};
use crate::resolve::Resolver;
use crate::resolve::aggregation::fits;
use crate::resolve::constraints::PageOf;
use crate::resolve::together::excluded_group;
use crate::vocabulary::{Function, Scenario};

impl<'a> Resolver<'a> {
    pub(super) fn fused_aggregation(
        &mut self,
        reader: &mut Reader<'a>,
        into: &mut Fusing<'a>,
    ) -> Option<()> {
        // Its lines come between those of the grounding and those of the filters.
        let after = self.ledger.split_off(into.first_lines);
        let aggregation = self.aggregation_in_order(reader)?;
        into.contract.value.constraints.aggregation = Some(Box::new(aggregation));
        into.first_lines = self.ledger.lines();
        self.ledger.append(after);
        Some(())
    }

    /// Conditions and sort keys name metrics and grouping fields, which must stand before them.
    fn aggregation_in_order(&mut self, reader: &mut Reader<'a>) -> Option<Aggregation<'a>> {
        let mut metrics: Vec<Metric<'a>> = Vec::new();
        let mut group_by: Vec<Str<'a>> = Vec::new();
        let (mut having, mut sort, mut page) = (Vec::new(), Vec::new(), None);
        reader.object(Keys::AGGREGATION, |reader, key| {
            match key {
                Key::M if having.is_empty() && sort.is_empty() => {
                    let mut index = 0;
                    metrics = reader.list(|reader| {
                        index += 1;
                        self.fused_metric(reader, index - 1)
                    })?;
                }
                Key::By if sort.is_empty() => {
                    group_by = reader.list(|reader| {
                        let field = self.fused_field(reader.code()?)?;
                        let path = Cow::Borrowed(field.path.as_ref());
                        field.groupable.then_some(path)
                    })?;
                }
                Key::Hav => {
                    having = reader
                        .list(|reader| self.having(&read::having(reader)?.value, &metrics))?;
                }
                Key::Srt => {
                    let mut index = 0;
                    sort = reader.list(|reader| {
                        let said = read::group_sort(reader)?.value;
                        let order =
                            self.sort_order(said.order.as_ref(), "/constraints/aggregation/sort", index)?;
                        let by = self.group_key(&said.by, &metrics, &group_by)?;
                        index += 1;
                        Some(AggregationSort { by, order })
                    })?;
                }
                Key::Pg => page = Some(read::page(reader)?),
                _ => return None,
            }
            Some(())
        })?;
        let cap = self.tables.limits.list_cap as usize;
        let sorted_once = all_differ(&sort, |key| &key.by);
        let named_once = all_differ(&metrics, |metric| &metric.alias);
        let lengths = [metrics.len(), group_by.len(), having.len(), sort.len()];
        let within = lengths.iter().all(|length| *length <= cap);
        let left = (1..having.len()).all(|last| !excluded_group(&having, last));
        (within && named_once && sorted_once && left).then_some(())?;
        Some(Aggregation {
            pagination: self.page(page.as_ref(), PageOf::Groups, Scenario::Aggregation),
            metrics,
            group_by,
            having,
            sort,
        })
    }

    fn fused_metric(&mut self, reader: &mut Reader<'a>, index: usize) -> Option<Metric<'a>> {
        let (mut function, mut field, mut alias) = (None, None, None);
        reader.object(Keys::METRIC, |reader, key| {
            match key {
                Key::Fn => function = Some(Function::from_packed(reader.code()?)?),
                Key::F => field = Some(self.fused_field(reader.code()?)?),
                Key::As => alias = Some(reader.word()?),
                _ => return None,
            }
            Some(())
        })?;
        let function = function.filter(|function| fits(*function, field))?;
        Some(self.named(index, function, field, alias.as_ref()))
    }
}
