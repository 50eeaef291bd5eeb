//! Conditions: filters, and any of several. What is said of one field is held against each other, in each branch too.

use std::borrow::Cow;

use crate::contract::{AnyOf, Condition, Filter};
use crate::draft::{DraftAny, DraftCondition, DraftFilter};
use crate::finding::registry;
use crate::finding::topic::Elements;
use crate::language::{Cap, Part};
use crate::ledger::LedgerPath;
use crate::resolve::Resolver;
use crate::span::{Span, Spanned};

/// Fewest branches of a choice.
const LEAST_BRANCHES: usize = Cap::Branches.least() as usize;

/// Where a filter stands in the contract. It is written out only for a line of the ledger.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FilterPath {
    /// The group it is a filter of, if any.
    pub(crate) group: Option<usize>,
    /// The choice it is in, and its branch, if any.
    pub(crate) branch: Option<(usize, usize)>,
    pub(crate) filter: usize,
    /// The element of its value.
    pub(crate) element: Option<usize>,
}

impl FilterPath {
    pub(crate) fn of_filter(self) -> LedgerPath {
        let list = match self.group {
            None => Cow::Borrowed("/constraints/filters"),
            Some(group) => Cow::Owned(format!("/constraints/groups/{group}/filters")),
        };
        let list = match self.branch {
            None => list,
            Some((choice, branch)) => Cow::Owned(format!("{list}/{choice}/any_of/{branch}")),
        };
        LedgerPath::element(list, self.filter)
    }

    pub(crate) fn of_value(self) -> LedgerPath {
        self.of_filter().member("value").at(self.element)
    }
}

impl<'a> Resolver<'a> {
    pub(crate) fn conditions(
        &mut self,
        said: &[Spanned<DraftCondition<'a>>],
        group: Option<usize>,
    ) -> Vec<Condition<'a>> {
        self.cap_of(said, Elements::Filters, self.tables.limits.filters_cap);
        let mut conditions = Vec::with_capacity(said.len());
        let mut places = Vec::with_capacity(said.len());
        for condition in said {
            let place = FilterPath {
                group,
                filter: conditions.len(),
                ..FilterPath::default()
            };
            let span = condition.span;
            let kept = match &condition.value {
                DraftCondition::Filter(filter) => {
                    self.filter(filter, span, place).map(Condition::Filter)
                }
                DraftCondition::Any(any) => self.any_of(any, span, place).map(Condition::Any),
            };
            if let Some(kept) = kept
                && self.is_of_one_absence(&kept, span)
            {
                conditions.push(kept);
                places.push(condition);
            }
        }
        self.check_conditions(&conditions, &places);
        conditions
    }

    fn any_of(&mut self, said: &DraftAny<'a>, span: Span, place: FilterPath) -> Option<AnyOf<'a>> {
        self.newer(span, Part::Filter, "a choice of filters");
        self.list_cap(&said.branches, Elements::Branches);
        let empty = said.branches.iter().find(|branch| branch.value.is_empty());
        // What could not be read has its finding.
        let whole = !self.misread.has(Part::Filter) && !self.misread.has(Part::Groups);
        match empty {
            Some(branch) if whole => {
                self.too_few_branches(branch.span, "a branch of the choice is empty");
            }
            None if whole && said.branches.len() < LEAST_BRANCHES => {
                self.too_few_branches(span, "the choice has no two branches");
            }
            _ => {}
        }
        let branches = said.branches.iter().enumerate();
        let any_of = branches.map(|(branch, said)| {
            let place = FilterPath {
                branch: Some((place.filter, branch)),
                ..place
            };
            self.branch(&said.value, place)
        });
        let any_of: Vec<Option<Vec<Filter<'a>>>> = any_of.collect();
        Some(AnyOf {
            any_of: any_of.into_iter().collect::<Option<_>>()?,
        })
    }

    /// The filters of a branch; `None` where one of them has a finding.
    fn branch(
        &mut self,
        said: &[Spanned<DraftFilter<'a>>],
        place: FilterPath,
    ) -> Option<Vec<Filter<'a>>> {
        self.cap_of(said, Elements::Filters, self.tables.limits.filters_cap);
        let mut filters = Vec::with_capacity(said.len());
        for (index, filter) in said.iter().enumerate() {
            let place = FilterPath {
                filter: index,
                ..place
            };
            filters.extend(self.filter(&filter.value, filter.span, place));
        }
        (filters.len() == said.len()).then_some(filters)
    }

    fn too_few_branches(&mut self, span: Span, message: &'static str) {
        self.report(&registry::TOO_FEW_BRANCHES, span, |me, finding| {
            let help = me.tell(
                "say two branches at least, each with a filter: `{\"any\":[[…],[…]]}`",
                "say two branches at least, each with a filter: `{\"any_of\":[[…],[…]]}`",
                "say two branches at least: `any(… or …)`",
            );
            finding.explain(message, help)
        });
    }

    /// Holds the filters that all must pass against each other, and those of each branch against these.
    fn check_conditions(
        &mut self,
        conditions: &[Condition<'a>],
        said: &[&Spanned<DraftCondition<'a>>],
    ) {
        let plain = conditions.iter().zip(said).filter_map(|(condition, said)| {
            let filter = condition.as_filter()?;
            Some((filter, said.span))
        });
        let (plain, spans): (Vec<&Filter<'a>>, Vec<Span>) = plain.unzip();
        self.check_together(&plain, &spans, 0);
        for (condition, said) in conditions.iter().zip(said) {
            let (Condition::Any(any), DraftCondition::Any(said)) = (condition, &said.value) else {
                continue;
            };
            for (branch, said) in any.any_of.iter().zip(&said.branches) {
                let filters: Vec<&Filter<'a>> = plain.iter().copied().chain(branch).collect();
                let own = said.value.iter().map(|filter| filter.span);
                let spans: Vec<Span> = spans.iter().copied().chain(own).collect();
                self.check_together(&filters, &spans, plain.len());
            }
        }
    }
}
