//! Constraints in one pass.

use std::borrow::Cow;

use crate::contract::Sort;
use crate::fast::{Fusing, all_differ};
use crate::finding::topic::Number;
use crate::ledger::{LedgerKind, LedgerPath};
use crate::read::json::cursor::{Key, Keys, Reader, parts as read};
use crate::resolve::Resolver;
use crate::vocabulary::Order;

impl<'a> Resolver<'a> {
    pub(super) fn fused_constraint(
        &mut self,
        reader: &mut Reader<'a>,
        key: Key,
        into: &mut Fusing<'a>,
    ) -> Option<()> {
        match key {
            // Lines of the ledger come in the order filters, sort.
            Key::Flt if !into.sorted => {
                let said = self.fused_filters(reader, None)?;
                into.filtered = said.any;
                into.contract.value.constraints.filters = said.filters;
                into.local = self.reports.len();
            }
            Key::Srt => {
                let (sort, any) = self.fused_sorts(reader)?;
                into.contract.value.constraints.sort = sort;
                into.sorted = any;
                into.local = self.reports.len();
            }
            Key::Pg => {
                self.fused_page(reader, into)?;
                into.local = self.reports.len();
            }
            Key::Agg => self.fused_aggregation(reader, into)?,
            Key::Grp if !into.names_fields() => self.fused_groups(reader, into)?,
            Key::Set => into.set = Some(Box::new(read::set(reader)?)),
            _ => return None,
        }
        (self.reports.len() == into.local).then_some(())
    }

    /// The sort keys, and whether there were any.
    fn fused_sorts(&mut self, reader: &mut Reader<'a>) -> Option<(Vec<Sort<'a>>, bool)> {
        let start = reader.place();
        let before = self.mark();
        let mut index = 0;
        let sort = reader.list_some(|reader| {
            index += 1;
            self.fused_sort(reader, index - 1)
        })?;
        let within = index <= self.tables.limits.list_cap as usize;
        if within && all_differ(&sort, |key| &key.field) {
            return Some((sort, index > 0));
        }
        // What is wrong with the list as a whole is said with the places of its keys.
        reader.go_back(start);
        self.go_back(before);
        let said = reader.list(read::sort)?;
        Some((self.sort(&said), !said.is_empty()))
    }

    /// A sort key; `Some(None)`: something is wrong with it.
    fn fused_sort(&mut self, reader: &mut Reader<'a>, index: usize) -> Option<Option<Sort<'a>>> {
        reader.peek()?;
        let start = reader.place();
        if let Some(key) = self.plain_sort(reader, index) {
            return Some(Some(key));
        }
        reader.go_back(start);
        let said = read::sort(reader)?;
        Some(self.sort_key(&said.value, index))
    }

    fn plain_sort(&mut self, reader: &mut Reader<'a>, index: usize) -> Option<Sort<'a>> {
        let (mut field, mut order) = (None, None);
        reader.object(Keys::SORT, |reader, key| {
            match key {
                Key::F => field = Some(self.fused_field(reader.code()?)?),
                Key::Ord => order = Some(Order::from_packed(reader.code()?)?),
                _ => return None,
            }
            Some(())
        })?;
        let field = field.filter(|field| field.sortable)?;
        if order.is_none() {
            let path = LedgerPath::element("/constraints/sort", index).member("order");
            self.default_order(path);
        }
        Some(Sort {
            field: Cow::Borrowed(&field.path),
            order: order.unwrap_or(Order::Asc),
        })
    }

    fn fused_page(&mut self, reader: &mut Reader<'a>, into: &mut Fusing<'a>) -> Option<()> {
        let limits = &self.tables.limits;
        into.paged = true;
        reader.object(Keys::PAGE, |reader, key| {
            let digits = reader.digits()?;
            match key {
                Key::Lim => {
                    into.limit = Some(self.count(&digits, Number::Rows, 1, limits.page_cap))
                }
                Key::Off => {
                    let cap = limits.offset_cap;
                    into.offset = Some(self.count(&digits, Number::Skipped, 0, cap));
                }
                _ => return None,
            }
            Some(())
        })?;
        Some(())
    }

    /// The line for a sort key without an order.
    pub(crate) fn default_order(&mut self, path: LedgerPath) {
        self.ledger.note(
            LedgerKind::DefaultApplied,
            path,
            Order::Asc.name(),
            "sorts rise unless said otherwise",
            None,
        );
    }
}

impl Fusing<'_> {
    fn names_fields(&self) -> bool {
        self.wanted > 0
            || self.filtered
            || self.sorted
            || self.contract.value.constraints.aggregation.is_some()
    }
}
