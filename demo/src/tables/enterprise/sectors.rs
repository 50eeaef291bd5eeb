//! Words for trades in company names, by top industry.

use std::collections::BTreeMap;

use crate::tables::lists::{entries, words};

pub(super) struct Sectors(BTreeMap<&'static str, Vec<&'static str>>);

impl Sectors {
    /// Reads `lists/sectors.txt`.
    pub(super) fn read() -> Self {
        let sectors = entries(include_str!("lists/sectors.txt"));
        Self(
            sectors
                .map(|[industry, trades]| (industry, words(trades)))
                .collect(),
        )
    }

    pub(super) fn trades(&self, industry: &str) -> &[&'static str] {
        self.0.get(industry).map_or(&[], Vec::as_slice)
    }
}
