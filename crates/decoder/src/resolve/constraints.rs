//! Sort and page.

use crate::contract::{Defaultable, Pagination, Sort};
use crate::draft::{DraftPage, DraftSort, Word};
use crate::finding::registry;
use crate::finding::topic::{Elements, Number, Topic};
use crate::language::{Order, Scenario};
use crate::ledger::{DefaultLimit, LedgerPath};
use crate::resolve::Resolver;
use crate::resolve::known_places::ReadFor;
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
        let keys = said.iter().enumerate();
        let (sort, spans): (Vec<_>, Vec<_>) = keys
            .filter_map(|(index, key)| Some((self.sort_key(&key.value, index)?, key.span)))
            .unzip();
        self.check_sorted_once(sort.iter().map(|key| &key.field).zip(spans));
        sort
    }

    pub(crate) fn sort_key(&mut self, key: &DraftSort<'a>, index: usize) -> Option<Sort<'a>> {
        let order = self.sort_order(key.order.as_ref(), "/constraints/sort", index);
        let (field, path) = self.field_for(ReadFor::Row, &key.by)?;
        if !field.sortable {
            let rule = &registry::NOT_SORTABLE;
            self.report_on(Some(field), rule, key.by.span, |me, finding| {
                let message = format!("`{}` cannot be sorted by", field.path);
                let sortable = me.fields_of_intent(|other| other.sortable);
                finding
                    .explain(message, "use a sortable field, or leave the sort out")
                    .candidates(me.candidates(&field.name, sortable))
            });
            return None;
        }
        Some(Sort {
            field: path,
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
            return self.member(word);
        }
        Some(self.default_order(LedgerPath::element(list, index).member("order")))
    }

    /// The order of a sort key that says none, with its line in the ledger.
    pub(crate) fn default_order(&mut self, path: LedgerPath) -> Order {
        let why = "sorts rise unless said otherwise";
        (self.ledger).default_value(path, Order::Asc.name(), why);
        Order::Asc
    }

    pub(crate) fn page(
        &mut self,
        said: Option<&Spanned<DraftPage<'a>>>,
        of_tool: Option<u32>,
        of: PageOf,
        scenario: Scenario,
    ) -> Pagination<'a> {
        let limits = &self.tables.limits;
        let (page_cap, offset_cap) = (limits.page_cap, limits.offset_cap);
        let limit = said
            .and_then(|page| page.value.limit.as_ref())
            .map(|digits| self.count(digits, Number::Rows, 1, page_cap));
        let offset = said
            .and_then(|page| page.value.offset.as_ref())
            .map(|digits| self.count(digits, Number::Skipped, 0, offset_cap));
        let own = self
            .tables
            .scenario(scenario)
            .and_then(|row| row.default_limit);
        let default = match own {
            _ if self.in_group => DefaultLimit::all(page_cap),
            _ if let Some(own) = of_tool => DefaultLimit::of_tool(own.min(page_cap)),
            Some(own) => DefaultLimit::of_scenario(own),
            None => DefaultLimit::of_codebook(self.tables.limits.page_default),
        };
        let default_limit = limit.is_none().then_some(default);
        let default = default.limit;
        match of {
            PageOf::Answer => self.defaults_of_answer(default_limit, offset.is_none()),
            PageOf::Groups => self.defaults_of_groups(default_limit, offset.is_none()),
        }
        Pagination {
            limit: limit.flatten().unwrap_or(default),
            offset: offset.flatten().unwrap_or(0),
            per: Vec::new(),
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
        if let Some(limit) = limit {
            let path = "/constraints/aggregation/pagination/limit";
            (self.ledger).default_value(path, limit.limit, limit.why());
        }
        if first_page {
            let path = "/constraints/aggregation/pagination/offset";
            (self.ledger).default_value(path, 0_u32, "the first page");
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
        let what = number.name();
        let shown = digits.value;
        let in_range = || format!("say a whole number from {least} to {cap}");
        // Zeros before a number mean different things to different readers; only a line can have them.
        let padded = shown.len() > 1 && shown.starts_with('0');
        if padded || !shown.bytes().all(|byte| byte.is_ascii_digit()) {
            self.report(&registry::WRONG_VALUE_TYPE, digits.span, |_, finding| {
                let message = if padded {
                    format!("`{shown}` has zeros before its number of {what}")
                } else {
                    format!("`{shown}` is not a whole number of {what}")
                };
                let finding = finding.explain(message, in_range());
                finding.on(Topic::Number(number))
            });
            return None;
        }
        // What is too long for a number is above every cap.
        let said = shown.parse().unwrap_or(u64::MAX);
        let Some(said) = u32::try_from(said).ok().filter(|said| *said <= cap) else {
            self.report(&registry::OVER_CAP, digits.span, |_, finding| {
                let message = format!("{shown} {what} are asked for, and the most is {cap}");
                let finding = finding.explain(message, format!("say at most {cap}"));
                finding.on(Topic::AtMost(number, cap))
            });
            return None;
        };
        if said < least {
            self.report(&registry::OUT_OF_RANGE, digits.span, |_, finding| {
                let message = format!("{said} {what} are asked for, and the least is {least}");
                let finding = finding.explain(message, in_range());
                finding.on(Topic::Number(number))
            });
            return None;
        }
        Some(said)
    }
}
