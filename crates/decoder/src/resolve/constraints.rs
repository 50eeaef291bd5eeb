//! Sort and page.

use std::borrow::Cow;

use crate::contract::{Defaultable, Pagination, Sort};
use crate::draft::{DraftPage, DraftSort, Word};
use crate::finding::candidates::Known;
use crate::finding::partial_finding::Advice;
use crate::finding::registry;
use crate::finding::topic::{Elements, Number, Topic};
use crate::language::{Order, Scenario};
use crate::ledger::{DefaultLimit, LedgerKind, LedgerPath};
use crate::resolve::Resolver;
use crate::span::Spanned;

/// Which page it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PageOf {
    /// The page of the answer.
    Answer,
    /// The page of an aggregation's groups.
    Groups,
}

impl<'a> Resolver<'a> {
    pub(crate) fn sort(&mut self, said: &[Spanned<DraftSort<'a>>]) -> Vec<Sort<'a>> {
        self.list_cap(said, Elements::SortKeys);
        let mut sort: Vec<Sort<'a>> = Vec::with_capacity(said.len());
        let mut spans = Vec::with_capacity(said.len());
        for (index, key) in said.iter().enumerate() {
            if let Some(kept) = self.sort_key(&key.value, index) {
                sort.push(kept);
                spans.push(key.span);
            }
        }
        self.check_sorted_once(sort.iter().map(|key| &key.field).zip(spans));
        sort
    }

    pub(crate) fn sort_key(&mut self, key: &DraftSort<'a>, index: usize) -> Option<Sort<'a>> {
        let order = self.sort_order(key.order.as_ref(), "/constraints/sort", index);
        let field = self.field_here(&key.by)?;
        if !field.sortable {
            self.report_on(
                Some(field),
                &registry::NOT_SORTABLE,
                key.by.span,
                |_| format!("`{}` cannot be sorted by", field.path),
                |me| {
                    let types = &me.about.types;
                    let sortable = me.tables.fields.iter().filter(|other| {
                        other.sortable && (types.is_empty() || types.contains(&other.type_name))
                    });
                    let known = sortable
                        .map(|field| Known::field(me.tables, field))
                        .collect();
                    Advice::help("use a sortable field, or leave the sort out")
                        .or(me.candidates(&field.name, known))
                },
            );
            return None;
        }
        Some(Sort {
            field: Cow::Borrowed(&field.path),
            order: order?,
        })
    }

    pub(crate) fn sort_order(
        &mut self,
        said: Option<&Word<'a>>,
        list: &'static str,
        index: usize,
    ) -> Option<Order> {
        if let Some(word) = said {
            return self.order(word);
        }
        Some(self.default_order(LedgerPath::element(list, index).member("order")))
    }

    /// The order of a sort key that says none, with its line in the ledger.
    pub(crate) fn default_order(&mut self, path: LedgerPath) -> Order {
        self.ledger.note(
            LedgerKind::DefaultApplied,
            path,
            Order::Asc.name(),
            "sorts rise unless said otherwise",
            None,
        );
        Order::Asc
    }

    pub(crate) fn page(
        &mut self,
        said: Option<&Spanned<DraftPage<'a>>>,
        of: PageOf,
        scenario: Scenario,
    ) -> Pagination {
        let limits = &self.tables.limits;
        let (page_cap, offset_cap) = (limits.page_cap, limits.offset_cap);
        let limit = said
            .and_then(|page| page.value.limit.as_ref())
            .map(|digits| self.count(digits, Number::Rows, 1, page_cap));
        let offset = said
            .and_then(|page| page.value.offset.as_ref())
            .map(|digits| self.count(digits, Number::Skipped, 0, offset_cap));
        self.page_with(limit, offset, of, scenario)
    }

    /// The page with a limit and an offset that were said, rightly or not, or not at all.
    pub(crate) fn page_with(
        &mut self,
        limit: Option<Option<u32>>,
        offset: Option<Option<u32>>,
        of: PageOf,
        scenario: Scenario,
    ) -> Pagination {
        let own = self
            .tables
            .scenario(scenario)
            .and_then(|row| row.default_limit);
        let default = own.unwrap_or(self.tables.limits.page_default);
        let default_limit = limit.is_none().then_some(DefaultLimit {
            limit: default,
            of_scenario: own.is_some(),
        });
        match of {
            PageOf::Answer => self.defaults_of_answer(default_limit, offset.is_none()),
            PageOf::Groups => self.defaults_of_groups(default_limit, offset.is_none()),
        }
        Pagination {
            limit: limit.flatten().unwrap_or(default),
            offset: offset.flatten().unwrap_or(0),
        }
    }

    fn defaults_of_answer(&mut self, limit: Option<DefaultLimit>, first_page: bool) {
        if let Some(limit) = limit {
            self.defaults.add(Defaultable::Limit);
            self.ledger.default_limit(limit);
        }
        if first_page {
            self.defaults.add(Defaultable::Offset);
            self.ledger.default_offset();
        }
    }

    fn defaults_of_groups(&mut self, limit: Option<DefaultLimit>, first_page: bool) {
        let kind = LedgerKind::DefaultApplied;
        if let Some(limit) = limit {
            let path = "/constraints/aggregation/pagination/limit";
            (self.ledger).note(kind, path, limit.limit, limit.why(), None);
        }
        if first_page {
            let path = "/constraints/aggregation/pagination/offset";
            (self.ledger).note(kind, path, 0_u32, "the first page", None);
        }
    }

    /// A whole number from `least` to `cap`.
    pub(crate) fn count(
        &mut self,
        digits: &Spanned<&'a str>,
        number: Number,
        least: u32,
        cap: u32,
    ) -> Option<u32> {
        let what = number.counted();
        let whole = digits.value.bytes().all(|byte| byte.is_ascii_digit());
        if !whole {
            self.report(
                &registry::WRONG_VALUE_TYPE,
                digits.span,
                |_| format!("`{}` is not a whole number of {what}", digits.value),
                |_| {
                    Advice::help(format!("say a whole number from {least} to {cap}"))
                        .on(Topic::Number(number))
                },
            );
            return None;
        }
        let said: u64 = digits.value.parse().unwrap_or(u64::MAX);
        if said > u64::from(cap) {
            self.report(
                &registry::OVER_CAP,
                digits.span,
                |_| {
                    let said = digits.value;
                    format!("{said} {what} are asked for, and the most is {cap}")
                },
                |_| Advice::help(format!("say at most {cap}")).on(Topic::AtMost(number, cap)),
            );
            return None;
        }
        let said = u32::try_from(said).unwrap_or(cap);
        if said < least {
            self.report(
                &registry::OUT_OF_RANGE,
                digits.span,
                |_| format!("{said} {what} are asked for, and the least is {least}"),
                |_| {
                    Advice::help(format!("say a whole number from {least} to {cap}"))
                        .on(Topic::Number(number))
                },
            );
            return None;
        }
        Some(said)
    }
}
