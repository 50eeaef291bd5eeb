//! `FilterPath`: where a filter is in the contract.

use std::borrow::Cow;

use crate::ledger::LedgerPath;

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
