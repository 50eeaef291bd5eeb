//! Origins of wines.

use crate::tables::lists::{entries, words};

/// A region with its grapes.
#[derive(Debug, Clone)]
pub(super) struct Region {
    pub(super) origin: Origin,
    pub(super) producers: Vec<&'static str>,
    pub(super) red: Vec<&'static str>,
    pub(super) white: Vec<&'static str>,
    /// Relative number of wines.
    pub(super) share: u64,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Origin {
    pub(super) country: &'static str,
    pub(super) region: &'static str,
}

/// Reads `lists/regions.txt`.
pub(super) fn regions() -> Vec<Region> {
    let regions = entries(include_str!("lists/regions.txt"));
    let regions = regions.map(|[country, region, producers, red, white, share]| Region {
        origin: Origin { country, region },
        producers: words(producers),
        red: words(red),
        white: words(white),
        share: share.parse().unwrap_or(1),
    });
    regions.collect()
}
