//! What companies call themselves, by the industry at the top of their part of the tree.

use std::collections::BTreeMap;

use crate::tables::lists::{entries, words};

/// Words for a trade, by that industry.
pub(super) struct Sectors(BTreeMap<&'static str, Vec<&'static str>>);

impl Sectors {
    /// Those of `lists/sectors.txt`.
    pub(super) fn read() -> Self {
        let sectors = entries(include_str!("lists/sectors.txt"));
        Self(
            sectors
                .map(|[industry, trades]| (industry, words(trades)))
                .collect(),
        )
    }

    /// Words for the trade of a company below this industry.
    pub(super) fn trades(&self, industry: &str) -> &[&'static str] {
        self.0.get(industry).map_or(&[], Vec::as_slice)
    }
}
