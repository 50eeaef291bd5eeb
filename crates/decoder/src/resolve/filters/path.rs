//! `FilterPath`: the position of a filter in the contract.

use std::borrow::Cow;

use crate::ledger::LedgerPath;

/// The position of a filter in the contract, formatted only for a ledger entry.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FilterPath {
    /// The index of its group, if any.
    pub(crate) group: Option<usize>,
    /// The index of its choice and of the branch in it, if any.
    pub(crate) branch: Option<(usize, usize)>,
    pub(crate) filter: usize,
    /// The index of the element in its value, if any.
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
